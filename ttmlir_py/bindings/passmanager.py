"""Pass managers (`ttmlir.passmanager`)."""

from __future__ import annotations

import os
import sys
from enum import Enum
from typing import Any
from weakref import finalize

from xdsl.ir import Operation as XdslOperation

from ttmlir_py.bindings.ir.capsules import HasCapsule
from ttmlir_py.bindings.ir.diagnostics import raising
from ttmlir_py.bindings.ir.links import bound_operation
from ttmlir_py.bindings.ir.state import resolve_context
from ttmlir_py.common.files import write_file
from ttmlir_py.passes.running.instrumentation import DumpOptions, IRPrinting, Timing
from ttmlir_py.passes.running.ir_tree import IRTree
from ttmlir_py.passes.running.manager import build_nested_pipeline, build_pipeline
from ttmlir_py.passes.running.pass_manager import Instrumentation, OpPassManager
from ttmlir_py.passes.running.pipeline_text import PipelineError
from ttmlir_py.passes.statistics import counters_of

__all__ = ["PassDisplayMode", "PassManager"]


class PassDisplayMode(Enum):
    """The layout of a report about passes."""

    LIST = 0
    PIPELINE = 1


class PassManager(HasCapsule):
    """A pipeline of passes, anchored on an operation."""

    _CAPI_NAME = "passmanager.PassManager"

    def __init__(self, anchor_op: str = "any", context: Any = None):
        self._context = resolve_context(context)
        self._pipeline = OpPassManager(None if anchor_op == "any" else anchor_op)
        self._verifies = True
        self._dumps: IRPrinting | None = None
        self._timing: Timing | None = None
        self._statistics: PassDisplayMode | None = None

    @staticmethod
    def parse(pipeline: str, context: Any = None) -> PassManager:
        """Parse a pipeline such as `builtin.module(canonicalize,func.func(cse))`.

        Raise ValueError if it is invalid.
        """
        if not isinstance(pipeline, str):  # pyright: ignore[reportUnnecessaryIsInstance]
            raise TypeError(f"parse(): expected str, found {type(pipeline).__name__}")
        manager = PassManager(context=context)
        try:
            manager._pipeline = build_pipeline(pipeline)
        except (PipelineError, ValueError) as error:
            raise ValueError(str(error)) from None
        return manager

    def add(self, pipeline: str) -> None:
        """Add the passes of a pipeline text. Raise ValueError if it is invalid."""
        if not isinstance(pipeline, str):  # pyright: ignore[reportUnnecessaryIsInstance]
            raise NotImplementedError("passes that are Python functions are not supported")
        anchor = self._pipeline.anchor or "any"
        try:
            self._pipeline.passes += build_nested_pipeline(anchor, pipeline).passes
        except (PipelineError, ValueError) as error:
            raise ValueError(str(error)) from None

    def run(self, operation: Any, invalidate_ops: bool = True) -> None:
        """Run the passes on an operation. Raise MLIRError if one fails.

        Python objects of operations that passes have erased become invalid.
        """
        from ttmlir_py.compiler import PassManager as Runner

        if not hasattr(operation, "get_asm"):
            raise TypeError(
                "run(): incompatible function arguments: expected an operation, found "
                f"{type(operation).__name__}"
            )
        raw: XdslOperation = operation.operation.checked
        known: list[tuple[XdslOperation, Any]] = [
            (each, found) for each in raw.walk() if (found := bound_operation(each)) is not None
        ]
        recorders: list[Instrumentation] = [each.recorder for each in self._context.module_loggers]
        runner = Runner(
            self._pipeline,
            context=self._context.xdsl,
            verify_each=self._verifies,
            instrumentations=[*filter(None, (self._dumps, self._timing)), *recorders],
        )
        try:
            with raising(self._context, "Failure while executing pass pipeline"):
                runner.run(raw)
        finally:
            _invalidate_erased(known, raw)
            if self._statistics is not None:
                as_list = self._statistics is PassDisplayMode.LIST
                sys.stderr.write(runner.statistics(as_list=as_list))
                _reset_counters(self._pipeline)

    def _testing_release(self) -> None:
        """Do nothing: a capsule keeps the pass manager alive."""

    def enable_verifier(self, enable: bool) -> None:
        """Set whether the program is verified after each pass."""
        self._verifies = enable

    def enable_timing(self) -> None:
        """Write the times of the passes to stderr when the pass manager is deleted."""
        if self._timing is None:
            self._timing = Timing()
            finalize(self, _report_times, self._timing)

    def enable_statistics(self, displayMode: PassDisplayMode = PassDisplayMode.PIPELINE) -> None:
        """Write the counters of the passes to stderr after each run."""
        self._statistics = displayMode

    def enable_ir_printing(
        self,
        print_before_all: bool = False,
        print_after_all: bool = True,
        print_module_scope: bool = False,
        print_after_change: bool = False,
        print_after_failure: bool = False,
        large_elements_limit: int | None = None,
        enable_debug_info: bool = False,
        print_generic_op_form: bool = False,
        tree_printing_dir_path: str | None = None,
        *,
        large_resource_limit: int | None = None,
    ) -> None:
        """Write the program to stderr, or to a tree of files, before or after passes."""
        from ttmlir_py.bindings.ir.printing import print_options

        shows_after = print_after_all or print_after_change or print_after_failure
        self._dumps = IRPrinting(
            DumpOptions(
                before=None if print_before_all else (),
                after=None if shows_after else (),
                only_on_change=print_after_change,
                only_on_failure=print_after_failure,
                module_scope=print_module_scope,
                verified=self._verifies,
            ),
            print_options(
                large_elements_limit=large_elements_limit,
                large_resource_limit=large_resource_limit,
                enable_debug_info=enable_debug_info,
                print_generic_op_form=print_generic_op_form,
            ),
            tree=None if tree_printing_dir_path is None else IRTree(tree_printing_dir_path, _store),
        )

    def __str__(self) -> str:
        return str(self._pipeline)


def _reset_counters(manager: OpPassManager) -> None:
    """Set the counters of all passes to zero, for the next run."""
    for each in manager.passes:
        if isinstance(each, OpPassManager):
            _reset_counters(each)
        else:
            for counter in counters_of(each):
                counter.value = 0


def _report_times(timing: Timing) -> None:
    sys.stderr.write(timing.report())


def _store(path: str, text: str) -> None:
    """Write a file, and create its folder."""
    os.makedirs(os.path.dirname(path), exist_ok=True)
    write_file(path, text)


def _invalidate_erased(known: list[tuple[XdslOperation, Any]], root: XdslOperation) -> None:
    """Make the Python objects of operations unusable that passes have removed from `root`."""
    if len(known) <= 1:
        return
    living = {id(each) for each in root.walk()}
    for op, binding in known:
        if id(op) not in living:
            binding.invalidate()
