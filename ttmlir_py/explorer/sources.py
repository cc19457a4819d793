"""The texts of a result (source, TTIR, TTNN, C++ and Python), with the line of each node's
operation.

Large constants are elided in all texts, so that a page does not grow with the weights of a model.
"""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass

from xdsl.dialects.builtin import StringAttr
from xdsl.ir import Operation

from ttmlir_py import compiler
from ttmlir_py.explorer.graph import convert
from ttmlir_py.explorer.models import Model
from ttmlir_py.explorer.session import Result
from ttmlir_py.frontends.levels import Level
from ttmlir_py.ir.diagnostics import OperationError
from ttmlir_py.ir.elements import HEX_LIMIT
from ttmlir_py.ir.locations import file_location
from ttmlir_py.ir.module import ModuleOp
from ttmlir_py.ir.writing.attributes import BINARY_OPTIONS
from ttmlir_py.ir.writing.op_lines import lined_text

_MARK = "node"
"""File name in locations, which maps emitted lines back to operations."""


@dataclass(frozen=True, slots=True)
class Source:
    """A text, and the line of each node's operation, counted from 1."""

    text: str
    lines: Mapping[str, int]


def sources(result: Result) -> dict[str, Source]:
    """Return the texts of a result by form.

    Forms are `source` for a program of a front end, `ttir` with the names that overrides use,
    `ttnn`, `cpp` and `python`.
    """
    form = result.model.level
    found: dict[str, Source] = {}
    if source_key(result.model) == "source":
        found["source"] = model_source(result.model)
    if result.ttir is not None:
        found["ttir"] = _mlir(result.ttir, convert(result.ttir).ids)
    found["ttnn" if form is not None else "mlir"] = _mlir(result.module, result.conversion.ids)
    if form is not None and result.data is not None:
        for name, write in (("cpp", _cpp_text), ("python", _python_text)):
            source = _translated(result, name, write)
            if source is not None:
                found[name] = source
    return found


def source_key(model: Model) -> str:
    """Return the form, as in `sources`, of the text that was opened."""
    if model.level is None:
        return "mlir"
    return {Level.TTIR: "ttir", Level.TTNN: "ttnn"}.get(model.level, "source")


def model_source(model: Model) -> Source:
    """Return the text of a model as it was opened. Raises `CompilationError` if it does not
    parse.
    """
    with compiler.diagnosed(warnings=["-w"]) as context:
        module = model.parse(context)
        return _mlir(module, convert(module).ids)


def _mlir(module: ModuleOp, ids: Mapping[Operation, str]) -> Source:
    text, lines, _ = lined_text(module, BINARY_OPTIONS)
    return Source(text, {ids[op]: line + 1 for op, line in lines.items() if op in ids})


def _cpp_text(module: ModuleOp) -> bytes:
    from ttmlir_py.passes.ttnn.convert_ttnn_to_emitc import convert as convert_to_emitc

    convert_to_emitc(module, complete_calls=True, elide_elements_if_larger=HEX_LIMIT)
    return compiler.translate(module, "mlir-to-cpp", emit_source_locations=True)


def _python_text(module: ModuleOp) -> bytes:
    return compiler.translate(
        module, "ttnn-to-python", emit_source_locations=True, elide_elements_if_larger=HEX_LIMIT
    )


def _translated(result: Result, name: str, write: Callable[[ModuleOp], bytes]) -> Source | None:
    """Return the emitted text of the program, or None if it cannot be emitted.

    Every operation of a copy gets a location whose line is its number. Comments with the locations
    in the text then map back to the operation.
    """
    copy = result.module.clone()
    ids: list[str] = []
    file = StringAttr(_MARK)
    for original, op in zip(result.module.walk(), copy.walk(), strict=True):
        ids.append(result.conversion.ids.get(original, ""))
        op.location = file_location(file, len(ids), 1)
    try:
        text = write(copy).decode("utf-8", "replace")
    except (compiler.CompilationError, OperationError):
        return None
    return _unmarked(text, ids, comment="//" if name == "cpp" else "#")


def _unmarked(text: str, ids: list[str], *, comment: str) -> Source:
    """Return the text without location comments.

    If an operation becomes several statements, its line is that of the last one, the call.
    """
    mark = re.compile(rf'\s*{comment} (?:loc\()?"{_MARK}":(\d+):1\)?').fullmatch
    kept: list[str] = []
    lines: dict[str, int] = {}
    for line in text.splitlines():
        found = mark(line)
        if found is None:
            kept.append(line)
        elif ids[int(found[1]) - 1]:
            lines[ids[int(found[1]) - 1]] = len(kept) + 1
    return Source("\n".join(kept) + "\n", lines)
