"""Models that the explorer can open: MLIR text of any dialects, TTNN binaries, and traces of
runs.
"""

import os
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import count
from pathlib import Path

from xdsl.dialects.builtin import NameLoc, StringAttr
from xdsl.ir import Operation

from ttmlir_py import compiler
from ttmlir_py.common.files import read_file
from ttmlir_py.frontends.levels import Level, level_of, lower
from ttmlir_py.frontends.sources import program_text
from ttmlir_py.ir.context import MlirContext
from ttmlir_py.ir.elements import ELIDED
from ttmlir_py.ir.module import ModuleOp
from ttmlir_py.ir.unregistered import operation_name
from ttmlir_py.passes.running.instrumentation import PRE_PIPELINE

BINARY_SUFFIX, TRACE_SUFFIX = ".ttnn", ".json"
TEXT_SUFFIXES = (".mlir", ".ttir")
SUFFIXES = (*TEXT_SUFFIXES, BINARY_SUFFIX, TRACE_SUFFIX)
"""Suffixes of files that can be opened."""
_COMPILED = ("ttmetal", "ttkernel", "emitc")
"""Dialects that the explorer shows but does not compile."""
_UNFIT = re.compile(r"[=,:\s{}'\"]")
"""Matches characters that names in pass options cannot contain."""


@dataclass(frozen=True, slots=True)
class Model:
    """A program as it was opened."""

    name: str
    text: str
    level: Level | None
    """The lowering level, or None for programs that are only shown, such as TTMetal and EmitC."""
    stages: Sequence[tuple[str, str]] = ()
    """Names and texts of the compilation stages in a binary; empty for other models."""
    program: str = ""
    """The TTNN program of a binary that was opened as its source; empty for other models."""

    from_binary: bool = False
    """Whether this is the TTNN program of a binary, without its source."""

    @property
    def is_editable(self) -> bool:
        """Return whether the explorer compiles the model, so that layouts can be chosen."""
        return self.level not in (None, Level.TTNN)

    def parse(self, context: MlirContext) -> ModuleOp:
        """Return the parsed program. Raises `CompilationError` after emitting diagnostics to the
        context.
        """
        return compiler.parse(self.text, context=context, file_name=self.name)


def open_model(path: str | os.PathLike[str]) -> Model:
    """Return the model in a file.

    Raises OSError, `SourceError` if it is not a program, and `CompilationError` with the
    diagnostics.
    """
    data, name = read_file(path), os.path.basename(path)
    if Path(path).suffix == BINARY_SUFFIX:
        return _of_binary(data, name)
    return model_of_text(program_text(data, name), name)


def model_of_text(text: str, name: str) -> Model:
    """Return the model with this text. Raises `CompilationError` with the diagnostics."""
    return Model(name, text, _form(compiler.parse(text, file_name=name)))


def _form(module: ModuleOp) -> Level | None:
    dialects = {operation_name(op).partition(".")[0] for op in module.walk()}
    return None if dialects.intersection(_COMPILED) else level_of(module)


def _of_binary(data: bytes, name: str) -> Model:
    """Return the source program in a binary if it is complete, otherwise its TTNN program."""
    from ttmlir_py.target.flatbuffer.ttnn_import import import_binary

    with compiler.diagnosed() as context:
        try:
            source = import_binary(data, context)
        except ValueError as error:
            context.diagnostics.emit_error(compiler.SourceMap("", name).origin(), str(error))
            raise compiler.CompilationError from None
        first = dict(source.stages).get(PRE_PIPELINE)
        if first is not None and f"<{ELIDED}>" not in first:
            module = compiler.parse(first, context=context, file_name=name)
            return Model(name, first, _form(module), source.stages, str(source.module))
    return Model(name, str(source.module), Level.TTNN, source.stages, from_binary=True)


def lower_to_ttir(module: ModuleOp, context: MlirContext) -> None:
    """Lower an editable program to TTIR, and name its operations.

    Overrides refer to operations by the name in their location.
    """
    lower(module, Level.TTIR, context, options={})
    name_operations(module)


def name_operations(module: ModuleOp) -> bool:
    """Name unnamed TTIR operations, such as `linear_1`. Return whether any was named.

    A name that options cannot contain is replaced by a valid one in a location around the old one.
    """
    ops = [op for op in module.walk() if op.name.startswith("ttir.")]
    taken = {op.location.desc.data for op in ops if isinstance(op.location, NameLoc)}
    changed = False
    for number, op in enumerate(ops):
        stem = f"{op.name.partition('.')[2]}_{number}"
        if isinstance(op.location, NameLoc):
            stem = _UNFIT.sub("_", op.location.desc.data)
            if stem == op.location.desc.data:
                continue
        name = next(each for each in _candidates(stem) if each not in taken)
        taken.add(name)
        _rename(op, name)
        changed = True
    return changed


def _candidates(stem: str) -> Iterator[str]:
    yield stem
    yield from (f"{stem}.{number}" for number in count(1))


def _rename(op: Operation, name: str) -> None:
    """Name an operation, and the `empty` operation that creates its destination."""
    op.location = NameLoc(StringAttr(name), op.location)
    for operand in op.operands:
        maker = operand.owner
        if isinstance(maker, Operation) and maker.name in ("tensor.empty", "ttir.empty"):
            maker.location = NameLoc(StringAttr(name), maker.location)
