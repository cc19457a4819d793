"""Tests of queries on graph traces: arguments, memory, tables, and the levelized graph."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st
from trace_samples import TENSOR, l1_tensor, multiply_add, record_binary

from ttmlir_py.traces.errors import TraceError
from ttmlir_py.traces.graph import pictures, queries
from ttmlir_py.traces.graph.arguments import (
    DEFAULT_QUEUE,
    EMPTY,
    ArgumentError,
    GraphTracerUtils,
    Struct,
    Text,
    Unsupported,
    argument_text,
    extract_arguments,
    memory_config_struct,
    read_argument,
    shape_struct,
    tensor_struct,
)
from ttmlir_py.traces.graph.levelized import LevelizedGraph, extract_levelized_graph
from ttmlir_py.traces.graph.recorder import BufferInfo, CircularBuffer, GraphRecorder, TensorInfo
from ttmlir_py.traces.graph.tables import pretty_print, process_allocations

TRACE = multiply_add()


@pytest.mark.parametrize(
    ("value", "text", "read"),
    [
        (3, "3", "3"),
        (0.5, "0.5", "0.5"),
        (True, "1", "1"),
        (None, "nullopt", "nullopt"),
        (DEFAULT_QUEUE, "\0", "\0"),
        (Text("DataType::BFLOAT16"), "DataType::BFLOAT16", "DataType::BFLOAT16"),
        ([1, -2], "[1, -2]", [1, -2]),
        ([True, False], "[true, false]", [True, False]),
        ([None], "[<nullopt>]", "<nullopt>"),
        ([None, 1], "[<nullopt>, 1]", ["<nullopt>", 1]),
        ([], "[]", []),
        (EMPTY, "[any, empty]", ["any", "empty"]),
        (Struct("SmallVector", ([0, 2],)), "SmallVector([[0, 2]])", {"SmallVector": [[0, 2]]}),
        (shape_struct((1, 4)), "Shape([1, 4])", {"Shape": [1, 4]}),
        (shape_struct(()), "Shape([])", {"Shape": []}),
        (Struct("Empty"), "Empty()", {"Empty": {}}),
        (
            Unsupported("std::reference_wrapper<a, b>"),
            "[ unsupported type , std::reference_wrapper<a, b>]",
            {"unsupported type": "std::reference_wrapper<a, b>"},
        ),
        (
            Struct("A", {"n": None, "x": 1.5, "b": Text("{32, 32}"), "s": Struct("B", (7,))}),
            "A(n=std::nullopt,x=1.5,b={32, 32},s=B([7]))",
            {"A": {"n": "std::nullopt", "x": 1.5, "b": "{32, 32}", "s": [7]}},
        ),
        (
            Struct("S", {"grid": Text("{[(x=0,y=0) - (x=7,y=7)]}"), "e": Text("E::ROW_MAJOR")}),
            "S(grid={[(x=0,y=0) - (x=7,y=7)]},e=E::ROW_MAJOR)",
            {"S": {"grid": "{[(x=0,y=0) - (x=7,y=7)]}", "e": "E::ROW_MAJOR"}},
        ),
    ],
)
def test_argument_text_round_trips(value, text, read):
    assert argument_text(value) == text
    assert read_argument(text) == read


def test_tensor_argument_parses_to_its_fields():
    config = memory_config_struct("INTERLEAVED", "L1", None)
    spec = tensor_struct((1, 32), "BFLOAT16", tiled=True, memory_config=config, on_device=True)
    assert argument_text(spec) == (
        "Tensor(storage=DeviceStorage(),tensor_spec=TensorSpec(logical_shape=Shape([1, 32]),"
        "tensor_layout=TensorLayout(dtype=DataType::BFLOAT16,page_config=PageConfig(config="
        "TilePageConfig(tile=Tile(tile_shape={32, 32},face_shape={16, 16},num_faces=4))),"
        "memory_config=MemoryConfig(memory_layout=TensorMemoryLayout::INTERLEAVED,"
        "buffer_type=BufferType::L1,shard_spec=std::nullopt,nd_shard_spec=std::nullopt,"
        "created_with_nd_shard_spec=0),alignment=Alignment([32, 32]))))"
    )
    tensor = read_argument(argument_text(spec))["Tensor"]
    assert tensor["storage"] == {}
    assert tensor["tensor_spec"]["logical_shape"] == [1, 32]
    layout = tensor["tensor_spec"]["tensor_layout"]
    assert layout["page_config"]["config"]["tile"]["num_faces"] == 4
    assert layout["alignment"] == [32, 32]


@pytest.mark.parametrize(
    "text", ["Tensor(...)", "Shape([1, 2)", "A(x=1", "A(x=1,2)", "[1", "A()b", "A(" * 200, "A(x=)"]
)
def test_unparsable_argument_text_is_serialized_as_unparsed_element(text):
    with pytest.raises(ArgumentError):
        read_argument(text)
    recorder = GraphRecorder()
    recorder.begin_function("f", [Text(text), 1])
    (call,) = GraphTracerUtils.serialize_graph(recorder.finish())["content"]
    unread, one = call["arguments"]
    assert unread["UnparsedElement"]["element_info"] == text
    assert one == {"arg1": "1"}


NESTED = st.recursive(
    st.integers() | st.sampled_from(["ROW", "A::B", "std::nullopt"]),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(st.sampled_from(["x", "y_1", "Z"]), inner, min_size=1, max_size=3)
    ),
    max_leaves=8,
)


def as_struct(value):
    match value:
        case dict():
            return Struct("T", {key: as_struct(each) for key, each in value.items()})
        case list():
            return [as_struct(each) for each in value]
        case str():
            return Text(value)
        case _:
            return value


@given(st.dictionaries(st.sampled_from(["a", "b"]), NESTED, min_size=1))
def test_struct_argument_text_round_trips(fields):
    assert read_argument(argument_text(as_struct(fields))) == {"T": fields}


def test_graph_memory_queries_match_hand_count():
    assert queries.extract_peak_L1_memory_usage(TRACE) == 3 * 4096 + 2 * 4096 + 3 * 4096
    assert queries.extract_circular_buffers_peak_size_per_core(TRACE) == 3 * 4096
    assert queries.extract_l1_buffer_allocation_peak_size_per_core(TRACE, 64) == 2 * 2048
    assert queries.extract_l1_buffer_allocation_peak_size_per_core(TRACE, 1) == 2 * 4096
    assert queries.count_intermediate_and_output_tensors(TRACE) == (1, 1)
    assert queries.extract_output_info(TRACE) == [{"shape": [32, 64], "size": 4096, "type": "L1"}]
    assert queries.worst_case_per_core(5 * 2048, 2048, 4) == 2 * 2048
    output = BufferInfo(0, 5 * 2048, "L1", page_size=2048)
    assert queries.extract_l1_output_buffer_allocation_size_per_core(output, 4) == 2 * 2048
    with pytest.raises(TraceError, match="in DRAM"):
        queries.extract_l1_output_buffer_allocation_size_per_core(BufferInfo(0, 1, "DRAM"), 4)


def test_l1_peak_query_counts_inputs_up_to_first_dram_input():
    recorder = GraphRecorder()
    dram = TensorInfo(1, (4,), BufferInfo("d", 512, "DRAM"))
    recorder.begin_function("f", [l1_tensor(0), dram, l1_tensor(2)])
    recorder.end_function()
    trace = recorder.finish()
    assert queries.extract_peak_L1_memory_usage(trace) == 4096
    assert process_allocations(trace)[0]["total_buffer"] == 4096 + 512 + 4096


def test_circular_buffer_peak_omits_buffers_placed_in_tensors():
    recorder = GraphRecorder()
    recorder.begin_function("f")
    recorder.run_program([CircularBuffer(64, "{}"), CircularBuffer(32, "{}", 0, True)])
    recorder.end_function()
    trace = recorder.finish()
    assert queries.extract_circular_buffers_peak_size_per_core(trace) == 64
    assert queries.extract_peak_L1_memory_usage(trace) == 96


def test_queries_of_trace_without_functions_return_empty_results():
    trace = GraphRecorder().finish()
    assert extract_levelized_graph(trace) == []
    assert extract_arguments(trace) == []
    assert pretty_print(trace) == "Capture Start\nCapture End"
    with pytest.raises(TraceError, match="no function"):
        queries.count_intermediate_and_output_tensors(trace)


def test_trace_pretty_print_returns_table_and_tree():
    recorder = GraphRecorder()
    recorder.begin_function("f", [l1_tensor(0)])
    recorder.begin_function("g")
    recorder.allocate(l1_tensor(1).buffer, 64)
    recorder.end_function([l1_tensor(1)])
    recorder.fail_function(RuntimeError("no\nmemory"))
    recorder.deallocate(l1_tensor(1).buffer)
    trace = recorder.finish()
    assert pretty_print(trace).splitlines() == [
        "Capture Start",
        "Begin: f",
        "    Add Tensor: 0",
        "    Add Device Buffer",
        "    Begin: g",
        "        Add Device Buffer",
        "        Allocate Device Buffer",
        "    End:   g",
        "    Add Tensor: 1",
        "    Error: RuntimeError: no memory",
        "Deallocate Device Buffer",
        "Capture End",
    ]
    rows = [
        (row["current_op"], row["event"], row["total_buffer"]) for row in process_allocations(trace)
    ]
    assert rows == [
        ("f", "function_start", 4096),
        ("g", "function_start", 4096),
        ("g", "buffer_allocate", 8192),
        ("f", "function_end", 8192),
        ("f", "error", 8192),
    ]
    events = [row["event"] for row in process_allocations(trace, legacy=True)]
    assert events == ["begin_op", "begin_op", "buffer_allocate", "error"]


def test_legacy_allocation_table_has_key_addr_instead_of_address():
    for legacy, name in ((True, "addr"), (False, "address")):
        rows = process_allocations(TRACE, legacy=legacy)
        circular = [row["info"] for row in rows if row["event"] == "circular_buffer_allocate"]
        assert len(circular) == 6
        assert all(("addr" in info, "address" in info) == (legacy, not legacy) for info in circular)
        assert name in circular[0]


def test_levelized_graph_nests_by_level():
    graph = LevelizedGraph(TRACE, 2)
    rows = [
        (v.name, v.in_edges, v.out_edges, v.internals, bool(v.output_info))
        for v in graph.vertices()
    ]
    assert rows == [
        ("tensor[1]", [], [3, 4], [], True),
        ("tensor[2]", [], [3, 4], [], True),
        ("tensor[0]", [], [5, 6], [], True),
        ("ttnn::multiply", [0, 1], [5, 6], [4], True),
        ("ttnn::prim::binary_ng", [0, 1], [], [], False),
        ("ttnn::add", [2, 3], [], [6], False),
        ("ttnn::prim::binary_ng", [2, 3], [], [], False),
    ]
    assert graph.size() == 7
    assert [v.counter for v in graph.get_vertices_at_level(2)] == [4, 6]
    assert graph.get_vertex(3).output_shape == ["Shape([32, 64])"]
    assert [v["name"] for v in extract_levelized_graph(TRACE, 0)] == [
        "tensor[1]",
        "tensor[2]",
        "tensor[0]",
    ]
    with pytest.raises(IndexError):
        graph.get_vertex(7)


def test_levelized_graph_keeps_repeated_and_swapped_operands():
    recorder = GraphRecorder()
    a, b = l1_tensor(0), l1_tensor(1)
    record_binary(recorder, "add", a, a, b)
    record_binary(recorder, "subtract", b, a, l1_tensor(2))
    vertices = extract_levelized_graph(recorder.finish())
    assert [v["in_edges"] for v in vertices] == [[], [0, 0], [1, 0]]
    assert [v["output_info"] for v in vertices] == [[TENSOR.text], [TENSOR.text], []]


def test_levelized_graph_of_node_whose_counter_is_not_its_index_is_refused():
    trace = multiply_add()
    trace[4]["counter"] = 9
    with pytest.raises(TraceError, match="node 4: 'counter' is 9"):
        extract_levelized_graph(trace)


# ---- plain dictionaries --------------------------------------------------------------------------

UTILITIES = [
    *(getattr(queries, name) for name in vars(queries) if name.startswith(("extract_", "count_"))),
    extract_arguments,
    extract_levelized_graph,
    GraphTracerUtils.serialize_graph,
    lambda trace: LevelizedGraph(trace, 2).to_json(),
    pictures.visualize,
    pretty_print,
    process_allocations,
]
UTILITIES.remove(queries.extract_l1_output_buffer_allocation_size_per_core)  # of no trace


@pytest.mark.parametrize("utility", UTILITIES)
def test_graph_queries_accept_nodes_as_plain_json(utility):
    per_core = utility is queries.extract_l1_buffer_allocation_peak_size_per_core
    more = (64,) if per_core else ()
    plain = json.loads(json.dumps(TRACE))
    assert utility(plain, *more) == utility(TRACE, *more)
    plain[2]["connections"].append(-1)
    with pytest.raises(TraceError, match="node 2: 'connections' names node -1"):
        utility(plain, *more)
