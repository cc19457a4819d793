"""`ttnn-modify-signatures-for-dylib`: give all functions the same kind of signature."""

from dataclasses import dataclass
from typing import Any

from typing_extensions import override
from xdsl.dialects.builtin import (
    ArrayAttr,
    DictionaryAttr,
    FunctionType,
    ModuleOp,
    TensorType,
    TupleType,
)
from xdsl.ir import Attribute, Operation

from ttmlir_py.dialects import func, ttnn
from ttmlir_py.dialects.tt.ops import GetTupleElementOp, TupleOp
from ttmlir_py.ir.context import MlirContext
from ttmlir_py.ir.diagnostics import OperationError
from ttmlir_py.passes.base import Pass
from ttmlir_py.rewriting.attributes import i32
from ttmlir_py.rewriting.builder import Builder
from ttmlir_py.rewriting.mutation import erase, replace_uses


@dataclass(frozen=True)
class TTNNModifySignaturesForDylibPass(Pass):
    """Modify signatures of the functions for dylib path.

    Each function of the module takes its tensors as one tuple and, if it uses a device, the device.
    It returns its tensors as one tuple. Its `ttnn.get_device` is erased. Requires arguments and
    results to be ranked tensors. Calls between the functions are not allowed, because they would
    need the old signatures. Declarations are left alone.
    """

    name = "ttnn-modify-signatures-for-dylib"
    cpp_name = "TTNNModifySignaturesForDylib"

    @override
    def run(self, context: MlirContext, op: Operation) -> None:
        assert isinstance(op, ModuleOp)
        for each in op.ops:
            if isinstance(each, func.FuncOp) and not each.is_declaration:
                _modify(each)


def _modify(function: func.FuncOp) -> None:
    old = function.function_type
    inputs, outputs = _tuple_of(function, old.inputs), _tuple_of(function, old.outputs)
    get_device = _device_of(function)
    devices = [] if get_device is None else [get_device.results[0].type]
    _set_type(function, FunctionType.from_lists((inputs, *devices), (outputs,)))
    entry = function.body.blocks[0]
    _unpack_arguments(function, inputs)
    if get_device is not None:
        device = entry.insert_arg(devices[0], 1)
        device.location = function.location
        replace_uses(get_device.results[0], device)
        erase(get_device)
    for block in function.body.blocks:
        if isinstance(block.last_op, func.ReturnOp):
            _return_tuple(block.last_op, outputs)


def _tuple_of(function: func.FuncOp, types: ArrayAttr[Attribute]) -> TupleType:
    """Return the tuple type with the elements `types`. Raises an error unless all are ranked
    tensors.
    """
    for each in types:
        if not isinstance(each, TensorType):
            raise OperationError(
                function,
                f"requires arguments and results that are ranked tensors, but got '{each}'",
            )
    members: ArrayAttr[Any] = types
    return TupleType(members)


def _device_of(function: func.FuncOp) -> ttnn.GetDeviceOp | None:
    devices = [each for each in function.walk() if isinstance(each, ttnn.GetDeviceOp)]
    if len(devices) > 1:
        raise OperationError(devices[1], "must be the only one of its function, but is the second")
    return devices[0] if devices else None


def _set_type(function: func.FuncOp, new: FunctionType) -> None:
    """Set the type of `function`. As in MLIR, attributes of arguments and results keep their
    indices.
    """
    function.arg_attrs = _resized(function.arg_attrs, len(new.inputs))
    function.res_attrs = _resized(function.res_attrs, len(new.outputs))
    function.properties["function_type"] = new


def _resized(
    attributes: ArrayAttr[DictionaryAttr] | None, count: int
) -> ArrayAttr[DictionaryAttr] | None:
    if attributes is None:
        return None
    padding = [DictionaryAttr({})] * (count - len(attributes))
    return ArrayAttr([*attributes.data[:count], *padding])


def _unpack_arguments(function: func.FuncOp, inputs: TupleType) -> None:
    """Replace the arguments of the entry block by the elements of one tuple argument."""
    entry = function.body.blocks[0]
    start = entry.first_op
    assert start is not None
    arguments = tuple(entry.args)
    tensors = entry.insert_arg(inputs, 0)
    tensors.location = function.location
    for index, argument in enumerate(arguments):
        builder = Builder(start, function.location)
        member = builder.value(GetTupleElementOp, (tensors,), argument.type, index=i32(index))
        replace_uses(argument, member)
        entry.erase_arg(argument)


def _return_tuple(op: func.ReturnOp, outputs: TupleType) -> None:
    op.operands = (Builder(op).value(TupleOp, tuple(op.operands), outputs),)
