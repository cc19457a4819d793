"""The lowering levels of a program, and the passes from one level to the next.

StableHLO and TOSA are lowered to TTIR, and TTIR to TTNN. The level of a program follows from its
operations.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from enum import Enum

from xdsl.dialects.builtin import UnknownLoc
from xdsl.ir import Operation

from ttmlir_py.compiler import PassManager, system_desc
from ttmlir_py.dialects.func import FuncOp
from ttmlir_py.frontends.pipeline_options import (
    FROM_STABLEHLO,
    FROM_TOSA,
    TO_TTNN,
    option_texts,
)
from ttmlir_py.ir.context import MlirContext
from ttmlir_py.ir.module import ModuleOp
from ttmlir_py.ir.unregistered import operation_name
from ttmlir_py.passes.refused_types import refuse
from ttmlir_py.passes.running.manager import add_flag
from ttmlir_py.passes.running.option_text import OptionError
from ttmlir_py.passes.running.pass_manager import Instrumentation, OpPassManager
from ttmlir_py.rewriting.control_flow import ops_in

TO_CALLS = "builtin.module(ttnn-create-input-gens,convert-ttnn-to-emitc{{complete-calls={}}})"
"""Pipeline from TTNN to EmitC calls, with a generated `main` function."""

_INLINE = "builtin.module(inline)"


class Level(Enum):
    """A lowering level, with a title for messages and the dialects of its operations."""

    STABLEHLO = "StableHLO", ("stablehlo", "chlo")
    TOSA = "TOSA", ("tosa",)
    TTIR = "TTIR", ("ttir",)
    TTNN = "TTNN", ("ttnn",)

    def __init__(self, title: str, dialects: tuple[str, ...]):
        self.title = title
        self.dialects = dialects


_LEVELS = {dialect: level for level in Level for dialect in level.dialects}


def level_of(module: Operation) -> Level:
    """Return the level of a program, or the earliest level if its operations belong to several.

    A program without operations of a known dialect counts as StableHLO.
    """
    names = map(operation_name, (module, *ops_in(module.regions)))
    found = {_LEVELS.get(name.partition(".")[0]) for name in names}
    return next((level for level in Level if level in found), Level.STABLEHLO)


def pipeline(start: Level, end: Level, options: Mapping[str, object]) -> OpPassManager:
    """Return the passes that lower a program from level `start` to level `end`.

    Calls in StableHLO are inlined first. The levels may be equal. Raise ValueError like
    `option_texts`.
    """
    texts = option_texts(options)
    manager = OpPassManager("builtin.module")
    for flag in _flags(start, end):
        try:
            add_flag(manager, flag, texts.get(flag, ""))
        except OptionError as error:
            raise ValueError(str(error)) from None
    return manager


def _flags(start: Level, end: Level) -> Iterator[str]:
    if end in (Level.TTIR, Level.TTNN):
        if start is Level.STABLEHLO:
            yield FROM_STABLEHLO
        if start is Level.TOSA:
            yield FROM_TOSA
    if end is Level.TTNN and start is not Level.TTNN:
        yield TO_TTNN


def lower(
    module: ModuleOp,
    end: Level,
    context: MlirContext,
    *,
    options: Mapping[str, object],
    system: str | None = None,
    instrumentations: Sequence[Instrumentation] = (),
) -> Level:
    """Lower `module` in place to level `end` for the board `system`, and return its previous level.

    Raise ValueError for an unknown board or option, or if the module is past `end`. Raise
    CompilationError after diagnostics were emitted to the context.
    """
    start = level_of(module)
    order = list(Level)
    if end in (Level.TTIR, Level.TTNN) and order.index(start) > order.index(end):
        raise ValueError(
            f"the program is already in {start.title}, which cannot be lowered to {end.title}"
        )
    if start is not Level.TTNN:
        with context.diagnostics.raising():
            refuse(module, context, for_device=end is Level.TTNN)
    manager = PassManager(
        pipeline(start, end, options), context=context, instrumentations=instrumentations
    )
    if system is not None and start is not Level.TTNN:
        set_system(module, system)
    if start is Level.STABLEHLO:
        _locate(module)
        if end in (Level.TTIR, Level.TTNN):
            # Calls are inlined first, so that passes can use the values of their arguments, and so
            # that each inlined operation has the location of its call.
            inliner = PassManager(_INLINE, context=context, instrumentations=instrumentations)
            inliner.run(module)
            _locate(module)  # constants that several operations share have no location
    manager.run(module)
    return start


def lower_to_calls(
    module: ModuleOp,
    context: MlirContext,
    *,
    complete_calls: bool = True,
    instrumentations: Sequence[Instrumentation] = (),
) -> None:
    """Lower a TTNN module in place to EmitC, which is translated to C++.

    With `complete_calls` False, the calls lack some attributes, as upstream's do. Raise
    CompilationError like `lower`.
    """
    pipeline = TO_CALLS.format(str(complete_calls).lower())
    PassManager(pipeline, context=context, instrumentations=instrumentations).run(module)


def _locate(module: ModuleOp) -> None:
    """Give each operation without a location, such as JAX's constants, that of its first user.

    An operation without users gets the location of the operation that defines an operand.
    """
    unknown = [op for op in ops_in(module.regions) if isinstance(op.location, UnknownLoc)]
    for op in reversed(unknown):
        _place(op, (use.operation for result in op.results for use in result.uses))
    for op in unknown:
        if op.results and isinstance(op.location, UnknownLoc):
            _place(op, (operand.owner for operand in op.operands))


def _place(op: Operation, others: Iterable[object]) -> None:
    """Give `op` the location of the first operation in `others`."""
    op.location = next((each for each in others if isinstance(each, Operation)), op).location


def set_system(module: ModuleOp, name: str) -> None:
    """Set the system descriptor of a module to that of a board. Raise ValueError for an unknown
    board.
    """
    description = system_desc(name)
    module.attributes[description.name] = description


def entry_function(module: ModuleOp) -> FuncOp | None:
    """Return the entry function: a public `main`, or the first public function, or None."""
    public = [op for op in module.ops if isinstance(op, FuncOp) and _is_public(op)]
    return next((op for op in public if op.sym_name.data == "main"), public[0] if public else None)


def _is_public(function: FuncOp) -> bool:
    return function.sym_visibility is None or function.sym_visibility.data == "public"
