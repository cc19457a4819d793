"""Compares graph traces, levelized graphs and op constraints with the expectations of TT-NN's own
tests.

The expectations about circular buffers of matrix products, softmax and convolutions do not apply:
`docs/graph_trace.md` explains the difference.
"""

from dataclasses import replace

import pytest
from test_run_modes import BOTH, structure

from ttmlir_py import ttnn
from ttmlir_py.common.boards import memory_desc
from ttmlir_py.common.data_formats import FORMATS
from ttmlir_py.runtime.tensor import Layout, TensorDesc
from ttmlir_py.traces.graph.constraints import ResourceUsage, resource_usage
from ttmlir_py.traces.graph.functions import Work, record_work
from ttmlir_py.traces.graph.operations import Allocated, Cores, buffer_info, tensor_info
from ttmlir_py.traces.graph.recorder import GraphRecorder
from ttmlir_py.ttnn import graph

TWO_TILES = 2 * 2 * 32 * 32
WHOLE = 2 * 3 * 1024 * 1024
"""Bytes of 3x1x1024x1024 in bfloat16."""


def device(rows, columns):
    """Return a device with the given number of cores; the results depend on no other number."""
    desc = memory_desc("n150")
    (chip,) = desc["chip_descs"]
    described = {**desc, "chip_descs": [{**chip, "grid_size": {"y": rows, "x": columns}}]}
    return ttnn.open_device(8 * rows + columns, system_desc=described)


def in_l1(shape, on, layout=ttnn.TILE_LAYOUT):
    config = ttnn.L1_MEMORY_CONFIG
    return ttnn.empty(shape, ttnn.bfloat16, layout, device=on, memory_config=config)


def levelized(call, *levels):
    """Return the levelized graphs of a call, down to each of the levels."""
    trace = graph.query_trace(call)
    return [graph.LevelizedGraph(trace, level) for level in levels]


def edges(found):
    return [(each.name.split("[")[0], each.in_edges, each.out_edges) for each in found.vertices()]


# ---- memory --------------------------------------------------------------------------------------

PRODUCTS = [
    ((1, 1, 1024, 64), (1, 1, 64, 128), 6144, 2048),
    ((1, 1, 2048, 64), (1, 1, 64, 2048), 151552, 65536),
    ((1, 1, 1600, 256), (1, 1, 256, 1024), 59392, 26624),
]


@pytest.mark.parametrize(("grid", "output"), [((7, 8), 10240), ((8, 16), 6144)])
@pytest.mark.parametrize(
    ("function", "others", "buffers"),
    [
        (ttnn.relu, (), 2),
        (ttnn.add, ((4, 2, 160, 224),), 3),
        (ttnn.add, ((1, 1, 160, 224),), 3),
    ],
)
def test_op_constraints_of_elementwise_function_match_tt_nn(
    function, others, buffers, grid, output
):
    on, shape = device(*grid), (4, 2, 160, 224)
    found = graph.query_op_constraints(function, *(in_l1(each, on) for each in (shape, *others)))
    usage = found.resource_usage
    assert found.status is graph.ExecutionStatus.Success
    assert usage.cb_peak_size_per_core == buffers * TWO_TILES
    assert usage.l1_buffers_peak_per_core == usage.l1_output_buffer_per_core == output
    assert [each.shape for each in found.outputs] == [shape]


@pytest.mark.parametrize(("left", "right", "on_56", "on_128"), PRODUCTS)
def test_op_constraints_of_matmul_match_tt_nn(left, right, on_56, on_128):
    for grid, output in (((7, 8), on_56), ((8, 16), on_128)):
        on = device(*grid)
        found = graph.query_op_constraints(ttnn.matmul, in_l1(left, on), in_l1(right, on))
        usage = found.resource_usage
        assert usage.l1_buffers_peak_per_core == usage.l1_output_buffer_per_core == output
        assert [each.shape for each in found.outputs] == [(1, 1, left[2], right[3])]


@pytest.mark.parametrize(("name", "arity"), [("relu", 1), ("add", 2)])
def test_op_constraints_of_sharded_tensors_match_tt_nn(name, arity):
    layout = Layout(FORMATS["BFloat16"], (32, 32), "DeviceL1", "HeightSharded", (6, 32), 16, (4, 4))
    desc = TensorDesc((3, 1, 1024, 1024), layout)
    made = [Allocated(tensor_info(i, desc, buffer_info(i, desc)), desc) for i in range(arity + 1)]
    *operands, result = made
    recorder = GraphRecorder()
    recorder.begin_function(f"ttnn::{name}", [each.tensor for each in operands])
    record_work(recorder, Work(name, operands, result, Cores(), arity=arity), lambda: 0)
    recorder.end_function([result.tensor])
    on_core = WHOLE // 16
    found = resource_usage(recorder.finish(), [result.tensor.buffer], 64)
    assert replace(found, peak_memory_usage_per_core=0) == ResourceUsage(0, on_core, 0, on_core)


@pytest.mark.parametrize("mode", BOTH)
def test_trace_has_separate_buffer_for_each_tensor(mode):
    on, shapes = device(8, 8), [(1, 1, 32, 32), (1, 1, 32, 32), (32, 1, 32, 32)]
    with graph.ScopedGraphCapture(mode) as capture:
        in_l1(shapes[0], on)
        made = [in_l1(shape, on) for shape in shapes[1:]]  # these live at once
        del made
        trace = capture.end_graph_capture()
    allocated = [node for node in trace if node.node_type == "buffer_allocate"]
    assert [len(node.connections) for node in allocated] == [1, 1, 1]
    assert len({node.connections[0] for node in allocated}) == 3
    sizes = [int(node.params["size"]) for node in trace if node.node_type == "buffer"]
    assert sizes == [2048, 2048, 65536]


def test_capture_after_failed_capture_equals_first_capture():
    on = device(8, 8)

    def operation(function=ttnn.softmax):
        function(in_l1((1, 4, 512, 512), on), -1)

    def fail():
        operation(lambda x, _: ttnn.softmax(x, 7))

    reference = graph.query_trace(operation)
    for error, call in ((ZeroDivisionError, lambda: (operation(), 1 / 0)), (ttnn.TtnnError, fail)):
        with graph.ScopedGraphCapture(graph.RunMode.NO_DISPATCH) as outer:
            with pytest.raises(error), graph.ScopedGraphCapture(graph.RunMode.NO_DISPATCH):
                call()
            calls = graph.extract_calltrace(outer.end_graph_capture())
        expected = graph.extract_calltrace(reference)
        assert calls == expected[: len(calls)]
        assert (len(calls) == len(expected)) is (error is ZeroDivisionError)
    assert list(structure(graph.query_trace(operation))) == list(structure(reference))


# ---- levelized graphs ----------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["add", "multiply"])
def test_levelized_graph_of_repeated_tensor_matches_tt_nn(name):
    on, function = device(8, 8), getattr(ttnn, name)
    a = in_l1((64, 128), on)
    one, two = levelized(lambda: function(a, a), 1, 2)
    assert edges(one) == [("tensor", [], [1]), (f"ttnn::{name}", [0, 0], [])]
    assert edges(two) == [
        ("tensor", [], [1, 2]),
        (f"ttnn::{name}", [0, 0], []),
        ("ttnn::prim::binary_ng", [0, 0], []),
    ]
    assert [each.internals for each in one.vertices()] == [[], []]
    assert [each.internals for each in two.vertices()] == [[], [2], []]
    assert {str(each.output_shape) for each in two.vertices()} == {"['Shape([64, 128])']"}


def test_levelized_graph_of_reductions_matches_tt_nn():
    on = device(8, 8)
    a = in_l1((256, 128), on)
    one, two = levelized(
        lambda: (ttnn.sum(a, 0, True), ttnn.mean(a, 1, False)),
        1,
        2,
    )
    assert edges(one) == [
        ("tensor", [], [1, 2]),
        ("ttnn::sum", [0], []),
        ("ttnn::mean", [0], []),
    ]
    shapes = [each.output_shape for each in one.vertices()]
    assert shapes == [["Shape([256, 128])"], ["Shape([1, 128])"], ["Shape([256])"]]
    for each in two.get_vertices_at_level(1)[1:]:
        names = [two.get_vertex(id).name for id in each.internals]
        assert names[:2] == ["ttnn::fill_implicit_tile_padding", "ttnn::reshape"]
        assert names[-1] == "ttnn::reshape"
    assert all(each.output_shape for each in two.vertices())


def test_levelized_graph_shows_input_layout():
    on = device(8, 8)
    a = in_l1((16, 32, 64), on)
    (found,) = levelized(lambda: ttnn.softmax(ttnn.sum(a, 2, True), -1), 1)
    assert edges(found) == [
        ("tensor", [], [1]),
        ("ttnn::sum", [0], [2]),
        ("ttnn::softmax", [1], []),
    ]
    assert found.get_vertex(1).output_shape == ["Shape([16, 32, 1])"]
    (info,) = found.get_vertex(1).output_info
    config = "MemoryConfig(memory_layout=TensorMemoryLayout::INTERLEAVED,buffer_type=BufferType::L1"
    assert f"memory_config={config}" in info
    assert "logical_shape=Shape([16, 32, 1])" in info
    assert found.get_vertex(2).output_info == []


def test_levelized_graph_of_matmul_and_sum_matches_tt_nn():
    on = device(8, 8)
    a = in_l1((32, 32), on)
    one, two = levelized(lambda: ttnn.add(a, ttnn.matmul(a, a)), 1, 2)
    assert edges(one) == [
        ("tensor", [], [1, 2]),
        ("ttnn::matmul", [0, 0], [2]),
        ("ttnn::add", [0, 1], []),
    ]
    assert two.get_vertex(1).internals


def test_levelized_graph_of_forks_and_joins_matches_tt_nn():
    on = device(8, 8)
    a, b = in_l1((64, 128), on), in_l1((64, 128), on)
    (fork,) = levelized(lambda: (ttnn.add(a, a), ttnn.subtract(a, a)), 1)
    assert edges(fork) == [
        ("tensor", [], [1, 2]),
        ("ttnn::add", [0, 0], []),
        ("ttnn::subtract", [0, 0], []),
    ]
    (join,) = levelized(lambda: ttnn.add(a, b), 1)
    assert edges(join) == [("tensor", [], [2]), ("tensor", [], [2]), ("ttnn::add", [0, 1], [])]


def test_levelized_graph_keeps_argument_order():
    on = device(8, 8)
    a, b = in_l1((32, 64), on), in_l1((32, 64), on)

    def operation():
        one, other = ttnn.add(a, a), ttnn.add(b, b)
        return ttnn.subtract(one, other), ttnn.subtract(other, one)

    (direct,) = levelized(lambda: (ttnn.subtract(a, b), ttnn.subtract(b, a)), 1)
    assert [each.in_edges for each in direct.vertices()] == [[], [], [0, 1], [1, 0]]
    (found,) = levelized(operation, 1)
    assert edges(found) == [
        ("tensor", [], [2]),
        ("tensor", [], [3]),
        ("ttnn::add", [0, 0], [4, 5]),
        ("ttnn::add", [1, 1], [4, 5]),
        ("ttnn::subtract", [2, 3], []),
        ("ttnn::subtract", [3, 2], []),
    ]


def test_levelized_graph_of_three_arguments_matches_tt_nn():
    on = device(8, 8)
    a, b, c = (in_l1((32, 64), on) for _ in range(3))
    (found,) = levelized(lambda: (ttnn.where(a, b, c), ttnn.where(c, b, a)), 1)
    assert [each.in_edges for each in found.vertices()] == [[], [], [], [0, 1, 2], [2, 1, 0]]
    (found,) = levelized(lambda: (ttnn.where(a, b, a), ttnn.where(b, a, a)), 1)
    assert [each.in_edges for each in found.vertices()] == [[], [], [0, 1, 0], [1, 0, 0]]
