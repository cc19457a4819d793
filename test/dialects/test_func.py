"""`ttmlir_py.dialects.func` and `ttmlir_py.dialects.tensor` as Python classes."""

import subprocess
import sys

from xdsl.dialects.builtin import (
    DYNAMIC_INDEX,
    FunctionType,
    ModuleOp,
    TensorType,
    f32,
    i32,
)
from xdsl.ir import Block, Region

from ttmlir_py.compiler import create_context, parse
from ttmlir_py.dialects import tensor
from ttmlir_py.dialects.func import CallOp, FuncOp, ReturnOp
from ttmlir_py.ir.checking.verifier import verify_operation
from ttmlir_py.ir.writing.printer import print_operation


def test_func_module_built_in_python_prints_and_verifies() -> None:
    inner = FuncOp.external("g", [i32], [i32])
    outer = FuncOp("f", ([i32], [i32]), visibility="nested")
    (argument,) = outer.args
    call = CallOp("g", [argument], [i32])
    outer.body.block.add_ops([call, ReturnOp(call.results[0])])
    module = ModuleOp([inner, outer])
    assert print_operation(module) == (
        "module {\n"
        "  func.func private @g(i32) -> i32\n"
        "  func.func nested @f(%arg0: i32) -> i32 {\n"
        "    %0 = call @g(%arg0) : (i32) -> i32\n"
        "    return %0 : i32\n"
        "  }\n"
        "}\n"
    )
    assert verify_operation(module, create_context().diagnostics)


def test_func_op_properties_match_declared_visibility_and_body() -> None:
    declaration = FuncOp.external("g", [i32], [])
    assert declaration.is_declaration
    assert declaration.is_private
    assert declaration.args == ()
    assert declaration.get_return_op() is None

    region = Region(Block(arg_types=[f32]))
    function = FuncOp("f", ([i32], []), region)
    region.block.add_op(returned := ReturnOp(region.block.args[0]))
    assert not function.is_private
    assert function.get_return_op() is returned
    function.update_function_type()
    assert function.function_type == FunctionType.from_lists([f32], [f32])


def test_func_op_is_printable_with_xdsl_printer() -> None:
    """Debuggers and exception messages use xDSL's own printer."""
    text = str(FuncOp("f", ([i32], [i32, f32])))
    assert text.startswith("func.func @f(%0: i32) -> (i32, f32) {")


def test_tensor_operations_except_empty_are_classes_of_xdsl() -> None:
    from xdsl.dialects.tensor import CastOp

    assert tensor.CastOp is CastOp
    module = parse(
        """
    func.func @f(%a: tensor<4xf32>) -> tensor<?xf32> {
      %0 = tensor.cast %a : tensor<4xf32> to tensor<?xf32>
      %1 = tensor.empty() : tensor<4xf32>
      return %0 : tensor<?xf32>
    }""",
        verify=False,
    )
    classes = [type(op) for op in module.walk()]
    assert CastOp in classes
    assert tensor.EmptyOp in classes


def test_tensor_empty_of_dynamic_shape_prints_sizes() -> None:
    type = TensorType(f32, [DYNAMIC_INDEX, 4])
    text = "func.func @f(%n: index) { %0 = tensor.empty(%n) {a} : tensor<?x4xf32> return }"
    (empty,) = (op for op in parse(text, verify=False).walk() if isinstance(op, tensor.EmptyOp))
    assert empty.tensor.type == type
    assert print_operation(empty) == "%0 = tensor.empty(%arg0) {a} : tensor<?x4xf32>"


def test_importing_light_modules_does_not_load_xdsl_dialects() -> None:
    code = """
import sys
from ttmlir_py.compiler import parse
text = "func.func @f() -> tensor<4xf32> { %0 = tensor.empty() : tensor<4xf32> return %0 : tensor<4xf32> }"
str(parse(text, verify=False))
print([name for name in ("func", "tensor", "arith") if f"xdsl.dialects.{name}" in sys.modules])
"""
    result = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True
    )
    assert result.stdout == "[]\n"
