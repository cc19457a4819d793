"""`ttmlir_py.ir.writing.aliases`: which attributes have aliases, with which names and numbers and
in which order.
"""

import pytest
from xdsl.dialects.builtin import ArrayAttr, ModuleOp, StringAttr, TensorType, f32
from xdsl.dialects.test import TestOp
from xdsl.ir import Attribute, ParametrizedAttribute
from xdsl.irdl import irdl_attr_definition
from xdsl.parser import AttrParser
from xdsl.printer import Printer

from ttmlir_py.compiler import create_context
from ttmlir_py.ir.reading.parser import parse_module
from ttmlir_py.ir.writing.aliases import sanitize
from ttmlir_py.ir.writing.printer import MlirPrinter, PrintOptions, print_operation


def printed(text: str, **options: bool) -> list[str]:
    module = parse_module(text, context=create_context(allow_unregistered=True), file_name="f.mlir")
    return print_operation(module, PrintOptions(**options)).splitlines()


def definitions(text: str, **options: bool) -> list[str]:
    return [line for line in printed(text, **options) if line.startswith(("#", "!"))]


@irdl_attr_definition
class NamedAttr(ParametrizedAttribute):
    """An attribute that chooses its alias's name and may hold another attribute."""

    name = "test.named"
    label: StringAttr
    child: Attribute

    def alias_name(self) -> str | None:
        return self.label.data or None

    @classmethod
    def parse_parameters(cls, parser: AttrParser) -> list[Attribute]:
        raise NotImplementedError

    def print_parameters(self, printer: Printer) -> None:
        printer.print_string(f"<{self.label.data}")
        if isinstance(self.child, NamedAttr):
            printer.print_string(", ")
            assert isinstance(printer, MlirPrinter)
            printer.print_stripped(self.child)
        printer.print_string(">")


def named(label: str, child: Attribute | None = None) -> NamedAttr:
    return NamedAttr(StringAttr(label), child or StringAttr(""))


def printed_attributes(*attributes: Attribute) -> list[str]:
    op = TestOp(attributes={f"a{index}": value for index, value in enumerate(attributes)})
    return print_operation(ModuleOp([op])).splitlines()


def test_unused_alias_definitions_are_dropped_and_used_ones_renumbered() -> None:
    text = """
    #unused = affine_map<(d0) -> (d0)>
    #mine = affine_map<(d0) -> (d0 + 3)>
    #text = "hello"
    "t.op"() {a = #mine, b = #text, c = [#mine, {k = #mine}]} : () -> ()"""
    assert printed(text) == [
        "#map = affine_map<(d0) -> (d0 + 3)>",
        "module {",
        '  "t.op"() {a = #map, b = "hello", c = [#map, {k = #map}]} : () -> ()',
        "}",
    ]


def test_alias_numbers_follow_visits_by_attribute_name() -> None:
    text = """
    "t.op"() {z = affine_map<(d0) -> (d0)>, a = affine_map<(d0) -> (d0 + 1)>} : () -> ()"""
    assert printed(text) == [
        "#map = affine_map<(d0) -> (d0 + 1)>",
        "#map1 = affine_map<(d0) -> (d0)>",
        "module {",
        '  "t.op"() {a = #map, z = #map1} : () -> ()',
        "}",
    ]


def test_alias_names_are_sorted_with_types_first() -> None:
    members = ", ".join(f"i{width}" for width in range(1, 18))
    text = f"""
    "t.op"() {{a = affine_set<(d0) : (d0 >= 0)>, b = affine_map<(d0) -> (d0)>,
              c = tuple<{members}>, d = tuple<i1, i2>}} : () -> ()"""
    assert [line.split(" = ")[0] for line in definitions(text)] == ["!tuple", "#map", "#set"]


def test_alias_numbers_of_result_types_precede_those_of_attributes() -> None:
    text = """
    %0 = "t.op"() {a = affine_map<(d0) -> (d0)>} : () -> memref<4xf32, affine_map<(d0) -> (d0 * 2)>>
    """
    assert definitions(text)[0] == "#map = affine_map<(d0) -> (d0 * 2)>"


def test_properties_of_unregistered_operations_get_no_aliases() -> None:
    text = """
    "t.op"() <{p = affine_map<(d0) -> (d0 + 3)>}> : () -> ()"""
    assert definitions(text) == []
    assert '  "t.op"() <{p = affine_map<(d0) -> (d0 + 3)>}> : () -> ()' in printed(text)


def test_attributes_of_function_arguments_get_no_aliases() -> None:
    text = """
    func.func @f(%a: i32 {x.m = affine_map<(d0) -> (d0 + 9)>})
        -> (i32 {x.m = affine_map<(d0) -> (d0 + 8)>}) { return %a : i32 }
    func.func private @g(i32 {x.m = affine_map<(d0) -> (d0 + 7)>})"""
    assert definitions(text) == [
        "#map = affine_map<(d0) -> (d0 + 8)>",
        "#map1 = affine_map<(d0) -> (d0 + 7)>",
    ]


def test_local_scope_prints_no_aliases() -> None:
    text = """
    "t.op"() {a = affine_map<(d0) -> (d0)>} : () -> ()"""
    assert printed(text, local_scope=True) == [
        "module {",
        '  "t.op"() {a = affine_map<(d0) -> (d0)>} : () -> ()',
        "}",
    ]


@pytest.mark.parametrize(
    ("name", "sane"),
    [
        ("l1", "l1_"),
        ("test.alias", "test2Ealias"),
        ("0_test", "_0_test"),
        ("a b", "a_b"),
        ("é", "C3A9_"),
        ("dram", "dram"),
    ],
)
def test_alias_name_is_sanitized(name: str, sane: str) -> None:
    assert sanitize(name) == sane


def test_aliases_are_ordered_by_depth_before_name() -> None:
    inner, outer = named("zz"), named("aa", named("zz"))
    assert printed_attributes(outer, inner)[:2] == [
        "#zz = #test.named<zz>",
        "#aa = #test.named<aa, #zz>",
    ]


def test_alias_depth_counts_containers_without_alias() -> None:
    """An attribute that holds an array of aliases comes after an attribute that holds one alias."""
    text = """
    "t.a"() : () -> () loc(fused<[affine_map<(d0) -> (d0)>]>["a"])
    "t.b"() : () -> () loc(fused<affine_map<(d0) -> (d0)>>["a"])
    "t.c"() : () -> () loc("n"("a"))"""
    assert printed(text, debug_info=True) == [
        "module {",
        '  "t.a"() : () -> () loc(#loc4)',
        '  "t.b"() : () -> () loc(#loc2)',
        '  "t.c"() : () -> () loc(#loc3)',
        "} loc(#loc)",
        '#loc = loc("f.mlir":0:0)',
        '#loc1 = loc("a")',
        "#map = affine_map<(d0) -> (d0)>",
        "#loc2 = loc(fused<#map>[#loc1])",
        '#loc3 = loc("n"(#loc1))',
        "#loc4 = loc(fused<[#map]>[#loc1])",
    ]


def test_trailing_digits_of_alias_name_are_separated() -> None:
    assert printed_attributes(named("l1"), named("l1", named("")))[:2] == [
        "#l1_ = #test.named<l1>",
        "#l1_1 = #test.named<l1, <>>",
    ]


def test_attribute_parameter_prints_alias_or_stripped_body() -> None:
    lines = printed_attributes(named("", named("dram")), named("", named("")))
    assert lines[0] == "#dram = #test.named<dram>"
    assert "a0 = #test.named<, #dram>, a1 = #test.named<, <>>" in lines[2]


def test_type_prints_aliases_of_its_parameters() -> None:
    encoded = TensorType(f32, [4], named("layout"))
    assert printed_attributes(encoded, ArrayAttr([encoded]))[2].startswith(
        '  "test.op"() {a0 = tensor<4xf32, #layout>, a1 = [tensor<4xf32, #layout>]}'
    )


def test_operation_location_aliases_are_printed_at_end() -> None:
    text = """
    func.func @f(%a: i32 loc("in")) -> i32 {
      %0 = "t.a"(%a) : (i32) -> i32 loc("x.py":3:4)
      return %0 : i32 loc(callsite("named"("x.py":3:4) at unknown))
    } loc("fn")"""
    assert printed(text, debug_info=True) == [
        '#loc2 = loc("in")',
        "module {",
        '  func.func @f(%arg0: i32 loc("in")) -> i32 {',
        '    %0 = "t.a"(%arg0) : (i32) -> i32 loc(#loc3)',
        "    return %0 : i32 loc(#loc6)",
        "  } loc(#loc1)",
        "} loc(#loc)",
        '#loc = loc("f.mlir":0:0)',
        '#loc1 = loc("fn")',
        '#loc3 = loc("x.py":3:4)',
        "#loc4 = loc(unknown)",
        '#loc5 = loc("named"(#loc3))',
        "#loc6 = loc(callsite(#loc5 at #loc4))",
    ]


def test_argument_location_alias_is_defined_first() -> None:
    text = """
    "t.a"() : () -> () loc("outer"("inner"("f.py":1:2)))
    "t.b"() ({
    ^bb0(%x: i32 loc("outer"("inner"("f.py":1:2)))):
      "t.c"() : () -> () loc("last")
    }) : () -> () loc("last")"""
    lines = printed(text, debug_info=True)
    assert lines[:4] == [
        '#loc1 = loc("f.py":1:2)',
        '#loc3 = loc("inner"(#loc1))',
        '#loc4 = loc("outer"(#loc3))',
        "module {",
    ]
    assert '  ^bb0(%arg0: i32 loc("outer"(#loc3))):' in lines
    assert lines[-1] == '#loc2 = loc("last")'


def test_location_in_attribute_has_alias_without_debug_info() -> None:
    assert printed('"t.op"() {l = loc("here")} : () -> ()') == [
        '#loc = loc("here")',
        "module {",
        '  "t.op"() {l = #loc} : () -> ()',
        "}",
    ]


def test_alias_numbers_in_generic_form_follow_visits_of_regions_first() -> None:
    text = """
    "t.op"() ({
      "t.in"() {m = affine_map<(d0) -> (d0 + 1)>} : () -> ()
    }) {m = affine_map<(d0) -> (d0 + 2)>} : () -> memref<4xf32, affine_map<(d0) -> (d0 * 3)>>"""
    assert definitions(text, generic=True) == [
        "#map = affine_map<(d0) -> (d0 + 1)>",
        "#map1 = affine_map<(d0) -> (d0 * 3)>",
        "#map2 = affine_map<(d0) -> (d0 + 2)>",
    ]
