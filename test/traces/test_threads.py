"""Tests of functions in several threads, and of functions that never return."""

import threading
import time

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from test_run_modes import BOTH, tensor
from tiers import example_count
from ttrt_binaries import relu_program, save

from ttmlir_py import runtime, ttnn
from ttmlir_py.runtime.errors import SimulationError
from ttmlir_py.runtime.kernels.elementwise import ELEMENTWISE
from ttmlir_py.traces.graph import files
from ttmlir_py.traces.graph.node import function_ends, nesting
from ttmlir_py.traces.graph.program_tracer import ProgramTracer
from ttmlir_py.traces.graph.recorder import GraphRecorder
from ttmlir_py.ttnn import graph

CALLS = st.recursive(
    st.just(()), lambda inner: st.lists(inner, max_size=3).map(tuple), max_leaves=6
)


def events(calls, name):
    """Return the events of a tree of calls: names at begins, None at ends."""
    for index, inner in enumerate(calls):
        own = f"{name}.{index}"
        yield own
        yield from events(inner, own)
        yield None


@given(trees=st.lists(st.lists(CALLS, max_size=3), min_size=1, max_size=3), data=st.data())
@settings(max_examples=example_count(17))
def test_capture_records_nesting_per_thread(trees, data):
    """In any interleaving of threads, each function is nested in its caller."""
    recorder, streams = GraphRecorder(), [list(events(t, str(i))) for i, t in enumerate(trees)]
    left = {index: list(stream) for index, stream in enumerate(streams) if stream}
    with pytest.MonkeyPatch.context() as patch:
        while left:
            index = data.draw(st.sampled_from(sorted(left)))
            patch.setattr(threading, "get_ident", lambda index=index: index)
            event = left[index].pop(0)
            if event is None:
                recorder.end_function()
            else:
                recorder.begin_function(event)
            if not left[index]:
                del left[index]
    trace = recorder.finish()
    assert files.parse(files.dump(trace)) == trace
    names = [name for stream in streams for name in stream if name]
    assert sorted(graph.extract_calltrace(trace)) == sorted(names)
    for node, opened in nesting(trace):
        if node.node_type == "function_start":
            *_, caller = ["", *(each.name for each in opened[:-1])]
            assert caller == (node.name.rpartition(".")[0] if "." in node.name[2:] else "")
    starts = sum(node.node_type == "function_start" for node in trace)
    assert len(function_ends(trace)) == starts


def test_capture_records_api_calls_of_all_threads():
    a = tensor(2, 3)

    def work():
        for _ in range(20):
            ttnn.relu(ttnn.add(a, a))

    with graph.ScopedGraphCapture() as capture:
        threads = [threading.Thread(target=work) for _ in range(4)]
        for each in threads:
            each.start()
        for each in threads:
            each.join()
        trace = capture.end_graph_capture()
    top = [n.name for n in trace if n.node_type == "function_start" and n.stacking_level == 1]
    assert (top.count("ttnn::add"), top.count("ttnn::relu")) == (80, 80)
    assert len(top) == 160


@pytest.mark.parametrize(
    "function", [ttnn.test_hang_device_operation, ttnn.test.test_hang_operation]
)
def test_operation_timeout_ends_hanging_function(function, monkeypatch):
    a = tensor(2, 3)
    assert function(a) is a
    monkeypatch.setenv("TT_METAL_OPERATION_TIMEOUT_SECONDS", "0.5")
    start = time.monotonic()
    with graph.ScopedGraphCapture() as capture:
        with pytest.raises(RuntimeError, match="TIMEOUT"):
            function(a)
        ttnn.synchronize_device(a.device())
        ttnn.relu(a)
        trace = capture.end_graph_capture()
    assert time.monotonic() - start < 10
    assert trace[1].arguments[0].startswith("Tensor(")
    (error,) = (node for node in trace if node.node_type == "error")
    assert error.params["error_type"] == "HangError"
    assert "ttnn::relu" in graph.extract_calltrace(trace)
    assert graph.query_trace(lambda: function(a))  # nothing runs, so that nothing hangs


@pytest.fixture
def kernel_that_hangs():
    """Replace the kernel of relu by one that does not return until the test ends."""
    released, kernel = threading.Event(), ELEMENTWISE["Relu"]
    computed = kernel.compute

    def compute(*_, **__):
        released.wait(60)
        return np.zeros((2, 3), np.float32)

    object.__setattr__(kernel, "compute", compute)
    yield
    object.__setattr__(kernel, "compute", computed)
    released.set()


def test_operation_timeout_ends_running_function(kernel_that_hangs, monkeypatch):
    a = tensor(2, 3)
    monkeypatch.setenv("TT_METAL_OPERATION_TIMEOUT_SECONDS", "0.5")
    start = time.monotonic()
    with graph.ScopedGraphCapture() as capture:
        with pytest.raises(ttnn.HangError, match=r"TIMEOUT.*relu took over 0.5 s"):
            ttnn.relu(a)
        ttnn.add(a, a)
        trace = capture.end_graph_capture()
    assert time.monotonic() - start < 30
    (error,) = (node for node in trace if node.node_type == "error")
    assert error.params["error_operation"] == "ttnn::relu"
    assert files.parse(files.dump(trace)) == trace
    levels = [node.stacking_level for node in trace if node.name == "ttnn::add"]
    assert set(levels) == {1}


def test_operation_timeout_ends_running_program_operation(kernel_that_hangs, monkeypatch, tmp_path):
    monkeypatch.setenv("TT_METAL_OPERATION_TIMEOUT_SECONDS", "0.5")
    binary = runtime.load(save(tmp_path / "relu.ttnn", relu_program()))
    tracer = ProgramTracer({})
    with (
        pytest.raises(RuntimeError, match=r"Relu.*TIMEOUT"),
        tracer.recording(),
    ):
        binary.run(None, hooks=tracer.hooks)
    (error,) = (node for node in tracer.trace if node.node_type == "error")
    assert "TIMEOUT" in error.params["error_message"]
    assert files.parse(files.dump(tracer.trace)) == tracer.trace


def test_invalid_operation_timeout_is_refused(monkeypatch, tmp_path):
    a = tensor(2, 3)
    binary = runtime.load(save(tmp_path / "relu.ttnn", relu_program()))
    monkeypatch.setenv("TT_METAL_OPERATION_TIMEOUT_SECONDS", "60")
    assert ttnn.relu(a).shape == (2, 3)
    assert binary.run(None)[0].shape == (2, 3)
    with pytest.raises(ttnn.TtnnError, match=r"ttnn\.add"):  # errors come through
        ttnn.add(a, tensor(4, 5))
    monkeypatch.setenv("TT_METAL_OPERATION_TIMEOUT_SECONDS", "soon")
    with pytest.raises(ttnn.TtnnError, match="expected seconds"):
        ttnn.relu(a)
    with pytest.raises(SimulationError, match="expected seconds"):
        binary.run(None)


@pytest.mark.parametrize("mode", BOTH)
def test_capture_in_each_run_mode_ends_after_error(mode):
    with pytest.raises(ZeroDivisionError), graph.ScopedGraphCapture(mode):
        _ = 1 / 0
    assert ttnn.relu(tensor(2, 3)).values.any()
