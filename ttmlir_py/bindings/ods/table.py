"""The specifications of the operations of MLIR's own dialects and StableHLO's, from the table
`mlir.ops`.

xDSL has other names for classes and operands than MLIR, and does not keep the order of operands and
attributes.
"""

from functools import cache
from pathlib import Path

from ttmlir_py.bindings.ods.spec import Argument, OperationSpec, Part


@cache
def _lines() -> dict[str, list[str]]:
    """Return the lines of the table, by dialect."""
    found: dict[str, list[str]] = {}
    text = (Path(__file__).parent / "mlir.ops").read_text(encoding="utf-8")
    for line in text.splitlines():
        if not line.startswith("#"):
            found.setdefault(line.partition(".")[0], []).append(line)
    return found


def has_dialect(dialect: str) -> bool:
    """Whether the table has the operations of a dialect."""
    return dialect in _lines()


def specifications(dialect: str) -> list[OperationSpec]:
    """Return the specifications of a dialect's operations."""
    return [_parsed(line) for line in _lines()[dialect]]


def _part(text: str) -> Part:
    mode = text[-1] if text[-1] in "?*" else ""
    return Part(text.removesuffix(mode), mode)


def _argument(text: str) -> Argument:
    name, _, kind = text.partition(":")
    if kind[:1] in ("v", "s") and kind[1:] in ("", "?", "*"):
        return Argument("operand" if kind[0] == "v" else "successor", name, kind[1:])
    parameter, _, attribute = name.partition("=")
    mode = "?" if parameter.endswith("?") else ""
    parameter = parameter.removesuffix("?")
    return Argument("attribute", parameter, mode, attribute or parameter, kind)


def _parsed(line: str) -> OperationSpec:
    before, _, after = line.partition(" ->")
    name, class_name, *arguments = before.split()
    words = after.split()
    return OperationSpec(
        name,
        class_name,
        tuple(map(_argument, arguments)),
        tuple(_part(word) for word in words if word[0] not in "!^@"),
        tuple(_part(word[1:]) for word in words if word[0] == "^"),
        infers="!infer" in words or "!results" in words,
        takes_results="!results" in words,
        sized_operands="@operands" in words,
        sized_results="@results" in words,
    )
