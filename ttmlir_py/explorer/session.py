"""An open model, which is compiled again after each edit, with a history of settings.

A session is not thread-safe; `commands` has the lock.
"""

import shlex
import time
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any

from ttmlir_py import compiler
from ttmlir_py.dialects.func import FuncOp, ReturnOp
from ttmlir_py.explorer.graph import Conversion, convert
from ttmlir_py.explorer.models import Model, lower_to_ttir
from ttmlir_py.explorer.overrides import (
    POLICIES,
    Override,
    OverrideError,
    Settings,
    matches,
    parse_layout,
)
from ttmlir_py.explorer.schedule import Schedule
from ttmlir_py.explorer.verdicts import Check
from ttmlir_py.frontends.levels import Level, entry_function, set_system
from ttmlir_py.frontends.pipeline_options import TO_TTNN
from ttmlir_py.ir.module import ModuleOp
from ttmlir_py.ir.writing.printer import PrintOptions, print_operation
from ttmlir_py.passes.ttnn.optimizer.overrides import listed_names, nearest_names
from ttmlir_py.runtime.binary import TTNNBinary
from ttmlir_py.runtime.ttnn_program import TTNNProgram
from ttmlir_py.ttrt.perf_model import Estimate

_KEPT = 6
"""Number of results kept per session, so that undo and comparison need no compilation."""

Json = dict[str, Any]


@dataclass(frozen=True)
class Unit:
    """A function of a result. `ids` has the node of each operation of its program, in order."""

    schedule: Schedule
    ids: Sequence[str]

    @property
    def program(self) -> TTNNProgram:
        """Return the function's program in the binary."""
        return self.schedule.program

    @cached_property
    def estimates(self) -> Mapping[str, Estimate]:
        """Return the estimates by node in program order, without operations that do not use the
        device.
        """
        return {self.ids[index]: each for index, each in self.schedule.estimates.items()}

    @property
    def nanoseconds(self) -> float:
        """Return the total estimated time in nanoseconds."""
        return self.schedule.nanoseconds


@dataclass(frozen=True)
class Result:
    """A model, compiled with some settings."""

    model: Model
    settings: Settings
    module: ModuleOp
    """The TTNN module, or the model itself if it is not compiled."""
    ttir: ModuleOp | None
    """The TTIR module before lowering, with the names that overrides use; None if not compiled."""
    conversion: Conversion
    warnings: str = ""
    seconds: float = 0.0
    """Compilation time in seconds."""
    decisions: Mapping[str, Json] | None = None
    """Maps nodes to the optimizer's report, or None if it was not requested."""
    data: bytes | None = None
    """The binary, or None if the program cannot be translated to one."""

    @cached_property
    def binary(self) -> TTNNBinary | None:
        """Return the loaded binary, or None."""
        return None if self.data is None else TTNNBinary.load(self.data)

    @cached_property
    def units(self) -> Sequence[Unit]:
        """Return the programs of the binary, with the nodes of their operations."""
        if self.binary is None:
            return ()
        functions = [op for op in self.module.walk() if isinstance(op, FuncOp)]
        return [
            Unit(Schedule(program, self.binary.system_desc), _node_ids(function, self.conversion))
            for function, program in zip(functions, self.binary.programs, strict=True)
        ]

    @cached_property
    def main(self) -> Unit | None:
        """Return the entry function, whose time is the model's, or None without a binary."""
        function = entry_function(self.module)
        name = "" if function is None else function.sym_name.data
        named = (each for each in self.units if each.program.name == name)
        return next(named, self.units[0] if self.units else None)

    def peak(self, memory: str) -> int | None:
        """Return the peak bytes per bank in `L1` or `DRAM`; None if unknown."""
        return None if self.main is None else self.main.schedule.peak(memory)

    def check(self, inputs: str | None) -> Check | None:
        """Return the check that validates the binary on these inputs.

        None if `inputs` is None or there is no source. The sources are the model as opened, if the
        reference supports its language, and the compiled TTIR.
        """
        if inputs is None or self.ttir is None:
            return None
        sources = [self.ttir]
        if self.model.level is Level.STABLEHLO:
            sources.insert(0, compiler.parse(self.model.text, file_name=self.model.name))
        options = PrintOptions(debug_info=True)
        return Check([print_operation(each, options) for each in sources], inputs)

    @cached_property
    def origin(self) -> str:
        """Return a note on how the program relates to that of the opened binary; empty without a
        binary.
        """
        if self.model.level is Level.TTNN and self.model.from_binary:
            return "the binary's own"
        if not self.model.program:
            return ""
        if str(self.module) == self.model.program:
            return "compiled again, identical to the binary's own"
        return "compiled again, not the binary's own"

    @property
    def options(self) -> str:
        """Return the options of the pipeline."""
        return self.settings.options(_own_options(self.model))

    @property
    def command(self) -> str:
        """Return the `ttopt` option that runs the same pipeline on the TTIR text, in which
        operations have the names that overrides use.
        """
        return f"--{TO_TTNN}={shlex.quote(self.options)}"

    def summary(self) -> Json:
        """Return the data of the page header: times in nanoseconds, memory in bytes per bank."""
        main = self.main
        said: Json = {
            "model": self.model.name,
            "form": self.model.level.title if self.model.level else "",
            "editable": self.model.is_editable,
            "policy": self.settings.policy if self.model.is_editable else "",
            "origin": self.origin,
            "system": self.settings.system,
            "command": self.command if self.model.is_editable else "",
            "warnings": self.warnings,
            "seconds": round(self.seconds, 4),
            "source": "estimated (analytical model)",
        }
        if main is not None:
            said |= {"duration": main.nanoseconds, "problem": main.schedule.problem}
            said |= {"peak_l1": self.peak("L1"), "peak_dram": self.peak("DRAM")}
            said["l1_size"] = main.schedule.capacity
            slowest = sorted(main.estimates, key=lambda id: -main.estimates[id].duration)[:3]
            said["slowest"] = slowest
        return said


def _node_ids(function: FuncOp, conversion: Conversion) -> list[str]:
    """Return the nodes of a function's operations, in the order of the program's operations."""
    return [
        conversion.ids[op]
        for block in function.body.blocks
        for op in block.ops
        if not isinstance(op, ReturnOp)
    ]


def _own_options(model: Model) -> Sequence[str]:
    """Return additional options for programs of front ends: integers keep their sign."""
    return ("signed-integers=true",) if model.level in (Level.STABLEHLO, Level.TOSA) else ()


@dataclass
class Session:
    """A model with its results, and the history of its settings, newest last."""

    model: Model
    history: list[Settings] = field(default_factory=list[Settings])
    _results: dict[object, Result] = field(default_factory=dict[object, Result])

    @property
    def settings(self) -> Settings:
        """Return the settings of the last shown result."""
        return self.history[-1] if self.history else Settings()

    def show(self, settings: Settings) -> Result:
        """Return the result of settings, and make them the session's.

        Raises like `compile`, without changing the session.
        """
        result = self.compile(settings)
        if not self.history or self.settings.key != settings.key:
            self.history.append(settings)
        return result

    def starting_settings(self, settings: Settings) -> Settings:
        """Return the settings with the policy of a binary, if one of the policies reproduces its
        program.

        Other models, settings with overrides, and binaries that no policy reproduces keep the given
        policy.
        """
        if not self.model.program or settings.overrides:
            return settings
        others = [each for each in POLICIES if each != settings.policy]
        for policy in (settings.policy, *others):
            tried = replace(settings, policy=policy)
            try:
                if str(self.compile(tried).module) == self.model.program:
                    return tried
            except compiler.CompilationError:
                continue
        return settings

    def undo(self) -> Result:
        """Return to the previous settings, and return their result. The initial settings are
        kept.
        """
        if len(self.history) > 1:
            self.history.pop()
        return self.show(self.settings)

    def compile(self, settings: Settings, *, explained: bool = False) -> Result:
        """Return the result of settings, cached or compiled.

        Raises `CompilationError` with the diagnostics, `OverrideError` for illegal overrides, and
        ValueError for an unknown board.
        """
        found = self._results.pop(settings.key, None)
        if found is None or (explained and found.decisions is None):
            if settings.overrides:
                self._check(settings)
            found = self._compiled(settings, explained=explained or not settings.overrides)
        self._results[settings.key] = found
        while len(self._results) > _KEPT:
            del self._results[next(iter(self._results))]
        return found

    def _compiled(self, settings: Settings, *, explained: bool) -> Result:
        start = time.perf_counter()
        if self.model.level is None:
            return self._viewed(settings, start)
        explained = explained and self.model.is_editable and POLICIES[settings.policy] is not None
        context = compiler.create_context()
        ttir: ModuleOp | None = None
        if explained:
            context.reports = []
        with context.diagnostics.collect() as warnings:
            try:
                module = self.model.parse(context)
                if self.model.is_editable:
                    lower_to_ttir(module, context)
                    if settings.system and not settings.is_file:
                        set_system(module, settings.system)
                    ttir = module.clone()
                    options = settings.options(_own_options(self.model))
                    pipeline = f"builtin.module({TO_TTNN}{{{options}}})"
                    compiler.PassManager(pipeline, context=context).run(module)
                data = _translated(module, self.model, context)
            except compiler.CompilationError:
                text = "".join(map(context.diagnostics.render, warnings))
                raise compiler.CompilationError(text, warnings) from None
        said = "".join(map(context.diagnostics.render, warnings))
        decisions = None
        for _, report in context.reports or ():
            decisions = _decisions(report)
        seconds = time.perf_counter() - start
        conversion = convert(module)
        return Result(
            self.model, settings, module, ttir, conversion, said, seconds, decisions, data
        )

    def _viewed(self, settings: Settings, start: float) -> Result:
        with compiler.diagnosed() as context:
            module = self.model.parse(context)
        seconds = time.perf_counter() - start
        return Result(self.model, settings, module, None, convert(module), seconds=seconds)

    # The choices that a user has: layouts and overrides.

    def base(self, settings: Settings) -> Result:
        """Return the result with the same policy and board, without overrides, and the available
        layouts.
        """
        return self.compile(replace(settings, overrides={}), explained=True)

    def name_of(self, node: str) -> str:
        """Return the name that overrides use for a node's operation. Raises `OverrideError` without
        a name.
        """
        base = self.base(self.settings)
        said = (base.decisions or {}).get(node)
        if said is None or said["location"] is None:
            raise OverrideError(f"'{node}' is not an operation whose layout can be chosen")
        return said["location"]

    def _check(self, settings: Settings) -> None:
        """Raise `OverrideError` for an override of an unknown operation or with an illegal
        layout.
        """
        if not self.model.is_editable:
            raise OverrideError(f"{self.model.name}: overrides need a program before TTNN")
        if POLICIES[settings.policy] is None:
            raise OverrideError(f"'{settings.policy}' has no layouts to choose")
        known: defaultdict[str, list[Json]] = defaultdict(list)
        for said in (self.base(settings).decisions or {}).values():
            known[said["location"]].append(said)
        for name, override in settings.overrides.items():
            if name not in known:
                near = nearest_names(name, filter(None, known))
                hint = (
                    f"; did you mean '{near[0]}'?"
                    if near
                    else f"; {listed_names(filter(None, known))}"
                )
                raise OverrideError(f"no operation is called '{name}'{hint}")
            for said in known[name]:
                _check_layout(name, override, said)

    def choices(self, node: str) -> Json:
        """Return the optimizer's report on a node's operation without its override; other overrides
        are kept.

        `considered` are the legal layouts, `refused` the rejected ones by reason, `chosen` and
        `reason` the optimizer's choice. Raises `OverrideError`.
        """
        name = self.name_of(node)
        others = {key: each for key, each in self.settings.overrides.items() if key != name}
        found = self.compile(replace(self.settings, overrides=others), explained=True)
        return (found.decisions or {})[node]

    def with_layout(self, node: str, layout: str) -> Settings:
        """Return the session's settings with another layout of a node's operation.

        An empty layout removes the override.
        """
        name = self.name_of(node)
        overrides = dict(self.settings.overrides)
        before = overrides.pop(name, Override())
        if layout:
            overrides[name] = replace(before, layout=parse_layout(layout))
        elif before.operands:
            overrides[name] = Override(operands=before.operands)
        return replace(self.settings, overrides=overrides)


def _check_layout(name: str, override: Override, said: Json) -> None:
    layout = override.layout
    text = str(layout)
    if not text or any(matches(layout, legal) for legal in said["considered"]):
        return
    reasons = [
        group["reason"]
        for group in said["refused"]
        if any(matches(layout, each) for each in group["layouts"])
    ]
    raise OverrideError(
        f"{text} is not legal for '{name}': {'; '.join(reasons) or 'it has no such layout'}"
    )


def _translated(module: ModuleOp, model: Model, context: Any) -> bytes | None:
    """Return the binary of a module, or None for a TTNN program that cannot be translated.

    Tests of single passes have such programs.
    """
    if model.is_editable:
        return compiler.translate(module, context=context)
    with context.diagnostics.collect():
        try:
            return compiler.translate(module, context=context)
        except compiler.CompilationError:
            return None


def _decisions(report: Json) -> dict[str, Json]:
    """Return the optimizer's report by node id. Operations without a name are omitted."""
    found: dict[str, Json] = {}
    for function in report["functions"]:
        counts: defaultdict[str, int] = defaultdict(int)
        for said in function["operations"]:
            if said["location"] is not None:
                stem = f"{function['name']}/{said['location']}/{said['operation']}"
                found[f"{stem}__{counts[stem]}"] = said
                counts[stem] += 1
    _share_names(found.values())
    return found


def _share_names(decisions: Iterable[Json]) -> None:
    """Restrict operations of the same name to layouts that are legal for all of them.

    An override applies to all operations of a name, because one TTIR operation can become several.
    """
    named: defaultdict[str, list[Json]] = defaultdict(list)
    for said in decisions:
        named[said["location"]].append(said)
    for sharing in (each for each in named.values() if len(each) > 1):
        sets = [{_without_type(layout) for layout in said["considered"]} for said in sharing]
        common = set[str].intersection(*sets)
        for said in sharing:
            others = [each for each in said["considered"] if _without_type(each) not in common]
            reason = "not legal for another operation of the same name"
            said["considered"] = [each for each in said["considered"] if each not in others]
            said["refused"] = [*said["refused"], *_refusal(reason, others)]


def _refusal(reason: str, layouts: Sequence[str]) -> list[Json]:
    return [{"reason": reason, "layouts": layouts}] if layouts else []


def _without_type(layout: str) -> str:
    """Return the text of a layout without its data type, which overrides do not change."""
    return layout.rpartition(":")[0]


def compare(session: Session) -> Sequence[Result]:
    """Return the results of all policies with the session's board.

    Policies that take overrides use the session's.
    """
    now = session.settings
    return [
        session.compile(replace(now, policy=each, overrides=now.overrides if option else {}))
        for each, option in POLICIES.items()
    ]
