"""The matching of operations by patterns of the dialect `pdl`.

A pattern is a graph of operations. Matching starts at the root, follows operands to the operations
that define them, and then results of matched operations to their users. The sources of the rules
are MLIR's conversion of `pdl` to `pdl_interp` and its interpreter.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from xdsl.dialects import pdl
from xdsl.dialects.builtin import DenseArrayBase, NoneType, StringAttr
from xdsl.ir import Attribute, Block, Operation, OpResult, SSAValue, TypedAttribute
from xdsl.irdl import AttrSizedOperandSegments, AttrSizedResultSegments, IRDLOperation

from ttmlir_py.bindings.ir.kinds import is_a
from ttmlir_py.ir.unregistered import operation_name

Found = Any
"""The thing that a value of a pattern stands for: an operation, a value, an attribute, a type, or a
tuple of these for a range.
"""
Constraint = Callable[[pdl.ApplyNativeConstraintOp, Sequence[Found]], Sequence[Found] | None]
"""Runs a constraint with its arguments. Returns its results, or None if it does not hold."""


def is_range(value: SSAValue) -> bool:
    """Whether a value of a pattern stands for a list."""
    return is_a(value.type, pdl.RangeType)


def is_same(left: Found, right: Found) -> bool:
    """Whether two matched things are equal. Operations and values are compared by identity."""
    if isinstance(left, tuple) and isinstance(right, tuple):
        return len(left) == len(right) and all(map(is_same, left, right))
    return left == right if isinstance(left, Attribute) else left is right


def group(op: Operation, which: str, index: int | None, *, as_range: bool) -> Found:
    """Return the operands or results of an operation that form group `index`, or all of them.

    `which` is "operand" or "result". If the operation does not say how long its groups are, a group
    starts at the index and ends at the last value, as in MLIR. If `as_range` is false, the group
    must have one value, which is returned. Return None if the operation has no such group.
    """
    values: Sequence[SSAValue] = op.operands if which == "operand" else op.results
    found = tuple(values)
    if index is not None:
        sizes = op.get_attr_or_prop(f"{which}SegmentSizes") if _has_sizes(op, which) else None
        if isinstance(sizes, DenseArrayBase):
            counts = list(sizes.get_values())
            if index >= len(counts):
                return None
            start = sum(counts[:index])
            found = found[start : start + counts[index]]
        elif index > len(found):
            return None
        else:
            found = found[index:]
    if as_range:
        return found
    return found[0] if len(found) == 1 else None


def _has_sizes(op: Operation, which: str) -> bool:
    if not isinstance(op, IRDLOperation):
        return False
    option = AttrSizedOperandSegments if which == "operand" else AttrSizedResultSegments
    return any(isinstance(each, option) for each in op.get_irdl_definition().options)


@dataclass(eq=False)
class Match:
    """The state of a match: what the values of the pattern stand for."""

    pattern: pdl.PatternOp
    constraint: Constraint
    found: dict[SSAValue, Found]
    operations: list[Operation]
    """The matched operations, those that define operands before their users."""

    @classmethod
    def of(
        cls, pattern: pdl.PatternOp, root: SSAValue, op: Operation, constraint: Constraint
    ) -> Match | None:
        """Return the match of a pattern whose root is `op`, or None."""
        match = cls(pattern, constraint, {}, [])
        return match if match._is(root, op) and match._match_users() else None

    def value(self, value: SSAValue) -> Found:
        """Return what a value of the pattern stands for, or None if that is not known."""
        if value in self.found:
            return self.found[value]
        owner = value.owner
        if not isinstance(owner, pdl.ResultOp | pdl.ResultsOp):
            return _constant(owner)
        parent = self.value(owner.parent_)
        return None if parent is None else _result(owner, parent)

    def _holds(self) -> bool:
        """Whether the native constraints hold."""
        for each in self.pattern.body.block.ops:
            if not isinstance(each, pdl.ApplyNativeConstraintOp):
                continue
            given = [self.value(argument) for argument in each.args]
            results = self.constraint(each, given)
            if (results is None) is not bool(each.is_negated.value.data):
                return False
            for value, result in zip(each.res, results or (), strict=False):
                if not self._is(value, result):
                    return False
        return True

    def _is(self, value: SSAValue, found: Found) -> bool:
        """Whether a value of the pattern may stand for `found`. If so, remember it."""
        if found is None:
            return False
        if value in self.found:
            return is_same(self.found[value], found)
        owner = value.owner
        constant = _constant(owner)
        if constant is not None and not is_same(constant, found):
            return False
        self.found[value] = found
        if isinstance(owner, pdl.OperationOp):
            return self._is_operation(owner, found)
        if isinstance(owner, pdl.ResultOp | pdl.ResultsOp):
            return self._is_result(owner, found)
        if isinstance(owner, pdl.AttributeOp) and owner.value_type is not None:
            return self._is(owner.value_type, _attribute_type(found))
        if isinstance(owner, pdl.OperandOp | pdl.OperandsOp) and owner.value_type is not None:
            return self._is(owner.value_type, _type(found))
        return True

    def _is_result(self, owner: pdl.ResultOp | pdl.ResultsOp, found: Found) -> bool:
        first = found if not isinstance(found, tuple) else found[0] if found else None
        if not isinstance(first, OpResult) or not self._is(owner.parent_, first.op):
            return False
        return is_same(_result(owner, first.op), found)

    def _is_operation(self, pattern: pdl.OperationOp, op: Operation) -> bool:
        if pattern.opName is not None and operation_name(op) != pattern.opName.data:
            return False
        names = pattern.attributeValueNames.data
        for name, value in zip(names, pattern.attribute_values, strict=True):
            if not self._is(value, op.get_attr_or_prop(name.data)):
                return False
        operands = _parts(op, "operand", pattern.operand_values)
        results = _parts(op, "result", pattern.type_values)
        if operands is None or results is None:
            return False
        if not all(map(self._is, pattern.operand_values, operands)):
            return False
        self.operations.append(op)
        return all(map(self._is, pattern.type_values, map(_type, results)))

    def _match_users(self) -> bool:
        """Match the operations of the pattern that the root does not reach through operands."""
        for each in self.pattern.body.block.ops:
            if not isinstance(each, pdl.OperationOp) or each.op in self.found:
                continue
            for operand in each.operand_values:
                used = self.value(operand)
                if used is not None:
                    return any(self._continues(each, user) for user in _users(used))
        return self._holds()

    def _continues(self, pattern: pdl.OperationOp, user: Operation) -> bool:
        """Whether the rest of the pattern matches if `pattern` stands for `user`."""
        before = dict(self.found), list(self.operations)
        if self._is(pattern.op, user) and self._match_users():
            return True
        self.found, self.operations = before
        return False


def _parts(op: Operation, which: str, values: Sequence[SSAValue]) -> list[Found] | None:
    """Return the operands or results of an operation that values of a pattern stand for, or None if
    their number is wrong.
    """
    present = len(op.operands if which == "operand" else op.results)
    ranges = sum(map(is_range, values))
    if present < len(values) - ranges or (not ranges and present != len(values)):
        return None
    if len(values) == 1 and ranges:
        return [group(op, which, None, as_range=True)]
    found: list[Found] = []
    in_groups = False
    for index, value in enumerate(values):
        in_groups = in_groups or is_range(value)
        if in_groups:
            found.append(group(op, which, index, as_range=is_range(value)))
        else:
            found.append((op.operands if which == "operand" else op.results)[index])
    return found


def _result(owner: pdl.ResultOp | pdl.ResultsOp, op: Operation) -> Found:
    """Return the result of `op` that a value of a pattern stands for, or None."""
    if isinstance(owner, pdl.ResultsOp):
        index = None if owner.index is None else owner.index.value.data
        return group(op, "result", index, as_range=is_range(owner.val))
    index = owner.index.value.data
    return op.results[index] if index < len(op.results) else None


def _type(found: Found) -> Found:
    """Return the type of a value, or the types of values."""
    if isinstance(found, tuple):
        return tuple(each.type for each in found)
    return None if found is None else found.type


def _attribute_type(attribute: Attribute) -> Attribute | None:
    """Return the type of an attribute, or None without a type. That of a string is `NoneType`."""
    if isinstance(attribute, StringAttr):
        return NoneType()
    return attribute.get_type() if isinstance(attribute, TypedAttribute) else None


def _constant(owner: Operation | Block) -> Found:
    """Return the attribute, type or types that an operation of a pattern fixes, or None."""
    if isinstance(owner, pdl.AttributeOp):
        return owner.value
    if isinstance(owner, pdl.TypeOp):
        return owner.constantType
    if isinstance(owner, pdl.TypesOp) and owner.constantTypes is not None:
        return tuple(owner.constantTypes)
    return None


def _users(found: Found) -> Iterator[Operation]:
    """Yield the users of a value, or of the first value of a range."""
    value = found if not isinstance(found, tuple) else found[0] if found else None
    if isinstance(value, SSAValue):
        seen: set[int] = set()
        for use in value.uses:
            if id(use.operation) not in seen:
                seen.add(id(use.operation))
                yield use.operation
