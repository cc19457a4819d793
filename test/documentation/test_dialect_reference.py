"""The dialect reference: it is up to date, describes every field of every op, and its examples
compile as marked.
"""

import re
from collections.abc import Callable, Iterable
from itertools import chain, groupby
from pathlib import Path
from typing import Any

import pytest

import ttmlir_py
from ttmlir_py.compiler import system_desc
from ttmlir_py.dialects import load_dialect
from ttmlir_py.dialects.op_syntax import (
    FIELD_NOTATIONS,
    NOTATIONS,
    examples,
    fields_of,
    glossary,
    glossary_key,
    notation,
    skeleton,
)
from ttmlir_py.documentation.dialect_reference import DIALECTS, page, write
from ttmlir_py.documentation.op_reference import LOWERINGS_BY_FLAG, lowerings
from ttmlir_py.ir.diagnostics import CompilationError
from ttmlir_py.ir.module import ModuleOp

pytestmark = pytest.mark.slow

TYPE = re.compile(r"\btype\b")
DOCS = Path(__file__).parents[2] / "docs" / "dialects"
OPS = {op.name: op for name in DIALECTS for op in load_dialect(name).operations}
NOT_WRITTEN = {"stablehlo.uniform_dequantize", "stablehlo.uniform_quantize"}
"""Ops whose quantized types the parser does not read."""
EXAMPLES = {name: text for dialect in DIALECTS for name, text in examples(dialect).items()}


def test_reference_pages_are_current(tmp_path: Path):
    write(tmp_path)
    pages = sorted(path.name for path in tmp_path.iterdir())
    assert pages == sorted(path.name for path in DOCS.iterdir())
    for name in pages:
        assert (tmp_path / name).read_text() == (DOCS / name).read_text(), "run `make docs`"


@pytest.mark.parametrize("name", DIALECTS)
def test_reference_page_lists_every_operation_and_attribute(name: str):
    text = page(name)
    for operation in load_dialect(name).operations:
        assert f"\n### `{operation.name}`\n" in text
    for attribute in load_dialect(name).attributes:
        assert f"{attribute.name}`\n" in text


def test_reference_page_shows_declared_syntax_and_fields():
    text = page("ttnn")
    start = text.index("### `ttnn.all_gather`")
    entry = text[start : text.index("###", start + 3)]
    assert '"ttnn.all_gather"(%input, %device) <{dim = 1 : si32, num_links = 1 : si32}>' in entry
    assert "| `device` | the device, from `ttnn.get_device` | TT device |" in entry
    links = (
        "links between neighbouring devices to use | 32-bit signed integer attribute | `1 : si32`"
    )
    assert f"| `num_links` | {links} | `1 : si32` |" in entry
    assert "Effects: none; an unused op is erased, equal ones are merged." in entry
    assert "(`--ttnn-to-flatbuffer`)" in entry
    assert "(`--ttnn-to-python`)" not in entry
    assert f"```mlir\n{EXAMPLES['ttnn.all_gather']}\n```" in entry
    assert "| RowMajor | `row_major` | 0 |" in text


def entries(kind: str) -> set[str]:
    """Return the glossary keys that describe the operands or attributes (`kind`) of all ops."""
    used: set[str] = set()
    for name, op in OPS.items():
        definition = op.get_irdl_definition()  # type: ignore[attr-defined]
        operands = [field.rstrip("_") for field, _ in definition.operands]
        fields = operands if kind == "operands" else fields_of(definition)
        used.update(glossary_key(kind, name, field) for field in fields)
    return used


@pytest.mark.parametrize("kind", ["operands", "attributes"])
def test_reference_glossary_has_every_entry(kind: str):
    assert entries(kind) == set(glossary()[kind])


def parsed(name: str) -> ModuleOp:
    return ttmlir_py.parse(EXAMPLES[name])


def together(names: Iterable[str]) -> ModuleOp:
    """Return one module with the functions of all examples in `names`."""
    ops = [op for name in names for op in parsed(name).body.block.ops]
    for op in ops:
        op.detach()
    return ModuleOp(ops)


def test_reference_has_example_of_every_op():
    assert sorted(EXAMPLES) == sorted(set(OPS) - NOT_WRITTEN)
    for name in EXAMPLES:
        assert name in [op.name for op in parsed(name).walk()]


@pytest.mark.parametrize("dialect", DIALECTS)
def test_reference_example_text_round_trips(dialect: str):
    for name in examples(dialect):
        text = str(parsed(name))
        assert str(ttmlir_py.parse(text)) == text


@pytest.mark.parametrize("dialect", DIALECTS)
def test_reference_attribute_notations_parse(dialect: str):
    """The notation on the page parses to an attribute that the op accepts."""
    seen: set[str] = set()
    for name in examples(dialect):
        module = parsed(name)
        (op, *_) = [each for each in module.walk() if each.name == name]
        for field, definition in fields_of(type(op).get_irdl_definition()).items():  # type: ignore[attr-defined]
            text = notation(field, definition)
            if text not in seen:
                seen.add(text)
                holder = ttmlir_py.parse(f"module attributes {{t.x = {text}}} {{}}")
                definition.constr.verify(holder.attributes["t.x"], None)


@pytest.mark.parametrize("dialect", DIALECTS)
def test_reference_op_templates_parse(dialect: str):
    for name in OPS:
        if name.startswith(f"{dialect}."):
            check_template(name)


def check_template(name: str) -> None:
    """Check that the template parses if every `type` in it is replaced by a type."""
    template = skeleton(OPS[name]).replace("{...}", "{}")
    before, _, types = template.rpartition(" : ")
    types = TYPE.sub("tensor<4x4xf32>", types)
    operands = dict.fromkeys(re.findall(r"%\w+", before.partition('"(')[2].partition(")")[0]))
    arguments = ", ".join(f"{each}: tensor<4x4xf32>" for each in operands)
    text = f"func.func @f({arguments}) {{\n  {before} : {types}\n  return\n}}"
    module = ttmlir_py.parse(text, verify=False)
    (op,) = [each for each in module.walk() if each.name == name]
    sizes: Any = {**op.attributes, **op.properties}.get("operandSegmentSizes")
    if sizes is not None:
        assert sum(sizes.get_values()) == len(op.operands)
    for field, _ in OPS[name].get_irdl_definition().operands:  # type: ignore[attr-defined]
        getattr(op, field)


@pytest.mark.parametrize(
    "name", [name for name, op in OPS.items() if name.startswith("ttir.") and hasattr(op, "INPUTS")]
)
def test_reference_template_of_elementwise_op_compiles(name: str):
    template = skeleton(OPS[name])
    type_ = "tensor<4x4xi32>" if "bitwise" in name else "tensor<4x4xf32>"
    inputs = re.findall(r"%\w+", template.partition('"(')[2].partition(")")[0])[:-1]
    arguments = ", ".join(f"{each}: {type_}" for each in inputs)
    text = f"""func.func @f({arguments}) -> {type_} {{
  %output = tensor.empty() : {type_}
  {TYPE.sub(type_, template)}
  return %result : {type_}
}}"""
    assert ttmlir_py.compile(text)


def test_every_reference_attribute_notation_is_used_by_an_op():
    used = {
        notation(field, definition)
        for op in OPS.values()
        for field, definition in fields_of(op.get_irdl_definition()).items()  # type: ignore[attr-defined]
    }
    assert used == set(chain(NOTATIONS.values(), FIELD_NOTATIONS.values()))


def on_two(name: str) -> bool:
    """Return whether the example of the op `name` is compiled for the two devices of an n300."""
    return "--system-desc=n300, mesh-shape=1,2" in EXAMPLES[name]


Compiler = Callable[[ModuleOp, str], object]
"""A function of a module and of the pass options that give the shape of the mesh. It compiles the
module.
"""


def passes(text: str) -> Compiler:
    return lambda module, mesh: ttmlir_py.PassManager(
        f"builtin.module({text.replace('MESH', mesh)})"
    ).run(module)


def translation(flag: str, text: str) -> Compiler:
    def compile(module: ModuleOp, mesh: str) -> object:
        passes(text)(module, mesh)
        return ttmlir_py.translate(module, flag)

    return compile


DEVICE = "ttir-load-system-desc,ttir-implicit-deviceMESH"
TO_TTNN = translation("ttnn-to-flatbuffer", "ttir-to-ttnn-backend-pipelineMESH")
COMPILERS: dict[str, Compiler] = {
    "--stablehlo-legalize-composite-to-call": passes(
        "func.func(stablehlo-legalize-composite-to-call)"
    ),
    "--convert-stablehlo-to-ttir": passes("convert-stablehlo-to-ttir"),
    "--convert-tosa-to-ttir": passes("convert-tosa-to-ttir"),
    "--ttir-to-ttir-decomposition": TO_TTNN,
    "--convert-ttir-to-ttnn": TO_TTNN,
    "--ttir-generic": passes(f"{DEVICE},ttir-attach-metal-layout,ttir-generic"),
    "--convert-ttir-to-linalg": passes("convert-ttir-to-linalg"),
    "--ttnn-to-flatbuffer": translation("ttnn-to-flatbuffer", DEVICE),
    "--ttnn-to-python": translation("ttnn-to-python", DEVICE),
    "--convert-ttnn-to-emitc": passes(f"{DEVICE},convert-ttnn-to-emitc"),
    "--convert-ttnn-to-emitc=complete-calls=true": passes(
        f"{DEVICE},convert-ttnn-to-emitc{{complete-calls=true}}"
    ),
    "--convert-ttkernel-to-emitc": passes("convert-ttkernel-to-emitc"),
    "--tt-unwrap-device-module": passes("tt-unwrap-device-module"),
}
"""Maps the pass or translation that the page names to the function that compiles its examples."""


def compile(flag: str, names: Iterable[str], *, two: bool = False) -> ModuleOp:
    module = together(names)
    if two:
        module.attributes["tt.system_desc"] = system_desc("n300")
    COMPILERS[flag](module, "{mesh-shape=1,2}" if two else "")
    return module


@pytest.mark.parametrize("two", [False, True])
@pytest.mark.parametrize("flag", LOWERINGS_BY_FLAG)
def test_reference_examples_marked_as_compiling_compile(flag: str, two: bool):
    names = [name for name, op in OPS.items() if flag in lowerings(op) and on_two(name) == two]
    for _, group in groupby(names, lambda name: name.partition(".")[0]):
        of_dialect = list(group)
        left = {op.name for op in compile(flag, of_dialect, two=two).walk()}
        if not flag.startswith("--ttnn-to"):
            assert not left & set(of_dialect)


LACKING = (
    ("stablehlo", ("--convert-stablehlo-to-ttir",)),
    ("chlo", ("--convert-stablehlo-to-ttir",)),
    ("tosa", ("--convert-tosa-to-ttir",)),
    ("ttir", ("--ttir-to-ttir-decomposition", "--convert-ttir-to-ttnn")),
    ("ttnn", ("--ttnn-to-flatbuffer",)),
    ("ttnn", ("--ttnn-to-python",)),
    ("ttnn", ("--convert-ttnn-to-emitc",)),
    ("ttkernel", ("--convert-ttkernel-to-emitc",)),
)
"""Pairs of a dialect and the passes or translations without which its ops are refused; the last one
refuses.
"""
ERASED = {"ttir.dealloc"}
"""Ops without side effects and results, which are erased before a pass could refuse them."""


@pytest.mark.parametrize(
    ("name", "flag"),
    [
        (op.name, flags[-1])
        for dialect, flags in LACKING
        for op in load_dialect(dialect).operations
        if not set(flags) & set(lowerings(op)) and op.name in EXAMPLES
    ],
)
def test_reference_examples_not_marked_as_compiling_are_refused(name: str, flag: str):
    if name not in ERASED:
        with pytest.raises(CompilationError):
            compile(flag, [name], two=on_two(name))
