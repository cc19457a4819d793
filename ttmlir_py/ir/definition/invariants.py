"""What ODS checks of an operation before its own rules: counts, segments, attributes, types, regions."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from xdsl.dialects.builtin import DenseArrayBase, ShapedType
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

from ttmlir_py.ir.definition.constraints import Described, unwrapped
from ttmlir_py.ir.writing.attributes import quoted


def constraint_failure(name: str, constraint: Described[Attribute]) -> str:
    """What MLIR says of an attribute that is not as declared."""
    return f"attribute '{name}' failed to satisfy constraint: {constraint.description}"


class ValueGroup(NamedTuple):
    """Operands or results that one ODS name stands for."""

    name: str
    constraint: Described[Attribute] | None
    """None if ODS's words for it are not known."""
    variadic: bool
    optional: bool

    @property
    def has_fixed_size(self) -> bool:
        """Whether the name stands for exactly one value."""
        return not (self.variadic or self.optional)


class Segments(NamedTuple):
    """The attribute that says how many operands, or results, each group has."""

    kind: str
    option: AttrSizedSegments
    groups: tuple[ValueGroup, ...]

    @property
    def name(self) -> str:
        """The attribute's name."""
        return self.option.attribute_name

    def sizes(self, op: Operation) -> tuple[int, ...]:
        """The size of each group; they are zero if nothing says so."""
        attribute = self.option.container(op).get(self.name)
        if not isinstance(attribute, DenseArrayBase):
            return (0,) * len(self.groups)
        return tuple(int(size) for size in attribute.get_values())

    def verify(self, op: Operation, count: int) -> None:
        """Check that the groups are as many as declared, and together as long as the list of values."""
        sizes = self.sizes(op)
        if len(sizes) != len(self.groups):
            raise VerifyException(
                f"size mismatch in attribute conversion: {len(sizes)} vs {len(self.groups)}"
            )
        if any(size < 0 for size in sizes):
            raise VerifyException(f"'{self.name}' attribute cannot have negative elements")
        if sum(sizes) != count:
            raise VerifyException(
                f"{self.kind} count ({count}) does not match with the total size ({sum(sizes)}) "
                f"specified in attribute '{self.name}'"
            )


@dataclass(frozen=True, eq=False, repr=False)
class Invariants:
    """What ODS checks of an op, taken from its IRDL definition."""

    operands: tuple[ValueGroup, ...]
    results: tuple[ValueGroup, ...]
    regions: tuple[tuple[str, bool], ...]
    any_regions: bool
    successors: int | None
    """How many there are; None if any number."""
    segments: tuple[Segments, ...]
    required: tuple[str, ...]
    attributes: tuple[tuple[str, Described[Attribute] | None], ...]
    same_type: tuple[tuple[int, ...], str] | None
    """Which of all operands and results have one type, and what to say if not."""
    reads_attributes: bool
    """Whether inherent attributes may stand among the others, as xDSL's operations have them."""

    def verify_structure(self, op: IRDLOperation) -> None:
        """Check counts of regions, results, successors and operands, and the segment sizes."""
        if not self.any_regions:
            _verify_region_count(len(op.regions), len(self.regions))
        _verify_value_count("result", "one", len(op.results), self.results)
        if self.successors is not None and len(op.successors) != self.successors:
            noun = "successor" if self.successors == 1 else "successors"
            raise VerifyException(
                f"requires {self.successors} {noun} but found {len(op.successors)}"
            )
        _verify_value_count("operand", "a single", len(op.operands), self.operands)
        for segments in self.segments:
            values = op.operands if segments.kind == "operand" else op.results
            segments.verify(op, len(values))

    def sizes(self, kind: str, op: Operation) -> tuple[int, ...]:
        """How many values each group of operands (or results, as `kind` says) has."""
        for segments in self.segments:
            if segments.kind == kind:
                return segments.sizes(op)
        if kind == "operand":
            return _group_sizes(self.operands, len(op.operands))
        return _group_sizes(self.results, len(op.results))

    def operand_range(self, op: IRDLOperation, name: str) -> tuple[int, int]:
        """The first operand number and the length of the group called `name`."""
        start = 0
        for group, size in zip(self.operands, self.sizes("operand", op), strict=True):
            if group.name == name:
                return start, size
            start += size
        raise KeyError(name)

    def verify_attributes(self, op: IRDLOperation) -> None:
        """Check that required attributes are there (by name), then that all are well-formed (in ODS order)."""
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
        """Check the types of operands and results, each, then against each other."""
        _verify_types("operand", self.operands, self.sizes("operand", op), op.operands)
        _verify_types("result", self.results, self.sizes("result", op), op.results)
        if self.same_type is not None:
            numbers, message = self.same_type
            types = [value.type for value in (*op.operands, *op.results)]
            if any(types[number] != types[numbers[0]] for number in numbers):
                raise VerifyException(message)

    def verify_regions(self, op: IRDLOperation) -> None:
        """Check regions that must have exactly one block."""
        for number, (name, single_block) in enumerate(self.regions):
            if single_block and len(op.regions[number].blocks) != 1:
                raise VerifyException(
                    f"region #{number} ('{name}') failed to verify constraint: region with 1 blocks"
                )


def _group_sizes(groups: tuple[ValueGroup, ...], count: int) -> tuple[int, ...]:
    """Share `count` values among groups; those without fixed size are of one size."""
    fixed = sum(g.has_fixed_size for g in groups)
    spare = (count - fixed) // max(len(groups) - fixed, 1)
    return tuple(1 if g.has_fixed_size else spare for g in groups)


def verify_same_shapes(op: IRDLOperation, fields: Sequence[str]) -> None:
    """Check that the values, or constants, of some fields have one shape."""
    types = [getattr(op, name).type for name in fields]
    if len({t.get_shape() if isinstance(t, ShapedType) else None for t in types}) > 1:
        raise VerifyException(
            f"failed to verify that all of {{{', '.join(fields)}}} have same shape"
        )


def _verify_region_count(count: int, expected: int) -> None:
    if count != expected:
        words = {0: "requires zero regions", 1: "requires one region"}
        raise VerifyException(words.get(expected, f"expected {expected} regions"))


def _verify_value_count(kind: str, single: str, count: int, groups: tuple[ValueGroup, ...]) -> None:
    fixed = sum(g.has_fixed_size for g in groups)
    found = f", but found {count}" if kind == "operand" else ""
    if fixed < len(groups):
        if count < fixed:
            raise VerifyException(f"expected {fixed} or more {kind}s{found}")
    elif count != fixed:
        words = {0: f"requires zero {kind}s", 1: f"requires {single} {kind}"}
        raise VerifyException(words.get(fixed, f"expected {fixed} {kind}s{found}"))


def _verify_types(
    kind: str, groups: tuple[ValueGroup, ...], sizes: Sequence[int], values: Sequence[SSAValue]
) -> None:
    number = 0
    for group, size in zip(groups, sizes, strict=True):
        if group.optional and size > 1:
            raise VerifyException(
                f"{kind} group starting at #{number} requires 0 or 1 element, but found {size}"
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
                    f"{kind} #{number} must be {words}, but got {quoted(value.type)}"
                )
            number += 1


Describe = Callable[[AttrConstraint, str, str], Described[Attribute] | None]
"""What ODS calls a constraint, given the names of the op and of the field."""


def described(constraint: AttrConstraint, op_name: str, field: str) -> Described[Attribute]:
    """The described constraint itself; one of another kind describes itself by its class."""
    if isinstance(constraint, Described):
        return constraint
    return Described(type(constraint).__name__, constraint.verifies)


def _value_groups(
    definition: OpDef, defs: Sequence[tuple[str, OperandDef | ResultDef]], describe: Describe
) -> tuple[ValueGroup, ...]:
    return tuple(
        ValueGroup(
            name,
            describe(unwrapped(value_def.constr), definition.name, name),
            isinstance(value_def, VariadicDef) and not isinstance(value_def, OptionalDef),
            isinstance(value_def, OptionalDef),
        )
        for name, value_def in defs
    )


def declared_invariants(
    definition: OpDef,
    describe_type: Describe,
    describe_attribute: Describe,
    *,
    same_type: tuple[tuple[int, ...], str] | None = None,
    reads_attributes: bool = False,
) -> Invariants:
    """What a definition asks of its operations; the arguments are as the fields of `Invariants`."""
    operands = _value_groups(definition, definition.operands, describe_type)
    results = _value_groups(definition, definition.results, describe_type)
    segments: list[Segments] = []
    for option in definition.options:
        if isinstance(option, AttrSizedOperandSegments):
            segments.append(Segments("operand", option, operands))
        elif isinstance(option, AttrSizedResultSegments):
            segments.append(Segments("result", option, results))
    names = {s.name for s in segments}
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
        tuple(segments),
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
