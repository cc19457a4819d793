"""The pass `ttnn-optimizer`: choose the layouts of results, and which of them stay in L1."""

import sys
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from importlib import import_module
from math import inf
from typing import Self

from typing_extensions import override
from xdsl.dialects.builtin import ModuleOp, TensorType
from xdsl.ir import Operation

from ttmlir_py.common.data_formats import FORMATS
from ttmlir_py.common.files import write_file
from ttmlir_py.common.warning_kinds import WarningKind
from ttmlir_py.dialects import func, ttnn
from ttmlir_py.dialects.tensor_types import tensor_type
from ttmlir_py.dialects.tt.device import DeviceAttr, get_current_scope_system_desc, scope_device
from ttmlir_py.dialects.tt.system import SystemDescAttr
from ttmlir_py.dialects.ttnn.attributes import TTNNLayoutAttr
from ttmlir_py.ir.context import MlirContext, ProgramEstimate
from ttmlir_py.ir.diagnostics import OperationError, note
from ttmlir_py.passes.base import Pass, option
from ttmlir_py.passes.contracts import HAS_DEVICE, HAS_SYSTEM_DESC, TTNN_WITH_LAYOUTS
from ttmlir_py.passes.ttnn.builder import TTNNBuilder
from ttmlir_py.passes.ttnn.optimizer.auto_policy import (
    NO_ESTIMATES,
    Candidate,
    candidates_report,
    shortest,
)
from ttmlir_py.passes.ttnn.optimizer.enums import MemoryLayoutAnalysisPolicy
from ttmlir_py.passes.ttnn.optimizer.fit import misfit
from ttmlir_py.passes.ttnn.optimizer.legal_layouts import LegalLayoutAnalysis, LegalLayouts
from ttmlir_py.passes.ttnn.optimizer.memory_reconfig import (
    drop_redundant_changes,
    reconfigure,
    set_layout,
)
from ttmlir_py.passes.ttnn.optimizer.op_model import load_op_model
from ttmlir_py.passes.ttnn.optimizer.overrides import (
    InputLayoutOverrides,
    OutputLayoutOverrides,
    listed_names,
    name_of,
    nearest_names,
    parse_input_layouts,
    parse_output_layouts,
)
from ttmlir_py.passes.ttnn.optimizer.plan import Edge, Plan, Policy, PolicyInput
from ttmlir_py.passes.ttnn.optimizer.report import (
    Json,
    function_report,
    override_report,
    report_text,
)
from ttmlir_py.passes.ttnn.optimizer.schedule import apply_schedule


@dataclass(frozen=True)
class TTNNOptimizerPass(Pass):
    """Determine op configurations for maximum performance.

    Requires TTNN ops with layouts, `tt.device` and `tt.system_desc`. Every result that may change
    gets a legal layout. By default it is the first one, interleaved in DRAM over all cores. With
    memory layout analysis, the policy chooses it, and may also reorder the ops of a function.
    Results on the host, results of `ttnn.to_layout` and results of other dialects' ops keep their
    layouts.
    """

    name = "ttnn-optimizer"
    cpp_name = "TTNNOptimizer"
    requires = (HAS_SYSTEM_DESC, HAS_DEVICE, TTNN_WITH_LAYOUTS)
    ensures = (TTNN_WITH_LAYOUTS,)

    insert_memreconfig: str = option(
        "",
        "Manually insert memory reconfig op for specific op's operand.",
        check=parse_input_layouts,
    )
    override_output_layout: str = option(
        "", "Override output tensor layout for specific ops.", check=parse_output_layouts
    )
    memory_layout_analysis_enabled: bool = option(False, "Enable memory layout optimization.")
    memreconfig_enabled: bool = option(True, "Memory layout reconfiguration pass.")
    memory_layout_analysis_policy: MemoryLayoutAnalysisPolicy = option(
        MemoryLayoutAnalysisPolicy.DF_SHARDING, "Specify policy for memory layout analysis."
    )
    max_legal_layouts: int = option(
        64, "Override maximum number of sharded layouts for legal layout analysis."
    )
    row_major_enabled: bool = option(
        False, "Enable row major layout generation in legal layout analysis."
    )
    report: str = option(
        "",
        "File for a report of the choices: JSON, or a table if it ends in .txt or is - (standard "
        "error).",
    )
    op_model: str = option("", "Op model for constraints: simulator, or package.module:Class.")

    @override
    def run(self, context: MlirContext, op: Operation) -> None:
        assert isinstance(op, ModuleOp)
        is_auto = self.memory_layout_analysis_policy is MemoryLayoutAnalysisPolicy.AUTO
        if is_auto and self.memory_layout_analysis_enabled:
            self._run_best(context, op)
        else:
            _Optimizer(self, op).run(context)

    def _run_best(self, context: MlirContext, module: ModuleOp) -> None:
        """Run with the policy that gives the shortest estimated time, or not at all."""
        tried = [
            Candidate(name, options, _estimated(options, module, context))
            for name, options in self._candidates()
        ]
        best = shortest(tried)
        optimizer = _Optimizer(best.options or self, module, candidates_report(tried, best))
        if best.options is None:
            optimizer.keep(context)
        else:
            optimizer.run(context)

    def _candidates(self) -> Iterator[tuple[str, Self | None]]:
        """Yield the name and the options of each candidate, the simplest ones first."""
        plain = replace(
            self,
            memory_layout_analysis_enabled=False,
            memory_layout_analysis_policy=MemoryLayoutAnalysisPolicy.DF_SHARDING,
        )
        yield "DRAM", plain
        if not self.override_output_layout and not self.insert_memreconfig:
            yield "none", None
        for policy in MemoryLayoutAnalysisPolicy:
            if policy is not MemoryLayoutAnalysisPolicy.AUTO:
                yield policy.value, replace(self, memory_layout_analysis_policy=policy)


def _estimated(
    options: TTNNOptimizerPass | None, module: ModuleOp, context: MlirContext
) -> ProgramEstimate:
    """Return the estimate of the module after the optimizer with `options`, or as it is."""
    if context.estimate is None:
        raise OperationError(module, NO_ESTIMATES, op_prefix=False)
    copy = module
    if options is not None:
        copy = module.clone()
        _Optimizer(options, copy).optimize(context)
    try:
        return context.estimate(copy)
    except ValueError as error:
        return ProgramEstimate(inf, f"cannot be estimated: {error}")


_POLICIES = {
    MemoryLayoutAnalysisPolicy.DF_SHARDING: "dfsharding_policy:df_sharding",
    MemoryLayoutAnalysisPolicy.GREEDY_L1_INTERLEAVED: (
        "greedy_l1_interleaved_policy:greedy_l1_interleaved"
    ),
    MemoryLayoutAnalysisPolicy.BF_INTERLEAVED: "bf_interleaved_policy:bf_interleaved",
}
"""Maps each policy to `module:function`; the module in `passes.ttnn.optimizer` is imported on
use.
"""


def _policy(choice: MemoryLayoutAnalysisPolicy) -> Policy:
    module, _, name = _POLICIES[choice].partition(":")
    return getattr(import_module(f"ttmlir_py.passes.ttnn.optimizer.{module}"), name)


def _one_chip(device: DeviceAttr, system: SystemDescAttr) -> DeviceAttr:
    """Return a device with only the first chip of a mesh, because all chips run the same
    program.
    """
    return device if not device.meshShape else DeviceAttr.get(system, (), device.chipIds[:1])


class _Optimizer:
    """The state of one run of the pass."""

    def __init__(
        self, options: TTNNOptimizerPass, module: ModuleOp, candidates: Sequence[Json] = ()
    ):
        self._options = options
        self._module = module
        self._candidates = candidates
        """The report of the policies that `auto` tried."""
        inputs, outputs = options.insert_memreconfig, options.override_output_layout
        self._inputs: InputLayoutOverrides = parse_input_layouts(inputs) if inputs else {}
        self._outputs: OutputLayoutOverrides = parse_output_layouts(outputs) if outputs else {}
        self._named: defaultdict[str, list[Operation]] = defaultdict(list)
        self._legal: dict[Operation, LegalLayouts] = {}
        self._plans: dict[func.FuncOp, Plan] = {}
        self._explains = False
        for op in module.walk():
            name = name_of(op)
            if name is not None:
                self._named[name].append(op)

    def run(self, context: MlirContext) -> None:
        """Choose layouts for each function, apply the choices, and write the report."""
        self._explains = bool(self._options.report) or context.reports is not None
        self._warn_of_unknown_names(context)
        self._warn_of_block_formats(context)
        chosen = self._choose(context)
        self._warn_of_misfits(context, chosen)
        self._apply(chosen)
        self._finish(context, chosen)

    def optimize(self, context: MlirContext) -> None:
        """Choose and apply layouts like `run`, without warnings and report."""
        self._apply(self._choose(context))

    def keep(self, context: MlirContext) -> None:
        """Keep all layouts, and write the report."""
        self._explains = bool(self._options.report) or context.reports is not None
        self._finish(context, {})

    def _choose(self, context: MlirContext) -> dict[Operation, TTNNLayoutAttr]:
        """Return the layout of each result that may change."""
        self._analyze()
        self._decide(context)
        chosen = {
            op: layout for plan in self._plans.values() for op, layout in plan.layouts.items()
        }
        return {op: chosen.get(op, legal.layouts[0]) for op, legal in self._legal.items()}

    def _finish(self, context: MlirContext, chosen: Mapping[Operation, TTNNLayoutAttr]) -> None:
        if self._explains:
            report = self._report(chosen)
            if context.reports is not None:
                context.reports.append((self._options.name, report))
            self._write(report)

    def _warn_of_unknown_names(self, context: MlirContext) -> None:
        """Warn about overrides for names that no op has.

        Upstream stops at such names or ignores them, depending on its build.
        """
        for flag, names in (
            ("override-output-layout", self._outputs),
            ("insert-memreconfig", self._inputs),
        ):
            for name in names:
                if name in self._named:
                    continue
                nearest = [
                    note(each.location, f"'{near}' is the name of this '{each.name}'")
                    for near in nearest_names(name, self._named)
                    for each in self._named[near][:1]
                ] or [note(self._module.location, listed_names(self._named))]
                message = f"{flag}: no operation is called '{name}'"
                location = self._module.location
                kind = WarningKind.UNKNOWN_OVERRIDE
                context.diagnostics.warn(kind, location, message, nearest)

    def _warn_of_block_formats(self, context: MlirContext) -> None:
        """Warn about overrides with block formats. As in upstream, layouts hold scalars, so they
        become bf16.
        """
        for name, layout in self._outputs.items():
            asked = layout.data_type
            if asked is None or FORMATS[asked.name].kind != "block":
                continue
            becomes = FORMATS[asked.name].scalar
            for op in self._named.get(name, ())[:1]:
                context.diagnostics.warn(
                    WarningKind.BLOCK_OVERRIDE,
                    op.location,
                    f"override-output-layout: '{name}' asks for {asked.keyword}, but becomes "
                    f"{becomes}",
                )

    def _warn_of_misfits(
        self, context: MlirContext, chosen: Mapping[Operation, TTNNLayoutAttr]
    ) -> None:
        """Warn about overrides that no device can satisfy. They are applied nevertheless."""
        grid = scope_device(self._module).get_chip_grid()
        system = get_current_scope_system_desc(self._module)
        chip = system.chipDescs[0] if system is not None and system.chipDescs else None
        for name in self._outputs:
            for op in self._named.get(name, ()):
                if op not in chosen:
                    continue
                problem = misfit(chosen[op], tensor_type(op.results[0]).get_shape(), grid, chip)
                if problem:
                    context.diagnostics.warn(
                        WarningKind.OVERRIDE_FIT,
                        op.location,
                        f"override-output-layout: '{name}' cannot fit: it takes {problem}",
                    )

    def _analyze(self) -> None:
        analysis = LegalLayoutAnalysis(
            scope_device(self._module).get_chip_grid(),
            self._options.max_legal_layouts,
            self._options.row_major_enabled,
            self._outputs,
            explain=self._explains,
        )
        for op in self._module.walk():
            legal = analysis.analyze(op)
            if legal is not None:
                self._legal[op] = legal

    def _decide(self, context: MlirContext) -> None:
        """Make a plan for each function."""
        functions = (op for op in self._module.walk() if isinstance(op, func.FuncOp))
        self._plans = {function: Plan() for function in functions if function.body.blocks}
        if not self._options.memory_layout_analysis_enabled:
            return
        description = get_current_scope_system_desc(self._module)
        if description is None or not description.chipDescs:
            raise OperationError(
                self._module, "requires attribute 'tt.system_desc' (see --ttir-load-system-desc)"
            )
        edges = self._reshard_edges()
        given = PolicyInput(
            self._legal,
            description.chipDescs[0].get_usable_l1_size(),
            _one_chip(scope_device(self._module), description),
            load_op_model(self._options.op_model, self._module, context, description.chipDescs[0]),
            edges,
            explain=self._explains,
        )
        policy = _policy(self._options.memory_layout_analysis_policy)
        for function in self._plans:
            if function.body.blocks.first is not function.body.blocks.last:
                raise OperationError(function, "requires a body of one block")
            self._plans[function] = policy(function.body.block, given)
        if any(plan.chains for plan in self._plans.values()):
            self._add_reshards(edges)

    def _reshard_edges(self) -> dict[Edge, None]:
        """Return the operands that the user wants to be resharded.

        Raises OperationError for an operand that does not exist.
        """
        edges: dict[Edge, None] = {}
        for name, numbers in self._inputs.items():
            for op in self._named.get(name, ()):
                if op not in self._legal or isinstance(op, ttnn.ToLayoutOp):
                    continue
                for number in numbers:
                    if number >= len(op.operands) or not _has_layout(op.operands[number].type):
                        raise OperationError(op, f"has no tensor operand {number} to reshard")
                    edges[op, number] = None
        return edges

    def _add_reshards(self, edges: dict[Edge, None]) -> None:
        """Add the operands that the user wants to be resharded to all plans.

        As in upstream, they apply as soon as a sharded chain exists.
        """
        for function, plan in self._plans.items():
            mine = [edge for edge in edges if edge[0].parent is function.body.block]
            plan.reconfigured = list(dict.fromkeys((*mine, *plan.reconfigured)))

    def _apply(self, chosen: Mapping[Operation, TTNNLayoutAttr]) -> None:
        builder = TTNNBuilder()
        for function, plan in self._plans.items():
            if plan.order:
                apply_schedule(function.body.block, plan.order)
            for op in list(function.walk()):
                if op in chosen:
                    set_layout(op, chosen[op], builder)
            if self._options.memreconfig_enabled:
                reconfigure(plan.reconfigured, builder)
            drop_redundant_changes(function)
            function.update_function_type()

    def _report(self, chosen: Mapping[Operation, TTNNLayoutAttr]) -> Json:
        options = self._options
        analyzed = options.memory_layout_analysis_enabled
        found = {
            name: [op.name for op in ops if op in self._legal] for name, ops in self._named.items()
        }
        return {
            "policy": options.memory_layout_analysis_policy.value if analyzed and chosen else None,
            **({"candidates": list(self._candidates)} if self._candidates else {}),
            "device_grid": list(scope_device(self._module).get_chip_grid().shape),
            "overrides": override_report(self._outputs, self._inputs, found),
            "functions": [
                function_report(function, self._legal, chosen, plan, self._outputs)
                for function, plan in self._plans.items()
            ],
        }

    def _write(self, report: Json) -> None:
        """Write the report to the file that the option names, if any."""
        file_name = self._options.report
        if not file_name:
            return
        text = report_text(report, file_name)
        if file_name == "-":
            sys.stderr.write(text)
            return
        try:
            write_file(file_name, text)
        except OSError as error:
            message = f"cannot write the report '{file_name}': {error.strerror}"
            raise OperationError(self._module.location, message) from None


def _has_layout(type: object) -> bool:
    layout = getattr(type, "encoding", None)
    return isinstance(type, TensorType) and isinstance(layout, TTNNLayoutAttr)
