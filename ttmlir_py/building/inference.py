"""Inference of an op's result types from its operands and attributes, unless the caller gives
them.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from inspect import signature
from typing import Any, cast

from xdsl.dialects.builtin import (
    DYNAMIC_INDEX,
    NoneAttr,
    TensorType,
    f32,
)
from xdsl.ir import Attribute, Region, SSAValue, TypedAttribute

from ttmlir_py.building.attributes import plain
from ttmlir_py.building.fields import Fields
from ttmlir_py.building.layouts import result_layout
from ttmlir_py.building.result_types import (
    ELEMENT_TYPES,
    RULES,
    WITHOUT_RULE,
    Rule,
    elementwise,
    entry_of,
)
from ttmlir_py.building.types import element_type
from ttmlir_py.dialects.tensor_types import Shape, tensor_type
from ttmlir_py.ir.narrowing import is_tensor_type

Tensor = TensorType[Attribute]
_REFUSED = (IndexError, ValueError, ZeroDivisionError)
"""Exceptions that shape rules raise for invalid arguments; the verifier then reports the error."""


@dataclass
class Arguments:
    """Operands, properties and regions of a new op."""

    operands: dict[str, tuple[SSAValue, ...]]
    """Maps each operand field to its values; a destination that is not created yet has no entry."""
    properties: dict[str, Attribute]
    regions: list[Region]

    def first_tensor(self) -> Tensor | None:
        """Return the type of the first operand that is a tensor, or None if there is no tensor."""
        types = (value.type for values in self.operands.values() for value in values)
        return next((type_ for type_ in types if is_tensor_type(type_)), None)


@dataclass(frozen=True)
class ResultTypes:
    """Result types of an op. If inference failed, `types` has a placeholder and `failure` the
    error.
    """

    types: Sequence[Attribute]
    failure: Exception | None = None


class Inference:
    """Inference of the result types of the ops of one class."""

    def __init__(self, fields: Fields) -> None:
        self.fields = fields
        self.name = fields.op_class.name
        self.rule = self._find_rule()
        self._parameters = () if self.rule is None else tuple(signature(self.rule).parameters)

    def _find_rule(self) -> Rule | None:
        if any(group.separate for group in self.fields.operands):
            return elementwise
        return None if self.name in WITHOUT_RULE else entry_of(RULES, self.name)

    def result_types(self, arguments: Arguments, given: Mapping[str, Any]) -> ResultTypes:
        """Return the result types. `given` maps parameter names to the caller's arguments.

        Raises TypeError if the types are neither given nor inferable, or given twice. Raises
        VerifyException if the operands and attributes do not fit together.
        """
        if not self.fields.has_results:
            return ResultTypes([])
        inits = None if self.fields.inits is None else arguments.operands.get(self.fields.inits)
        if inits is not None and not self.fields.has_open_types:
            return ResultTypes([value.type for value in inits])
        said = ["result_type", "encoding", *([] if self.fields.own_dtype else ["dtype"])]
        said = [f"{name}=" for name in said if given[name] is not None]
        if inits is not None:
            said.insert(0, str(self.fields.inits))
        if len(said) > 1 and (inits is not None or given["result_type"] is not None):
            raise TypeError(
                f"{said[0]} and {said[1]} both determine the type of the result: give only one"
            )
        if inits is not None:
            return ResultTypes([value.type for value in inits])
        if given["result_type"] is not None:
            return ResultTypes(_as_types(given["result_type"]))
        try:
            shapes = self._shapes(arguments)
        except _REFUSED as error:
            return ResultTypes([arguments.first_tensor() or TensorType(f32, [])], error)
        element = self._element_type(arguments, given)
        return ResultTypes(
            [self._tensor(shape, element, arguments, given["encoding"]) for shape in shapes]
        )

    def explanation(self) -> str:
        """Return a sentence about the shape of the result, for the docstring of the op's
        function.
        """
        if not self.fields.has_open_types:
            return f"That of `{self.fields.inits}`."
        if self.rule is None:
            return f"That of `result_type`: {WITHOUT_RULE[self.name]}."
        return self.rule.__doc__ or ""

    def _shapes(self, arguments: Arguments) -> list[Shape]:
        """Return the result shapes that the op's shape rule computes from `arguments`."""
        if self.rule is None:
            reason = WITHOUT_RULE.get(self.name, "there is no rule for its shape")
            raise TypeError(f"result_type= must be given: {reason}")
        fields: dict[str, Any] = dict.fromkeys(self._parameters)
        for group in self.fields.operands:
            if group.name in fields and group.name in arguments.operands:
                shapes = [_static_shape(value) for value in arguments.operands[group.name]]
                is_list = group.variadic and not group.optional
                fields[group.name] = shapes if is_list else shapes[0] if shapes else None
        for name, definition in self.fields.definition.properties.items():
            if name in fields:
                fields[name] = plain(arguments.properties.get(name, definition.default_value))
        found = self.rule(**fields)
        shapes = found if isinstance(found, list) else [found]
        for shape in shapes:
            if any(size < 0 for size in shape):
                raise ValueError(f"sizes would be negative: {shape}")
        return shapes

    def _element_type(self, arguments: Arguments, given: Mapping[str, Any]) -> Attribute:
        """Return the result's element type.

        It is `dtype=` if given, otherwise the element type of the operand or attribute in
        `ELEMENT_TYPES`.
        """
        if given["dtype"] is not None:
            return element_type(given["dtype"])
        first = arguments.first_tensor()
        source: Attribute | str | None = None if first is None else first.element_type
        if first is None and isinstance(
            elements := arguments.properties.get("value"), TypedAttribute
        ):
            source = tensor_of(elements).element_type
        source = entry_of(ELEMENT_TYPES, self.name, source)
        if isinstance(source, str):
            source = self._operand(source, arguments).element_type
        if source is None:
            raise TypeError("dtype= or result_type= must be given")
        return source

    def _operand(self, parameter: str, arguments: Arguments) -> Tensor:
        """Return the tensor type of the operand passed as `parameter`."""
        group = next(each for each in self.fields.operands if parameter in each.parameters)
        return tensor_type(arguments.operands[group.name][group.parameters.index(parameter)])

    def _tensor(
        self, shape: Shape, element: Attribute, arguments: Arguments, encoding: Any
    ) -> Tensor:
        """Return the type of a result with this shape and element type.

        Without `encoding`, the encoding follows from that of the first tensor operand.
        """
        if not isinstance(encoding, Attribute | None):
            raise TypeError(f"encoding must be an attribute, not {encoding!r}")
        if encoding is None:
            encoding = self._encoding(shape, element, arguments)
        if encoding is None:
            return TensorType(element, shape)
        return TensorType(element, shape, encoding)

    def _encoding(self, shape: Shape, element: Attribute, arguments: Arguments) -> Attribute | None:
        first = arguments.first_tensor()
        source = None if first is None or isinstance(first.encoding, NoneAttr) else first.encoding
        if self.name.startswith("ttnn."):
            return result_layout(self.name, source, shape, element, arguments.properties)
        if first is None or source is None:
            return None
        if (first.get_shape(), first.element_type) != (shape, element):
            raise TypeError(f"encoding= or result_type= must be given: {source} is of {first}")
        return source


def _static_shape(value: SSAValue) -> Shape:
    """Return the shape of the tensor `value`. Raises TypeError if a dimension is dynamic."""
    shape = tensor_type(value).get_shape()
    if DYNAMIC_INDEX in shape:
        raise TypeError(f"result_type= must be given: {value.type} is not of fixed size")
    return shape


def tensor_of(elements: TypedAttribute) -> Tensor:
    """Return the tensor type of a constant such as `dense<...>`."""
    return cast(Tensor, elements.get_type())


def _as_types(result_type: Any) -> list[Attribute]:
    """Return `result_type`, a type or a list of types, as a list. Raises TypeError for anything
    else.
    """
    is_many = isinstance(result_type, list | tuple)
    types = list(cast(Sequence[Any], result_type)) if is_many else [result_type]
    for each in types:
        if not isinstance(each, Attribute):
            raise TypeError(f"result_type must be a type or a list of types, not {each!r}")
    return types
