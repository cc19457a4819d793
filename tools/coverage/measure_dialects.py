"""Coverage of StableHLO, CHLO, TOSA and TTIR: how far the example of each operation compiles."""

from collections.abc import Callable

from measure import Table, reason

import ttmlir_py
from ttmlir_py import revisions
from ttmlir_py.dialects import load_dialect
from ttmlir_py.dialects.op_syntax import examples
from ttmlir_py.dialects.revisions import load_dialect as load_dialect_of
from ttmlir_py.passes.revisions.to_2025_02 import conversions

TO_TTIR = {
    "stablehlo": "stablehlo-to-ttir-pipeline{complex-to-real=true}",
    "chlo": "stablehlo-to-ttir-pipeline{complex-to-real=true}",
    "tosa": "convert-tosa-to-ttir",
}
TITLES = {"stablehlo": "StableHLO", "chlo": "CHLO", "tosa": "TOSA", "ttir": "TTIR"}
INTRODUCTION = """
Which operations of {0} compile. Each cell is measured: `make coverage` compiles the example
of each operation, which the [reference](../dialects/{1}.md) shows, and a test compares this
page. A refusal is an error with a location. It is for this example only: an operation may compile
in other forms.
"""

Step = Callable[[str, str], object]


def on_two_devices(text: str) -> bool:
    """Return True if an example is for the two devices of an n300."""
    return "mesh-shape=1,2" in text or "replica_groups" in text or "sharding" in text


def lowered(text: str, *pipelines: str) -> "ttmlir_py.compiler.ModuleOp":
    """Return the module of an example after pipelines."""
    module = ttmlir_py.parse(text)
    mesh = ""
    if on_two_devices(text):
        module.attributes["tt.system_desc"] = ttmlir_py.system_desc("n300")
        mesh = "{mesh-shape=1,2}"
    for pipeline in pipelines:
        pipeline = pipeline.replace("MESH", mesh)
        ttmlir_py.PassManager(f"builtin.module({pipeline})", warnings=["-w"]).run(module)
    return module


BACKENDS: dict[str, tuple[str, str]] = {
    ".ttnn": ("ttir-to-ttnn-backend-pipelineMESH", "ttnn-to-flatbuffer"),
    "C++": ("ttir-to-emitc-pipeline", "mlir-to-cpp"),
    ".ttm": ("ttir-to-ttmetal-backend-pipeline", "ttmetal-to-flatbuffer"),
}
"""The pipeline and the translation of each kind of output."""


def row(dialect: str, name: str, text: str) -> tuple[str, ...]:
    """Return the row of an operation: the outputs that its example compiles to."""
    first = [TO_TTIR[dialect]] if dialect in TO_TTIR else []
    cells, why = [], ""
    try:
        lowered(text, *first)
    except Exception as error:
        return (f"`{name}`", *["no"] * (len(BACKENDS) + len(first)), reason(error))
    cells += ["yes"] * len(first)
    for pipeline, translation in BACKENDS.values():
        try:
            ttmlir_py.translate(lowered(text, *first, pipeline), translation)
            cells.append("yes")
        except Exception as error:
            cells.append("no")
            why = why or reason(error)
    return (f"`{name}`", *cells, why)


def table(name: str) -> Table:
    """Return the table of a dialect, or of TTIR in all revisions."""
    if name == "revisions":
        return revision_table()
    texts = examples(name)
    rows = [
        row(name, op.name, texts[op.name])
        for op in load_dialect(name).operations
        if op.name in texts
    ]
    outputs = (*(["TTIR"] if name in TO_TTIR else []), *BACKENDS)
    header = ("operation", *outputs, "first refusal")
    return (f"Coverage of {TITLES[name]}", INTRODUCTION.format(TITLES[name], name), header, rows)


REVISIONS = """
The operations of TTIR that are accepted in text of each [revision](../revisions.md) of tt-mlir,
generated from the tables of definitions and conversions. `lowered` means that the operation
compiles; tests compare the result of each conversion with numpy. `read` means that it is parsed,
verified and printed, but that compiling it is an error.
"""


def revision_table() -> Table:
    """Return the table of TTIR's operations in all revisions."""
    base = {op.name for op in load_dialect("ttir").operations}
    converted = conversions() | base
    present = {revisions.INTERNAL: base}
    for each in revisions.REGISTRY:
        if each != revisions.INTERNAL:
            present[each] = set(load_dialect_of(each, "ttir").operation_names())
    rows = []
    for name in sorted(set().union(*present.values())):
        state = "lowered" if name in converted else "read"
        cells = (state if name in present[each] else "" for each in revisions.REGISTRY)
        rows.append((f"`{name}`", *cells))
    return ("Coverage of TTIR by revision", REVISIONS, ("operation", *revisions.REGISTRY), rows)
