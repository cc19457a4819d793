"""The levels that a program goes through on its way to a binary, and the passes that lead from one to the next.

StableHLO and TOSA become TTIR, that becomes TTNN. A level is recognised by the operations of the program.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from enum import Enum
from typing import cast

from xdsl.dialects.builtin import ShapedType, UnknownLoc
from xdsl.ir import Operation

from ttmlir_py.compiler import PassManager
from ttmlir_py.dialects.func import FuncOp
from ttmlir_py.frontends.refusals import refuse
from ttmlir_py.ir.context import MlirContext
from ttmlir_py.ir.diagnostics import CompilationError
from ttmlir_py.ir.module import ModuleOp
from ttmlir_py.ir.unregistered import operation_name
from ttmlir_py.passes.catalogue import OptionEntry, read_entry
from ttmlir_py.passes.running.manager import add_flag
from ttmlir_py.passes.running.option_text import OptionError
from ttmlir_py.passes.running.pass_manager import Instrumentation, OpPassManager

FROM_STABLEHLO = "stablehlo-to-ttir-pipeline"
FROM_TOSA = "convert-tosa-to-ttir"
TO_TTNN = "ttir-to-ttnn-backend-pipeline"
TO_CALLS = "builtin.module(ttnn-create-input-gens,convert-ttnn-to-emitc{{complete-calls={}}})"
"""From TTNN to calls in C++, with a `main` around them."""

DEFAULTS: Mapping[str, object] = {
    "exact-conversions": True,
    "exact-gather": True,
    "exact-remainder": True,
    "exact-scatter": True,
    "i1-as-bf16": True,
    "signed-integers": True,
}
"""Options that differ from those of the pipelines: what is compiled here has truth values that TTNN takes, keeps the sign of its
integers and remainders, converts to integers and clamps indices as StableHLO does, and writes nothing where no index says so."""


_INLINE = "builtin.module(inline)"


class Level(Enum):
    """A level of programs, by the dialects whose operations it consists of."""

    STABLEHLO = "StableHLO", ("stablehlo", "chlo")
    TOSA = "TOSA", ("tosa",)
    TTIR = "TTIR", ("ttir",)
    TTNN = "TTNN", ("ttnn",)

    def __init__(self, title: str, dialects: tuple[str, ...]):
        self.title = title
        self.dialects = dialects


_LEVELS = {dialect: level for level in Level for dialect in level.dialects}


def level_of(module: Operation) -> Level:
    """The level of a program: of several the first in `Level`, without operations that tell StableHLO."""
    found = {_LEVELS.get(operation_name(op).partition(".")[0]) for op in module.walk()}
    return next((level for level in Level if level in found), Level.STABLEHLO)


def option_entries() -> Iterator[tuple[OptionEntry, str]]:
    """The options that can be given, each with the flag of the pass or pipeline whose option it is; of several it may be."""
    for flag in (FROM_STABLEHLO, FROM_TOSA, TO_TTNN):
        for option in read_entry(flag).options:
            yield option, flag


def option_texts(options: Mapping[str, object]) -> dict[str, str]:
    """By pass or pipeline, the text of its options: `options` over `DEFAULTS`, with dashes or underscores in their names.

    Values are those of Python: True, 2, "df-sharding", [1, 2]. Raises ValueError for one that no pipeline has, or that cannot be written.
    """
    owners: dict[str, list[str]] = {}
    for option, flag in option_entries():
        owners.setdefault(option.name, []).append(flag)
    given = {name.replace("_", "-"): value for name, value in options.items()}
    if unknown := [name for name in given if name not in owners]:
        raise ValueError(f"there is no option '{unknown[0]}', but {', '.join(sorted(owners))}")
    texts: dict[str, list[str]] = {}
    for name, value in (dict(DEFAULTS) | given).items():
        text = f"{name}={_value_text(name, value)}"
        for flag in owners[name]:
            texts.setdefault(flag, []).append(text)
    return {flag: " ".join(each) for flag, each in texts.items()}


def _value_text(name: str, value: object) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, list | tuple):
        return ",".join(map(str, cast("Sequence[object]", value)))
    text = str(value)
    if any(each in text for each in " {}'\""):
        raise ValueError(f"the option '{name}' cannot be {text!r}")
    return text


def pipeline(start: Level, end: Level, options: Mapping[str, object]) -> OpPassManager:
    """The passes that lead from one level to another, either of which may be the same; calls in StableHLO are inlined before.

    Raises ValueError, as `option_texts` does.
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
    """Bring a module into a later level, in place, for a board such as `n150`; the level that it was in.

    Raises ValueError for a board or option that there is none of, or if the module is in a later level already, and
    CompilationError after diagnostics were emitted to the context.
    """
    start = level_of(module)
    order = list(Level)
    if end in (Level.TTIR, Level.TTNN) and order.index(start) > order.index(end):
        raise ValueError(
            f"the program is in {start.title} already, which does not become {end.title}"
        )
    if start is not Level.TTNN:
        _refuse_dynamic_arguments(module, context)
    manager = PassManager(
        pipeline(start, end, options), context=context, instrumentations=instrumentations
    )
    if start is not Level.TTNN and end is Level.TTNN:
        refuse(module, context)
    if system is not None and start is not Level.TTNN:
        set_system(module, system)
    if start is Level.STABLEHLO:
        _locate(module)
        if end in (Level.TTIR, Level.TTNN):
            # What a call hands over is seen, and operations are where they are called from.
            inliner = PassManager(_INLINE, context=context, instrumentations=instrumentations)
            inliner.run(module)
            _locate(module)  # constants that several places share have none
    manager.run(module)
    return start


def _refuse_dynamic_arguments(module: ModuleOp, context: MlirContext) -> None:
    """Report arguments of dynamic shape where they are; CompilationError if there is one."""
    found = False
    for function in module.ops:
        if not isinstance(function, FuncOp) or function.body.blocks.first is None:
            continue
        for argument in function.args:
            type_ = argument.type
            if isinstance(type_, ShapedType) and any(size < 0 for size in type_.get_shape()):
                found = True
                context.diagnostics.emit_error(
                    argument.location,
                    f"argument #{argument.index} has a dynamic dimension, {type_}: programs are "
                    "compiled for one shape, so that it needs a number",
                )
    if found:
        raise CompilationError


def lower_to_calls(
    module: ModuleOp,
    context: MlirContext,
    *,
    complete_calls: bool = True,
    instrumentations: Sequence[Instrumentation] = (),
) -> None:
    """Bring a module in TTNN into the level that is translated to C++, in place; CompilationError, as `lower`.

    Without `complete_calls`, the calls are upstream's, which leave out attributes.
    """
    pipeline = TO_CALLS.format(str(complete_calls).lower())
    PassManager(pipeline, context=context, instrumentations=instrumentations).run(module)


def _locate(module: ModuleOp) -> None:
    """Operations at unknown places, as JAX makes constants, get those of their first users, or else of what made their operands."""
    for op in module.walk(reverse=True):
        _place(op, (use.operation for result in op.results for use in result.uses))
    for op in module.walk():
        if op.results:
            _place(op, (operand.owner for operand in op.operands))


def _place(op: Operation, others: Iterable[object]) -> None:
    """Put an op at an unknown place where the first of other ops is."""
    if isinstance(op.location, UnknownLoc):
        first = next((each for each in others if isinstance(each, Operation)), op)
        op.location = first.location


def set_system(module: ModuleOp, name: str) -> None:
    """Give a module the system description of a board, whatever it had. Raises ValueError for an unknown board."""
    from ttmlir_py.compiler import system_desc

    description = system_desc(name)
    module.attributes[description.name] = description


def entry_function(module: ModuleOp) -> FuncOp | None:
    """The function that is called from outside: `main` if it is public, else the first public one; None without any."""
    public = [op for op in module.ops if isinstance(op, FuncOp) and _is_public(op)]
    return next((op for op in public if op.sym_name.data == "main"), public[0] if public else None)


def _is_public(function: FuncOp) -> bool:
    return function.sym_visibility is None or function.sym_visibility.data == "public"
