"""The checks of ODS that run before an operation's own rules: counts, segments, attributes, types,
regions.
"""

from collections.abc import Callable, Sequence
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

from ttmlir_py.ir.construction import operands_of
from ttmlir_py.ir.definition.constraints import Described, unwrapped
from ttmlir_py.ir.narrowing import is_dense_array
from ttmlir_py.ir.writing.attributes import quoted


def constraint_failure(name: str, constraint: Described[Attribute]) -> str:
    """Return MLIR's message for an attribute that violates its declaration."""
    return f"attribute '{name}' failed to satisfy constraint: {constraint.description}"


class ValueGroup(NamedTuple):
    """The operands or results that one ODS name refers to."""

    name: str
    constraint: Described[Attribute] | None
    """The constraint, or None if ODS's description of it is unknown."""
    variadic: bool
    optional: bool

    @property
    def has_fixed_size(self) -> bool:
        """Whether the name refers to exactly one value."""
        return not (self.variadic or self.optional)


class Segments(NamedTuple):
    """The attribute that holds the number of operands, or results, in each group."""

    option: AttrSizedSegments
    groups: tuple[ValueGroup, ...]

    @property
    def name(self) -> str:
        """The attribute's name."""
        return self.option.attribute_name

    def sizes(self, op: Operation) -> tuple[int, ...]:
        """Return the size of each group; all zero if the attribute is missing."""
        attribute = self.option.container(op).get(self.name)
        if not is_dense_array(attribute):
            return (0,) * len(self.groups)
        # All valid ones are of i32. They are read at once, because each operation is queried
        # several times.
        if attribute.elt_type is i32 or attribute.elt_type == i32:
            return _i32_values(attribute.data.data)
        return tuple(int(size) for size in attribute.get_values())

    def verify(self, op: Operation, kind: str, count: int) -> None:
        """Check the number of groups, and that their sizes sum to the number of values, `count`."""
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
    """The operands, or the results, in the definition of an op."""

    kind: str
    """`operand` or `result`."""
    groups: tuple[ValueGroup, ...]
    fixed: int
    """The number of groups with exactly one value."""
    segments: Segments | None
    common: Callable[[Attribute], bool] | None
    """The predicate that holds for each type, if all groups share it and none is optional."""

    def of(self, op: Operation) -> tuple[SSAValue, ...]:
        """Return the operands or results of an op."""
        return tuple(operands_of(op) if self.kind == "operand" else op.results)

    def sizes(self, op: Operation) -> tuple[int, ...]:
        """Return the number of values in each group. Without segments, all groups without fixed
        size have the same size.
        """
        if self.segments is not None:
            return self.segments.sizes(op)
        variable = len(self.groups) - self.fixed
        if not variable:
            return (1,) * self.fixed
        spare = (len(self.of(op)) - self.fixed) // variable
        return tuple(1 if group.has_fixed_size else spare for group in self.groups)

    def verify_count(self, op: Operation) -> None:
        """Check the number of values."""
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
        """Check the group sizes, if an attribute holds them."""
        if self.segments is not None:
            self.segments.verify(op, self.kind, len(self.of(op)))

    def verify_types(self, op: Operation) -> None:
        """Check the type of each value."""
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
    """The checks of ODS for an op, derived from its IRDL definition."""

    operands: Values
    results: Values
    regions: tuple[tuple[str, bool], ...]
    any_regions: bool
    successors: int | None
    """The number of successors, or None for any number."""
    required: tuple[str, ...]
    attributes: tuple[tuple[str, Described[Attribute] | None], ...]
    same_type: tuple[tuple[int, ...], str] | None
    """The operands and results that must have the same type, and the message if they do not."""
    reads_attributes: bool
    """Whether inherent attributes may be among the others, as in xDSL's operations."""

    @property
    def segments(self) -> list[Segments]:
        """The attributes that hold the group sizes of operands and results."""
        return [each for each in (self.operands.segments, self.results.segments) if each]

    def verify_structure(self, op: IRDLOperation) -> None:
        """Check counts of regions, results, successors and operands, and the segment sizes."""
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
        """Return the index of the first operand and the number of operands in the group called
        `name`.
        """
        start = 0
        for group, size in zip(self.operands.groups, self.operands.sizes(op), strict=True):
            if group.name == name:
                return start, size
            start += size
        raise KeyError(name)

    def verify_attributes(self, op: IRDLOperation) -> None:
        """Check that required attributes are present (by name), then that all are well-formed (in
        ODS order).
        """
        given = op.properties
        if op.attributes and self.reads_attributes:
            given = {**op.attributes, **given}
        for name in self.required:
            if name not in given:
                raise VerifyException(f"requires attribute '{name}'")
        for name, constraint in self.attributes:
            attribute = given.get(name)
            if attribute is not None and constraint and not constraint.predicate(attribute):
                raise VerifyException(constraint_failure(name, constraint))

    def verify_types(self, op: IRDLOperation) -> None:
        """Check each type of operands and results, then check them against each other."""
        self.operands.verify_types(op)
        self.results.verify_types(op)
        if self.same_type is not None:
            numbers, message = self.same_type
            types = [value.type for value in (*op.operands, *op.results)]
            if any(types[number] != types[numbers[0]] for number in numbers):
                raise VerifyException(message)

    def verify_regions(self, op: IRDLOperation) -> None:
        """Check the regions that must have exactly one block."""
        for number, (name, single_block) in enumerate(self.regions):
            if single_block and len(op.regions[number].blocks) != 1:
                raise VerifyException(
                    f"region #{number} ('{name}') failed to verify constraint: region with 1 blocks"
                )


def verify_same_shapes(op: IRDLOperation, fields: Sequence[str]) -> None:
    """Check that the values, or constants, of some fields have the same shape."""
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
"""Returns ODS's description of a constraint, given the names of the op and of the field."""


def described(constraint: AttrConstraint, op_name: str, field: str) -> Described[Attribute]:
    """Return a described constraint itself; describe any other constraint by its class name."""
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
    """Return the invariants in a definition; the arguments match the fields of `Invariants`."""
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
