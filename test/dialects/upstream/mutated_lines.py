"""Programs that differ from a valid line of `valid_operations.txt` in one type or number.

The name of an operand states its type. Therefore a change of the text changes a type everywhere in
the line, or everywhere but in the operand.
"""

import re
from collections.abc import Iterator

_SHAPE = re.compile(r"(?<=[_<])((?:[\dD]+x)+)(f32|f64|i32|i64|i8|i1|index)(?![\w.])")
_SCALAR = re.compile(r"%(f32|i32|i1|index)(?![\w])")
_NUMBER = re.compile(r"(?<![\w.%#^<_?-])-?\d+(?![\w.>:])")
_ELEMENTS = {
    "f32": ("i32", "f64"),
    "f64": ("f32",),
    "i32": ("f32", "i64"),
    "i64": ("i32",),
    "i8": ("i32", "f32"),
    "i1": ("i8",),
    "index": ("i32",),
}
_KINDS = (("%t_", "tensor<", "%m_", "memref<"), ("%m_", "memref<", "%t_", "tensor<"), ("%v_", "vector<", "%t_", "tensor<"))  # fmt: skip


def _shapes(sizes: str) -> Iterator[str]:
    numbers = sizes[:-1].split("x")
    for place, size in enumerate(numbers):
        if size != "D":
            yield "".join(
                f"{int(each) + 1 if other == place else each}x"
                for other, each in enumerate(numbers)
            )
    yield "".join(f"{each}x" for each in numbers[1:])
    yield "2x" + sizes
    yield "Dx" * len(numbers)


def _types(line: str) -> Iterator[str]:
    for sizes, element in dict.fromkeys(_SHAPE.findall(line.replace("?", "D"))):
        others = [sizes + other for other in _ELEMENTS[element]]
        others += [shape + element for shape in _shapes(sizes)]
        for other in others:
            old = sizes + element
            written = line.replace("_" + old, "_" + other)
            yield written.replace("<" + old.replace("D", "?"), "<" + other.replace("D", "?"))
    for scalar in dict.fromkeys(_SCALAR.findall(line)):
        other = "i32" if scalar != "i32" else "f32"
        renamed = re.sub(rf"%{scalar}(?!\w)", f"%{other}", line)
        yield renamed
        yield re.sub(rf"(?<=[ (]){scalar}(?!\w)", other, renamed)
    for name, type_, other_name, other_type in _KINDS:
        if name in line:
            yield line.replace(name, other_name).replace(type_, other_type)


def mutations(line: str) -> list[str]:
    """Return copies of `line` that each differ from it in one type or number."""
    found = dict.fromkeys(_types(line))
    for match in _NUMBER.finditer(line):
        for other in (int(match.group()) + 1, -1, 9):
            found[line[: match.start()] + str(other) + line[match.end() :]] = None
    found.pop(line, None)
    return list(found)
