"""Tests of pictures of graph traces, and of exported files."""

import json
import shutil
import xml.etree.ElementTree as ET
from itertools import combinations, pairwise

import pytest
from trace_samples import CORES, l1_tensor, multiply_add, record_binary

from ttmlir_py.tools import tttrace
from ttmlir_py.traces.errors import TraceError
from ttmlir_py.traces.graph import files, pictures
from ttmlir_py.traces.graph.explorer import model_explorer
from ttmlir_py.traces.graph.levelized import LevelizedGraph
from ttmlir_py.traces.graph.memory_picture import MemoryTimeline, memory_lines
from ttmlir_py.traces.graph.pictures import svg_lines, visualize
from ttmlir_py.traces.graph.queries import l1_usage
from ttmlir_py.traces.graph.recorder import BufferInfo, CircularBuffer, GraphRecorder, TensorInfo

SPACE = "{http://www.w3.org/2000/svg}"


def chain(count):
    """Return a trace of `count` additions, each of the last two results. The older of the two is
    then freed.
    """
    recorder = GraphRecorder()
    a, b = l1_tensor(0), l1_tensor(1)
    for number in range(2, count + 2):
        made = l1_tensor(number, size=2048 * (1 + number % 3))
        record_binary(recorder, "add", a, b, made)
        recorder.deallocate(a.buffer)
        a, b = b, made
    dram = TensorInfo(count + 2, (32, 32), BufferInfo("dram", 2048, "DRAM", page_size=2048))
    recorder.begin_function("ttnn::to_memory_config", [b])
    recorder.allocate(dram.buffer)
    recorder.run_program([CircularBuffer(64, CORES), CircularBuffer(9999, CORES, 0, True)])
    recorder.end_function([dram])
    return recorder.finish()


def test_memory_timeline_blocks_alive_together_do_not_overlap():
    line = MemoryTimeline(chain(12))
    for panel in line.panels.values():
        assert len(panel)
        for a, b in combinations(panel.blocks(), 2):
            ends = (line.steps if each.end < 0 else each.end for each in (a, b))
            together = max(a.start, b.start) < min(ends)
            assert not together or a.at + a.size <= b.at or b.at + b.size <= a.at
    assert max(block.size for block in line.panels["circular"].blocks()) == 4096


def test_memory_timeline_totals_match_trace():
    trace = chain(12)
    line = MemoryTimeline(trace)
    # Here all inputs are allocated from the start. The original counts an input when it is first
    # used.
    (*_, (_, at_the_end)) = line.panels["L1"].totals()
    (*_, (_, buffers, _)) = l1_usage(trace)
    assert at_the_end == buffers
    assert list(line.panels["DRAM"].totals())[-1][1] == 2048
    assert max(total for _, total in line.panels["circular"].totals()) == 3 * 4096
    assert [name for _, name in line.functions()] == ["ttnn::add"] * 12 + ["ttnn::to_memory_config"]


def test_memory_picture_shows_named_blocks():
    picture = ET.fromstring("\n".join(memory_lines(chain(5))))
    width, height = (float(picture.get(side)) for side in ("width", "height"))
    blocks = [
        each for each in picture.iter(f"{SPACE}rect") if each.find(f"{SPACE}title") is not None
    ]
    for each in blocks:
        x, y, wide, high = (float(each.get(key)) for key in ("x", "y", "width", "height"))
        assert 0 <= x <= x + wide <= width
        assert 0 <= y <= y + high <= height
        assert min(wide, high) > 0
    titles = [each.find(f"{SPACE}title").text for each in blocks]
    assert titles.count("inputs: 4,096 bytes") == 2
    assert "ttnn::to_memory_config: 2,048 bytes" in titles
    assert "".join(memory_lines(GraphRecorder().finish())).endswith("</svg>")


def test_model_explorer_export_has_nodes_of_trace():
    trace = multiply_add()
    file = model_explorer(trace, 2)
    assert file["label"]  # without it the application says "Unsupported JSON format"
    (graph,) = file["graphs"]
    nodes = {node["id"]: node for node in graph["nodes"]}
    vertices = LevelizedGraph(trace, 2).vertices()
    assert list(nodes) == [str(each.counter) for each in vertices]
    for vertex in vertices:
        node = nodes[str(vertex.counter)]
        sources = [edge["sourceNodeId"] for edge in node["incomingEdges"]]
        assert sources == [str(each) for each in vertex.in_edges]
        assert [edge["targetNodeInputId"] for edge in node["incomingEdges"]] == [
            str(index) for index in range(len(sources))
        ]
        for inner in vertex.internals:
            assert nodes[str(inner)]["namespace"] == f"{vertex.name} #{vertex.counter}"
    outermost = [each for each in vertices if each.stacking_level == 1 and not each.is_tensor]
    assert [nodes[str(each.counter)]["label"] for each in outermost] == [
        "ttnn::multiply",
        "ttnn::add",
    ]


def test_model_explorer_export_links_producer_of_value():
    """In-edges would link the operation that made room instead. A tensor that is allocated first is
    a separate input.
    """
    recorder = GraphRecorder()
    x, y, z = (TensorInfo(i, (8,), BufferInfo(("b", i), 16, "L1")) for i in range(3))
    for made, function in ((y, "ttnn::exp"), (z, "ttnn::abs")):
        recorder.begin_function("ttnn::empty", [])
        recorder.allocate(made.buffer)
        recorder.end_function([made])
        recorder.begin_function(function, [x if made is y else y])
        recorder.end_function([made])
    recorder.begin_function("ttnn::neg_", [z])
    recorder.end_function([z])
    recorder.begin_function("ttnn::add", [z, y])
    recorder.end_function([])
    trace = recorder.finish()
    (graph,) = model_explorer(trace)["graphs"]
    edges = {
        node["label"]: [
            (graph["nodes"][int(edge["sourceNodeId"])]["label"], edge["targetNodeInputId"])
            for edge in node["incomingEdges"]
        ]
        for node in graph["nodes"]
        if node["label"] != "ttnn::empty"
    }
    assert edges == {
        "tensor[0]": [],
        "tensor[1]": [("ttnn::empty", "0")],
        "tensor[2]": [("ttnn::empty", "0")],
        "ttnn::exp": [("tensor[0]", "0"), ("tensor[1]", "into")],
        "ttnn::abs": [("ttnn::exp", "0"), ("tensor[2]", "into")],
        "ttnn::neg_": [("ttnn::abs", "0")],
        "ttnn::add": [("ttnn::neg_", "0"), ("ttnn::exp", "1")],
    }
    graph = LevelizedGraph(trace)
    names = [each.name for each in graph.vertices()]
    assert [names[id] for id in graph.forks()] == ["ttnn::exp"]
    assert [names[id] for id in graph.joins()] == ["ttnn::add"]


def test_model_explorer_classes_load_export():
    reason = "Model Explorer (the extra viewers) reads the file"
    classes = pytest.importorskip("model_explorer.graph_builder", reason=reason)
    dacite = pytest.importorskip("dacite", reason=reason)
    file = model_explorer(multiply_add(), 2)
    read = dacite.from_dict(classes.GraphCollection, file, dacite.Config(strict=True))
    (graph,) = read.graphs
    ids = [node.id for node in graph.nodes]
    assert len(set(ids)) == len(ids) > 4
    sources = [edge.sourceNodeId for node in graph.nodes for edge in node.incomingEdges]
    assert sources
    assert set(sources) <= set(ids)


AWKWARD = 'a "b" \\N \\n & &lt; <i>x</i> {|} \x00\x1b\n\u2028 \u00e9 // }'


def awkward():
    """Return a trace whose functions have names with special characters."""
    recorder = GraphRecorder()
    for _ in range(2):
        recorder.begin_function(AWKWARD, [])
    recorder.end_function()
    recorder.end_function()
    return recorder.finish()


@pytest.mark.skipif(shutil.which("dot") is None, reason="Graphviz is not installed")
def test_graphviz_picture_shows_names_unchanged(tmp_path):
    trace = awkward()
    visualize(trace, tmp_path / "t.svg")
    texts = [each.text for each in ET.parse(tmp_path / "t.svg").iter(f"{SPACE}text")]
    shown = "".join(c if c.isprintable() else " " for c in AWKWARD)
    assert [each.replace("\u00a0", " ") for each in texts].count(shown) == 2 * 2 + 2
    visualize(trace, tmp_path / "t.png")
    assert (tmp_path / "t.png").read_bytes().startswith(b"\x89PNG")


@pytest.mark.parametrize("program", ["exit 1", "sleep 30", None])
def test_picture_without_working_graphviz_uses_own_layout(program, monkeypatch, tmp_path):
    """The cases: Graphviz is missing, fails, or takes too long."""
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setattr(pictures, "_GRAPHVIZ_SECONDS", 0.1)
    if program is not None:
        (tmp_path / "dot").write_text(f"#!/bin/sh\nPATH=/bin:/usr/bin\nexec sh -c '{program}'\n")
        (tmp_path / "dot").chmod(0o755)
    trace = awkward()
    visualize(trace, tmp_path / "t.svg")
    assert (tmp_path / "t.svg").read_text() == "\n".join(svg_lines(trace)) + "\n"
    notes = []
    pictures.svg_text(trace, notes.append)
    assert len(notes) == (program is not None), "none is expected if there is no Graphviz"
    assert all(each.endswith(": drawn without it, a row for each node") for each in notes)
    with pytest.raises(TraceError, match="Graphviz"):
        visualize(trace, tmp_path / "t.png")


def test_picture_of_large_graph_is_drawn_without_graphviz(monkeypatch):
    trace = awkward()
    monkeypatch.setattr(pictures, "_GRAPHVIZ_NODES", len(trace) - 1)
    notes = []
    assert pictures.svg_text(trace, notes.append) == "\n".join(svg_lines(trace))
    few = "6 nodes are too many for Graphviz: drawn without it, a row for each node"
    assert notes == [few] * (shutil.which("dot") is not None)


def check_trace_event(event):
    """Check the rules of the trace-event format for the used phases."""
    assert isinstance(event["name"], str)
    assert all(isinstance(event[key], int) for key in ("pid", "tid"))
    assert isinstance(event["ts"], int | float)
    assert event["ts"] >= 0
    match event["ph"]:
        case "X":
            assert event["dur"] >= 0
        case "C":
            assert event["args"]
            assert all(isinstance(value, int) and value >= 0 for value in event["args"].values())
        case "M":
            assert event["name"] in ("process_name", "thread_name")
            assert isinstance(event["args"]["name"], str)
        case phase:
            pytest.fail(f"phase {phase}")


def test_perfetto_export_has_trace_events():
    trace = chain(6)
    written = json.loads("\n".join(pictures.perfetto_lines(trace)))
    assert written["displayTimeUnit"] in ("ms", "ns")
    events = written["traceEvents"]
    for event in events:
        check_trace_event(event)
    slices = [each for each in events if each["ph"] == "X"]
    assert len(slices) == sum(node.node_type == "function_start" for node in trace)
    for a, b in combinations(slices, 2):
        first, last = sorted((a, b), key=lambda each: each["ts"])
        end = first["ts"] + first["dur"]
        assert last["ts"] >= end or last["ts"] + last["dur"] <= end, "slices of a thread nest"
    counters = [each["args"] for each in events if each["ph"] == "C"]
    peak = max(sum(each.values()) for each in counters)
    assert peak == max(buffers + circular for _, buffers, circular in l1_usage(trace))


def test_trace_picture_graph_boxes_do_not_overlap():
    picture = ET.fromstring("\n".join(pictures.svg_lines(chain(4))))
    boxes = [each for each in picture.iter(f"{SPACE}rect") if each.get("fill") == "#DCDCDC"]
    rows = sorted((float(each.get("y")), float(each.get("height"))) for each in boxes)
    assert len(rows) == len(chain(4))
    assert all(y + high <= below for (y, high), (below, _) in pairwise(rows))


def test_picture_size_grows_linearly_with_trace():
    """The size is proportional to the length of the trace, not to its square."""
    sizes = [
        [len("\n".join(lines(chain(count)))) for lines in (pictures.svg_lines, memory_lines)]
        for count in (30, 120)
    ]
    assert all(large < 5 * small for small, large in zip(*sizes, strict=True))


@pytest.mark.parametrize("command", ["memory", "explorer:2", "explorer", "svg", "perfetto"])
def test_tttrace_picture_commands_write_files(command, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "t.json").write_text(files.dump(chain(3)))
    assert tttrace.main([command, "t.json", "-o", "out"]) == 0
    text = (tmp_path / "out").read_text()
    assert ET.fromstring(text) if text.startswith("<") else json.loads(text)
