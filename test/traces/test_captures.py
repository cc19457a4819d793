"""Captures of the Python API and of programs in binaries."""

import gc
import json
import re
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from ttnn_builders import ProgramBuilder
from ttrt_binaries import relu_program, save

from ttmlir_py import runtime, ttnn
from ttmlir_py.common.data_formats import FORMATS
from ttmlir_py.runtime.errors import SimulationError
from ttmlir_py.runtime.tensor import Layout, TensorDesc
from ttmlir_py.tools import ttrt
from ttmlir_py.traces import operation
from ttmlir_py.traces.graph import files
from ttmlir_py.traces.graph.arguments import argument_text
from ttmlir_py.traces.graph.operations import buffer_info, tensor_info
from ttmlir_py.traces.graph.program_tracer import ProgramTracer
from ttmlir_py.ttnn import graph

pytestmark = [pytest.mark.early, pytest.mark.slow]


def l1_tensor(shape=(1, 3, 32, 32)):
    place = {"device": ttnn.open_device(), "memory_config": ttnn.L1_MEMORY_CONFIG}
    return ttnn.from_torch(
        np.ones(shape, np.float32), ttnn.bfloat16, layout=ttnn.TILE_LAYOUT, **place
    )


def test_captured_peak_memory_of_add_matches_tt_nn():
    a, b = l1_tensor(), l1_tensor()
    assert graph.query_peak_L1_memory_usage(lambda: ttnn.add(a, b)) == 30720
    (info,) = graph.query_output_info(lambda: ttnn.add(a, b))
    assert info == {"shape": [1, 3, 32, 32], "size": 6144, "type": "L1"}


def test_capture_of_sharded_tensor_records_sharding():
    layout = Layout(FORMATS["BFloat16"], (32, 32), "DeviceL1", "BlockSharded", (1, 2), 4, (2, 2))
    desc = TensorDesc((64, 128), layout)
    text = argument_text(tensor_info(7, desc, buffer_info(7, desc)).spec)
    assert "memory_layout=TensorMemoryLayout::BLOCK_SHARDED,buffer_type=BufferType::L1" in text
    assert (
        "shard_spec=ShardSpec(grid={[(x=0,y=0) - (x=1,y=1)]},shape={32, 64},"
        "orientation=ShardOrientation::ROW_MAJOR,mode=ShardMode::PHYSICAL,"
        "physical_shard_shape=std::nullopt)"
    ) in text


def test_nested_captures_record_inner_and_outer_calls():
    a = l1_tensor()
    graph.begin_graph_capture()
    ttnn.relu(a)
    graph.begin_graph_capture()
    ttnn.add(a, a)
    inner, outer = graph.end_graph_capture(), graph.end_graph_capture()
    names = [
        [
            name
            for name in graph.extract_calltrace(t)
            if name.startswith("ttnn::") and "prim" not in name
        ]
        for t in (inner, outer)
    ]
    assert names == [["ttnn::add"], ["ttnn::relu", "ttnn::add"]]
    with pytest.raises(RuntimeError, match="no graph capture"):
        graph.end_graph_capture()


def test_capture_records_call_that_raises_as_error():
    a, b = l1_tensor(), l1_tensor((32, 32))
    with graph.ScopedGraphCapture() as capture:
        with pytest.raises(ttnn.TtnnError):
            ttnn.concat([a, b], 0)
        ttnn.relu(a)
        trace = capture.end_graph_capture()
    (error,) = (node for node in trace if node.node_type == "error")
    assert error.params["error_operation"] == "ttnn::concat"
    levels = [n.stacking_level for n in trace if n.name in ("ttnn::concat", "ttnn::relu")]
    assert set(levels) == {1}
    assert files.parse(files.dump(trace)) == trace


def test_capture_scope_left_by_exception_drops_capture():
    with pytest.raises(ZeroDivisionError), graph.ScopedGraphCapture():
        _ = 1 / 0
    with pytest.raises(RuntimeError):
        graph.end_graph_capture()


def test_capture_records_deallocation_of_unreferenced_tensor():
    a = l1_tensor()
    with graph.ScopedGraphCapture() as capture:
        b = ttnn.relu(a)
        del b
        c = ttnn.relu(a)
        ttnn.deallocate(c)
        trace = capture.end_graph_capture()
    events = [(n.node_type, n.stacking_level) for n in trace if n.node_type == "buffer_deallocate"]
    assert events == [("buffer_deallocate", 0), ("buffer_deallocate", 1)]


def test_captured_binary_records_its_operations(tmp_path):
    binary = runtime.load(save(tmp_path / "relu.ttnn", relu_program()))
    with graph.ScopedGraphCapture() as capture:
        binary.run([np.ones((2, 3), np.float32)], hooks=graph.run_events(binary))
        trace = capture.end_graph_capture()
    assert graph.extract_calltrace(trace)[0] == "ttnn::relu"


def test_capture_of_failing_program_closes_function_nodes(tmp_path):
    binary = runtime.load(save(tmp_path / "relu.ttnn", relu_program()))

    def fail(operation, _):
        if operation.result is not None:
            raise SimulationError("stopped")

    with graph.ScopedGraphCapture() as capture:
        hooks = runtime.combine_hooks(graph.run_events(binary), runtime.RunEvents(before=fail))
        with pytest.raises(SimulationError):
            binary.run([np.ones((2, 3), np.float32)], hooks=hooks)
        ttnn.relu(l1_tensor())
        trace = capture.end_graph_capture()
    (error,) = (node for node in trace if node.node_type == "error")
    assert error.params["error_operation"] == "ttnn::relu"
    assert "stopped" in error.params["error_message"]
    levels = [n.stacking_level for n in trace if n.name == "ttnn::relu"]
    assert levels == [1, 1, 1]


def test_capture_records_failing_program_as_error(tmp_path):
    binary = runtime.load(save(tmp_path / "relu.ttnn", relu_program()))

    def fail(*_):
        raise SimulationError("stopped")

    tracer = ProgramTracer({})
    hooks = runtime.combine_hooks(tracer.hooks, runtime.RunEvents(before=fail))
    for _ in range(2):  # each run is a capture of its own
        with pytest.raises(SimulationError), tracer.recording():
            binary.run([np.ones((2, 3), np.float32)], hooks=hooks)
        kinds = [node.node_type for node in tracer.trace]
        assert (kinds.count("capture_end"), kinds.count("function_end")) == (1, 0)
    with tracer.recording():
        binary.run([np.ones((2, 3), np.float32)], hooks=tracer.hooks)
    assert files.parse(files.dump(tracer.trace)) == tracer.trace
    with pytest.raises(ZeroDivisionError), tracer.recording():
        _ = 1 / 0
    assert [node.node_type for node in tracer.trace].count("capture_end") == 1


def test_ttrt_graph_trace_writes_file(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    save("relu.ttnn", relu_program())
    assert ttrt.main(["run", "relu.ttnn", "--graph-trace", "t.json", "--memory"]) == 0
    trace = files.load("t.json")
    assert graph.extract_calltrace(trace)[:2] == ["ttnn::relu", "ttnn::prim::unary"]
    assert trace[0].connections[0] == 1
    arguments = ["--graph-trace", "t.txt", "--graph-trace-view"]
    assert ttrt.main(["run", "relu.ttnn", *arguments, "tree"]) == 0
    assert Path("t.txt").read_text().startswith("Capture Start\nBegin: ttnn::relu\n")
    assert ttrt.main(["run", "relu.ttnn", *arguments, "levelized:2"]) == 0
    assert json.loads(Path("t.txt").read_text())[-1]["name"] == "ttnn::prim::unary"
    capsys.readouterr()
    with pytest.raises(SystemExit):
        ttrt.main(["run", "relu.ttnn", *arguments, "list"])
    assert "unknown view 'list': expected json" in capsys.readouterr().err


def test_ttrt_graph_trace_of_two_programs_writes_two_files(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    elsewhere = ProgramBuilder("../x")
    elsewhere.output(elsewhere.input((2, 3)))
    save("two.ttnn", relu_program(), elsewhere)
    assert ttrt.main(["run", "two.ttnn", "--graph-trace", "t.json"]) == 0
    assert sorted(path.name for path in tmp_path.glob("t.*")) == ["t.1.json", "t.relu.json"]
    assert ttrt.main(["run", "two.ttnn", "--graph-trace", "."]) == 1
    assert "Is a directory" in capsys.readouterr().err


@pytest.mark.parametrize("page", ["graph_trace", "tensor_trace"])
def test_graph_trace_page_examples_run(page, tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    text = (Path(__file__).parents[2] / "docs" / f"{page}.md").read_text()
    blocks = re.findall(r"^```python\n(.*?)^```", text, re.MULTILINE | re.DOTALL)
    exec(compile("\n".join(blocks), page, "exec"), {})
    assert page == "tensor_trace" or capsys.readouterr().out.startswith("Capture Start")


def test_captures_hold_no_objects_tracked_by_garbage_collector():
    """Otherwise the time of an operation would grow with the capture."""
    x = y = l1_tensor()
    with graph.ScopedGraphCapture() as capture:
        tracked = []
        for _ in range(2):
            gc.collect()
            tracked.append(len(gc.get_objects()))
            for _ in range(200):
                x = ttnn.add(x, y)
        gc.collect()
        grown = len(gc.get_objects()) - tracked[1]
        trace = capture.end_graph_capture()
    assert gc.isenabled()
    assert grown < 200
    assert len(trace) > 400 * 15


def test_graph_module_has_recorder_functions():
    code = "import sys; from ttmlir_py import ttnn; loaded = 'ttmlir_py.traces.graph' in sys.modules; print("
    code += "loaded, ttnn.graph.RunMode.NORMAL.name, ttnn.graph_tracer_utils.GraphTracerUtils.serialize_graph([]))"
    said = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert said.stdout == "False NORMAL {'content': []}\n"
    with pytest.raises(AttributeError, match=r"ttnn' has no attribute 'grahp'"):
        _ = ttnn.grahp


def test_trace_diff_of_equal_executions_is_empty():
    a, graphs = l1_tensor((32, 32)), []
    for calls in ((ttnn.relu, ttnn.exp), (ttnn.relu, ttnn.exp), (ttnn.relu, ttnn.neg, ttnn.exp)):
        operation.toggleTrace(True)
        try:
            made = a
            for call in calls:
                made = call(made)
        finally:
            operation.toggleTrace(False)
        graphs.append(operation.collectTrace())
        operation.purgeTrace()
    assert operation.diff(graphs[0], graphs[1]) == []
    (first, *_) = operation.diff(graphs[0], graphs[2])
    assert "neg" in first
