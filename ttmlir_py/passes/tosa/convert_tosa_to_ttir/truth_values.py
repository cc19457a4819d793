"""Conversion of boolean tensors to a type that TTNN has: `i1` becomes `bf16` with elements 0 and
1.
"""

from typing import cast

from xdsl.dialects.builtin import (
    BFloat16Type,
    DenseIntOrFPElementsAttr,
    FunctionType,
    IntegerType,
    TensorType,
    bf16,
)
from xdsl.ir import Attribute, Block, Operation

from ttmlir_py.dialects.func import FuncOp
from ttmlir_py.dialects.ttir.creation import ConstantOp
from ttmlir_py.ir.diagnostics import OperationError
from ttmlir_py.ir.narrowing import is_tensor_type
from ttmlir_py.rewriting.mutation import set_type

_I1 = IntegerType(1)


def store_truth_values_as_bf16(root: Operation) -> None:
    """Change the element type of all boolean tensors inside of `root` to bf16.

    Raises OperationError for constants whose elements are not in the text.
    """
    for op in root.walk():
        for value in (*op.results, *(argument for block in _blocks(op) for argument in block.args)):
            set_type(value, _stored(value.type))
        if isinstance(op, ConstantOp):
            _store_constant(op)
        elif isinstance(op, FuncOp):
            signature = op.function_type
            op.properties["function_type"] = FunctionType.from_lists(
                [*map(_stored, signature.inputs)], [*map(_stored, signature.outputs)]
            )


def _blocks(op: Operation) -> list[Block]:
    return [block for region in op.regions for block in region.blocks]


def _stored(type: Attribute) -> Attribute:
    if not is_tensor_type(type) or type.element_type != _I1:
        return type
    return TensorType(bf16, type.get_shape(), type.encoding)


def _store_constant(op: ConstantOp) -> None:
    if op.value.get_type() == op.result.type:
        return
    elements = op.properties["value"]
    if not isinstance(elements, DenseIntOrFPElementsAttr):
        raise OperationError(op, "has truth values that are not written as numbers")
    numbers = cast("DenseIntOrFPElementsAttr[IntegerType]", elements).get_values()
    type = cast("TensorType[BFloat16Type]", op.result.type)
    op.properties["value"] = DenseIntOrFPElementsAttr.from_list(
        type, [float(number != 0) for number in numbers]
    )
