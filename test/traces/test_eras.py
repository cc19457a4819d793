"""Tests of calls inside functions, and of the memory that they allocate, for each version of
TT-NN's library.
"""

from math import prod

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from test_run_modes import BOTH
from tiers import example_count
from ttnn_builders import ProgramBuilder, binary_bytes
from ttrt_binaries import save

from ttmlir_py import runtime, ttnn
from ttmlir_py.common.boards import memory_desc
from ttmlir_py.compiler import translate
from ttmlir_py.runtime.calls import Era
from ttmlir_py.runtime.observers.memory_tracker import MemoryTracker
from ttmlir_py.tools import ttrt
from ttmlir_py.traces.graph import files
from ttmlir_py.traces.graph.program_tracer import ProgramTracer
from ttmlir_py.traces.programs import to_mlir
from ttmlir_py.ttnn import graph

N150 = memory_desc("n150")


def l1_tensor(shape, layout=ttnn.TILE_LAYOUT, dtype=ttnn.bfloat16):
    place = {"device": ttnn.open_device(), "memory_config": ttnn.L1_MEMORY_CONFIG}
    return ttnn.from_torch(np.ones(shape, np.float32), dtype, layout=layout, **place)


def captured(call, mode=graph.RunMode.NORMAL, era=Era.BINARY_NG):
    with graph.ScopedGraphCapture(mode, era=era) as capture:
        made = call()
        del made
        return capture.end_graph_capture()


def inside(trace):
    """Return the functions of a trace, indented by their level."""
    starts = (node for node in trace if node.node_type == "function_start")
    return [f"{'  ' * (node.stacking_level - 1)}{node.name}" for node in starts]


# ---- functions of two tensors --------------------------------------------------------------------

REPEATED = """\
ttnn::add
  ttnn::repeat
    ttnn::prim::repeat
      Device Operation
        create_device_tensor
  ttnn::prim::binary
    Device Operation
      create_device_tensor"""


@pytest.mark.parametrize("mode", BOTH)
def test_trace_of_broadcast_add_in_older_library_records_repeats(mode):
    """The example is in TT-NN's documents of an older library."""
    a, b = l1_tensor((4, 3, 32, 32)), l1_tensor((1, 3, 32, 32))
    trace = captured(lambda: ttnn.add(a, b), mode, Era.REPEAT)
    assert inside(trace) == REPEATED.splitlines()
    inputs = [n.params["inputs"] for n in trace if n.node_type == "function_start"]
    assert inputs == ["8", "2", "5", "2", "5", "10", "2", "5"]
    assert graph.count_intermediate_and_output_tensors(trace) == (1, 1)
    (repeated,) = (node for node in trace if node.name == "ttnn::repeat" and node.arguments)
    assert repeated.arguments[1] == "Shape([4, 1, 1, 1])"
    (first, *_) = (n for n in trace if n.node_type == "circular_buffer_allocate")
    assert first.params["core_range_set"] == "{[(x=0,y=0) - (x=0,y=7)], [(x=1,y=0) - (x=1,y=3)]}"
    tensors = [n.params["size"] for n in trace if n.node_type == "buffer_allocate"]
    assert tensors == ["24576", "24576"]
    freed = [n for n in trace if n.node_type == "buffer_deallocate"]
    assert [node.stacking_level for node in freed] == [1, 0]
    assert graph.extract_peak_L1_memory_usage(trace) == 3 * 24576 + 6144 + 3 * 4096
    newer = captured(lambda: ttnn.add(a, b), mode)
    assert inside(newer)[1:3] == ["  ttnn::prim::binary_ng", "    BinaryNgDeviceOperation"]
    assert len(inside(newer)) == 4


def test_trace_of_outer_broadcast_in_older_library_repeats_each_dimension():
    a, b = l1_tensor((2, 1, 32, 32)), l1_tensor((3, 32, 1))
    trace = captured(lambda: ttnn.multiply(a, b), era=Era.REPEAT)
    repeated = [n.arguments[1] for n in trace if n.name == "ttnn::repeat" and n.arguments]
    assert repeated == ["Shape([1, 3, 1, 1])", "Shape([2, 1, 1, 1])"]
    same = captured(lambda: ttnn.multiply(a, a), era=Era.REPEAT)
    assert "ttnn::repeat" not in graph.extract_calltrace(same)


# ---- parameters ----------------------------------------------------------------------------------


@pytest.mark.parametrize("mode", BOTH)
def test_trace_of_transpose_has_parameters_of_library_era(mode):
    x = l1_tensor((1, 64, 4, 128), ttnn.ROW_MAJOR_LAYOUT)
    trace = captured(lambda: ttnn.transpose(x, 1, 2), mode)
    top, primitive, operation, create = (e["arguments"] for e in graph.extract_arguments(trace))
    assert (top[0], *top[2:]) == ("\0", "1", "2", "nullopt", "0")
    assert primitive[1] == "SmallVector([0, 2, 1, 3])"
    assert primitive[2].startswith("MemoryConfig(")
    assert primitive[3:] == [
        "[ unsupported type , std::reference_wrapper<std::nullopt_t const>]",
        "0",
    ]
    assert all("data_movement::PermuteDeviceOperation::" in each for each in operation)
    assert create[:4] == ["Shape([1, 4, 64, 128])", "DataType::BFLOAT16", "Layout::ROW_MAJOR", "0"]


def test_peaks_of_trace_with_deallocations_without_sizes_are_exact():
    a = l1_tensor((64 * 32, 32))
    trace = captured(lambda: ttnn.relu(ttnn.relu(a)))
    freed = [node for node in trace if node.node_type == "buffer_deallocate"]
    assert [node.params["size"] for node in freed] == ["0", "0"]
    assert graph.extract_l1_buffer_allocation_peak_size_per_core(trace, 64) == 2 * 2048


# ---- reductions ----------------------------------------------------------------------------------

ROWS = """\
ttnn::sum
  ttnn::fill_implicit_tile_padding
    ttnn::prim::fill_pad
      FillPadDeviceOperation
  ttnn::reshape
    Tensor::reshape
  ttnn::prim::reduce
    ReduceDeviceOperation
      tt::tt_metal::create_device_tensor
  ttnn::reshape
    ttnn::prim::reshape
      ReshapeDeviceOperation
        tt::tt_metal::create_device_tensor"""


@pytest.mark.parametrize("mode", BOTH)
def test_trace_of_row_sum_has_calls_of_library_era(mode):
    x = l1_tensor((2, 64, 30))
    trace = captured(lambda: ttnn.sum(x, 1), mode)
    assert inside(trace) == ROWS.splitlines()
    shapes = [n.params["shape"] for n in trace if n.node_type == "tensor"]
    assert set(shapes) == {
        *("Shape([2, 64, 30])", "Shape([1, 2, 64, 30])", "Shape([1, 2, 1, 30])", "Shape([2, 30])"),
    }


def test_trace_of_sum_with_keepdim_returns_reduced_tensor_without_reshape():
    x = l1_tensor((1, 3, 64, 32))
    trace = captured(lambda: ttnn.sum(x, -1, True))
    assert [n.node_type for n in trace].count("tensor") == 2
    assert [n.node_type for n in trace].count("buffer_allocate") == 1
    (end,) = (n for n in trace if n.node_type == "function_end" and n.name == "ttnn::sum")
    assert trace[end.connections[0]].params["shape"] == "Shape([1, 3, 64, 1])"


def test_trace_of_mean_over_all_dimensions_reduces_one_at_a_time():
    x = l1_tensor((2, 3, 64, 32))
    names = graph.extract_calltrace(captured(lambda: ttnn.mean(x)))
    assert names.count("ttnn::prim::reduce") == 4
    assert names.count("ttnn::transpose") == 4
    assert names.count("ttnn::prim::unary") == 1


# ---- memory --------------------------------------------------------------------------------------


def program_of(shape, other, dims, keep):
    """Return a binary that adds two tensors and sums the result, and its expected allocations."""
    builder = ProgramBuilder()
    whole = np.broadcast_shapes(shape, other)
    left = [1 if i in dims else n for i, n in enumerate(whole) if keep or i not in dims]

    def made(sizes):
        ref = builder.ref(sizes, "BFloat16")
        ref["desc"]["layout"]["memory_desc"]["memory_space"] = "DeviceL1"
        return ref

    a, b = builder.input(shape, "BFloat16"), builder.input(other, "BFloat16")
    total = builder.eltwise("Add", [a, b], made(whole))
    fields = {"type": "Sum", "dim_arg": list(dims), "keep_dim": keep}
    out = builder.add("ReductionOp", **{"in": total}, **fields, out=made(left))
    builder.add("DeallocateOp", **{"in": total})
    return runtime.load(binary_bytes(builder.output(out)))


SIZES = st.sampled_from([1, 3, 32, 40])
SHAPES = st.lists(SIZES, min_size=1, max_size=5).map(tuple).filter(lambda e: prod(e) <= 1 << 12)


@given(shape=SHAPES, data=st.data(), era=st.sampled_from(Era), keep=st.booleans())
@settings(max_examples=example_count(13))
def test_trace_allocates_as_memory_model_in_every_era(shape, data, era, keep):
    """The peaks are those of the memory report, the run modes differ in addresses only, and all
    memory except the result's is freed.
    """
    other = tuple(data.draw(st.sampled_from([1, size])) for size in shape)
    dims = data.draw(st.sets(st.sampled_from(range(len(shape))), min_size=1))
    binary = program_of(shape, other, sorted(dims), keep)
    tracker = MemoryTracker(N150, era=era)
    tracers = [ProgramTracer(N150, dispatches=each, era=era) for each in (True, False)]
    for tracer in tracers:
        hooks = tracer.hooks
        if tracer is tracers[0]:
            hooks = runtime.combine_hooks(tracker.hooks, hooks)
        binary.run(None, hooks=hooks)
    trace, checked = (tracer.trace for tracer in tracers)
    peak = tracker.report.peak["L1"].during["L1"]
    assert graph.extract_l1_buffer_allocation_peak_size_per_core(trace, 64) == peak
    live = set()
    for node in trace:
        if node.node_type == "buffer_allocate":
            where = (node.params["type"], node.params["address"])
            assert where not in live  # of what is there
            live.add(where)
        if node.node_type == "buffer_deallocate":
            (made,) = (
                n
                for n in trace
                if n.node_type == "buffer_allocate" and n.connections == node.connections
            )
            live.remove((made.params["type"], made.params["address"]))
    assert not live
    assert [_without_address(each) for each in trace] == [
        _without_address(each) for each in checked
    ]


def _without_address(node):
    params = {k: v for k, v in node.params.items() if k not in ("address", "tensor_id")}
    return node.node_type, params, node.connections, node.input_tensors, node.arguments


def test_trace_whose_intermediate_tensors_exceed_memory_is_refused():
    """The result of the reduction would fit, but the tensors inside the function do not."""
    on = ttnn.open_device(9, system_desc=N150)
    config = ttnn.L1_MEMORY_CONFIG
    x = ttnn.zeros((16, 32, 512, 64), layout=ttnn.TILE_LAYOUT, device=on, memory_config=config)
    blocks = on.memory.memories["L1"].blocks
    with pytest.raises(ttnn.TtnnError, match="out of L1"):
        ttnn.sum(x, 1)
    assert on.memory.memories["L1"].blocks == blocks
    assert ttnn.sum(x, 3).shape == (16, 32, 512)


def test_ttrt_library_era_option_changes_trace(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    builder = ProgramBuilder()
    a, b = (builder.input(shape, "BFloat16") for shape in ((4, 3, 32, 32), (1, 3, 32, 32)))
    made = builder.eltwise("Add", [a, b], builder.ref((4, 3, 32, 32), "BFloat16"))
    save("add.ttnn", builder.output(made))
    for era, name in (("repeat", "ttnn::repeat"), ("binary_ng", "ttnn::prim::binary_ng")):
        options = ["--graph-trace", "t.json", "--graph-trace-era", era]
        assert ttrt.main(["run", "add.ttnn", *options]) == 0
        assert graph.extract_calltrace(files.load("t.json"))[1] == name
    capsys.readouterr()
    with pytest.raises(SystemExit):
        ttrt.main(["run", "add.ttnn", "--graph-trace", "t.json", "--graph-trace-era", "x"])
    assert "repeat" in capsys.readouterr().err
    assert ttrt.main(["run", "add.ttnn", "--graph-trace-era", "repeat"]) == 1
    assert "--graph-trace-era needs --graph-trace" in capsys.readouterr().err


@pytest.mark.parametrize("era", Era)
def test_program_from_trace_of_each_era_computes_same_bits(era):
    """Extra parameters of the C++ functions have no effect, and inner calls belong to the
    function.
    """
    shape, other, dims = (2, 3, 40), (2, 1, 40), (1,)
    binary = program_of(shape, other, dims, False)
    rng = np.random.default_rng(0)
    inputs = [rng.normal(size=each).astype(np.float32) for each in (shape, other)]
    tracer = ProgramTracer(N150, era=era)
    outputs = binary.run(inputs, hooks=tracer.hooks)
    for level in (1, 2, 3):
        program = to_mlir(graph.LevelizedGraph(tracer.trace, level), level)
        again = runtime.load(translate(program, "ttnn-to-flatbuffer"))
        assert again.run(inputs)[0].tobytes() == outputs[0].tobytes()
