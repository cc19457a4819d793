"""MLIR's operation definition specification (ODS) on top of xDSL's IRDL.

An op is an `OdsOperation` subclass under `@op_definition`. Its fields are xDSL's (`operand_def`,
`prop_def`, ...). Its constraints are the described ones of `constraints`, so that the verifier has
MLIR's messages in MLIR's order:

    @op_definition
    class SoftmaxOp(DestinationStyleOp):
        name = "ttir.softmax"
        input = operand_def(AnyRankedTensor)
        dimension = prop_def(SI32Attr)
"""

from collections.abc import Callable, Mapping, Sequence
from functools import cache
from typing import Any, ClassVar, TypeGuard, TypeVar

from xdsl.dialects.builtin import (
    MemRefType,
    TensorType,
    UnrankedMemRefType,
    UnrankedTensorType,
    i32,
)
from xdsl.ir import Operation, SSAValue
from xdsl.irdl import (
    AttrSizedOperandSegments,
    IRDLOperation,
    irdl_op_definition,
    traits_def,
)
from xdsl.traits import IsTerminator
from xdsl.utils.exceptions import VerifyException

from ttmlir_py.ir.construction import operands_of
from ttmlir_py.ir.definition.invariants import (
    Invariants,
    declared_invariants,
    described,
    verify_same_shapes,
)
from ttmlir_py.ir.external_models import (
    NO_MODELS,
    ExternalModels,
    ResultNames,
)
from ttmlir_py.ir.narrowing import is_dense_array
from ttmlir_py.ir.writing.attributes import quoted

OdsOperationT = TypeVar("OdsOperationT", bound="OdsOperation")
ClassT = TypeVar("ClassT")
MethodT = TypeVar("MethodT", bound=Callable[..., object])

SEGMENTED_OPERANDS = (AttrSizedOperandSegments(as_property=True),)
"""`irdl_options` of an op whose property `operandSegmentSizes` holds the size of each operand
group.
"""


_local_verifiers: set[object] = set()
_verifier_names: set[str] = set()


def local_verifier(method: MethodT) -> MethodT:
    """Mark a verification method that reads nothing outside the op.

    It may read the types of operands and results, attributes and properties, and the op's own
    regions. It may not read which values the operands are, the definitions or users of values, or
    the surroundings of the op. If all verification methods of a class are marked, the verifier
    checks an op once per combination of types and attributes. The mark is not inherited: an
    override of a marked method needs its own.
    """
    _local_verifiers.add(method)
    _verifier_names.add(method.__name__)
    return method


class OdsOperation(IRDLOperation):
    """Base class of all ops of the project: an IRDL op that verifies itself as ODS would.

    `verify_` checks, in this order: counts of regions, results, successors and operands; segment
    sizes; presence of attributes; constraints on attributes, operands, results and regions; the
    op's traits (`verify_traits`); the op's own rules (`verify_op`); traits that come last
    (`verify_with_regions`). The first violation raises a `VerifyException` with the text that
    follows `'x.y' op `.
    """

    SAME_SHAPES: ClassVar[tuple[str, ...]] = ()
    """Names of operands, results or attributes with equal shapes (ODS's `AllShapesMatch`)."""
    EXTERNAL_MODELS: ClassVar[ExternalModels] = NO_MODELS
    """Always empty, because classes of this project have methods for what external models define.
    """
    DEFAULT_DIALECT: ClassVar[str] = ""
    """The dialect whose operations need no prefix in the op's regions."""
    RESULT_NAMES: ClassVar[ResultNames] = ""
    """The names of the op's results in printed IR; empty for numbered results."""
    ARGUMENT_NAMES: ClassVar[Any] = None
    """The function that names the entry arguments of the op's regions, or None for numbered
    arguments.
    """

    @classmethod
    def has_local_verifier(cls) -> bool:
        """Whether every verification method of the class is marked with `local_verifier`."""
        return _verifies_locally(cls)

    def doubt(self) -> str | None:
        """Return what is wrong with a result's shape although MLIR's verifier accepts it, or None.

        A later pass of tt-mlir fails for such an op.
        """
        return None

    @local_verifier
    def verify_(self) -> None:
        """Check everything that the op must satisfy; raise VerifyException with MLIR's message."""
        self.verify_form()
        self.verify_types()

    @local_verifier
    def verify_form(self) -> None:
        """Check everything that does not depend on types: numbers of operands and so on, and
        attributes.
        """
        invariants = invariants_of(type(self))
        invariants.verify_structure(self)
        invariants.verify_attributes(self)

    @local_verifier
    def verify_types(self) -> None:
        """Check everything that may depend on types. `verify_form` must have succeeded."""
        invariants = invariants_of(type(self))
        invariants.verify_types(self)
        if self.SAME_SHAPES:
            verify_same_shapes(self, self.SAME_SHAPES)
        invariants.verify_regions(self)
        self.verify_traits()
        self.verify_op()
        self.verify_with_regions()

    @local_verifier
    def verify_traits(self) -> None:
        """Check the invariants of the op's traits and interfaces."""

    @local_verifier
    def verify_op(self) -> None:
        """Check the op's own rules."""

    @local_verifier
    def verify_with_regions(self) -> None:
        """Check the invariants of traits that MLIR leaves for last (`verifyWithRegions`)."""


_BASES = frozenset(OdsOperation.__mro__[1:])


@cache
def _verifies_locally(cls: type[OdsOperation]) -> bool:
    """Whether `cls` and its bases mark every verification method as local.

    An override of a marked method needs its own mark.
    """
    return all(
        namespace[name] in _local_verifiers
        for namespace in [vars(base) for base in cls.__mro__ if base not in _BASES]
        for name in _verifier_names
        if name in namespace
    )


@cache
def invariants_of(cls: type[OdsOperation]) -> Invariants:
    """Return the checks that follow from the definition of `cls`."""
    return declared_invariants(cls.get_irdl_definition(), described, described)


_SEGMENT_SIZES = AttrSizedOperandSegments.attribute_name
_TENSORS, _MEMREFS = (TensorType, UnrankedTensorType), (MemRefType, UnrankedMemRefType)
_init_ranges: dict[tuple[type[OdsOperation], int, bytes], tuple[int, int]] = {}
"""Maps a class, a number of operands and segment sizes to the first init operand and the number of
inits.

The segment sizes are the bytes of an i32 array.
"""


class DestinationStyle(OdsOperation):
    """An op in destination-passing style: it writes its results into operands, called inits.

    This is MLIR's `DestinationStyleOpInterface`.
    """

    DPS_INITS: ClassVar[str] = "output"
    """The name of the operand field that holds the inits."""

    @property
    def dps_inits(self) -> tuple[SSAValue, ...]:
        """The operands that the results are written to."""
        inits: SSAValue | Sequence[SSAValue] = getattr(self, self.DPS_INITS)
        return (inits,) if isinstance(inits, SSAValue) else tuple(inits)

    @property
    def dps_inputs(self) -> tuple[SSAValue, ...]:
        """The operands that are not inits."""
        start, count = self.dps_init_range()
        return (*self.operands[:start], *self.operands[start + count :])

    def dps_init_range(self) -> tuple[int, int]:
        """Return the index of the first init among all operands, and the number of inits."""
        sizes = self.properties.get(_SEGMENT_SIZES) if self.properties else None
        data = b""
        if is_dense_array(sizes):
            if sizes.elt_type is not i32 and sizes.elt_type != i32:
                return invariants_of(type(self)).operand_range(self, self.DPS_INITS)
            data = sizes.data.data
        key = (self.__class__, len(operands_of(self)), data)
        known = _init_ranges.get(key)
        if known is None:
            known = invariants_of(type(self)).operand_range(self, self.DPS_INITS)
            _init_ranges[key] = known
        return known

    @local_verifier
    def verify_with_regions(self) -> None:
        """Check that each init is a tensor or memref, and that tensors match the results in number
        and type.
        """
        super().verify_with_regions()
        start, count = self.dps_init_range()
        operands = operands_of(self)
        tensors: list[int] = []
        for number in range(start, start + count):
            type_ = operands[number].type
            if isinstance(type_, _TENSORS):
                tensors.append(number)
            elif not isinstance(type_, _MEMREFS):
                raise VerifyException(f"expected that operand #{number} is a tensor or a memref")
        if len(self.results) != len(tensors):
            raise VerifyException(
                f"expected the number of tensor results ({len(self.results)}) to be equal to the "
                f"number of output tensors ({len(tensors)})"
            )
        for number, result in zip(tensors, self.results, strict=True):
            type_ = operands[number].type
            if type_ is not result.type and type_ != result.type:
                raise VerifyException(
                    f"expected type of operand #{number} ({quoted(type_)}) to match type of "
                    f"corresponding result ({quoted(result.type)})"
                )


NOT_LAST = "must be the last operation in the parent block"


class Terminator(OdsOperation):
    """Base class of ops that end a block."""

    traits = traits_def(IsTerminator())

    def verify_traits(self) -> None:
        """Check that the op is the last of its block."""
        super().verify_traits()
        if self.parent is None or self.parent.last_op is not self:
            raise VerifyException(NOT_LAST)


def op_definition(cls: type[OdsOperationT]) -> type[OdsOperationT]:
    """Declare an op like xDSL's `irdl_op_definition`, but verified by `OdsOperation`."""
    verify = cls.verify_
    irdl_op_definition(cls)
    cls.verify_ = verify
    return cls


def inherits(cls: type, base: type[ClassT]) -> TypeGuard[type[ClassT]]:
    """Whether `cls` is a subclass of `base`; faster than `issubclass` for an abstract `base`.

    `issubclass` would first check all subclasses of `base`, once per class.
    """
    return base in cls.__mro__


def op_classes(names: Mapping[str, object]) -> list[type[Operation]]:
    """Return the op classes in `names`, the namespace of a module, in order of definition.

    A dialect registers them.
    """
    return [
        value
        for value in names.values()
        if isinstance(value, type) and inherits(value, OdsOperation) and "name" in vars(value)
    ]
