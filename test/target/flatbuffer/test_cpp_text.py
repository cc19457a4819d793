"""The C++ text in binaries equals that of the pass and the translation to C++."""

import warnings
from importlib.resources import files

import pytest

import ttmlir_py
from ttmlir_py.ir.diagnostics import CompilationError
from ttmlir_py.ir.module import ModuleOp
from ttmlir_py.target.flatbuffer.cpp_text import cpp_text

EXAMPLES = (files("ttmlir_py.dialects") / "ttnn" / "examples.mlir").read_text().split("// -----")
PROGRAMS = {
    "operations of one kind with different operands": """
func.func @first(%a: tensor<32x32xf32>, %b: tensor<32x32xf32>) -> tensor<32x32xf32> {
  %0 = "ttnn.softmax"(%a) <{dimension = 1 : si32}> : (tensor<32x32xf32>) -> tensor<32x32xf32>
  %1 = "ttnn.softmax"(%b) <{dimension = 1 : si32}> : (tensor<32x32xf32>) -> tensor<32x32xf32>
  %2 = "ttnn.softmax"(%1) <{dimension = 0 : si32}> : (tensor<32x32xf32>) -> tensor<32x32xf32>
  %3 = "ttnn.matmul"(%2, %2, %2) : (tensor<32x32xf32>, tensor<32x32xf32>, tensor<32x32xf32>) -> tensor<32x32xf32>
  %4 = "ttnn.matmul"(%3, %0, %a) : (tensor<32x32xf32>, tensor<32x32xf32>, tensor<32x32xf32>) -> tensor<32x32xf32>
  "ttnn.deallocate"(%3) <{force = false}> : (tensor<32x32xf32>) -> ()
  return %4 : tensor<32x32xf32>
}
func.func @v1(%a: tensor<32x32xf32>) -> (tensor<32x32xf32>, tensor<32x32xf32>) {
  %0 = "ttnn.softmax"(%a) <{dimension = 1 : si32}> : (tensor<32x32xf32>) -> tensor<32x32xf32>
  return %0, %a : tensor<32x32xf32>, tensor<32x32xf32>
}
func.func @nothing() {
  return
}
""",
    "tuples and vectors": """
func.func @f(%t: tuple<tensor<32x32xf32>, tensor<32x32xf32>>, %o: tensor<64x32xf32>) -> tuple<tensor<64x32xf32>> {
  %0 = "tt.get_tuple_element"(%t) <{index = 0 : i32}> : (tuple<tensor<32x32xf32>, tensor<32x32xf32>>) -> tensor<32x32xf32>
  %1 = "tt.get_tuple_element"(%t) <{index = 1 : i32}> : (tuple<tensor<32x32xf32>, tensor<32x32xf32>>) -> tensor<32x32xf32>
  %2 = "ttnn.concat"(%0, %1, %o) <{dim = 0 : si32}> : (tensor<32x32xf32>, tensor<32x32xf32>, tensor<64x32xf32>) -> tensor<64x32xf32>
  %3 = "tt.tuple"(%2) : (tensor<64x32xf32>) -> tuple<tensor<64x32xf32>>
  return %3 : tuple<tensor<64x32xf32>>
}
func.func @g(%a: tensor<32x32xf32>, %o: tensor<64x32xf32>) -> tensor<64x32xf32> {
  %0 = "ttnn.concat"(%a, %a, %o) <{dim = 0 : si32}> : (tensor<32x32xf32>, tensor<32x32xf32>, tensor<64x32xf32>) -> tensor<64x32xf32>
  return %0 : tensor<64x32xf32>
}
""",
    "calls of functions": """
func.func private @v2(%a: tensor<32x32xf32>) -> tensor<32x32xf32> {
  %0 = "ttnn.softmax"(%a) <{dimension = 1 : si32}> : (tensor<32x32xf32>) -> tensor<32x32xf32>
  return %0 : tensor<32x32xf32>
}
func.func @f(%a: tensor<32x32xf32>) -> tensor<32x32xf32> {
  %0 = call @v2(%a) : (tensor<32x32xf32>) -> tensor<32x32xf32>
  %1 = call @v2(%0) : (tensor<32x32xf32>) -> tensor<32x32xf32>
  return %1 : tensor<32x32xf32>
}
""",
}


@pytest.fixture(autouse=True)
def use_templates_for_small_programs(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ttmlir_py.target.flatbuffer.cpp_text._OPERATIONS_PER_KIND", 0)


def parsed(text: str) -> ModuleOp:
    """Return the module of a text, without warnings."""
    with warnings.catch_warnings(action="ignore"):
        return ttmlir_py.parse(text)


def converted(text: str) -> str:
    """Return the C++ that the pass and the translation make of a program, or "" if they fail."""
    module = parsed(text)
    with warnings.catch_warnings(action="ignore"):
        try:
            ttmlir_py.PassManager("builtin.module(convert-ttnn-to-emitc)").run(module)
            return ttmlir_py.translate(module, "mlir-to-cpp").decode()
        except CompilationError:
            return ""


@pytest.mark.parametrize("name", PROGRAMS)
def test_cpp_text_of_program_equals_converted_program(name: str) -> None:
    module = ttmlir_py.parse(PROGRAMS[name])
    before = str(module)
    text = cpp_text(module)
    assert text == converted(PROGRAMS[name])
    assert "ttnn::softmax" in text or "ttnn::concat" in text
    assert str(module) == before


def test_cpp_text_of_each_operation_equals_converted_operation() -> None:
    texts = {text: cpp_text(parsed(text)) for text in EXAMPLES[1:]}
    assert {text: converted(text) for text in texts} == texts
    assert sum(map(bool, texts.values())) > len(texts) * 0.9


def test_cpp_text_of_value_used_before_its_definition_is_empty() -> None:
    text = PROGRAMS["operations of one kind with different operands"]
    module = ttmlir_py.parse(text)
    function = module.body.block.first_op
    assert function is not None
    first, second = (each for each, _ in zip(function.regions[0].block.ops, "12", strict=False))
    first.operands = second.results
    assert cpp_text(module) == ""
