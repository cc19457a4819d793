"""Conversion of modules from earlier revisions to 2026-08, where operations have no
destinations.
"""

from collections.abc import Callable, Mapping
from functools import cache
from types import MappingProxyType
from typing import Any, cast

from xdsl.dialects.builtin import (
    ArrayAttr,
    DenseArrayBase,
    DictionaryAttr,
    IntegerAttr,
    StringAttr,
    i32,
)
from xdsl.ir import Attribute, Block, Operation, SSAValue

from ttmlir_py.dialects.func import FuncOp
from ttmlir_py.dialects.revisions import IN_PLACE
from ttmlir_py.dialects.revisions.definitions import RevisionOperation, operation_class
from ttmlir_py.dialects.revisions.destinations import DestinationOperation
from ttmlir_py.dialects.revisions.table import names, operation_row
from ttmlir_py.dialects.tensor_types import integers, shape_of
from ttmlir_py.dialects.tt.const_eval import ARGUMENT_TYPE
from ttmlir_py.dialects.ttir.interfaces import ElementwiseOp
from ttmlir_py.dialects.ttir.reduction import ReductionOp
from ttmlir_py.ir.definition.operations import DestinationStyle
from ttmlir_py.ir.diagnostics import OperationError
from ttmlir_py.passes.revisions.attributes import SYSTEM_DESC, attribute_2026_08, enum_attribute
from ttmlir_py.passes.revisions.destinations import drop_destinations
from ttmlir_py.passes.revisions.element_types import RESHAPE, scalar_of
from ttmlir_py.passes.revisions.misreadings import EMPTY_TENSORS
from ttmlir_py.rewriting.attributes import i32_array
from ttmlir_py.rewriting.mutation import erase, insert_before, replace, set_type

REVISION = "2026-08"
Properties = dict[str, Attribute]


@cache
def _successors() -> Mapping[str, str]:
    """Map each 2025-02 operation name to the first 2026-08 name for it."""
    found: dict[str, str] = {}
    for name in names("op", REVISION):
        row = operation_row(name, REVISION)
        assert row is not None
        found.setdefault(row.origin, name)
    return found


def _array(*numbers: Any) -> Attribute:
    return DenseArrayBase.from_list(i32, [number.value.data for number in numbers])


def _window(*pairs: str) -> Callable[[Properties], Properties]:
    """Return a conversion of window properties from separate numbers to arrays.

    `pairs` names the attributes with a height and a width, such as `stride`. `padding` always
    becomes an array of four numbers.
    """

    def convert(given: Properties) -> Properties:
        sides = (given.pop(f"padding_{side}") for side in ("top", "left", "bottom", "right"))
        found: Properties = {"padding": _array(*sides)}
        for name in pairs:
            found[name] = _array(given.pop(f"{name}_height"), given.pop(f"{name}_width"))
        if "groups" in given:
            groups: Any = given.pop("groups")
            found["groups"] = IntegerAttr(groups.value.data, 32)
        return given | found

    return convert


_PROPERTIES: Mapping[str, Callable[[Properties], Properties]] = {
    "ttir.clamp": lambda given: given,
    "ttir.conv2d": _window("stride", "dilation"),
    "ttir.max_pool2d": _window("kernel", "stride", "dilation"),
}
"""Maps operations whose attributes differ between the revisions to the conversion of the
properties.
"""
_RENAMED = ("ttir.clamp", "ttir.mesh_shard", "ttir.power", "ttir.select", "ttir.slice")


_ANNOTATIONS: Mapping[str, str] = MappingProxyType(
    {
        ARGUMENT_TYPE: "ttcore.argument_type",
        "tt.meshes": "ttcore.meshes",
        "tt.system_desc": SYSTEM_DESC,
    }
)
"""Maps names of discardable attributes to those of 2026-08."""


class Converter:
    """A converter of modules to 2026-08."""

    def convert(self, root: Operation) -> None:
        """Convert the operations in `root`.

        Raises OperationError for an operation that 2026-08 cannot express.
        """
        self._discardable(root)
        for region in root.regions:
            for block in region.blocks:
                self._block(block)

    def _block(self, block: Block) -> None:
        for argument in block.args:
            set_type(argument, _checked(cast(Any, block.parent_op()), argument.type))
        destinations = [op for op in block.ops if op.name in EMPTY_TENSORS and _has_uses(op)]
        for op in list(block.ops):
            if op.parent is None:
                continue  # `op` is an empty tensor whose only writer was converted.
            if isinstance(op, DestinationOperation):
                made = drop_destinations(op)
                if made is None:
                    continue
                op = made
            for result in op.results:
                set_type(result, _checked(op, result.type))
            if isinstance(op, RevisionOperation):
                self._convert_attributes(op)
            elif op.name.startswith(("ttir.", "ttnn.", "tt.")):
                self._operation(op)
                continue
            self.convert(op)
            if isinstance(op, FuncOp):
                op.properties["function_type"] = _checked(op, op.function_type)
        for op in destinations:
            if op.parent is not None and not _has_uses(op):
                erase(op)

    def _convert_attributes(self, op: Operation) -> None:
        """Convert the attributes of `op`, an operation of 2025 that 2026-08 also has."""
        for name, value in op.properties.items():
            op.properties[name] = _checked(op, value)

    def _operation(self, op: Operation) -> None:
        successor = _successors().get(op.name)
        cls: Any = None if successor is None else operation_class(REVISION, successor)
        if cls is None or not _is_convertible(op, cls):
            raise OperationError(op, f"of tt-mlir 2025-02 has no counterpart in {REVISION}")
        for value in op.operands:
            set_type(value, _checked(op, value.type))
        properties = {
            name: _checked(op, value)
            for name, value in op.properties.items()
            if name != "operandSegmentSizes"
        }
        if change := _PROPERTIES.get(op.name):
            properties = change(properties)
        for region in op.regions:
            for block in region.blocks:
                self._block(block)
        in_place = op.name in IN_PLACE
        types = [] if in_place else [result.type for result in op.results]
        to_one = isinstance(op, ReductionOp) and _is_to_one_element(op)
        made = cls.create(
            operands=_inputs(op),
            result_types=[scalar_of(type_) for type_ in types] if to_one else types,
            properties=properties,
            attributes={name: _checked(op, value) for name, value in op.attributes.items()},
            regions=[op.detach_region(region) for region in list(op.regions)],
        )
        made.location = op.location
        insert_before(op, made)
        values = [op.operands[0]] if in_place else list(made.results)
        if to_one:
            values = [_as_one_element(op, values[0])]
        replace(op, values) if values else erase(op)

    def _discardable(self, op: Operation) -> None:
        kept = _renamed(op, op.attributes)
        op.attributes.clear()
        op.attributes.update(kept)
        for name in ("arg_attrs", "res_attrs"):
            listed: Any = op.properties.get(name)
            if listed is not None:
                each = [DictionaryAttr(_renamed(op, found.data)) for found in listed.data]
                op.properties[name] = ArrayAttr(each)


def _renamed(op: Operation, given: Mapping[str, Attribute]) -> dict[str, Attribute]:
    """Return discardable attributes of `op` with the names that annotations have in 2026-08."""
    return {
        _ANNOTATIONS.get(name, name): _argument_type(op, value)
        if name == ARGUMENT_TYPE
        else _checked(op, value)
        for name, value in given.items()
    }


def _argument_type(op: Operation, value: Attribute) -> Attribute:
    """Return the enum attribute for the type of an argument, which may be a string."""
    if not isinstance(value, StringAttr):
        return _checked(op, value)
    try:
        return enum_attribute(REVISION, _ANNOTATIONS[ARGUMENT_TYPE], value.data)
    except ValueError as error:
        raise OperationError(op, str(error)) from None


def _has_uses(op: Operation) -> bool:
    return op.results[0].uses.get_length() > 0


def _checked(op: Operation, attribute: Attribute) -> Any:
    try:
        return attribute_2026_08(attribute)
    except ValueError as error:
        raise OperationError(op, str(error)) from None


def _is_convertible(op: Operation, cls: Any) -> bool:
    """Whether the 2026-08 class `cls` can express all attributes of `op`."""
    if not issubclass(cls, RevisionOperation) or op.name in (*_PROPERTIES, *IN_PLACE, *_RENAMED):
        return True
    return cls.ROW.is_as_it_was and cls.ROW.origin == cls.name


def _is_to_one_element(op: ReductionOp) -> bool:
    """Whether `op` reduces all dimensions to one element, which is a tensor of rank 0 in
    2026-08.
    """
    if shape_of(op.results[0]) != (1,):
        return False
    rank = len(shape_of(op.input))
    dims = range(rank) if op.dim_arg is None else integers(op.dim_arg)
    return not op.keep_dim.value.data and len({dim % rank for dim in dims}) == rank


def _as_one_element(op: Operation, scalar: SSAValue) -> SSAValue:
    """Return the tensor `scalar` of rank 0 as a tensor of one element."""
    reshape = cast(Any, operation_class(REVISION, RESHAPE)).create(
        operands=[scalar], result_types=[op.results[0].type], properties={"shape": i32_array([1])}
    )
    reshape.location = op.location
    return insert_before(op, reshape).results[0]


def _inputs(op: Operation) -> list[SSAValue]:
    """Return the operands of `op` that are not destinations."""
    if op.name in IN_PLACE or not isinstance(op, DestinationStyle):
        return list(op.operands)
    if isinstance(op, ElementwiseOp):
        return list(op.inputs)
    return list(op.dps_inputs)
