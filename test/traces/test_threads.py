"""Functions of several threads, and functions that hang."""

import threading
import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from test_run_modes import BOTH, tensor

from ttmlir_py import ttnn
from ttmlir_py.traces.graph import files
from ttmlir_py.traces.graph.node import function_ends, nesting
from ttmlir_py.traces.graph.recorder import GraphRecorder
from ttmlir_py.ttnn import graph

CALLS = st.recursive(
    st.just(()), lambda inner: st.lists(inner, max_size=3).map(tuple), max_leaves=6
)


def events(calls, name):
    """What a thread tells of a tree of calls: names at begins, None at ends."""
    for index, inner in enumerate(calls):
        own = f"{name}.{index}"
        yield own
        yield from events(inner, own)
        yield None


@given(trees=st.lists(st.lists(CALLS, max_size=3), min_size=1, max_size=3), data=st.data())
@settings(max_examples=50, deadline=None)
def test_nesting_is_each_threads_own(trees, data):
    """However the threads take turns, each function stands inside of the one that called it."""
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


def test_threads_of_the_api():
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
def test_a_function_that_hangs(function, monkeypatch):
    a = tensor(2, 3)
    assert function(a) is a
    monkeypatch.setenv("TT_METAL_OPERATION_TIMEOUT_SECONDS", "0.05")
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


def test_the_time_out_holds_for_all_functions(monkeypatch):
    a = tensor(2, 3)
    times = iter([0.0, 2.5])
    monkeypatch.setenv("TT_METAL_OPERATION_TIMEOUT_SECONDS", "2")
    monkeypatch.setattr(time, "monotonic", lambda: next(times))
    with pytest.raises(ttnn.HangError, match=r"TIMEOUT.*relu took over 2 s"):
        ttnn.relu(a)
    monkeypatch.setenv("TT_METAL_OPERATION_TIMEOUT_SECONDS", "soon")
    with pytest.raises(ttnn.TtnnError, match="expected seconds"):
        ttnn.relu(a)


@pytest.mark.parametrize("mode", BOTH)
def test_captures_end_in_any_mode_after_an_error(mode):
    with pytest.raises(ZeroDivisionError), graph.ScopedGraphCapture(mode):
        _ = 1 / 0
    assert ttnn.relu(tensor(2, 3)).values.any()
