"""The checks that follow from an ODS definition: counts, segments, attributes, types and regions.

They run before an operation's own rules.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from struct import unpack
from typing import NamedTuple

from xdsl.dialects.builtin import ShapedType, i32
from xdsl.ir import Attribute, Operation, SSAValue
from xdsl.irdl import (
    AttrConstraint,
    AttrSizedOperandSegments,
    AttrSizedResultSegments,
    AttrSizedSegments,
    IRDLOperation,
    OpDef,
    OperandDef,
    OptionalDef,
    ResultDef,
    SingleBlockRegionDef,
    VariadicDef,
    VarSuccessorDef,
)
from xdsl.utils.exceptions import VerifyException

from ttmlir_py.common.suggestions import nearest
from ttmlir_py.ir.construction import operands_of
from ttmlir_py.ir.definition.constraints import Described, unwrapped
from ttmlir_py.ir.narrowing import is_dense_array
from ttmlir_py.ir.writing.attributes import quoted


def constraint_failure(name: str, constraint: Described[Attribute]) -> str:
    """Return MLIR's error message for an attribute that violates its constraint.

    `name` is the name of the attribute.
    """
    return f"attribute '{name}' failed to satisfy constraint: {constraint.description}"


def _missing_attribute(op: IRDLOperation, name: str, declared: Iterable[str]) -> VerifyException:
    """Return MLIR's error for a missing attribute.

    If `op` has a similar attribute that is not declared, a note asks whether this one was meant.
    """
    from ttmlir_py.ir.diagnostics import OperationError, note  # needed only for errors

    message, known = f"requires attribute '{name}'", {*declared}
    others = [each for each in (*op.properties, *op.attributes) if each not in known]
    if not (similar := nearest(name, others)):
        return VerifyException(message)
    advice = f"did you mean '{name}' instead of '{similar[0]}'?"
    return OperationError(op, message, [note(op.location, advice)])


class ValueGroup(NamedTuple):
    """The operands or results under one name in an ODS definition."""

    name: str
    constraint: Described[Attribute] | None
    """The constraint on each value, or None if its ODS description is unknown."""
    variadic: bool
    optional: bool

    @property
    def has_fixed_size(self) -> bool:
        """Whether the name denotes exactly one value, rather than an optional or variadic group."""
        return not (self.variadic or self.optional)


class Segments(NamedTuple):
    """The attribute that holds the numbers of operands (or of results) in each group.

    ODS calls a group of values under one name a segment.
    """

    option: AttrSizedSegments
    groups: tuple[ValueGroup, ...]

    @property
    def name(self) -> str:
        """The name of the attribute."""
        return self.option.attribute_name

    def sizes(self, op: Operation) -> tuple[int, ...]:
        """Return the size of each group of `op`; all sizes are 0 if the attribute is missing."""
        attribute = self.option.container(op).get(self.name)
        if not is_dense_array(attribute):
            return (0,) * len(self.groups)
        # All valid attributes have i32 elements. Their bytes are read at once, because each
        # operation is queried several times.
        if attribute.elt_type is i32 or attribute.elt_type == i32:
            return _i32_values(attribute.data.data)
        return tuple(int(size) for size in attribute.get_values())

    def verify(self, op: Operation, kind: str, count: int) -> None:
        """Check that there is one size per group, and that the sizes sum to `count`.

        `kind` is `operand` or `result`.
        """
        sizes = self.sizes(op)
        if len(sizes) != len(self.groups):
            raise VerifyException(
                f"size mismatch in attribute conversion: {len(sizes)} vs {len(self.groups)}"
            )
        if any(size < 0 for size in sizes):
            raise VerifyException(f"'{self.name}' attribute cannot have negative elements")
        if sum(sizes) != count:
            raise VerifyException(
                f"{kind} count ({count}) does not match with the total size ({sum(sizes)}) "
                f"specified in attribute '{self.name}'"
            )


@lru_cache(maxsize=1024)
def _i32_values(data: bytes) -> tuple[int, ...]:
    return unpack(f"<{len(data) // 4}i", data)


class Values(NamedTuple):
    """The definition of all operands, or of all results, of an op."""

    kind: str
    """`operand` or `result`, as in messages."""
    groups: tuple[ValueGroup, ...]
    fixed: int
    """The number of groups that have exactly one value."""
    segments: Segments | None
    common: Callable[[Attribute], bool] | None
    """A predicate on types that all groups share, or None. It is set only if no group is optional
    or variadic.
    """

    def of(self, op: Operation) -> tuple[SSAValue, ...]:
        """Return the operands or results of `op`, whichever this definition is about."""
        return tuple(operands_of(op) if self.kind == "operand" else op.results)

    def sizes(self, op: Operation) -> tuple[int, ...]:
        """Return the number of values of `op` in each group.

        Without a segment attribute, all variadic groups have the same size.
        """
        if self.segments is not None:
            return self.segments.sizes(op)
        variable = len(self.groups) - self.fixed
        if not variable:
            return (1,) * self.fixed
        spare = (len(self.of(op)) - self.fixed) // variable
        return tuple(1 if group.has_fixed_size else spare for group in self.groups)

    def verify_count(self, op: Operation) -> None:
        """Check the number of values of `op`."""
        count, fixed = len(self.of(op)), self.fixed
        found = f", but found {count}" if self.kind == "operand" else ""
        if fixed < len(self.groups):
            if count < fixed:
                raise VerifyException(f"expected {fixed} or more {self.kind}s{found}")
        elif count != fixed:
            single = "a single" if self.kind == "operand" else "one"
            words = {0: f"requires zero {self.kind}s", 1: f"requires {single} {self.kind}"}
            raise VerifyException(words.get(fixed, f"expected {fixed} {self.kind}s{found}"))

    def verify_segments(self, op: Operation) -> None:
        """Check the group sizes of `op`, if an attribute holds them."""
        if self.segments is not None:
            self.segments.verify(op, self.kind, len(self.of(op)))

    def verify_types(self, op: Operation) -> None:
        """Check the type of each value of `op`."""
        values, number, common = self.of(op), 0, self.common
        if common is not None and all(common(value.type) for value in values):
            return
        for group, size in zip(self.groups, self.sizes(op), strict=True):
            if group.optional and size > 1:
                raise VerifyException(
                    f"{self.kind} group starting at #{number} requires 0 or 1 element, but found "
                    f"{size}"
                )
            constraint = group.constraint
            if constraint is None:
                number += size
                continue
            holds = constraint.predicate
            for value in values[number : number + size]:
                if not holds(value.type):
                    words = ("variadic of " if group.variadic else "") + constraint.description
                    raise VerifyException(
                        f"{self.kind} #{number} must be {words}, but got {quoted(value.type)}"
                    )
                number += 1


@dataclass(frozen=True, eq=False, repr=False)
class Invariants:
    """All checks that follow from the IRDL definition of an op."""

    operands: Values
    results: Values
    regions: tuple[tuple[str, bool], ...]
    any_regions: bool
    successors: int | None
    """The required number of successors, or None if any number is allowed."""
    required: tuple[str, ...]
    attributes: tuple[tuple[str, Described[Attribute] | None], ...]
    same_type: tuple[tuple[int, ...], str] | None
    """The indices of operands and results that must have the same type, and the message for a
    violation.

    None if types need not be the same.
    """
    reads_attributes: bool
    """Whether inherent attributes may be stored in `op.attributes`, as xDSL's operations do."""

    @property
    def segments(self) -> list[Segments]:
        """The attributes that hold the group sizes of operands and of results."""
        return [each for each in (self.operands.segments, self.results.segments) if each]

    def verify_structure(self, op: IRDLOperation) -> None:
        """Check the numbers of regions, results, successors and operands, and the group sizes."""
        if not self.any_regions:
            _verify_region_count(len(op.regions), len(self.regions))
        self.results.verify_count(op)
        if self.successors is not None and len(op.successors) != self.successors:
            noun = "successor" if self.successors == 1 else "successors"
            raise VerifyException(
                f"requires {self.successors} {noun} but found {len(op.successors)}"
            )
        self.operands.verify_count(op)
        self.operands.verify_segments(op)
        self.results.verify_segments(op)

    def operand_range(self, op: IRDLOperation, name: str) -> tuple[int, int]:
        """Return the index of the first operand in the group `name`, and the number of operands in
        the group.
        """
        start = 0
        for group, size in zip(self.operands.groups, self.operands.sizes(op), strict=True):
            if group.name == name:
                return start, size
            start += size
        raise KeyError(name)

    def verify_attributes(self, op: IRDLOperation) -> None:
        """Check that required attributes are present, by name, and then all constraints, in the
        order of ODS.
        """
        given = op.properties
        if op.attributes and self.reads_attributes:
            given = {**op.attributes, **given}
        for name in self.required:
            if name not in given:
                raise _missing_attribute(op, name, dict(self.attributes))
        for name, constraint in self.attributes:
            attribute = given.get(name)
            if attribute is not None and constraint and not constraint.predicate(attribute):
                raise VerifyException(constraint_failure(name, constraint))

    def verify_types(self, op: IRDLOperation) -> None:
        """Check the type of each operand and result, then whether types that must be the same are
        the same.
        """
        self.operands.verify_types(op)
        self.results.verify_types(op)
        if self.same_type is not None:
            numbers, message = self.same_type
            types = [value.type for value in (*op.operands, *op.results)]
            if any(types[number] != types[numbers[0]] for number in numbers):
                raise VerifyException(message)

    def verify_regions(self, op: IRDLOperation) -> None:
        """Check that regions which must have exactly one block do."""
        for number, (name, single_block) in enumerate(self.regions):
            if single_block and len(op.regions[number].blocks) != 1:
                raise VerifyException(
                    f"region #{number} ('{name}') failed to verify constraint: region with 1 blocks"
                )


def verify_same_shapes(op: IRDLOperation, fields: Sequence[str]) -> None:
    """Check that the operands, results or constant attributes called `fields` have the same
    shape.
    """
    types = [getattr(op, name).type for name in fields]
    if len({t.get_shape() if isinstance(t, ShapedType) else None for t in types}) > 1:
        raise VerifyException(
            f"failed to verify that all of {{{', '.join(fields)}}} have same shape"
        )


def _verify_region_count(count: int, expected: int) -> None:
    if count != expected:
        words = {0: "requires zero regions", 1: "requires one region"}
        raise VerifyException(words.get(expected, f"expected {expected} regions"))


Describe = Callable[[AttrConstraint, str, str], Described[Attribute] | None]
"""Returns the constraint with ODS's description; the strings are the names of the op and the field.

Returns None if the description is unknown.
"""


def described(constraint: AttrConstraint, op_name: str, field: str) -> Described[Attribute]:
    """Return `constraint` if it has a description; otherwise describe it by its class name."""
    if isinstance(constraint, Described):
        return constraint
    return Described(type(constraint).__name__, constraint.verifies)


def _values(
    definition: OpDef,
    kind: str,
    defs: Sequence[tuple[str, OperandDef | ResultDef]],
    segments: type[AttrSizedSegments],
    describe: Describe,
) -> Values:
    groups = tuple(
        ValueGroup(
            name,
            describe(unwrapped(value_def.constr), definition.name, name),
            isinstance(value_def, VariadicDef) and not isinstance(value_def, OptionalDef),
            isinstance(value_def, OptionalDef),
        )
        for name, value_def in defs
    )
    fixed = sum(group.has_fixed_size for group in groups)
    options = [each for each in definition.options if isinstance(each, segments)]
    predicates = {group.constraint.predicate if group.constraint else None for group in groups}
    is_common = len(predicates) == 1 and not any(group.optional for group in groups)
    return Values(
        kind,
        groups,
        fixed,
        Segments(options[-1], groups) if options else None,
        predicates.pop() if is_common else None,
    )


def declared_invariants(
    definition: OpDef,
    describe_type: Describe,
    describe_attribute: Describe,
    *,
    same_type: tuple[tuple[int, ...], str] | None = None,
    reads_attributes: bool = False,
) -> Invariants:
    """Return the checks in `definition`.

    `describe_type` and `describe_attribute` find the descriptions of constraints. The other
    arguments become fields of `Invariants`.
    """
    operands = _values(
        definition, "operand", definition.operands, AttrSizedOperandSegments, describe_type
    )
    results = _values(
        definition, "result", definition.results, AttrSizedResultSegments, describe_type
    )
    names = {each.segments.name for each in (operands, results) if each.segments is not None}
    fields = {**definition.attributes, **definition.properties}
    attributes = {name: field for name, field in fields.items() if name not in names}
    return Invariants(
        operands,
        results,
        tuple((n, isinstance(r, SingleBlockRegionDef)) for n, r in definition.regions),
        any(isinstance(r, VariadicDef) for _, r in definition.regions),
        None
        if any(isinstance(s, VarSuccessorDef) for _, s in definition.successors)
        else len(definition.successors),
        tuple(
            sorted(
                name
                for name, field in attributes.items()
                if not isinstance(field, OptionalDef) and field.default_value is None
            )
        ),
        tuple(
            (name, describe_attribute(field.constr, definition.name, name))
            for name, field in attributes.items()
        ),
        same_type,
        reads_attributes,
    )
