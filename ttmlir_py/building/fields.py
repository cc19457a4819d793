"""The fields of an op definition as function parameters: names, order and defaults."""

from dataclasses import dataclass
from functools import cached_property
from inspect import Parameter, Signature
from typing import Any

from xdsl.builder import Builder
from xdsl.dialects.builtin import TensorType
from xdsl.ir import Attribute, Operation, OpResult, Region, SSAValue
from xdsl.irdl import AttrSizedOperandSegments, OptionalDef, PropertyDef, VariadicDef

from ttmlir_py.building.attributes import Conversion, plain
from ttmlir_py.building.locations import Location
from ttmlir_py.building.regions import DEFAULT_REGIONS
from ttmlir_py.building.types import DType
from ttmlir_py.dialects.constraints import TT_Device
from ttmlir_py.ir.definition.constraints import Described, unwrapped
from ttmlir_py.ir.definition.operations import DestinationStyle, OdsOperation

DEFAULTS: dict[str, Any] = {
    "arange_dimension": 0,
    "batch_group_count": 1,
    "batch_offset": 0,
    "ceil_mode": False,
    "dilation": 1,
    "dilation_height": 1,
    "dilation_width": 1,
    "feature_group_count": 1,
    "groups": 1,
    "indices_are_sorted": False,
    "keep_dim": False,
    "output_padding": 0,
    "padding": 0,
    "padding_bottom": 0,
    "padding_height": 0,
    "padding_left": 0,
    "padding_right": 0,
    "padding_top": 0,
    "padding_width": 0,
    "step": 1,
    "unique_indices": False,
}
"""Maps required attributes that are numbers or booleans to their defaults in the generated
functions.
"""

_DESTINATIONS = ("output", "outputs")
"""Names of operand fields that are only written, so that a new tensor can be created for them."""


@dataclass(frozen=True)
class OperandGroup:
    """An operand field of an op class, which holds one or several values."""

    name: str
    constraint: Described[Any]
    variadic: bool
    optional: bool
    parameters: tuple[str, ...]
    """Parameter names: the name of the field, or one name per input of an element-wise op."""

    @property
    def separate(self) -> bool:
        """Whether each operand of the field has its own parameter."""
        return self.parameters != (self.name,)

    @property
    def takes_list(self) -> bool:
        """Whether the field's parameter accepts a list of any number of values."""
        return self.variadic and not self.optional and not self.separate

    @property
    def is_device(self) -> bool:
        """Whether the operand is a device instead of a tensor."""
        return self.constraint is TT_Device

    @property
    def annotation(self) -> Any:
        """Python type of the field's parameters, for the signature."""
        if self.takes_list:
            return list[SSAValue]
        return SSAValue | None if self.optional else SSAValue


@dataclass(frozen=True)
class Property:
    """An attribute field of an op class."""

    name: str
    conversion: Conversion
    required: bool
    default: Any
    """Default value of the parameter; None if the attribute is optional or has no default."""


class Fields:
    """The operand, attribute and region fields of an op class, from which its function is
    derived.
    """

    def __init__(self, op_class: type[OdsOperation]) -> None:
        self.op_class = op_class
        self.definition = op_class.get_irdl_definition()
        options = self.definition.options
        self.is_segmented = any(isinstance(each, AttrSizedOperandSegments) for each in options)
        inits = op_class.DPS_INITS if issubclass(op_class, DestinationStyle) else None
        self.inits = inits
        """Name of the operand field that the op writes its results to, or None."""
        self.destination = inits if inits in _DESTINATIONS else None
        """`inits` if a new tensor can be created for that field, otherwise None."""
        inputs: tuple[str, ...] | None = getattr(op_class, "INPUTS", None)
        self.operands = [
            OperandGroup(
                name,
                _described(operand.constr),
                isinstance(operand, VariadicDef),
                isinstance(operand, OptionalDef),
                inputs if inputs and name == "inputs" else (name,),
            )
            for name, operand in self.definition.operands
        ]
        """All operand fields in order, including the destination."""
        self.has_results = bool(self.definition.results)
        self.has_open_types = self.has_results and inits == self.destination
        """Whether the caller may choose result types; otherwise they are the types of the operands
        in `inits`.
        """
        self.regions = [name for name, _ in self.definition.regions]

    @cached_property
    def properties(self) -> list[Property]:
        """The attribute fields of the op, in order."""
        return [
            _property(name, prop)
            for name, prop in self.definition.properties.items()
            if name != "operandSegmentSizes"
        ]

    @property
    def needs_device(self) -> bool:
        """Whether creating a destination may need a device that is not an operand of the op (TTNN
        only).
        """
        names = (group.name for group in self.operands)
        is_library = self.op_class.name.startswith("ttnn.")
        return self.destination is not None and is_library and "device" not in names

    @property
    def own_dtype(self) -> bool:
        """Whether the op has an attribute called `dtype`."""
        return "dtype" in self.definition.properties

    def signature(self) -> Signature:
        """Return the signature of the function that builds the op.

        Required parameters and optional tensors come first, by position or name. All others are
        keyword-only.
        """
        groups = [group for group in self.operands if group.name != self.destination]
        tensors = [_of_operand(each) for each in groups if each.optional and not each.is_device]
        devices = [_of_operand(each) for each in groups if each.optional and each.is_device]
        first = [
            Parameter(name, Parameter.POSITIONAL_OR_KEYWORD, annotation=group.annotation)
            for group in groups
            for name in group.parameters
            if not group.optional
        ]
        named = [_of_property(prop) for prop in self.properties]
        if not tensors:
            required = [each for each in named if each.default is Parameter.empty]
            named = [each for each in named if each.default is not Parameter.empty]
            first += [each.replace(kind=Parameter.POSITIONAL_OR_KEYWORD) for each in required]
        named += [each.replace(kind=Parameter.KEYWORD_ONLY) for each in devices]
        returned = OpResult if self.has_results else Operation
        parameters = [*first, *tensors, *self._regions(), *named, *self._common()]
        return Signature(parameters, return_annotation=returned)

    def _regions(self) -> list[Parameter]:
        default = None if self.op_class.name in DEFAULT_REGIONS else Parameter.empty
        return [
            Parameter(name, Parameter.KEYWORD_ONLY, default=default, annotation=Region)
            for name in self.regions
        ]

    def _common(self) -> list[Parameter]:
        """Return the parameters that exist for every op, such as `location`, rather than for one
        field.
        """
        annotations: dict[str, Any] = {}
        if self.destination is not None:
            annotations[self.destination] = SSAValue | None
        if self.needs_device:
            annotations["device"] = SSAValue | None
        if self.has_open_types:
            annotations |= {} if self.own_dtype else {"dtype": DType}
            annotations |= {"encoding": Attribute | None, "result_type": TensorType | None}
        annotations |= {"location": Location, "builder": Builder | None}
        return [
            Parameter(name, Parameter.KEYWORD_ONLY, default=None, annotation=annotation)
            for name, annotation in annotations.items()
        ]


def _described(constraint: Any) -> Described[Any]:
    described = unwrapped(constraint)
    assert isinstance(described, Described)
    return described


def _property(name: str, definition: PropertyDef) -> Property:
    conversion = Conversion.to(_described(definition.constr))
    required = not isinstance(definition, OptionalDef)
    default: Any = definition.default_value if required else None
    if required and default is None and name in DEFAULTS:
        try:
            default = conversion.convert(DEFAULTS[name], name)
        except TypeError:
            # The default depends on the operation, for example on its number of dimensions.
            default = None
    return Property(name, conversion, required, default)


def _of_operand(group: OperandGroup) -> Parameter:
    kind = Parameter.POSITIONAL_OR_KEYWORD
    return Parameter(group.name, kind, default=None, annotation=group.annotation)


def _of_property(prop: Property) -> Parameter:
    default: Any = None
    if prop.required:
        default = Parameter.empty if prop.default is None else plain(prop.default)
    annotation = prop.conversion.annotation
    return Parameter(prop.name, Parameter.KEYWORD_ONLY, default=default, annotation=annotation)
