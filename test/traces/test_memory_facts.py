"""Addresses of tensors in traces, compared with TT-NN's documents and tests and with the memory
report.
"""

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from test_run_modes import BOTH
from tiers import example_count
from ttnn_builders import ProgramBuilder, binary_bytes

from ttmlir_py import runtime, ttnn
from ttmlir_py.common.boards import BOARDS, memory_desc
from ttmlir_py.common.data_formats import FORMATS
from ttmlir_py.dialects.tt.presets import preset
from ttmlir_py.runtime.memory import is_view
from ttmlir_py.runtime.observers.memory_tracker import MemoryTracker
from ttmlir_py.runtime.tensor import Layout, TensorDesc
from ttmlir_py.traces.graph.functions import Work, record_work
from ttmlir_py.traces.graph.operations import (
    Allocated,
    Cores,
    buffer_info,
    tensor_info,
)
from ttmlir_py.traces.graph.program_tracer import ProgramTracer
from ttmlir_py.traces.graph.recorder import GraphRecorder
from ttmlir_py.ttnn import graph

N150 = memory_desc("n150")
CBS_OF_ADD = 3 * 4096
"""Three circular buffers of two bfloat16 tiles."""


def device():
    return ttnn.open_device(7, system_desc=N150)


def zeros(shape, on, config=ttnn.L1_MEMORY_CONFIG, layout=ttnn.TILE_LAYOUT):
    return ttnn.zeros(shape, layout=layout, device=on, memory_config=config)


# ---- published memory sizes ----------------------------------------------------------------------

ADD = (
    "ttnn::add",
    "ttnn::prim::binary_ng",
    "BinaryNgDeviceOperation",
    "tt::tt_metal::create_device_tensor",
)


@pytest.mark.parametrize("mode", BOTH)
@pytest.mark.parametrize(
    ("shape", "peak", "size"), [((1, 3, 32, 32), 30720, 6144), ((4, 3, 32, 32), 67584, 24576)]
)
def test_trace_of_interleaved_add_matches_documented_memory(shape, peak, size, mode):
    on = device()
    a, b = zeros(shape, on), zeros((1, 3, 32, 32), on)
    with graph.ScopedGraphCapture(mode) as capture:
        result = ttnn.add(a, b)
        trace = capture.end_graph_capture()
    assert result.shape == shape
    assert graph.extract_calltrace(trace) == list(ADD)
    assert graph.extract_peak_L1_memory_usage(trace) == peak
    assert graph.count_intermediate_and_output_tensors(trace) == (0, 1)
    assert graph.extract_circular_buffers_peak_size_per_core(trace) == CBS_OF_ADD
    assert graph.extract_l1_buffer_allocation_peak_size_per_core(trace, 64) == 2048
    assert graph.extract_output_info(trace) == [{"shape": list(shape), "size": size, "type": "L1"}]


def test_trace_of_height_sharded_add_matches_documented_memory():
    layout = Layout(FORMATS["BFloat16"], (32, 32), "DeviceL1", "HeightSharded", (6, 32), 16, (4, 4))
    desc = TensorDesc((3, 1, 1024, 1024), layout)
    a, b, out = (Allocated(tensor_info(i, desc, buffer_info(i, desc)), desc) for i in range(3))
    recorder = GraphRecorder()
    recorder.begin_function("ttnn::add", [a.tensor, b.tensor])
    record_work(recorder, Work("add", [a, b], out, Cores(), arity=2), lambda: 0)
    recorder.end_function([out.tensor])
    trace = recorder.finish()
    whole = 2 * 3 * 1024 * 1024
    assert graph.extract_peak_L1_memory_usage(trace) == 20054016
    assert graph.extract_circular_buffers_peak_size_per_core(trace) == 0
    assert graph.extract_l1_buffer_allocation_peak_size_per_core(trace, 64) == whole // 16
    assert graph.extract_output_info(trace)[0]["size"] == whole


# ---- traces allocate like the memory model -------------------------------------------------------


@pytest.mark.parametrize("name", [name for name in BOARDS if len(BOARDS[name].coordinates) == 1])
def test_traced_boards_have_memory_sizes_of_system_descriptors(name):
    (chip,) = preset(name).chipDescs
    (said,) = memory_desc(name)["chip_descs"]
    assert (said["dram_unreserved_base"], said["dram_unreserved_end"]) == (
        chip.dramUnreservedBase,
        chip.dramUnreservedEnd,
    )
    assert (said["l1_size"], said["l1_unreserved_base"]) == (chip.l1Size, chip.l1UnreservedBase)
    assert (said["grid_size"]["y"], said["grid_size"]["x"]) == tuple(chip.grid)
    assert said["num_dram_channels"] == chip.numDramChannels


class L1Program(ProgramBuilder):
    """A program whose results are in L1."""

    def made(self, shape):
        ref = self.ref(shape, "BFloat16")
        ref["desc"]["layout"]["memory_desc"]["memory_space"] = "DeviceL1"
        return ref


@st.composite
def steps(draw):
    """Draw which tensors are added and which are freed afterwards. 64 tiles each fill all banks
    alike.
    """
    live, made = [0, 1], 2
    for _ in range(draw(st.integers(1, 8))):
        yield_a, yield_b = draw(st.sampled_from(live)), draw(st.sampled_from(live))
        live.append(made)
        freed = [e for e in live[:-1] if e > 1 and draw(st.booleans())]
        live = [e for e in live if e not in freed]
        made += 1
        yield yield_a, yield_b, freed


@given(program=st.builds(list, steps()))
@settings(max_examples=example_count(10))
def test_trace_peaks_and_addresses_match_memory_report(program):
    shape = (64 * 32, 32)
    builder = L1Program()
    tensors = [builder.input(shape, "BFloat16") for _ in range(2)]
    on = device()
    same = [zeros(shape, on, ttnn.DRAM_MEMORY_CONFIG) for _ in range(2)]
    with graph.ScopedGraphCapture() as capture:
        for a, b, freed in program:
            tensors.append(builder.eltwise("Add", [tensors[a], tensors[b]], builder.made(shape)))
            config = ttnn.L1_MEMORY_CONFIG
            same.append(ttnn.add(same[a], same[b], memory_config=config))
            for each in freed:
                builder.add("DeallocateOp", **{"in": tensors[each]})
                ttnn.deallocate(same[each])
        api = capture.end_graph_capture()
    binary = runtime.load(binary_bytes(builder.output(tensors[-1])))
    tracker, tracer = MemoryTracker(N150), ProgramTracer(N150)
    hooks = runtime.combine_hooks(tracker.hooks, tracer.hooks)
    binary.run(None, hooks=hooks)
    peak = tracker.report.peak["L1"].during["L1"]
    assert graph.extract_l1_buffer_allocation_peak_size_per_core(tracer.trace, 64) == peak
    assert graph.extract_peak_L1_memory_usage(tracer.trace) == 64 * peak + CBS_OF_ADD
    assert graph.extract_peak_L1_memory_usage(api) == 64 * peak + CBS_OF_ADD
    assert addresses(api) == addresses(tracer.trace)


def addresses(trace):
    return [node.params["address"] for node in trace if node.node_type == "buffer_allocate"]


def test_ttnn_result_has_memory_config_of_first_operand():
    on = device()
    a, b = zeros((32, 32), on), zeros((32, 32), on, ttnn.DRAM_MEMORY_CONFIG)
    assert ttnn.add(a, b).memory_config() == ttnn.L1_MEMORY_CONFIG
    assert ttnn.add(b, a).memory_config() == ttnn.DRAM_MEMORY_CONFIG
    assert ttnn.add(a, b, memory_config=ttnn.DRAM_MEMORY_CONFIG).memory_config() == b.config


def test_allocation_without_room_on_described_device_is_refused():
    large = (64 * 1024, 1024)
    with pytest.raises(ttnn.TtnnError, match="out of L1"):
        zeros(large, device())
    x = zeros(large, ttnn.open_device(8))  # what is there is not known
    assert x.buffer.address == 0


def test_traced_memory_is_freed_when_tensor_is_deleted():
    on = device()
    blocks = on.memory.memories["L1"].blocks
    a = zeros((32, 32), on)
    b = ttnn.reshape(a, (1, 32, 32))
    ttnn.deallocate(a, force=False)  # b holds it, too
    assert b.is_allocated()
    ttnn.deallocate(b)
    with pytest.raises(ttnn.TtnnError, match="deallocated"):
        _ = a.values
    c = zeros((32, 32), on)
    assert c.buffer.address == a.buffer.address
    del c
    assert on.memory.memories["L1"].blocks == blocks


# ---- views ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("tile", "shape", "other", "same"),
    [
        ((32, 32), (2, 64, 32), (4, 32, 32), True),
        ((32, 32), (1, 5, 32), (5, 32), True),
        ((32, 32), (5, 1, 32), (5, 32), False),
        ((32, 32), (64, 32), (32, 64), False),
        ((1, 1), (5, 1, 3), (5, 3), True),
        ((1, 1), (5, 3), (3, 5), False),
    ],
)
def test_reshape_to_view_is_recognised_by_layout_and_shape(tile, shape, other, same):
    layout = Layout(FORMATS["BFloat16"], tile, "DeviceL1", "Interleaved")
    source, result = TensorDesc(shape, layout), TensorDesc(other, layout)
    assert is_view(source, result) is same
    assert not is_view(source, replace(result, layout=replace(layout, memory_space="DeviceDRAM")))


def test_reshaped_view_shares_buffer_of_its_tensor():
    x = zeros((2, 64, 32), device())
    program = L1Program()
    a = program.input((2, 64, 32), "BFloat16")
    b = program.add(
        "ReshapeOp", **{"in": a}, shape=[4, 32, 32], out=program.ref((4, 32, 32), "BFloat16")
    )
    program.add("DeallocateOp", **{"in": a})
    binary = runtime.load(binary_bytes(program.output(b)))
    tracer, tracker = ProgramTracer(N150), MemoryTracker(N150)
    binary.run(None, hooks=runtime.combine_hooks(tracer.hooks, tracker.hooks))
    assert tracker.report.peak["DRAM"].during["DRAM"] == tracker.report.rows[0].after("DRAM")
    with graph.ScopedGraphCapture() as capture:
        y = ttnn.reshape(x, (4, 32, 32))
        trace = capture.end_graph_capture()
    assert np.shares_memory(x.values, y.values)
    for each in (trace, tracer.trace):
        assert graph.extract_calltrace(each)[:2] == ["ttnn::reshape", "Tensor::reshape"]
        (buffer,) = (node for node in each if node.node_type == "buffer")
        tensors = [node.counter for node in each if node.node_type == "tensor"]
        assert len(tensors) == 2
        assert set(buffer.connections) == set(tensors)
    assert [n.node_type for n in tracer.trace].count("buffer_deallocate") == 1


@pytest.mark.parametrize("mode", BOTH)
def test_traced_program_that_redefines_tensor_id_frees_old_memory(mode):
    program = L1Program()
    a = program.input((32, 64), "BFloat16")
    made = program.made((32, 64))
    program.eltwise("Relu", [a], made)
    joined = program.made((64, 64)) | {"global_id": made["global_id"]}
    program.add("ConcatOp", inputs=[made, made], dim=0, out=joined)
    viewed = program.made((1, 64, 64)) | {"global_id": made["global_id"]}
    program.add("ReshapeOp", **{"in": joined}, shape=[1, 64, 64], out=viewed)
    binary = runtime.load(binary_bytes(program.output(viewed)))
    computes = mode is graph.RunMode.NORMAL
    tracker, tracer = MemoryTracker(N150), ProgramTracer(N150, dispatches=computes)
    binary.run(None, hooks=runtime.combine_hooks(tracker.hooks, tracer.hooks))
    trace = tracer.trace
    kinds = [node.node_type for node in trace]
    freed = [node for node in trace if node.node_type == "buffer_deallocate"]
    assert kinds.count("buffer_allocate") == len(freed) == 2
    assert [trace[node.connections[0]].params["size"] for node in freed] == ["4096", "8192"]
    names = [trace[node.counter + 1].name for node in freed]
    assert names == ["ttnn::reshape", ""]  # what is read stays until it was
    assert [row.during["L1"] for row in tracker.report.rows] == [2048, 4096, 2048]
