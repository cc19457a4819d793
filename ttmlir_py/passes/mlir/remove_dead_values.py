"""`remove-dead-values`: erase computations that no effect and no caller depends on."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from typing import NoReturn, TypeVar, cast

from xdsl.dialects.builtin import ArrayAttr, DictionaryAttr, FunctionType, UnregisteredOp
from xdsl.ir import BlockArgument, Operation, OpResult, SSAValue
from xdsl.ir.core import SSAValues
from xdsl.traits import IsTerminator, SymbolOpInterface

from ttmlir_py.dialects.func import CallOp, FuncOp, ReturnOp
from ttmlir_py.ir.construction import operands_of
from ttmlir_py.ir.context import MlirContext
from ttmlir_py.ir.diagnostics import OperationError
from ttmlir_py.passes.base import Pass
from ttmlir_py.passes.contracts import NO_BRANCHES
from ttmlir_py.rewriting.control_flow import ops_in
from ttmlir_py.rewriting.effects import Removal, is_memory_effect_free, removal_of
from ttmlir_py.rewriting.symbols import SymbolTables, SymbolUses

T = TypeVar("T")


class RemoveDeadValuesPass(Pass):
    """Remove dead values

    A value is live if an op with effects, a result of a public function, or the computation of
    another live value needs it. Operands of ops with regions are live if the op is kept. The pass
    erases ops without effects whose results are all dead. It also erases dead arguments and results
    of private functions, together with the operands and results of their calls. Public functions
    keep their signatures, and so do functions that are referred to by anything other than calls.
    Symbols other than functions are kept. Requires IR without branches.
    """

    name = "remove-dead-values"
    cpp_name = "RemoveDeadValues"
    anchor = None
    requires = (NO_BRANCHES,)

    def run(self, context: MlirContext, op: Operation) -> bool:
        """Erase the dead values in `op`. Return whether any value was erased."""
        liveness = _Liveness(op)
        dead = [each for each in liveness.ops if not liveness.is_needed(each)]
        signatures = [liveness.signature(function) for function in liveness.shrinkable]
        for signature in signatures:
            signature.apply()
        for each in reversed(dead):
            each.detach()
            each.drop_all_references()
            # An operation and its results refer to each other, which would keep both alive.
            each.results = SSAValues()
        return bool(dead) or bool(signatures)


@dataclass(frozen=True, eq=False, repr=False)
class _ClassFacts:
    """The properties that all ops of a class share, and that decide which values are live."""

    stays: bool
    """Whether ops of the class are kept even if nothing needs their results."""
    plain: bool
    """Whether ops of the class have no effects and no regions that may have effects, and are not
    terminators.
    """


@cache
def _facts(cls: type[Operation]) -> _ClassFacts:
    registered = not issubclass(cls, UnregisteredOp)
    return _ClassFacts(
        issubclass(cls, CallOp)
        or not registered
        or cls.has_trait(IsTerminator)
        or cls.has_trait(SymbolOpInterface),
        removal_of(cls) is Removal.ALWAYS,
    )


class _Liveness:
    """The analysis of live values, which goes backwards from the ops that must be kept."""

    def __init__(self, root: Operation):
        self.ops: list[Operation] = []
        """The ops inside of the root op, outer before inner."""
        self._live: set[int] = set()
        """The ids of the values found to be live."""
        self._pending: list[SSAValue] = []
        effects: list[Operation] = [root]
        self._functions = [root] if isinstance(root, FuncOp) else []
        for op in ops_in(root.regions):
            facts = _facts(op.__class__)
            if op.successors:
                _refuse_branches(root)
            self.ops.append(op)
            if not facts.plain:
                effects.append(op)
                if isinstance(op, FuncOp):
                    self._functions.append(op)
        self._callees: dict[Operation, FuncOp] = {}
        self._calls: dict[FuncOp, list[CallOp]] = {function: [] for function in self._functions}
        self.shrinkable: dict[FuncOp, None] = {}
        """The private functions, as keys, whose signatures may change because only calls refer to
        them.
        """
        if any(each.is_private and not each.is_declaration for each in self._functions):
            self._resolve_calls([root, *self.ops])
        self._reachable = self._find_reachable()
        for op in effects:
            self._mark_roots(op)
        self._propagate()

    def is_needed(self, op: Operation) -> bool:
        """Whether `op` has an effect, has a live result, or is of a class that is always kept."""
        for result in op.results:
            if id(result) in self._live:
                return True
        facts = _facts(op.__class__)
        return (
            facts.stays
            or not (facts.plain or is_memory_effect_free(op))
            or not self._is_reachable(op)
        )

    def signature(self, function: FuncOp) -> _Signature:
        """Return which arguments and results of `function` and its calls are live."""
        calls = self._calls[function]
        count = len(function.function_type.outputs.data)
        results = [
            any(not self._is_reachable(call) or id(call.results[i]) in self._live for call in calls)
            for i in range(count)
        ]
        arguments = [
            not self._is_reachable(function) or id(argument) in self._live
            for argument in function.args
        ]
        return _Signature(function, calls, arguments, results)

    def _resolve_calls(self, ops: list[Operation]) -> None:
        """Find the callees of the calls in `ops`, and the functions that only calls refer to."""
        tables, uses = SymbolTables(), SymbolUses()
        referenced: set[Operation] = set()
        for op in ops:
            if isinstance(op, CallOp):
                symbols = tables.lookup(op, op.callee)
                if symbols and isinstance(function := symbols[-1], FuncOp):
                    self._callees[op] = function
                    self._calls.setdefault(function, []).append(op)
            else:
                for reference in uses.directly_in(op):
                    referenced.update(tables.lookup(op.parent_op() or op, reference))
        for function in self._functions:
            if function.is_private and not function.is_declaration and function not in referenced:
                self.shrinkable[function] = None

    def _find_reachable(self) -> set[Operation]:
        """Return the functions that may be called. Values in all other functions count as live."""
        called: dict[Operation | None, list[FuncOp]] = {}
        for call, callee in self._callees.items():
            called.setdefault(_enclosing_function(call), []).append(callee)
        pending: list[Operation] = [x for x in self._functions if x not in self.shrinkable]
        pending += called.get(None, [])
        reachable: set[Operation] = set()
        while pending:
            function = pending.pop()
            if function not in reachable:
                reachable.add(function)
                pending += called.get(function, [])
        return reachable

    def _is_reachable(self, op: Operation) -> bool:
        function = _enclosing_function(op)
        return function is None or function in self._reachable

    def _mark(self, values: Sequence[SSAValue]) -> None:
        for value in values:
            if id(value) not in self._live:
                self._live.add(id(value))
                self._pending.append(value)

    def _mark_roots(self, op: Operation) -> None:
        """Mark the operands that `op` needs even if its results are dead."""
        if isinstance(op, CallOp) and self._callees.get(op) in self.shrinkable:
            return
        if isinstance(op, ReturnOp) and op.parent_op() in self.shrinkable:
            return
        if not is_memory_effect_free(op) or op.has_trait(IsTerminator):
            self._mark(op.operands)

    def _propagate(self) -> None:
        """Mark the operands from which live values are computed, until no new value is live."""
        live, pending = self._live, self._pending
        while pending:
            value = pending.pop()
            if not isinstance(value, OpResult):
                self._propagate_argument(value)
                continue
            op = value.op
            callee = self._callees.get(op) if self._callees else None
            if callee is not None and callee in self.shrinkable:
                self._mark([each.operands[value.index] for each in _returns(callee)])
                continue
            for operand in operands_of(op):
                if id(operand) not in live:
                    live.add(id(operand))
                    pending.append(operand)

    def _propagate_argument(self, value: SSAValue) -> None:
        """Mark the operands of calls that become the live argument `value` of a private
        function.
        """
        if isinstance(value, BlockArgument):
            function = value.block.parent_op()
            if isinstance(function, FuncOp) and function in self.shrinkable:
                self._mark([call.operands[value.index] for call in self._calls[function]])


def _refuse_branches(root: Operation) -> NoReturn:
    """Raise MLIR's error for the first branch in `root`, inner ops first.

    MLIR's message also mentions symbols, which are not a problem here.
    """
    op = next(op for op in ops_in(root.regions, inner_first=True) if op.successors)
    raise OperationError(
        op,
        "cannot optimize an IR with non-function symbol ops, non-call symbol user ops or branch "
        "ops\n",
        op_prefix=False,
    )


def _enclosing_function(op: Operation) -> FuncOp | None:
    each: Operation | None = op
    while each is not None and not isinstance(each, FuncOp):
        each = each.parent_op()
    return each


def _returns(function: FuncOp) -> list[ReturnOp]:
    return [x for block in function.body.blocks if isinstance(x := block.last_op, ReturnOp)]


@dataclass(frozen=True, eq=False, repr=False)
class _Signature:
    """The arguments and results of one function and its calls that are live, and so remain."""

    function: FuncOp
    calls: list[CallOp]
    arguments: list[bool]
    results: list[bool]

    def apply(self) -> None:
        """Remove the dead arguments and results from the function and its calls."""
        if not all(self.results):
            for each in _returns(self.function):
                each.operands = _kept(each.operands, self.results)
        for call in self.calls:
            if not all(self.arguments):
                call.operands = _kept(call.operands, self.arguments)
        if not all(self.results):
            self._shrink_results()
        if not all(self.arguments):
            self._shrink_arguments()
        self._update_type()

    def _shrink_results(self) -> None:
        for call in self.calls:
            types = [result.type for result in _kept(call.results, self.results)]
            new = CallOp(call.callee, call.operands, types)
            new.attributes = call.attributes
            new.location = call.location
            block = call.parent
            assert block is not None
            block.insert_op_before(new, call)
            for old, result in zip(_kept(call.results, self.results), new.results, strict=True):
                old.replace_all_uses_with(result)
            call.detach()
            call.erase(safe_erase=False)

    def _shrink_arguments(self) -> None:
        function = self.function
        entry = function.body.blocks[0]
        for argument, keep in zip(function.args, self.arguments, strict=True):
            if not keep:
                entry.erase_arg(argument, safe_erase=False)

    def _update_type(self) -> None:
        function = self.function
        old = function.function_type
        inputs = _kept(old.inputs.data, self.arguments)
        outputs = _kept(old.outputs.data, self.results)
        function.properties["function_type"] = FunctionType.from_lists(inputs, outputs)
        for name, keep in (("arg_attrs", self.arguments), ("res_attrs", self.results)):
            attributes = function.properties.get(name)
            if isinstance(attributes, ArrayAttr):
                kept = _kept(cast("ArrayAttr[DictionaryAttr]", attributes).data, keep)
                if any(each.data for each in kept):
                    function.properties[name] = ArrayAttr(kept)
                else:
                    del function.properties[name]


def _kept(items: Sequence[T], keep: Sequence[bool]) -> list[T]:
    return [item for item, kept in zip(items, keep, strict=True) if kept]
