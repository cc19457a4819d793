"""MLIR's operation definition specification (ODS) on top of xDSL's IRDL.

An op is an `OdsOperation` subclass under `@op_definition`. Its fields are xDSL's (`operand_def`, `prop_def`, ...), its
constraints the described ones of this module, so that the verifier speaks MLIR's words in MLIR's order:

    @op_definition
    class SoftmaxOp(DestinationStyleOp):
        name = "ttir.softmax"
        input = operand_def(AnyRankedTensor)
        dimension = prop_def(SI32Attr)
"""

from collections.abc import Callable, Mapping, Sequence
from copy import copy
from dataclasses import dataclass
from functools import cache
from types import FunctionType
from typing import Any, ClassVar, TypeGuard, TypeVar, cast

from typing_extensions import TypeVar as DefaultTypeVar
from xdsl.dialects.builtin import (
    AffineMapAttr,
    ArrayAttr,
    DenseArrayBase,
    DenseIntOrFPElementsAttr,
    DenseResourceAttr,
    Float32Type,
    FloatAttr,
    IntegerAttr,
    IntegerType,
    MemRefType,
    ShapedType,
    Signedness,
    StringAttr,
    SymbolRefAttr,
    TensorType,
    UnitAttr,
    UnrankedMemRefType,
    UnrankedTensorType,
)
from xdsl.ir import Attribute, AttributeCovT, Block, Operation, SSAValue
from xdsl.irdl import (
    AttrConstraint,
    AttrSizedOperandSegments,
    AttrSizedResultSegments,
    AttrSizedSegments,
    IntConstraint,
    IRDLOperation,
    OpDef,
    OperandDef,
    OptionalDef,
    RangeConstraint,
    RangeLengthConstraint,
    RangeOf,
    ResultDef,
    SingleBlockRegionDef,
    VariadicDef,
    VarSuccessorDef,
    VerificationContext,
    irdl_op_definition,
    traits_def,
)
from xdsl.irdl.operations import BeforeVariadicSingleAccessor, VarIRConstruct
from xdsl.traits import HasParent, IsTerminator
from xdsl.utils.exceptions import VerifyException

OdsOperationT = TypeVar("OdsOperationT", bound="OdsOperation")
ClassT = TypeVar("ClassT")
_item: Any = tuple.__getitem__  # pyright: ignore[reportUnknownMemberType, reportUnknownVariableType]

SEGMENTED_OPERANDS = (AttrSizedOperandSegments(as_property=True),)
"""`irdl_options` of an op whose property `operandSegmentSizes` holds the length of each operand group."""


@dataclass(frozen=True)
class Described(AttrConstraint[AttributeCovT]):
    """A predicate on attributes or types, and the words ODS has for it."""

    description: str
    predicate: Callable[[Attribute], bool]
    storage: Callable[[Attribute], bool] | None = None
    """Whether a property of this kind can hold an attribute at all, if that is less than the predicate asks."""

    def can_store(self, attr: Attribute) -> bool:
        """Whether MLIR's storage of a property takes the attribute; the verifier sees only those."""
        return (self.storage or self.predicate)(attr)

    def verify(self, attr: Attribute, constraint_context: VerificationContext) -> None:
        """Raise the description if the predicate does not hold."""
        if not self.predicate(attr):
            raise VerifyException(self.description)

    def mapping_type_vars(
        self, type_var_mapping: Mapping[DefaultTypeVar, AttrConstraint | IntConstraint]
    ) -> AttrConstraint[AttributeCovT]:
        """Return itself: there are no type variables within."""
        return self


class OdsOperation(IRDLOperation):
    """Base of all ops of the project: an IRDL op that verifies itself as ODS would.

    `verify_` checks, in this order: counts of regions, results, successors and operands; segment sizes; presence of
    attributes; constraints on attributes, operands, results and regions; the op's traits (`verify_traits`); the op's
    own rules (`verify_op`); traits that come last (`verify_with_regions`). The first violation raises a
    `VerifyException` with the text that follows `'x.y' op `.
    """

    SAME_SHAPES: ClassVar[tuple[str, ...]] = ()
    """Fields whose types must have one shape (ODS's `AllShapesMatch`)."""

    @property
    def verifier_is_local(self) -> bool:
        """Whether the verifier reads nothing but the op's own types and attributes."""
        return True

    def verify_(self) -> None:
        """Check the op's invariants; raise a `VerifyException` in MLIR's words."""
        invariants = _invariants_of(type(self))
        invariants.verify_structure(self)
        invariants.verify_attributes(self)
        invariants.verify_types(self)
        invariants.verify_shapes(self)
        invariants.verify_regions(self)
        self.verify_traits()
        self.verify_op()
        self.verify_with_regions()

    def verify_traits(self) -> None:
        """Check the invariants of the op's traits and interfaces."""

    def verify_op(self) -> None:
        """Check the op's own rules."""

    def verify_with_regions(self) -> None:
        """Check the invariants of traits that MLIR leaves for last (`verifyWithRegions`)."""


class DestinationStyle(OdsOperation):
    """An op whose results are written into operands, its "inits" (MLIR's `DestinationStyleOpInterface`)."""

    DPS_INITS: ClassVar[str] = "output"
    """The operand field that holds the inits."""

    @property
    def dps_inits(self) -> tuple[SSAValue, ...]:
        """The operands that receive the results."""
        inits: SSAValue | Sequence[SSAValue] = getattr(self, self.DPS_INITS)
        return (inits,) if isinstance(inits, SSAValue) else tuple(inits)

    @property
    def dps_inputs(self) -> tuple[SSAValue, ...]:
        """The operands that are only read."""
        start, count = self.dps_init_range()
        return (*self.operands[:start], *self.operands[start + count :])

    def dps_init_range(self) -> tuple[int, int]:
        """The number of the first init among the operands, and how many inits there are."""
        return _invariants_of(type(self)).operand_range(self, self.DPS_INITS)

    def verify_with_regions(self) -> None:
        """Each init is a tensor or memref; tensors match the results in number and type."""
        super().verify_with_regions()
        start, count = self.dps_init_range()
        tensors: list[int] = []
        for number in range(start, start + count):
            type_ = self.operands[number].type
            if isinstance(type_, TensorType | UnrankedTensorType):
                tensors.append(number)
            elif not isinstance(type_, MemRefType | UnrankedMemRefType):
                raise VerifyException(f"expected that operand #{number} is a tensor or a memref")
        if len(self.results) != len(tensors):
            raise VerifyException(
                f"expected the number of tensor results ({len(self.results)}) to be equal to the number of "
                f"output tensors ({len(tensors)})"
            )
        for number, result in zip(tensors, self.results, strict=True):
            type_ = self.operands[number].type
            if type_ != result.type:
                raise VerifyException(
                    f"expected type of operand #{number} ({quoted(type_)}) to match type of "
                    f"corresponding result ({quoted(result.type)})"
                )


_NOT_LAST = "must be the last operation in the parent block"


class Terminator(OdsOperation):
    """An op that ends a block."""

    traits = traits_def(IsTerminator())

    @property
    def verifier_is_local(self) -> bool:
        """It looks at the block around it."""
        return False

    def verify_traits(self) -> None:
        """A terminator comes last."""
        super().verify_traits()
        if self.parent is None or self.parent.last_op is not self:
            raise VerifyException(_NOT_LAST)


def quoted(attribute: Attribute) -> str:
    """An attribute or type as MLIR's diagnostics show it."""
    from ttmlir_py.ir.writing.attributes import AttributePrinter

    return f"'{AttributePrinter().attribute_text(attribute)}'"


def verify_imported(op: IRDLOperation) -> None:
    """Check an op of xDSL: first in MLIR's words what its definition says and ODS has words for, then by `verify_`."""
    _verify_declaration(op)
    try:
        op.verify_()
    except VerifyException as error:
        from ttmlir_py.ir.definition.imported import last_words

        words = last_words(op)
        if words is None:
            raise
        raise VerifyException(words) from error
    except Exception as error:
        # Some of xDSL's verifiers raise a bare Exception, or fail on an op that is not as they expect.
        reason = str(error) if type(error) is Exception else "is not well formed"
        raise VerifyException(reason) from error


def _verify_declaration(op: IRDLOperation) -> None:
    invariants = _invariants_of(type(op))
    invariants.verify_structure(op)
    invariants.verify_attributes(op)
    invariants.verify_types(op)
    if op.parent is not None:
        _verify_placement(op, op.parent)


@cache
def _placement(cls: type[Operation]) -> tuple[tuple[type[Operation], ...], bool]:
    """Which classes the op around must have one of, and whether the op comes last in its block."""
    parents = [parent for trait in cls.get_traits_of_type(HasParent) for parent in trait.op_types]
    return tuple(parents), cls.has_trait(IsTerminator)


def _verify_placement(op: IRDLOperation, block: Block) -> None:
    """Check what the op's traits say of the op and the block around it."""
    parents, comes_last = _placement(type(op))
    if parents and not isinstance(block.parent_op(), parents):
        names = sorted(parent.name for parent in parents)
        expected = "to be one of " if len(names) > 1 else ""
        raise VerifyException(f"expects parent op {expected}'{', '.join(names)}'")
    if comes_last and block.last_op is not op:
        raise VerifyException(_NOT_LAST)


def segment_counts(cls: type[IRDLOperation]) -> dict[str, int]:
    """The names of the attributes that hold segment sizes, and how many segments each has."""
    return {s.name: len(s.groups) for s in _invariants_of(cls).segments}


def property_conversion_error(
    cls: type[IRDLOperation], properties: Mapping[str, Attribute]
) -> str | None:
    """What MLIR's parser says when `<{...}>` holds an attribute that a property cannot store, or None.

    The text comes after `invalid properties {...} for op x.y: `.
    """
    invariants = _invariants_of(cls)
    if issubclass(cls, OdsOperation) and not (invariants.attributes or invariants.segments):
        return "this operation does not support properties"
    for name, constraint in sorted(invariants.attributes, key=lambda item: item[0]):
        attribute = properties.get(name)
        if attribute is None or constraint is None or constraint.can_store(attribute):
            continue
        text = quoted(attribute)[1:-1]
        return f"Invalid attribute `{name}` in property conversion: {text}"
    for segments in invariants.segments:
        attribute = properties.get(segments.name)
        if attribute is None:
            continue
        if not DenseI32ArrayAttr.predicate(attribute):
            return "expected DenseI32ArrayAttr for key `value`"
        count = len(cast(DenseArrayBase[Any], attribute).get_values())
        if count != len(segments.groups):
            return f"size mismatch in attribute conversion: {count} vs {len(segments.groups)}"
    return None


def inherent_attribute_error(
    cls: type[IRDLOperation], attributes: Mapping[str, Attribute]
) -> str | None:
    """What MLIR's parser says when `{...}` holds an inherent attribute that is not as declared, or None.

    The text comes after `'x.y' op `.
    """
    for name, constraint in sorted(_invariants_of(cls).attributes, key=lambda item: item[0]):
        attribute = attributes.get(name)
        if attribute is not None and constraint and not constraint.predicate(attribute):
            return _constraint_failure(name, constraint)
    return None


def _constraint_failure(name: str, constraint: Described[Attribute]) -> str:
    return f"attribute '{name}' failed to satisfy constraint: {constraint.description}"


@dataclass(frozen=True)
class _ValueGroup:
    """Operands or results that one ODS name stands for."""

    name: str
    constraint: Described[Attribute] | None
    """None if ODS's words for it are not known."""
    variadic: bool
    optional: bool

    @property
    def has_fixed_size(self) -> bool:
        return not (self.variadic or self.optional)


@dataclass(frozen=True)
class _Segments:
    """The attribute that says how many operands, or results, each group has."""

    kind: str
    option: AttrSizedSegments
    groups: tuple[_ValueGroup, ...]

    @property
    def name(self) -> str:
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
class _Invariants:
    """What ODS checks of an op, taken from its IRDL definition."""

    operands: tuple[_ValueGroup, ...]
    results: tuple[_ValueGroup, ...]
    regions: tuple[tuple[str, bool], ...]
    any_regions: bool
    successors: int | None
    """How many there are; None if any number."""
    segments: tuple[_Segments, ...]
    required: tuple[str, ...]
    attributes: tuple[tuple[str, Described[Attribute] | None], ...]
    same_type: tuple[tuple[int, ...], str] | None
    """Which of all operands and results have one type, and what to say if not."""

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

    def operand_range(self, op: OdsOperation, name: str) -> tuple[int, int]:
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
        if op.attributes and not isinstance(op, OdsOperation):
            given = {**op.attributes, **given}
        for name in self.required:
            if name not in given:
                raise VerifyException(f"requires attribute '{name}'")
        for name, constraint in self.attributes:
            attribute = given.get(name)
            if attribute is not None and constraint and not constraint.predicate(attribute):
                raise VerifyException(_constraint_failure(name, constraint))

    def verify_types(self, op: IRDLOperation) -> None:
        """Check the types of operands and results, each, then against each other."""
        _verify_types("operand", self.operands, self.sizes("operand", op), op.operands)
        _verify_types("result", self.results, self.sizes("result", op), op.results)
        if self.same_type is not None:
            numbers, message = self.same_type
            types = [value.type for value in (*op.operands, *op.results)]
            if any(types[number] != types[numbers[0]] for number in numbers):
                raise VerifyException(message)

    def verify_shapes(self, op: OdsOperation) -> None:
        """Check that the fields which must have one shape do."""
        if len({_shape_of_field(op, name) for name in op.SAME_SHAPES}) > 1:
            raise VerifyException(
                f"failed to verify that all of {{{', '.join(op.SAME_SHAPES)}}} have same shape"
            )

    def verify_regions(self, op: OdsOperation) -> None:
        """Check regions that must have exactly one block."""
        for number, (name, single_block) in enumerate(self.regions):
            if single_block and len(op.regions[number].blocks) != 1:
                raise VerifyException(
                    f"region #{number} ('{name}') failed to verify constraint: region with 1 blocks"
                )


def _group_sizes(groups: tuple[_ValueGroup, ...], count: int) -> tuple[int, ...]:
    """Share `count` values among groups; those without fixed size are of one size."""
    fixed = sum(g.has_fixed_size for g in groups)
    spare = (count - fixed) // max(len(groups) - fixed, 1)
    return tuple(1 if g.has_fixed_size else spare for g in groups)


def _shape_of_field(op: OdsOperation, name: str) -> tuple[int, ...]:
    """The shape of a tensor, or of a constant's elements."""
    return cast(ShapedType, getattr(op, name).type).get_shape()


def _verify_region_count(count: int, expected: int) -> None:
    if count != expected:
        words = {0: "requires zero regions", 1: "requires one region"}
        raise VerifyException(words.get(expected, f"expected {expected} regions"))


def _verify_value_count(
    kind: str, single: str, count: int, groups: tuple[_ValueGroup, ...]
) -> None:
    fixed = sum(g.has_fixed_size for g in groups)
    found = f", but found {count}" if kind == "operand" else ""
    if fixed < len(groups):
        if count < fixed:
            raise VerifyException(f"expected {fixed} or more {kind}s{found}")
    elif count != fixed:
        words = {0: f"requires zero {kind}s", 1: f"requires {single} {kind}"}
        raise VerifyException(words.get(fixed, f"expected {fixed} {kind}s{found}"))


def _verify_types(
    kind: str, groups: tuple[_ValueGroup, ...], sizes: Sequence[int], values: Sequence[SSAValue]
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


def unwrapped(constraint: AttrConstraint | RangeConstraint) -> AttrConstraint:
    """The constraint on each value inside IRDL's wrapping for lists of them."""
    if isinstance(constraint, RangeLengthConstraint):
        return unwrapped(constraint.constraint)
    if isinstance(constraint, RangeOf):
        return constraint.constr
    if isinstance(constraint, AttrConstraint):
        return constraint
    raise TypeError(f"not a constraint that ODS has: {constraint}")


Describe = Callable[[AttrConstraint, str, str], Described[Attribute] | None]
"""What ODS calls a constraint, given the names of the op and of the field."""


def _described(constraint: AttrConstraint, op_name: str, field: str) -> Described[Attribute]:
    """The described constraint itself; one of another kind describes itself by its class."""
    if isinstance(constraint, Described):
        return constraint
    return Described(type(constraint).__name__, constraint.verifies)


def _value_groups(
    definition: OpDef, defs: Sequence[tuple[str, OperandDef | ResultDef]], describe: Describe
) -> tuple[_ValueGroup, ...]:
    return tuple(
        _ValueGroup(
            name,
            describe(unwrapped(value_def.constr), definition.name, name),
            isinstance(value_def, VariadicDef) and not isinstance(value_def, OptionalDef),
            isinstance(value_def, OptionalDef),
        )
        for name, value_def in defs
    )


@cache
def _invariants_of(cls: type[IRDLOperation]) -> _Invariants:
    definition = cls.get_irdl_definition()
    describe_type: Describe = _described
    describe_attribute: Describe = _described
    same_type = None
    if not issubclass(cls, OdsOperation):
        from ttmlir_py.ir.definition import imported

        describe_type, describe_attribute = imported.describe_type, imported.describe_attribute
        same_type = imported.same_type(definition)
    operands = _value_groups(definition, definition.operands, describe_type)
    results = _value_groups(definition, definition.results, describe_type)
    segments: list[_Segments] = []
    for option in definition.options:
        if isinstance(option, AttrSizedOperandSegments):
            segments.append(_Segments("operand", option, operands))
        elif isinstance(option, AttrSizedResultSegments):
            segments.append(_Segments("result", option, results))
    names = {s.name for s in segments}
    fields = {**definition.attributes, **definition.properties}
    attributes = {name: field for name, field in fields.items() if name not in names}
    return _Invariants(
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
    )


_MODELS: dict[tuple[type, ...], type[OdsOperation]] = {}
"""For base classes, the first op that adds nothing to them: the rest of its kind copies its definition."""


def op_definition(cls: type[OdsOperationT]) -> type[OdsOperationT]:
    """Declare an op: xDSL's `irdl_op_definition`, but verified by `OdsOperation`, and made once for ops of one shape."""
    if _adds_fields(cls):
        return _define(cls)
    model = _MODELS.get(cls.__bases__)
    if model is None:
        _MODELS[cls.__bases__] = cls
        return _define(cls)
    definition = copy(model.get_irdl_definition())
    definition.name = cls.name
    values = (definition.operands, definition.results, definition.regions)
    for name in (*(n for defs in values for n, _ in defs), *definition.accessor_names):
        setattr(cls, name, vars(model)[name])
    cls.traits = definition.traits
    cls.get_irdl_definition = classmethod(lambda _: definition)  # pyright: ignore[reportAttributeAccessIssue]
    return cls


def _define(cls: type[OdsOperationT]) -> type[OdsOperationT]:
    verify = cls.verify_
    cls = irdl_op_definition(cls)
    cls.verify_ = verify
    for name, accessor in list(vars(cls).items()):
        if isinstance(accessor, BeforeVariadicSingleAccessor):
            quick = _accessor(accessor.construct, accessor.idx)
            setattr(cls, name, quick or accessor)
    return cls


@cache
def _accessor(construct: VarIRConstruct, index: int) -> property | None:
    """What gives the operand or result with this number, in a fifth of the time that xDSL's accessor takes."""
    match construct:
        case VarIRConstruct.OPERAND:
            return property(lambda op: _item(op._operands, index))
        case VarIRConstruct.RESULT:
            return property(lambda op: _item(op.results, index))
        case _:
            return None


def inherits(cls: type, base: type[ClassT]) -> TypeGuard[type[ClassT]]:
    """What `issubclass` says; for an abstract `base`, that would first ask all of its subclasses, once for each new class."""
    return base in cls.__mro__


def op_classes(names: Mapping[str, object]) -> list[type[Operation]]:
    """The ops among the classes that a module has names for, in order: what its dialect lists."""
    return [
        value
        for value in names.values()
        if isinstance(value, type) and inherits(value, OdsOperation) and "name" in vars(value)
    ]


def _adds_fields(cls: type[OdsOperation]) -> bool:
    """Whether a class has more of its own than a name, constants and methods."""
    return any(
        not (name == "name" or name.isupper() or name.startswith("_"))
        and not isinstance(value, FunctionType | classmethod)
        for name, value in vars(cls).items()
    )


def is_integer_of(attribute: Attribute, type_: IntegerType) -> bool:
    """Whether an attribute is an integer of a type."""
    return isinstance(attribute, IntegerAttr) and cast(IntegerAttr, attribute).type == type_


def _integer(description: str, width: int, signedness: Signedness) -> Described[IntegerAttr]:
    type_ = IntegerType(width, signedness)
    return Described(
        f"{description} attribute",
        lambda a: is_integer_of(a, type_),
        None if width == 1 else lambda a: isinstance(a, IntegerAttr),
    )


def _dense_array(name: str, type_: IntegerType) -> Described[DenseArrayBase[Any]]:
    return Described(
        f"{name} dense array attribute",
        lambda a: isinstance(a, DenseArrayBase) and cast(DenseArrayBase[Any], a).elt_type == type_,
    )


def any_of(*constraints: Described[Any]) -> Described[Any]:
    """`AnyAttrOf<[...]>` and `AnyTypeOf<[...]>`."""
    predicates = [c.predicate for c in constraints]
    return Described(
        " or ".join(c.description for c in constraints),
        lambda a: any(p(a) for p in predicates),
        lambda _: True,
    )


def attribute_of(name: str, description: str = "") -> Described[Any]:
    """Attributes (or types) called `name` in the IR, such as `ttnn.shape`.

    By name, not by class, so that declaring ops does not load the attributes.
    """
    return Described(description, lambda a: a.name == name)


def array_of(element: Described[Any], description: str) -> Described[ArrayAttr[Any]]:
    """`TypedArrayAttrBase<element, description>`."""
    holds = element.predicate
    return Described(
        description,
        lambda a: isinstance(a, ArrayAttr) and all(map(holds, cast(ArrayAttr[Any], a).data)),
        lambda a: isinstance(a, ArrayAttr),
    )


AnyRankedTensor: Described[TensorType[Attribute]] = Described(
    "ranked tensor of any type values", lambda a: isinstance(a, TensorType)
)
AnyNon0RankedMemRef: Described[MemRefType[Attribute]] = Described(
    "non-0-ranked.memref of any type values",
    lambda a: isinstance(a, MemRefType) and len(a.shape) > 0,
)
AnyRankedTensorOrMemRef = any_of(AnyRankedTensor, AnyNon0RankedMemRef)

SI32 = IntegerType(32, Signedness.SIGNED)

I32Attr = _integer("32-bit signless integer", 32, Signedness.SIGNLESS)
I64Attr = _integer("64-bit signless integer", 64, Signedness.SIGNLESS)
SI32Attr = _integer("32-bit signed integer", 32, Signedness.SIGNED)
SI64Attr = _integer("64-bit signed integer", 64, Signedness.SIGNED)
UI32Attr = _integer("32-bit unsigned integer", 32, Signedness.UNSIGNED)
BoolAttr = _integer("bool", 1, Signedness.SIGNLESS)
PositiveI64Attr: Described[IntegerAttr] = Described(
    I64Attr.description + " whose value is positive",
    lambda a: I64Attr.predicate(a) and cast(IntegerAttr, a).value.data > 0,
    I64Attr.storage,
)
F32Attr: Described[FloatAttr] = Described(
    "32-bit float attribute",
    lambda a: isinstance(a, FloatAttr) and isinstance(cast(FloatAttr, a).type, Float32Type),
    lambda a: isinstance(a, FloatAttr),
)
StrAttr: Described[StringAttr] = Described("string attribute", lambda a: isinstance(a, StringAttr))
UnitAttrConstraint: Described[UnitAttr] = Described(
    "unit attribute", lambda a: isinstance(a, UnitAttr)
)
FlatSymbolRefAttr: Described[SymbolRefAttr] = Described(
    "flat symbol reference attribute",
    lambda a: isinstance(a, SymbolRefAttr) and not a.nested_references.data,
)
DenseI32ArrayAttr = _dense_array("i32", IntegerType(32))
DenseI64ArrayAttr = _dense_array("i64", IntegerType(64))
DenseBoolArrayAttr = _dense_array("i1", IntegerType(1))
I32ArrayAttr = array_of(I32Attr, "32-bit integer array attribute")
ElementsAttr: Described[DenseIntOrFPElementsAttr] = Described(
    "constant vector/tensor attribute",
    lambda a: isinstance(a, DenseIntOrFPElementsAttr | DenseResourceAttr),
)
I64ElementsAttr: Described[DenseIntOrFPElementsAttr] = Described(
    "64-bit signless integer elements attribute",
    lambda a: (
        isinstance(a, DenseIntOrFPElementsAttr)
        and cast(DenseIntOrFPElementsAttr, a).get_element_type() == IntegerType(64)
    ),
)
AffineMapArrayAttr = array_of(
    Described("AffineMap attribute", lambda a: isinstance(a, AffineMapAttr)),
    "AffineMap array attribute",
)
