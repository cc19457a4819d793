"""`ttnn-create-input-gens`: make a module runnable, with functions that create inputs
and a `main`.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import cast

from typing_extensions import override
from xdsl.dialects import arith
from xdsl.dialects.builtin import IntegerType, ModuleOp, StringAttr, SymbolRefAttr, UnknownLoc
from xdsl.ir import Attribute, Block, Operation, SSAValue

from ttmlir_py.dialects import func, ttnn
from ttmlir_py.dialects.tensor_types import RankedTensor
from ttmlir_py.dialects.tt.attributes import DataTypeAttr
from ttmlir_py.dialects.ttnn.attributes import LayoutAttr, ShapeAttr
from ttmlir_py.ir.context import MlirContext
from ttmlir_py.ir.diagnostics import OperationError
from ttmlir_py.passes.base import Pass
from ttmlir_py.passes.ttnn.builder import TTNNBuilder
from ttmlir_py.passes.ttnn.layouts import layout_of
from ttmlir_py.rewriting.attributes import i32
from ttmlir_py.rewriting.builder import Builder
from ttmlir_py.rewriting.mutation import create


@dataclass(frozen=True)
class TTNNCreateInputGeneratorsPass(Pass):
    """Create input generators for the forward functions.

    For each function `f` of the module, the pass adds a function `createInputsFor_f`. It returns
    tensors of ones for the arguments of `f`, on the device if they belong there. The function
    `main` calls each generator and then `f`, and returns 0. Requires arguments to be tensors with
    TTNN layouts. The functions themselves are left alone, except that an existing `main` becomes
    `main_`.
    """

    name = "ttnn-create-input-gens"
    cpp_name = "TTNNCreateInputGenerators"

    @override
    def run(self, context: MlirContext, op: Operation) -> None:
        assert isinstance(op, ModuleOp)
        body = op.body.block
        functions = [each for each in body.ops if isinstance(each, func.FuncOp)]
        _free_main(op, functions)
        generators = [_generator(function) for function in functions]
        body.add_ops(generators)
        for generator, function in zip(generators, functions, strict=True):
            generator.location = op.location
            _fill(generator, function)
        body.add_op(_main(op, generators, functions))


def _free_main(module: ModuleOp, functions: Sequence[func.FuncOp]) -> None:
    """Rename the function `main`, if there is one, and its calls."""
    named = {each.sym_name.data: each for each in functions}
    if "main" not in named:
        return
    name = "main_"
    while name in named:
        name += "_"
    named["main"].sym_name = StringAttr(name)
    for each in module.walk():
        if isinstance(each, func.CallOp) and each.callee.root_reference.data == "main":
            each.callee = SymbolRefAttr(name)


def _generator(function: func.FuncOp) -> func.FuncOp:
    inputs = function.function_type.inputs.data
    return func.FuncOp(f"createInputsFor_{function.sym_name.data}", ((), inputs))


def _fill(generator: func.FuncOp, function: func.FuncOp) -> None:
    """Build the body of `generator`, which returns inputs for `function`."""
    block = generator.body.block
    end = Builder.at_end(block, function.location).op(func.ReturnOp)
    builder = TTNNBuilder()
    end.operands = [
        _input(type_, function, end, builder) for type_ in generator.function_type.outputs
    ]


def _input(
    type_: Attribute, function: func.FuncOp, before: Operation, builder: TTNNBuilder
) -> SSAValue:
    """Insert ops that create one input of type `type_` before `before`."""
    try:
        layout = layout_of(cast(RankedTensor, type_))
    except ValueError as error:
        raise OperationError(function, str(error)) from None
    properties: dict[str, Attribute] = {
        "shape": ShapeAttr(cast(RankedTensor, type_).get_shape()),
        "dtype": DataTypeAttr.get(layout.get_data_type()),
        "layout": LayoutAttr.get(layout.get_layout()),
    }
    at = Builder(before, function.location)
    ones = at.value(ttnn.OnesOp, (), type_, **properties)
    if not layout.is_device_buffer_type():
        return ones
    return at.value(ttnn.ToDeviceOp, (ones, builder.device(before)), type_)


def _main(
    module: ModuleOp, generators: Sequence[func.FuncOp], functions: Sequence[func.FuncOp]
) -> func.FuncOp:
    block = Block()
    for generator, function in zip(generators, functions, strict=True):
        inputs = _call(generator, (), function)
        block.add_ops((inputs, _call(function, inputs.results, function)))
    zero = arith.ConstantOp(i32(0))
    zero.location = UnknownLoc()
    end = create(func.ReturnOp, (zero.result,), (), {}, module.location)
    block.add_ops((zero, end))
    main = func.FuncOp("main", ((), (IntegerType(32),)))
    main.location = module.location
    main.body.detach_block(0)
    main.body.add_block(block)
    return main


def _call(callee: func.FuncOp, operands: Sequence[SSAValue], of: func.FuncOp) -> func.CallOp:
    call = func.CallOp(callee.sym_name.data, operands, callee.function_type.outputs.data)
    call.location = of.location
    return call
