"""Conversion of modules, functions, constants, tuples of tensors, and the types of values to
C++.
"""

from itertools import chain

from xdsl.dialects import builtin
from xdsl.dialects.builtin import (
    FunctionType,
    IndexType,
    StringAttr,
    TensorType,
    TupleType,
    UnrankedTensorType,
)
from xdsl.ir import Attribute, Operation

from ttmlir_py.dialects import func
from ttmlir_py.dialects.emitc.functions import IncludeOp
from ttmlir_py.dialects.emitc.operators import CallOpaqueOp
from ttmlir_py.dialects.emitc.types import LValueType, OpaqueType, PointerType
from ttmlir_py.dialects.emitc.variables import ConstantOp, LiteralOp, LoadOp, SubscriptOp
from ttmlir_py.dialects.tt.device import DeviceType
from ttmlir_py.dialects.tt.ops import GetTupleElementOp, TupleOp
from ttmlir_py.ir.memo import IdentityMemo
from ttmlir_py.ir.module import ModuleOp
from ttmlir_py.passes.ttnn.convert_ttnn_to_emitc.calls import (
    MAKE_TENSORS,
    TENSOR,
    TENSORS,
    Lowering,
    call_properties,
    define_make_tensors,
)
from ttmlir_py.rewriting.builder import Builder
from ttmlir_py.rewriting.mutation import set_type, supersede

HEADER = "ttnn-precompiled.hpp"
_DEVICE = PointerType(OpaqueType("ttnn::IDevice"))


def convert_type(type_: Attribute) -> Attribute:
    """Return the C++ type for values of type `type_`."""
    match type_:
        case DeviceType():
            return _DEVICE
        case TensorType() | UnrankedTensorType():
            return TENSOR
        case TupleType():
            return TENSORS
        case _:
            return type_


def convert_types(root: Operation) -> None:
    """Convert the types of all values inside of `root`.

    This is the last step, because folders compare the TTNN types of ops.
    """
    convert = IdentityMemo(convert_type)
    for op in root.walk():
        blocks = (block for region in op.regions for block in region.blocks)
        for value in chain(op.results, *(block.args for block in blocks)):
            set_type(value, convert(value.type))


def include_header(module: builtin.ModuleOp) -> None:
    """Include the library's header at the start of the module."""
    start = Builder.at_start(module.body.block, module.location)
    start.op(IncludeOp, include=StringAttr(HEADER))


def lower_module(op: builtin.ModuleOp, state: None) -> None:
    """Remove the name and the attributes of a module, which C++ cannot express."""
    op.attributes.clear()
    op.properties.clear()


def lower_function(op: func.FuncOp, state: None) -> None:
    """Convert the type of a function. Block arguments are converted after all ops."""
    old = op.function_type
    op.properties["function_type"] = FunctionType.from_lists(
        *([convert_type(each) for each in types] for types in (old.inputs, old.outputs))
    )


def keep(op: Operation, state: None) -> None:
    """Leave an op unchanged. The types of its values are converted after all ops."""


def lower_constant(op: Operation, state: None) -> None:
    """Lower `arith.constant` to `emitc.constant`."""
    supersede(op, ConstantOp, {"value": op.properties["value"]})


def lower_get_tuple_element(op: GetTupleElementOp, state: None) -> None:
    """Lower the access to a tuple element, `%tuple[0]`, to a load from `tuple[0]`."""
    builder, number = Builder(op), StringAttr(str(op.index.value.data))
    literal = builder.value(LiteralOp, (), IndexType(), value=number)
    element = builder.value(SubscriptOp, (op.operand, literal), LValueType(TENSOR))
    supersede(op, LoadOp, {}, (element,))


def lower_tuple(op: TupleOp, state: None) -> None:
    """Lower `tt.tuple` to a call that creates a vector."""
    define_make_tensors(op)
    supersede(op, CallOpaqueOp, call_properties(MAKE_TENSORS))


LOWERINGS: dict[type[Operation] | str, Lowering] = {
    builtin.ModuleOp: lower_module,
    ModuleOp: lower_module,
    func.FuncOp: lower_function,
    func.ReturnOp: keep,
    func.CallOp: keep,
    "arith.constant": lower_constant,
    GetTupleElementOp: lower_get_tuple_element,
    TupleOp: lower_tuple,
}
