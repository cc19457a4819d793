"""`ttmlir_py.ir.writing.names`: the numbers of values and blocks."""

import pytest

from ttmlir_py.compiler import create_context
from ttmlir_py.ir.reading.parser import parse_module
from ttmlir_py.ir.writing.printer import PrintOptions, print_operation


def printed(text: str, **options: bool) -> str:
    module = parse_module(text, context=create_context(allow_unregistered=True))
    return print_operation(module, PrintOptions(**options))


def results(text: str, **options: bool) -> list[str]:
    """Return the text left of `=` for each printed operation, in order."""
    lines = printed(text, **options).splitlines()
    return [line.split(" = ")[0].strip() for line in lines if line.strip().startswith("%")]


def test_printed_value_numbers_ignore_input_names() -> None:
    text = """
    func.func @f(%first: i32, %second: i32) -> i32 {
      %sum = arith.addi %first, %second : i32
      return %sum : i32
    }"""
    assert (
        printed(text)
        == """module {
  func.func @f(%arg0: i32, %arg1: i32) -> i32 {
    %0 = arith.addi %arg0, %arg1 : i32
    return %0 : i32
  }
}
"""
    )


def test_several_results_of_operation_share_one_number() -> None:
    text = """
    %a:3 = "t.three"() : () -> (i32, i32, f32)
    %b, %c:2 = "t.three"() : () -> (i32, i32, i32)
    "t.use"(%a#2, %c#1, %b) : (f32, i32, i32) -> ()"""
    assert results(text) == ["%0:3", "%1:3"]
    assert '"t.use"(%0#2, %1#2, %1#0)' in printed(text)


def test_values_of_nested_regions_are_numbered_after_parent() -> None:
    text = """
    func.func @f() {
      "t.region"() ({
        %inner = "t.one"() : () -> i32
      }) : () -> ()
      %after = "t.one"() : () -> i32
      return
    }
    func.func @g() { %0 = "t.one"() : () -> i32 return }"""
    assert results(text) == ["%1", "%0", "%0"]


def test_values_outside_functions_are_numbered() -> None:
    text = """
    %top = "t.one"() : () -> i32
    func.func @f() { %0 = "t.one"() : () -> i32 return }"""
    assert results(text) == ["%0", "%1"]


def test_value_numbers_in_generic_form_are_unique_with_last_region_first() -> None:
    text = """
    func.func @f() { %0 = arith.constant 1 : i32 return }
    func.func @g() { %0 = arith.constant 1 : i32 return }"""
    assert results(text, generic=True) == ["%1", "%0"]
    assert results(text) == ["%c1_i32", "%c1_i32"]


def test_arguments_of_inner_blocks_print_as_plain_numbers() -> None:
    text = """
    "t.region"() ({
    ^entry(%a: i32):
      "t.br"(%a)[^next] : (i32) -> ()
    ^next(%b: i32):
      "t.end"(%a, %b) : (i32, i32) -> ()
    }) : () -> ()"""
    assert "^bb0(%arg0: i32):" in printed(text)
    assert "^bb1(%0: i32):  // pred: ^bb0" in printed(text)
    assert '"t.end"(%arg0, %0)' in printed(text)


@pytest.mark.parametrize(
    ("op", "name"),
    [
        ("arith.constant 0 : i32", "%c0_i32"),
        ("arith.constant -7 : i64", "%c-7_i64"),
        ("arith.constant 255 : i8", "%c-1_i8"),
        ("arith.constant 5 : index", "%c5"),
        ("arith.constant true", "%true"),
        ("arith.constant false", "%false"),
        ("arith.constant 1.0 : f32", "%cst"),
        ("arith.constant dense<1> : tensor<2xi32>", "%cst"),
        ("memref.alloc() : memref<4xf32>", "%alloc"),
        ("memref.alloca() : memref<4xf32>", "%alloca"),
        ("tensor.empty() : tensor<4xf32>", "%0"),
        ("func.constant @f : () -> ()", "%f"),
    ],
)
def test_suggested_result_name_is_printed(op: str, name: str) -> None:
    assert results(f"func.func @f() {{ %x = {op} return }}") == [name]


def test_clashing_suggested_names_share_one_counter() -> None:
    text = """
    func.func @f(%c: i1) {
      %0 = arith.constant 0 : i32
      %1 = arith.constant 0 : i32
      %2 = arith.constant 1.0 : f32
      %3 = arith.constant 2.0 : f32
      scf.if %c { %4 = arith.constant 0 : i32 }
      scf.if %c { %4 = arith.constant 0 : i32 }
      return
    }"""
    assert results(text) == [
        "%c0_i32",
        "%c0_i32_0",
        "%cst",
        "%cst_1",
        "%c0_i32_2",
        "%c0_i32_2",
    ]


def test_result_groups_print_separate_suggested_names() -> None:
    text = """
    func.func @f(%m: memref<4x4xf32>) {
      %a:6 = memref.extract_strided_metadata %m : memref<4x4xf32> -> memref<f32>, index, index, index, index, index
      "t.use"(%a#0, %a#3, %a#5) : (memref<f32>, index, index) -> ()
      return
    }"""
    assert results(text) == ["%base_buffer, %offset, %sizes:2, %strides:2"]
    assert '"t.use"(%base_buffer, %sizes#1, %strides#1)' in printed(text)


def test_linalg_region_arguments_have_suggested_names() -> None:
    text = """
    #id = affine_map<(d0) -> (d0)>
    func.func @f(%a: tensor<4xf32>) {
      %0 = linalg.generic {indexing_maps = [#id, #id, #id], iterator_types = ["parallel"]}
          ins(%a, %a : tensor<4xf32>, tensor<4xf32>) outs(%a : tensor<4xf32>) {
      ^bb0(%x: f32, %y: f32, %z: f32):
        linalg.yield %x : f32
      } -> tensor<4xf32>
      return
    }"""
    assert "^bb0(%in: f32, %in_0: f32, %out: f32):" in printed(text)


def test_operation_printed_alone_has_value_numbers_of_its_function() -> None:
    text = """
    %outer = "t.one"() : () -> i32
    func.func @f(%a: i32, %b: i32) -> i32 {
      %0 = "t.one"() : () -> i32
      %1 = arith.addi %b, %0 : i32
      return %1 : i32
    }"""
    module = parse_module(text, context=create_context(allow_unregistered=True))
    add = next(op for op in module.walk() if op.name == "arith.addi")
    local = PrintOptions(local_scope=True)
    assert print_operation(add, local) == "%1 = arith.addi %arg1, %0 : i32"
    assert print_operation(add) == "%2 = arith.addi %arg1, %1 : i32"


def test_value_outside_isolated_operation_prints_as_unknown() -> None:
    text = """
    func.func @f(%a: i32) {
      "t.user"(%a) : (i32) -> ()
      return
    }"""
    module = parse_module(text, context=create_context(allow_unregistered=True))
    user = next(op for op in module.walk() if op.name != "func.func" and op.operands)
    user.detach()
    text = print_operation(user, PrintOptions(local_scope=True))
    assert text == '"t.user"(<<UNKNOWN SSA VALUE>>) : (i32) -> ()'
