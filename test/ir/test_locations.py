"""Locations of operations and arguments: their source, aliases, fusion, and positions in a text."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tiers import example_count
from xdsl.dialects.builtin import (
    UNKNOWN_LOC,
    FileLineColLoc,
    FusedLoc,
    IntAttr,
    NameLoc,
    NoneAttr,
    StringAttr,
)
from xdsl.ir import Attribute, Operation

from ttmlir_py.compiler import create_context
from ttmlir_py.ir.diagnostics import CompilationError
from ttmlir_py.ir.locations import (
    SourceMap,
    file_range,
    find_call_site,
    find_file_location,
    fuse,
)
from ttmlir_py.ir.reading.parser import MlirParser, parse_module
from ttmlir_py.ir.writing.attributes import PrintOptions
from ttmlir_py.ir.writing.printer import print_operation


def parse(text: str) -> Operation:
    context = create_context(allow_unregistered=True)
    return parse_module(text, context=context, file_name="t.mlir")


def locations(text: str) -> list[str]:
    return [str(op.location) for op in parse(text).walk()]


RANGES = """
#end = loc("f.py":3:20 to :35)
module {
"x.y"() : () -> () loc("f.py":3:20 to 4:1)
"x.y"() : () -> () loc("add"(#end))
"x.y"() : () -> () loc(callsite("f.py":3:20 to :35 at #end))
"x.y"() : () -> () loc("f.py":3:20 to :20)
"x.y"() : () -> () loc(fused["f.py":3:20 to 3:35, "a\\22b.py":1:2 to 7:1])
} loc(unknown)
"""


def test_location_range_round_trips_with_start_and_end():
    start = FileLineColLoc(StringAttr("f.py"), IntAttr(3), IntAttr(20))
    _, first, named, called, *_ = parse(RANGES).walk()
    assert first.location == file_range(start, 4, 1)
    assert named.location == NameLoc(StringAttr("add"), file_range(start, None, 35))
    found = find_file_location(called.location)
    assert found is not None
    assert (found.line.data, int(found.column.data)) == (3, 20)
    assert file_range(start, 4, 1) not in (start, file_range(start, 4, 2))


def test_location_range_is_printed_as_by_mlir():
    mlir = pytest.importorskip("jaxlib.mlir.ir", reason="jaxlib is not installed")
    with mlir.Context() as context:
        context.allow_unregistered_dialects = True
        expected = mlir.Module.parse(RANGES).operation.get_asm(enable_debug_info=True)
    options = PrintOptions(debug_info=True)
    assert print_operation(parse(RANGES), options).strip() == expected.strip()


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("to", "expected integer end line number"),
        ("to 3", "expected ':' in FileLineColRange"),
        ("to :", "expected integer end column number"),
        ("too :3", "expected ')' in location"),
    ],
)
def test_location_range_without_end_is_refused(text: str, message: str):
    with pytest.raises(CompilationError) as raised:
        parse(f'"x.y"() : () -> () loc("f.py":3:20 {text})')
    assert message in str(raised.value)


def name(text: str) -> NameLoc:
    return NameLoc(StringAttr(text), NoneAttr())


def test_operation_location_starts_at_operation_name():
    text = '"a.b"() : () -> ()\n  %0, %1:2 = "a.c"() : () -> (i32, i32, i32)\n'
    assert locations(text) == ['loc("t.mlir":0:0)', 'loc("t.mlir":1:1)', 'loc("t.mlir":2:14)']


def test_operations_on_repeated_lines_have_separate_locations():
    lines = [
        "%a = x",
        '%b = "a.b"() : () -> i32',
        "%c = x",
        "  %d = x",
        '"a.u"(%a, %d) : (i32, i32) -> ()',
    ]
    text = "\n".join(lines).replace("x", '"a.b"() : () -> i32')
    columns = [str(op.location).split(":", 1)[1] for op in parse(text).walk()]
    assert columns == ["0:0)", "1:6)", "2:6)", "3:6)", "4:8)", "5:1)"]


def test_location_columns_count_utf_8_bytes():
    text = '"a.b"() {k = "é"} : () -> () %0 = "a.c"() : () -> i32\n'
    assert locations(text)[2] == 'loc("t.mlir":1:36)'


def test_argument_location_starts_at_argument_name():
    text = """
func.func @f(%a: i32, %b: i32 loc("b")) {
  "x.y"() ({
  ^bb0(%c: i32, %d: i32 loc(unknown)):
    "x.z"() : () -> ()
  }) : () -> ()
  return
}"""
    arguments = [
        str(argument.location)
        for op in parse(text).walk()
        for region in op.regions
        for block in region.blocks
        for argument in block.args
    ]
    assert arguments == ['loc("t.mlir":2:14)', 'loc("b")', 'loc("t.mlir":4:8)', "loc(unknown)"]


def test_location_alias_may_be_defined_after_use():
    text = """
"x.y"() ({
^bb0(%a: i32 loc(#b)):
  "x.a"(%a) : (i32) -> () loc(#a)
  "x.a"(%a) : (i32) -> () loc(#b)
  "x.a"(%a) : (i32) -> () loc(#a)
}) : () -> () loc(#a)
#a = loc("first")
#b = loc("second"(#a))
"""
    module = parse(text)
    assert [str(op.location) for op in module.walk()][1:] == [
        'loc("first")', 'loc("first")', 'loc("second"("first"))', 'loc("first")',
    ]  # fmt: skip
    region = next(op for op in module.walk() if op.regions and op is not module).regions[0]
    assert str(region.block.args[0].location) == 'loc("second"("first"))'


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ('fused["a", "b", "a"]', 'fused["a", "b"]'),
        ('fused["a", unknown]', '"a"'),
        ("fused[]", "unknown"),
        ("fused[unknown]", "unknown"),
        ('fused["a", fused["b", "c"]]', 'fused["a", "b", "c"]'),
        ('fused<"m">["a"]', 'fused<"m">["a"]'),
        ('fused["a", fused<"m">["b", "c"]]', 'fused["a", fused<"m">["b", "c"]]'),
        ('fused<"m">["a", fused<"m">["b", "c"]]', 'fused<"m">["a", "b", "c"]'),
        ('"a"(unknown)', '"a"'),
        ('"a"("b":1:2)', '"a"("b":1:2)'),
        ('callsite("a" at "f.mlir":1:2)', 'callsite("a" at "f.mlir":1:2)'),
    ],
)
def test_fused_and_call_site_locations_are_normalised_as_in_mlir(text: str, expected: str):
    (_, op) = parse(f'"x.y"() : () -> () loc({text})').walk()
    assert str(op.location) == f"loc({expected})"


def test_fusing_unknown_locations_keeps_metadata():
    fused = fuse([], IntAttr(1))
    assert isinstance(fused, FusedLoc)
    assert fused == FusedLoc((UNKNOWN_LOC,), IntAttr(1))


names = st.sampled_from("abc").map(name)
trees = st.recursive(names, lambda inner: st.lists(inner, max_size=3).map(fuse), max_leaves=8)


@given(st.lists(trees, max_size=4))
def test_fused_location_is_flat_without_duplicates(parts: list[Attribute]):
    fused = fuse(parts)  # pyright: ignore[reportArgumentType]
    assert fuse([fused]) == fused
    if isinstance(fused, FusedLoc):
        locations = list(fused.locations)  # pyright: ignore
        assert len(locations) > 1
        assert len(set(locations)) == len(locations)
        assert not any(isinstance(part, FusedLoc) for part in locations)


def test_first_file_and_call_site_are_found_in_nested_location():
    text = '"x.y"() : () -> () loc(fused["a", callsite("b"("f":1:2) at "g":3:4)])'
    location = list(parse(text).walk())[1].location
    assert str(find_file_location(location)) == 'loc("f":1:2)'
    call = find_call_site(location)
    assert call is not None
    assert str(call.caller) == 'loc("g":3:4)'
    assert find_file_location(name("a")) is None


@given(st.text(alphabet="a\né\t", max_size=30), st.data())
def test_source_position_has_line_and_column_of_byte_offset(text: str, data: st.DataObject):
    position = data.draw(st.integers(0, len(text)))
    location = SourceMap(text, "f").location(position)
    before = text[:position].encode()
    assert location.line.data == before.count(b"\n") + 1
    assert location.column.data == len(before) - (before.rfind(b"\n") + 1) + 1


@settings(max_examples=example_count(10))
@given(
    st.text(alphabet="a\né", min_size=1, max_size=20),
    st.integers(1, 10_000),
    st.lists(st.floats(0, 1), min_size=1, max_size=10),
)
def test_source_positions_read_in_any_order_have_same_locations(
    piece: str, repetitions: int, fractions: list[float]
):
    text = piece * repetitions
    source_map = SourceMap(text, "f")
    for fraction in fractions:
        position = round(fraction * len(text))
        location = source_map.location(position)
        before = text[:position].encode()
        assert location.line.data == before.count(b"\n") + 1
        assert location.column.data == len(before) - (before.rfind(b"\n") + 1) + 1


def test_location_aliases_are_parsed_on_demand():
    count = 5000  # deeper than Python's recursion limit
    names = "".join(f'#n{i} = loc("n{i}"(#n{i - 1}))\n' for i in range(1, count))
    text = f'"t.op"() : () -> () loc(#n{count - 1})\n#n0 = loc("file":4294967295:7)\n{names}#u = loc("u"(#n3))\n'
    context = create_context(allow_unregistered=True)
    parser = MlirParser(context, text)
    op = parser.parse_file(implicit_module=False)
    location: Attribute = op.location
    for number in reversed(range(1, count)):
        assert isinstance(location, NameLoc)
        assert location.desc.data == f"n{number}"
        location = location.location
    assert str(location) == 'loc("file":4294967295:7)'
    assert dict.__len__(parser.attribute_aliases) == count  # without `#u`


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ('#a = loc("x":1:2)\n#a = loc("y":1:2)\n', "2:1: redefinition of attribute alias id 'a'"),
        ('#a = 1\n#a = loc("y")\n', "2:1: redefinition of attribute alias id 'a'"),
        ('#a = loc("x":1:2)\n#b = loc("n"(#c))\n', "2:16: undefined symbol alias id 'c'"),
        ('#a = 1\n#b = loc("n"(#a))\n', "2:16: expected location attribute, but got 1 : i64"),
        (
            '#a = loc("x":1:4294967296)\n',
            "1:16: expected integer column number in FileLineColLoc",
        ),
    ],
)
def test_invalid_location_alias_is_refused_at_alias(text: str, message: str):
    context = create_context()
    with context.diagnostics.collect() as found, pytest.raises(CompilationError):
        parse_module(text, context=context)
    where = found[0].location
    assert isinstance(where, FileLineColLoc)
    assert f"{where.line.data}:{where.column.data}: {found[0].message}" == message
