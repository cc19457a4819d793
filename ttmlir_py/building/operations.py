"""Functions that build ops, generated from the op definitions."""

from collections.abc import Callable, Iterable, Mapping
from typing import Any, cast

from xdsl.builder import Builder
from xdsl.dialects.builtin import (
    DYNAMIC_INDEX,
    DenseArrayBase,
    LocationAttr,
    NoneAttr,
    i32,
)
from xdsl.ir import Attribute, Operation, SSAValue
from xdsl.utils.exceptions import VerifyException

from ttmlir_py.building.elements import dense
from ttmlir_py.building.fields import Fields, OperandGroup
from ttmlir_py.building.inference import Arguments, Inference, ResultTypes, Tensor
from ttmlir_py.building.layouts import create_empty, device_of
from ttmlir_py.building.locations import as_location
from ttmlir_py.building.regions import DEFAULT_REGIONS
from ttmlir_py.dialects.constraints import TT_Device
from ttmlir_py.dialects.tensor import EmptyOp
from ttmlir_py.ir.definition.constraints import Described
from ttmlir_py.ir.definition.operations import OdsOperation
from ttmlir_py.ir.narrowing import is_tensor_type

Given = Mapping[str, Any]
"""Maps each parameter to the caller's argument, or to None if the argument is omitted."""


class OpFunction:
    """A callable that builds ops of one class."""

    def __init__(self, op_class: type[OdsOperation]) -> None:
        self.op_class = op_class
        self.name = op_class.name
        self.fields = Fields(op_class)
        self.signature = self.fields.signature()
        self.inference = Inference(self.fields)

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        """Build an op and return its result or tuple of results, or the op if it has no results."""
        try:
            bound = self.signature.bind(*args, **kwargs)
            bound.apply_defaults()
            op = self._build(bound.arguments)
        except TypeError as error:
            raise TypeError(f"{self.name}: {error}") from None
        except VerifyException as error:
            raise ValueError(f"'{self.name}' op {error}") from None
        except ValueError as error:
            raise ValueError(f"{self.name}: {error}") from None
        if len(op.results) > 1:
            return tuple(op.results)
        return op.results[0] if op.results else op

    def _build(self, given: Given) -> OdsOperation:
        location = as_location(given["location"])
        builder: Any = given["builder"]
        if not isinstance(builder, Builder | None):
            raise TypeError(f"builder must be a Builder, not {builder!r}")
        arguments = Arguments(self._operands(given), self._properties(given), [])
        arguments.regions += [self._region(name, arguments, given) for name in self.fields.regions]
        results = self.inference.result_types(arguments, given)
        made: list[Operation] = []
        destination = self.fields.destination
        if destination is not None and destination not in arguments.operands:
            made = [self._empty(cast(Tensor, t), given, arguments, location) for t in results.types]
            arguments.operands[destination] = tuple(op.results[0] for op in made)
        op = self._create(arguments, results, location)
        try:
            self._check(op, results, builder)
        except (VerifyException, ValueError):
            for each in (op, *reversed(made)):
                if each.parent is not None:
                    each.detach()
                each.erase()
            raise
        if builder is not None:
            builder.insert([*made, op])
        return op

    def _create(
        self, arguments: Arguments, results: ResultTypes, location: LocationAttr
    ) -> OdsOperation:
        groups = [arguments.operands[group.name] for group in self.fields.operands]
        if self.fields.is_segmented:
            sizes = DenseArrayBase.from_list(i32, [len(group) for group in groups])
            arguments.properties["operandSegmentSizes"] = sizes
        return self.op_class.create(
            operands=[value for group in groups for value in group],
            result_types=results.types,
            properties=arguments.properties,
            regions=arguments.regions,
            location=location,
        )

    def _check(self, op: OdsOperation, results: ResultTypes, builder: Builder | None) -> None:
        """Raise an error if the new op is invalid.

        Verifiers that read the surrounding ops are not run. Also raises ValueError if the result
        types could not be inferred, or if both `builder` and xDSL's implicit builder are used.
        """
        if op.has_local_verifier():
            op.verify_()
        if results.failure is not None:
            raise ValueError(f"the shape of the result cannot be inferred: {results.failure}")
        if builder is not None and op.parent is not None:
            raise ValueError("builder= is given, but an implicit builder has inserted the op")

    def _operands(self, given: Given) -> dict[str, tuple[SSAValue, ...]]:
        """Map each operand field to its values; a destination that the caller omits has no
        entry.
        """
        operands = {group.name: self._values(group, given) for group in self.fields.operands}
        destination = self.fields.destination
        if destination is not None and given[destination] is None:
            del operands[destination]
        return operands

    def _values(self, group: OperandGroup, given: Given) -> tuple[SSAValue, ...]:
        """Return the operands of one field from the arguments of its parameters."""
        values: list[SSAValue] = []
        for name in group.parameters:
            value = given[name]
            if value is None and (group.optional or group.name == self.fields.destination):
                continue
            is_list = group.takes_list and not isinstance(value, SSAValue | Operation)
            if is_list and (isinstance(value, str) or not isinstance(value, Iterable)):
                raise TypeError(f"{name} must be a list of values, not {value!r}")
            each = cast(Iterable[Any], value if is_list else (value,))
            values += [_value(group.constraint, name, one) for one in each]
        return tuple(values)

    def _region(self, name: str, arguments: Arguments, given: Given) -> Any:
        """Return the region that the caller passes as `name`, or the op's default region."""
        if given[name] is not None:
            return given[name]
        return DEFAULT_REGIONS[self.name](arguments.operands)

    def _properties(self, given: Given) -> dict[str, Attribute]:
        """Return the attributes that the caller gives, and the defaults of omitted required
        attributes.
        """
        found: dict[str, Attribute] = {}
        for prop in self.fields.properties:
            value = given[prop.name]
            if value is None and prop.required:
                raise TypeError(f"{prop.name} must be given")
            if value is None or (value is False and not prop.required):
                # The operation stores neither omitted optional attributes nor unit attributes that
                # are False.
                continue
            if prop.conversion.takes_elements and prop.name == "value":
                value = self._elements(value, given)
            found[prop.name] = prop.conversion.convert(value, prop.name)
        return found

    def _elements(self, value: Any, given: Given) -> Any:
        """Return `value` as a `dense<...>` attribute with the element type and shape given for the
        result.
        """
        destination = None if self.fields.destination is None else given[self.fields.destination]
        wanted = given["result_type"] if destination is None else SSAValue.get(destination).type
        if isinstance(value, Attribute):
            return value
        if not is_tensor_type(wanted):
            return dense(value, given["dtype"])
        return dense(value, wanted.element_type, wanted.get_shape())

    def _empty(
        self, type_: Tensor, given: Given, arguments: Arguments, location: LocationAttr
    ) -> Operation:
        """Return the op that creates the destination of type `type_`.

        It is a `ttnn.empty` for types with a TTNN layout, otherwise a `tensor.empty`.
        """
        destination = self.fields.destination
        if DYNAMIC_INDEX in type_.get_shape():
            raise TypeError(f"{destination}= must be given: {type_} is not of fixed size")
        if not self.name.startswith("ttnn.") or isinstance(type_.encoding, NoneAttr):
            return EmptyOp.create(result_types=[type_], location=location)
        device = given.get("device")
        if device is not None:
            device = _value(TT_Device, "device", device)
        else:
            device = device_of(arguments.operands.values())
        if device is None:
            raise TypeError(
                f"device= or {destination}= must be given: no ttnn.get_device is in the block "
                f"of "
                f"an operand"
            )
        return create_empty(type_, device, location)


def _value(constraint: Described[Any], name: str, value: Any) -> SSAValue:
    """Return `value` as an SSA value; an op represents its only result.

    Raises TypeError if it is neither, or violates the constraint on the parameter `name`.
    """
    if isinstance(value, Operation) and len(value.results) == 1:
        value = value.results[0]
    if not isinstance(value, SSAValue):
        raise TypeError(f"{name} must be a value, or an op with one result, not {value!r}")
    found = cast(SSAValue, value)
    if not constraint.predicate(found.type):
        raise TypeError(f"{name} must be {constraint.description}, but its type is '{found.type}'")
    return found


def op_function(op_class: type[OdsOperation]) -> Callable[..., Any]:
    """Return a function that builds ops of `op_class`; signature and docstring come from the
    definition.
    """
    build = OpFunction(op_class)
    dialect, _, stem = op_class.name.partition(".")

    def function(*args: Any, **kwargs: Any) -> Any:
        return build(*args, **kwargs)

    attributes: dict[str, Any] = {
        "__name__": stem,
        "__qualname__": stem,
        "__module__": f"ttmlir_py.building.{dialect}",
        "__doc__": _documentation(build),
        "__signature__": build.signature,
    }
    for name, value in attributes.items():
        setattr(function, name, value)
    return function


def _documentation(build: OpFunction) -> str:
    """Return the docstring of a generated function: the op, its attributes, and its result's
    shape.
    """
    lines = [(build.op_class.__doc__ or "").rstrip(), ""]
    for prop in build.fields.properties:
        lines.append(f"    {prop.name}: {prop.conversion.constraint.description}")
    if build.fields.has_results:
        lines.append(f"    shape of the result: {build.inference.explanation()}")
    return "\n".join(lines)
