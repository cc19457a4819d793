"""`ttmlir_py.ir.writing.printer`: the text of operations, blocks and attributes."""

import shutil
import subprocess

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tiers import example_count
from xdsl.dialects import builtin
from xdsl.dialects.builtin import ArrayAttr, DictionaryAttr, IntegerAttr, StringAttr, i32, i64
from xdsl.dialects.test import TestOp as AnyOp
from xdsl.ir import Attribute, Block, Operation, Region

from ttmlir_py.compiler import create_context, parse
from ttmlir_py.ir.reading.parser import parse_module
from ttmlir_py.ir.writing.attributes import attribute_text
from ttmlir_py.ir.writing.printer import PrintOptions, print_operation

pytestmark = pytest.mark.slow


def printed(text: str, **options: bool | int) -> str:
    module = parse_module(text, context=create_context(allow_unregistered=True), file_name="f.mlir")
    return print_operation(module, PrintOptions(**options))


def body(text: str, **options: bool | int) -> str:
    """Return the printed text without the module around it."""
    lines = printed(text, **options).splitlines()
    return "\n".join(line.removeprefix("  ") for line in lines[1:-1])


def dictionary(text: str, **options: int) -> str:
    """Return the printed form of an operation's attributes."""
    line = body(f'"a.b"() {{{text}}} : () -> ()', **options)
    return line.removeprefix('"a.b"() {').removesuffix("} : () -> ()")


@pytest.mark.parametrize(
    ("source", "text"),
    [
        ("z = 1, a = 2 : i32", "a = 2 : i32, z = 1 : i64"),
        ('"quo ted" = 3, "x-y" = unit, b.c', 'b.c, "quo ted" = 3 : i64, "x-y"'),
        (
            "a = [1, 2 : i8, 1.5, 1.5 : f32, true, {k = 1}, [4]]",
            "a = [1, 2 : i8, 1.500000e+00, 1.500000e+00 : f32, true, {k = 1 : i64}, [4]]",
        ),
        ("d = {b = 1, a}", "d = {a, b = 1 : i64}"),
        (r'e = "q\"\\\n\t\01é"', r'e = "q\22\\\0A\09\01\C3\A9"'),
        ('f = @s::@"n m"', 'f = @s::@"n m"'),
        ("g = true, h = -5 : si8, i = 7 : index", "g = true, h = -5 : si8, i = 7 : index"),
        ("j = memref<4xf32, 1>, k = memref<4xf32, 0>", "j = memref<4xf32, 1>, k = memref<4xf32>"),
        ("m = memref<2x3xf32, affine_map<(d0, d1) -> (d0, d1)>>", "m = memref<2x3xf32>"),
        ("m = memref<?x4xf32, strided<[4, 1], offset: ?>>",) * 2,
        ("m = memref<*xf32, 2>",) * 2,
        ("n = () -> (() -> ())",) * 2,
        ("p = array<i32>, q = array<i1: true, false>",) * 2,
        ("x = array<f32: 0.01, 2.0>", "x = array<f32: 0.00999999977, 2.000000e+00>"),
        ("r = !x<foo<1>>, s = #x.y<a->b>", "r = !x.foo<1>, s = #x.y<a->b>"),
        ("t = tensor<*xf32>, v = vector<[4]x2xf32>",) * 2,
        ("u = dense<> : tensor<0x2xi32>",) * 2,
        ("v = dense<[[1, 1], [1, 1]]> : tensor<2x2xi8>", "v = dense<1> : tensor<2x2xi8>"),
        ("w = dense<[[1, 2], [3, 4]]> : tensor<2x2xui8>",) * 2,
        ("w = dense<[true, false]> : tensor<2xi1>",) * 2,
        ("w = dense<0xFF800000> : tensor<f32>",) * 2,
        (
            "w = dense<(1.0,2.0)> : tensor<1xcomplex<f32>>",
            "w = dense<(1.000000e+00,2.000000e+00)> : tensor<1xcomplex<f32>>",
        ),
        ("w = loc(unknown)", "w = #loc"),
        ("y = tuple<i1, index>, z = complex<f32>",) * 2,
    ],
)
def test_attribute_of_each_kind_prints_in_mlir_syntax(source: str, text: str) -> None:
    if text.endswith("#loc"):
        assert printed(f'"a.b"() {{{source}}} : () -> ()').startswith("#loc = loc(unknown)\n")
    else:
        assert dictionary(source) == text


def test_attribute_text_of_list_is_bracketed_list() -> None:
    attribute = ArrayAttr([IntegerAttr(1, i64), IntegerAttr(2, i32)])
    assert attribute_text(attribute) == "[1, 2 : i32]"


def test_large_constant_prints_as_hexadecimal() -> None:
    values = ", ".join(map(str, range(101)))
    text = dictionary(f"a = dense<[{values}]> : tensor<101xi8>")
    assert text.startswith('a = dense<"0x000102030405')
    assert dictionary("b = dense<7> : tensor<101xi8>") == "b = dense<7> : tensor<101xi8>"
    bits = dictionary("f = dense<[true,false,true,true]> : tensor<4xi1>", hex_elements_if_larger=3)
    assert bits == 'f = dense<"0x0D"> : tensor<4xi1>'
    plain = dictionary(f"a = dense<[{values}]> : tensor<101xi8>", hex_elements_if_larger=-1)
    assert plain.startswith("a = dense<[0, 1, 2, 3")


def test_elided_dense_constant_prints_placeholder() -> None:
    source = "a = dense<[1, 2, 3]> : tensor<3xi32>, b = dense<1> : tensor<9xi32>"
    assert dictionary(source, elide_elements_if_larger=2) == (
        "a = dense_resource<__elided__> : tensor<3xi32>, b = dense<1> : tensor<9xi32>"
    )
    assert dictionary(source, elide_elements_if_larger=3).startswith("a = dense<[1, 2, 3]>")


def test_operations_in_region_of_default_dialect_print_without_prefix() -> None:
    text = """\
func.func @f(%arg0: i1) {
  scf.if %arg0 {
    func.call @g() : () -> ()
    %1 = builtin.unrealized_conversion_cast to i32
  }
  %0 = builtin.unrealized_conversion_cast to i32
  call @g() : () -> ()
  return
}
func.func private @g()
"a.b"() ({
  builtin.module {
  }
}) : () -> ()"""
    assert body(text) == text


def test_function_prints_visibility_arguments_and_attributes() -> None:
    text = """\
func.func private @ext(i32, tensor<4xf32> {x.a = 1 : i32}) -> (i32 {x.r}) attributes {k.v = true}
func.func private @decl()
func.func nested @n() {
  return
}
func.func public @p(%arg0: i32 {x.arg = "v", x.b}, %arg1: f32) -> (i32, f32) attributes {x.y = 1 : i64, x.z} {
  return %arg0, %arg1 : i32, f32
}
func.func @"weird name-1"(%arg0: () -> ()) -> (() -> ()) {
  %0 = call_indirect %arg0() {a} : () -> i32
  return {b = 2 : i8} %arg0 : () -> ()
}"""
    text = text.replace("%arg0: () -> ()", "%arg0: () -> i32").replace(
        "return {b = 2 : i8} %arg0 : () -> ()",
        "%f = constant @n : () -> ()\n  return {b = 2 : i8} %f : () -> ()",
    )
    assert body(text) == text


def test_block_prints_label_and_predecessors() -> None:
    text = """\
"a.b"() ({
  "c.br"()[^bb1, ^bb2] : () -> ()
^bb1(%0: i32, %1: f32):  // 2 preds: ^bb0, ^bb2
  "c.br"(%0)[^bb2] : (i32) -> ()
^bb2:  // 2 preds: ^bb0, ^bb1
  "c.br"()[^bb1] : () -> ()
^bb3:  // no predecessors
  "c.br"()[^bb4, ^bb4] : () -> ()
^bb4:  // 2 preds: ^bb3, ^bb3
  "c.end"() : () -> ()
}, {
}, {
^bb0:
}, {
^bb0(%arg0: i32):
}) : () -> ()"""
    assert body(text) == text


def test_properties_regions_and_attributes_print_in_mlir_order() -> None:
    text = """\
"a.b"() <{a = 1 : i64, b}> ({
}) {c = 2 : i64, d} : () -> ()"""
    source = '"a.b"() <{b, a = 1}> ({}) {d, c = 2} : () -> ()'
    assert body(source) == text


def test_operation_printed_with_skip_regions_shows_ellipsis() -> None:
    (function,) = parse("func.func @f() { return }", verify=False).ops
    assert print_operation(function, PrintOptions(skip_regions=True)) == "func.func @f() {...}"


def test_operand_used_twice_prints_at_each_use() -> None:
    """The printer reuses texts for equal types and attributes, which must not mix up the two
    operands.
    """
    text = """\
func.func @f(%arg0: index, %arg1: tensor<4xf32>, %arg2: f32) {
  %inserted = tensor.insert %arg2 into %arg1[%arg0] : tensor<4xf32>
  %inserted_0 = tensor.insert %arg2 into %inserted[%arg0] : tensor<4xf32>
  %0 = arith.addf %arg1, %arg1 : tensor<4xf32>
  %1 = arith.addf %arg1, %0 : tensor<4xf32>
  %2 = arith.addf %1, %0 : tensor<4xf32>
  return
}"""
    assert body(text) == text


def test_operation_with_percent_sign_and_newline_in_text_prints_unchanged() -> None:
    text = """\
"a.b"() {a = "100%s", b = !x.y<one
two>} : () -> ()
"a.b"() {a = "100%s"} : () -> ()"""
    assert body(text) == text


def test_resources_print_after_module() -> None:
    text = """\
module {
  "a.b"() {a = dense_resource<blob1> : tensor<1xi8>, c = dense_resource<nothere> : tensor<1xi8>} : () -> ()
}

{-#
  dialect_resources: {
    builtin: {
      blob1: "0x0100000001"
    }
  },
  external_resources: {
    mlir_reproducer: {
      pipeline: "builtin.module(cse)",
      verify_each: true
    }
  }
#-}
"""
    unused = text.replace("blob1: ", 'unused: "0x0100000002",\n      blob1: ')
    assert printed(unused) == text
    elided = printed(text, elide_resources_if_larger=4)
    assert "blob1: " not in elided
    assert "verify_each: true" in elided


def test_pretty_locations_print_inline() -> None:
    text = """
    "t.a"() : () -> () loc("matmul"("a.py":1:2))
    "t.b"() : () -> () loc(unknown)"""
    assert printed(text, debug_info=True, pretty_debug_info=True).splitlines() == [
        "module {",
        '  "t.a"() : () -> () "matmul"(#loc1)',
        '  "t.b"() : () -> () [unknown]',
        "} f.mlir:0:0",
        "#loc = f.mlir:0:0",
        "#loc1 = a.py:1:2",
        "#loc2 = [unknown]",
        '#loc3 = "matmul"(#loc1)',
    ]


# ---- laws ----

strings = st.text(st.characters(codec="utf-8"), max_size=4)
names = st.text(st.characters(codec="ascii"), min_size=1, max_size=4)
leaves = st.one_of(
    st.integers(-(2**31), 2**31 - 1).map(lambda value: IntegerAttr(value, i32)),
    st.floats(width=32, allow_nan=False).map(lambda value: builtin.FloatAttr(value, 32)),
    strings.map(StringAttr),
    st.sampled_from([builtin.UnitAttr(), i32, builtin.IndexType(), builtin.f32]),
    st.lists(st.integers(-4, 4), max_size=3).map(
        lambda values: builtin.DenseArrayBase.from_list(i32, values)
    ),
)
attributes = st.recursive(
    leaves,
    lambda inner: st.one_of(
        st.lists(inner, max_size=3).map(ArrayAttr),
        st.dictionaries(names, inner, max_size=3).map(DictionaryAttr),
    ),
    max_leaves=8,
)


@st.composite
def modules(draw: st.DrawFn) -> builtin.ModuleOp:
    """Draw a module of nested operations that use values defined before them."""

    def block(depth: int, visible: list[object]) -> Block:
        result = Block(arg_types=draw(st.lists(st.just(i32), max_size=2)))
        known = [*visible, *result.args]
        for _ in range(draw(st.integers(0, 3))):
            operands = draw(st.lists(st.sampled_from(known), max_size=2)) if known else []
            regions = [Region(block(depth - 1, known))] if depth and draw(st.booleans()) else []
            op = AnyOp(
                operands=operands,
                result_types=[i32] * draw(st.integers(0, 2)),
                regions=regions,
                attributes=draw(st.dictionaries(names, attributes, max_size=2)),
            )
            result.add_op(op)
            known += op.results
        return result

    wrapper: Operation = AnyOp(regions=[Region(block(2, []))])
    return builtin.ModuleOp([wrapper])


@settings(deadline=None)
@given(modules())
def test_printed_text_round_trips(module: builtin.ModuleOp) -> None:
    text = print_operation(module)
    assert printed(text) == text
    generic = print_operation(module, PrintOptions(generic=True))
    assert printed(generic, generic=True) == generic


@pytest.mark.skipif(shutil.which("mlir-opt-19") is None, reason="mlir-opt-19 is not installed")
@settings(max_examples=example_count(10))
@given(modules())
def test_printed_text_agrees_with_mlir_opt(module: builtin.ModuleOp) -> None:
    text = print_operation(module)
    result = subprocess.run(
        ["mlir-opt-19", "--allow-unregistered-dialect"],
        input=text,
        capture_output=True,
        text=True,
        check=True,
    )
    assert result.stdout == text + "\n"


@given(attributes)
def test_attribute_text_does_not_depend_on_earlier_printing(attribute: Attribute) -> None:
    twice = attribute_text(ArrayAttr([DictionaryAttr({"a": attribute, "b": attribute})]))
    inner = attribute_text(attribute)
    if isinstance(attribute, builtin.UnitAttr):
        assert twice == "[{a, b}]"
    else:
        assert twice == f"[{{a = {inner}, b = {inner}}}]"


REGIONS_WITH_IMPLIED_END = {
    "scf.if": ("scf.if %arg0 {{ {end} }}", "scf.yield"),
    "scf.if else": ("scf.if %arg0 {{ }} else {{ {end} }}", "scf.yield"),
    "scf.for": ("scf.for %i = %arg1 to %arg1 step %arg1 {{ {end} }}", "scf.yield"),
    "scf.index_switch": (
        "scf.index_switch %arg1 case 1 {{ scf.yield }} default {{ {end} }}",
        "scf.yield",
    ),
    "affine.for": ("affine.for %i = 0 to 10 {{ {end} }}", "affine.yield"),
    "emitc.if": ("emitc.if %arg0 {{ {end} }}", "emitc.yield"),
    "emitc.if else": ("emitc.if %arg0 {{ }} else {{ {end} }}", "emitc.yield"),
    "emitc.for": ("emitc.for %i = %arg1 to %arg1 step %arg1 {{ {end} }}", "emitc.yield"),
    "emitc.switch": ("emitc.switch %arg1 : index default {{ {end} }}", "emitc.yield"),
}


@pytest.mark.parametrize("name", REGIONS_WITH_IMPLIED_END)
def test_terminator_with_unexpected_operands_prints_operands(name: str) -> None:
    form, end = REGIONS_WITH_IMPLIED_END[name]
    texts = [
        body(f"func.func @f(%arg0: i1, %arg1: index) {{ {form.format(end=text)} return }}")
        for text in (f"{end} %arg0 : i1", end)
    ]
    assert f"{end} %arg0 : i1" in texts[0]
    assert f"{end} %arg0" not in texts[1]
