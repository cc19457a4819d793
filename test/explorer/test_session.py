"""Edits in a session: allowed overrides take effect, others are refused with the reason, and no
edit is lost.
"""

import pytest
from explorer_models import DIGITS, DOWN, RELU, UP, session
from hypothesis import given
from hypothesis import strategies as st

from ttmlir_py.compiler import PassManager, parse
from ttmlir_py.explorer.graph import as_dict
from ttmlir_py.explorer.models import model_of_text, name_operations, open_model
from ttmlir_py.explorer.overlays import decorated
from ttmlir_py.explorer.overrides import (
    POLICIES,
    Override,
    OverrideError,
    Settings,
    matches,
    parse_layout,
    parse_override,
)
from ttmlir_py.explorer.schedule import Schedule
from ttmlir_py.explorer.session import Result, Session, compare
from ttmlir_py.explorer.sources import sources
from ttmlir_py.explorer.stages import stage_graph, stages_of
from ttmlir_py.frontends.levels import Level
from ttmlir_py.ir.diagnostics import CompilationError

pytestmark = pytest.mark.slow

STABLEHLO = """
func.func @main(%x: tensor<32x32xf32>) -> tensor<32x32xf32> {
  %0 = stablehlo.add %x, %x : tensor<32x32xf32>
  %1 = stablehlo.abs %0 : tensor<32x32xf32>
  return %1 : tensor<32x32xf32>
}
"""

ELIDED = """func.func @main() -> tensor<4xf32> {
  %0 = "ttir.constant"() <{value = dense_resource<__elided__> : tensor<4xf32>}> : () -> tensor<4xf32>
  return %0 : tensor<4xf32>
}"""


def chosen(result: Result, node: str) -> str:
    (found,) = (each for each in result.conversion.graph.nodes if each.id == node)
    values = {each.key: each.value for each in found.attrs}
    names = ("grid_shape", "buffer_type", "tensor_memory_layout", "memory_layout", "data_type")
    return ":".join(values[name] for name in names)


def test_layout_override_of_operation_without_name_is_applied():
    found = session().show(Settings())
    assert found.decisions is not None
    assert set(found.decisions) == {UP, RELU, DOWN}


def test_every_legal_layout_is_applied():
    one = session()
    one.show(Settings())
    for node in (UP, DOWN):
        for layout in one.choices(node)["considered"][::13]:
            assert chosen(one.compile(one.with_layout(node, layout)), node) == layout


def test_operations_sharing_a_name_offer_layouts_legal_for_all_of_them():
    one = Session(open_model(DIGITS))
    decisions = one.show(Settings()).decisions or {}
    sharing = {id: said for id, said in decisions.items() if said["location"] == "subtract_8"}
    assert {said["operation"] for said in sharing.values()} == {"ttnn.neg", "ttnn.add"}
    (first, second) = (said["considered"] for said in sharing.values())
    assert set(first) == set(second)
    reason = "not legal for another operation of the same name"
    refused = [group for said in sharing.values() for group in said["refused"]]
    assert any(group["reason"] == reason for group in refused)
    found = one.compile(one.with_layout(next(iter(sharing)), first[-1]))
    assert {chosen(found, node) for node in sharing} == {first[-1]}


def test_layout_choices_of_overridden_operation_are_unchanged():
    one = session()
    one.show(Settings())
    before = one.choices(UP)["considered"]
    one.show(one.with_layout(UP, before[-1]))
    assert one.choices(UP)["considered"] == before
    assert len(before) > 5


def test_session_edit_reports_changes_and_undo_reverts():
    one = session()
    start = one.show(Settings())
    slow = one.show(one.with_layout(UP, "1x1:l1:block_sharded:tile"))
    assert start.main is not None
    assert slow.main is not None
    assert slow.main.nanoseconds != start.main.nanoseconds
    assert len(one.history) == 2
    assert one.undo() is start
    assert one.undo() is start


def test_session_edit_to_illegal_layout_is_refused_with_reason():
    one = session()
    one.show(Settings())
    before = one.settings
    for layout, words in {
        "9x9:l1:block_sharded:tile": "is not legal for 'up': it has no such layout",
        "y": "Invalid layout parameter: y",
        "0x1": "Invalid grid size: 0x1",
    }.items():
        with pytest.raises(OverrideError, match=words):
            one.show(one.with_layout(UP, layout))
    with pytest.raises(OverrideError, match="not an operation whose layout can be chosen"):
        one.with_layout("main/up/ttnn.empty__0", "1x1")
    settings = Settings(overrides={"upp": Override(parse_layout("1x1"))})
    with pytest.raises(OverrideError, match="did you mean 'up'"):
        one.show(settings)
    with pytest.raises(OverrideError, match="has no layouts to choose"):
        one.show(Settings("Optimizer Disabled", overrides={"up": Override(parse_layout("1x1"))}))
    assert one.settings == before


def test_session_command_line_compiles_same_program():
    one = session()
    one.show(Settings())
    result = one.show(one.with_layout(UP, "1x1:l1:block_sharded:tile"))
    text = sources(result)["ttir"].text
    module = parse(text)
    assert result.command == f"--ttir-to-ttnn-backend-pipeline='{result.options}'"
    PassManager(f"builtin.module(ttir-to-ttnn-backend-pipeline{{{result.options}}})").run(module)
    assert str(module) == str(result.module)


def test_session_binary_operations_match_graph_nodes_in_order():
    result = Session(open_model(DIGITS)).show(Settings())
    assert result.main is not None
    labels = {node.id: node.label for node in result.conversion.graph.nodes}
    assert len(result.main.ids) == len(result.main.program.operations)
    for id, operation in zip(result.main.ids, result.main.program.operations, strict=True):
        name = labels[id].removeprefix("ttnn.").replace("_", "")
        text = operation.text
        assert f'"{labels[id]}"' in text, (name, text)


def test_session_text_lines_map_to_operations():
    result = session().show(Settings())
    found = sources(result)
    assert set(found) == {"ttir", "ttnn", "cpp", "python"}
    words = {
        "ttir": "ttir.matmul",
        "ttnn": "ttnn.matmul",
        "cpp": "ttnn::matmul(",
        "python": "ttnn.matmul(",
    }
    for name, source in found.items():
        node = UP.replace("ttnn.", "ttir.") if name == "ttir" else UP
        line = source.text.splitlines()[source.lines[node] - 1]
        assert words[name] in line
        assert '"node"' not in source.text


def test_session_graph_nodes_have_estimates_and_decisions():
    one = session()
    result = one.show(Settings())
    graph = decorated(result, one.base(result.settings))
    nodes = {node.id: node for node in graph.nodes}
    up = nodes[UP]
    assert up.estimate is not None
    assert result.main is not None
    assert up.estimate["duration"] == pytest.approx(result.main.estimates[UP].duration, abs=1e-3)
    assert up.legal is not None
    editable = {each.key: each.editable for each in up.attrs if each.editable}
    grids = {each.partition(":")[0] for each in up.legal}
    assert set(editable["grid_shape"]["options"]) == grids
    assert set(editable["buffer_type"]["options"]) == {"dram", "l1"}
    assert editable["data_type"]["options"] == ["f32"]
    assert graph.perf_data is not None
    assert set(graph.perf_data["tt-graph"].results) == set(result.main.estimates)
    assert graph.timeline is not None
    total = graph.timeline[-1]["start"] + graph.timeline[-1]["duration"]
    assert total == pytest.approx(result.main.nanoseconds, abs=0.1)
    assert max(each["l1"] for each in graph.timeline) == result.peak("L1")
    assert as_dict(graph)["summary"]["source"] == "estimated (analytical model)"


def test_session_compares_policies_and_changes_board():
    one = session()
    one.show(Settings())
    rows = compare(one)
    assert [row.settings.policy for row in rows] == list(POLICIES)
    assert len({row.main.nanoseconds for row in rows if row.main}) > 1
    small, big = (one.compile(Settings(system=name)) for name in ("n150", "p150"))
    chips = [each.binary.system_desc["chip_descs"][0] for each in (small, big) if each.binary]
    assert chips[0]["arch"] != chips[1]["arch"]
    with pytest.raises(ValueError, match="unknown system 'n999'"):
        one.compile(Settings(system="n999"))


def test_schedule_of_unknown_chip_has_unknown_values():
    main = session().show(Settings()).main
    assert main is not None
    assert main.schedule.problem == ""
    unknown = Schedule(main.program, {"chip_descs": [], "chip_desc_indices": []})
    assert "has no chip that the model knows" in unknown.problem
    assert (unknown.nanoseconds, unknown.peak("L1"), unknown.capacity) == (0, None, None)
    assert [row["bound"] for row in unknown.rows()] == [None] * len(main.ids)


def test_session_edit_that_fails_to_compile_keeps_previous_program():
    with pytest.raises(CompilationError) as caught:
        model_of_text('func.func @main() {\n  %0 = "ttir.nothing"() : () -> f32\n}', "bad.mlir")
    assert caught.value.diagnostics[0].location.line.data == 2  # pyright: ignore[reportAttributeAccessIssue]


def test_session_compiles_stablehlo_program_with_front_end_options():
    model = model_of_text(STABLEHLO, "model.mlir")
    assert model.level is Level.STABLEHLO
    result = Session(model).show(Settings())
    assert "signed-integers=true" in result.command
    assert result.decisions
    text = sources(result)["ttir"].text
    assert '"ttir.add"' in text
    assert 'loc("add_0"' in text


def test_session_does_not_compile_view_only_file():
    model = model_of_text('func.func @main() {\n  emitc.verbatim "// x"\n  return\n}', "e.mlir")
    assert model.level is None
    result = Session(model).show(Settings())
    assert result.main is None
    assert not result.summary()["editable"]
    assert [node.label for node in result.conversion.graph.nodes] == [
        "emitc.verbatim",
        "func.return",
    ]


def test_session_replaces_operation_names_that_options_cannot_contain():
    text = """
    func.func @main(%x: tensor<4xf32>, %o: tensor<4xf32>) -> tensor<4xf32> {
      %0 = "ttir.abs"(%x, %o) <{operandSegmentSizes = array<i32: 1, 1>}> : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32> loc("jit(f)/a:b=c, d")
      %1 = "ttir.abs"(%0, %o) <{operandSegmentSizes = array<i32: 1, 1>}> : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
      return %1 : tensor<4xf32>
    }
    """
    module = parse(text)
    assert name_operations(module)
    names = [op.location.desc.data for op in module.walk() if op.name == "ttir.abs"]
    assert names == ["jit(f)/a_b_c__d", "abs_1"]
    assert not name_operations(module)


def test_session_stages_list_changes_of_each_pass():
    result = session().show(Settings())
    stages = stages_of(result)
    names = [stage.name for stage in stages]
    assert names[0] == "PRE-PIPELINE"
    number = names.index("ConvertTTIRToTTNN")
    graph = stage_graph(result.model, stages, number)
    assert graph.summary is not None
    assert UP in graph.summary["changes"]["added"]
    assert UP.replace("ttnn.", "ttir.") in graph.summary["changes"]["removed"]
    unchanged = next(n for n, stage in enumerate(stages) if not stage.changed)
    none = stage_graph(result.model, stages, unchanged).summary
    assert none is not None
    assert none["changes"] == {"added": [], "changed": [], "removed": []}
    assert stages[-1].changed
    assert '"ttnn.deallocate"' in stages[-1].text


def test_session_recompiles_binary_from_its_source(tmp_path):
    from ttmlir_py.compiler import translate

    result = session().show(Settings())
    source = sources(result)["ttir"].text
    data = translate(result.module, stages=[("PRE-PIPELINE", source)])
    (tmp_path / "model.ttnn").write_bytes(data)
    model = open_model(tmp_path / "model.ttnn")
    assert model.is_editable
    again = Session(model).show(Settings())
    assert str(again.module) == str(result.module)
    (tmp_path / "bare.ttnn").write_bytes(result.data or b"")
    bare = open_model(tmp_path / "bare.ttnn")
    assert bare.level is Level.TTNN
    shown = Session(bare).show(Settings())
    assert shown.main is not None
    assert result.main is not None
    assert shown.main.nanoseconds == result.main.nanoseconds
    (tmp_path / "elided.ttnn").write_bytes(
        translate(result.module, stages=[("PRE-PIPELINE", ELIDED)])
    )
    assert open_model(tmp_path / "elided.ttnn").level is Level.TTNN
    (tmp_path / "cut.ttnn").write_bytes(data[: len(data) // 2])
    with pytest.raises(CompilationError, match=r"cut\.ttnn"):
        open_model(tmp_path / "cut.ttnn")


LAYOUTS = st.builds(
    lambda grid, buffer, memory, layout: ":".join(filter(None, (grid, buffer, memory, layout))),
    st.sampled_from(["", "1x1", "8x8", "2x3"]),
    st.sampled_from(["", "l1", "dram"]),
    st.sampled_from(["", "interleaved", "block_sharded"]),
    st.sampled_from(["", "tile", "row_major"]),
).filter(bool)


@given(LAYOUTS, st.lists(st.integers(0, 9), max_size=3).map(tuple))
def test_override_text_round_trips(layout: str, operands: tuple[int, ...]):
    override = Override(parse_layout(layout), operands)
    assert parse_override(override.attributes()) == override
    assert matches(override.layout, "1x1:l1:interleaved:tile:f32") == (
        set(layout.split(":")) <= {"1x1", "l1", "interleaved", "tile"}
    )


def test_protocol_override_spellings_parse_equal():
    def of(key: str, value: str) -> str:
        return str(parse_override([{"key": key, "value": value}]).layout)

    assert (
        of("grid_shape", "[8,8]") == of("grid_shape", "[8, 8]") == of("grid_shape", "8x8") == "8x8"
    )
    for key, value in (("buffer_type", "tile"), ("grid_shape", "[4]"), ("data_type", "f33")):
        with pytest.raises(OverrideError, match="Invalid"):
            of(key, value)
    with pytest.raises(OverrideError, match="Invalid override attribute: K"):
        of("K", "1")
    for given_ in (None, {}, [1], [{"key": 1, "value": "x"}]):
        with pytest.raises(OverrideError, match="expected a list"):
            parse_override(given_)
