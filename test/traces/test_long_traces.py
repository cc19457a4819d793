"""Tests that traces too long for memory are read from their files in bounded memory, with the same
results.
"""

import io
import json
import random
import subprocess
import sys
from contextlib import suppress

import pytest
from trace_samples import multiply_add

from ttmlir_py.tools.tttrace import main
from ttmlir_py.traces import commands
from ttmlir_py.traces.errors import TraceError
from ttmlir_py.traces.graph import files, scanning, stored, summary, tables
from ttmlir_py.traces.graph.arguments import argument_lines, serialize_graph
from ttmlir_py.traces.graph.scanning import NodeScanner
from ttmlir_py.traces.graph.stored import StoredTrace

pytestmark = pytest.mark.slow

TEXT = files.dump(multiply_add())


def older(text, rng):
    """Return the text as older writers have it: without types, ids, levels and inputs, depending on
    the arguments.
    """
    nodes = json.loads(text)
    for node in nodes:
        if rng.random() < 0.5:
            node["name"] = node.pop("node_type")
            if "tensor_id" in node["params"] and rng.random() < 0.5:
                del node["params"]["tensor_id"]
        for key in ("arguments", "stacking_level", "input_tensors"):
            if rng.random() < 0.5:
                node.pop(key)
    return json.dumps(nodes)


@pytest.mark.parametrize("seed", range(20))
def test_graph_trace_in_file_equals_trace_in_memory(seed, tmp_path, monkeypatch):
    rng = random.Random(seed)
    for module, name in ((scanning, "CHUNK"), (stored, "_BLOCK"), (stored, "_KEPT")):
        monkeypatch.setattr(module, name, rng.choice((4, 50, 1000)))
    text = older(TEXT, rng) if seed % 2 else TEXT.replace("ttnn::add", "ttnn::ä\\ud83d\\ude00")
    path = tmp_path / "t.json"
    path.write_text(text)
    trace, expected = StoredTrace(path), files.parse(text)
    assert len(trace) == len(expected)
    assert list(trace) == expected
    assert [trace[i] for i in range(-len(trace), len(trace))] == expected * 2
    assert (trace[3:9], trace[::-3]) == (expected[3:9], expected[::-3])
    assert summary.summary(trace) == summary.summary(expected)
    assert list(tables.table_lines(trace)) == list(tables.table_lines(expected))
    assert trace == expected
    assert "\n".join(argument_lines(trace)) == json.dumps(serialize_graph(expected), indent=4)
    with pytest.raises(IndexError):
        _ = trace[len(trace)]


def test_trace_arguments_are_written_one_function_at_a_time():
    """When a function is written, no later function has been read."""
    nodes = files.parse(TEXT)
    called = [index for index, node in enumerate(nodes) if node.arguments]
    assert len(called) > 1
    unread = iter(nodes)
    lines = argument_lines(unread)
    while "operation" not in next(lines):
        pass
    assert len(list(unread)) == len(nodes) - 1 - called[0]
    assert "\n".join(argument_lines([])) == json.dumps(serialize_graph([]), indent=4)


def test_damaged_graph_trace_file_reports_same_error_as_in_memory(tmp_path, monkeypatch):
    """Truncated and edited files give the same trace or error for every size of reads."""
    rng = random.Random(5)
    path = tmp_path / "t.json"
    refused = 0
    for _ in range(150):
        text = TEXT
        for _ in range(rng.randrange(1, 3)):
            at = rng.randrange(len(text))
            piece = rng.choice(["", "]", "}", ",", '"', "[" * 5, "9", "-", "null", "\\", "\n"])
            text = text[:at] + piece + text[at + rng.randrange(5) :]
        path.write_text(text[: rng.randrange(len(text))] if rng.random() < 0.2 else text)
        results = []
        for chunk in (1 << 18, rng.choice((20, 100, 3000))):
            monkeypatch.setattr(scanning, "CHUNK", chunk)
            try:
                results.append(list(StoredTrace(path)))
            except TraceError as error:
                results.append(str(error))
        assert results[0] == results[1]
        with suppress(json.JSONDecodeError):
            json.loads(path.read_text())
            continue
        refused += 1
        assert isinstance(results[0], str), "invalid JSON is refused"
    assert refused > 25


def test_graph_trace_json_error_has_file_offset(monkeypatch):
    monkeypatch.setattr(scanning, "CHUNK", 3)
    text = '[\n  {"a": [1, 2]},\n  {"ä": 4,, }]'
    with pytest.raises(json.JSONDecodeError) as expected:
        json.loads(text)
    with pytest.raises(
        TraceError, match=f"line {expected.value.lineno}, column {expected.value.colno}"
    ):
        list(NodeScanner(io.BytesIO(text.encode())).records())
    offsets = [at for at, _ in NodeScanner(io.BytesIO('[ 1, "ä", [2]]'.encode())).records()]
    assert offsets == [2, 5, 11]


def test_graph_trace_file_that_changes_while_read_is_refused(tmp_path):
    path = tmp_path / "t.json"
    path.write_text(TEXT)
    trace = StoredTrace(path)
    path.write_text("x" * len(TEXT))
    with pytest.raises(TraceError, match="node 0: the file has changed"):
        list(trace)


MEASURED = """
import importlib, pkgutil, sys, tracemalloc
import ttmlir_py.traces
for each in pkgutil.walk_packages(ttmlir_py.traces.__path__, "ttmlir_py.traces."):
    importlib.import_module(each.name)  # what is compiled first takes memory, too
from ttmlir_py.traces import commands
from ttmlir_py.traces.graph import files, scanning, stored
from ttmlir_py.traces.tensor import reader
files._IN_MEMORY = stored._KEPT = 0
scanning.CHUNK = stored._BLOCK = 1 << 12
reader.BATCH = 1 << 8
tracemalloc.start()
for command in {commands}:
    lines = commands.command_lines(command, "{path}", commands.Options(), commands.Findings())
    count = sum(1 for _ in lines)
if not {commands}:
    count = sum(1 for _ in commands.difference_lines("{path}", "{other}", None, 10))
print(count, tracemalloc.get_traced_memory()[1])
"""


def peak_of(path, *names, other=None):
    """Return the output lines of the last command, and the peak memory of all commands, run in a
    separate process.
    """
    program = MEASURED.format(commands=names, path=path, other=other)
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    )
    return map(int, done.stdout.split())


def repeated(count):
    """Return the text of a capture with the given number of calls of a function that allocates and
    frees a tensor.
    """
    yield '[{"counter": 0, "node_type": "capture_start", "params": {}, "arguments": [], "input_tensors": [], "connections": ['
    yield ", ".join(str(1 + 5 * index) for index in range(count)) + "]}"
    place = '"type": "L1", "layout": "INTERLEAVED", "device_id": "0", "page_size": "2048", "num_cores": "0"'
    for index in range(count):
        at = 1 + 5 * index
        rows = (
            ("function_start", '"name": "ttnn::zeros", "inputs": "1"', [at + 1, at + 2, at + 4]),
            ("buffer", f'"size": "2048", {place}', [at + 3]),
            ("buffer_allocate", f'"size": "2048", "address": "{index}", {place}', [at + 1]),
            ("tensor", f'"tensor_id": "{index}", "shape": "Shape([32, 32])"', []),
            ("function_end", '"name": "ttnn::zeros"', [at + 3, at + 5]),
        )
        for number, (kind, params, edges) in enumerate(rows, at):
            yield f', {{"counter": {number}, "node_type": "{kind}", "params": {{{params}}}, '
            yield f'"arguments": [], "input_tensors": [], "connections": {edges}}}'
    yield f', {{"counter": {1 + 5 * count}, "node_type": "capture_end", "params": {{}}, "arguments": [],'
    yield ' "input_tensors": [], "connections": []}]'


def test_graph_trace_takes_few_bytes_per_node(tmp_path):
    path = tmp_path / "t.json"
    peaks = []
    for count in (100, 300):
        path.write_text("".join(repeated(count)))
        lines, peak = peak_of(path, "perfetto", "memory", "stats", "peak", "tree")
        assert lines == 5 * count + 2
        peaks.append(peak)
    a_node = (peaks[1] - peaks[0]) / (5 * 200)
    assert a_node < 90, "10^6 nodes take less than 100 MB"


def test_comparison_of_graph_traces_takes_few_bytes_per_node(tmp_path):
    one, other = tmp_path / "t.json", tmp_path / "u.json"
    peaks = []
    for count in (100, 300):
        text = "".join(repeated(count))
        one.write_text(text)
        place = text.rindex("[32, 32]")
        other.write_text(f"{text[:place]}[32, 64]{text[place + 8 :]}")
        lines, peak = peak_of(one, other=other)
        assert lines == 1
        peaks.append(peak)
    assert (peaks[1] - peaks[0]) / (5 * 200) < 80, "twice 10^6 nodes take less than 100 MB"


def test_tensor_trace_memory_does_not_depend_on_length(tmp_path):
    from ttmlir_py.traces.tensor.record import Record

    path = tmp_path / "t.bin"
    names = ("stats", "validate", "order", "layers", "histogram", "heatmap", "display")
    block = b"".join(
        Record(
            1 + i,
            i // 500,
            i % 8,
            tensor_idx=i % 50,
            size_bytes=64,
            file_offset=1 + i % 50,
            tensor_name=f"t{i % 50}",
        ).pack()
        for i in range(1 << 9)
    )
    peaks = []
    for copies in (2, 8):
        path.write_bytes(block * copies)
        peaks.append(list(peak_of(path, *names))[1])
    assert peaks[1] < 100e6
    assert peaks[1] < 1.1 * peaks[0]


def test_large_memory_use_of_graph_trace_is_noted_before_load(tmp_path, monkeypatch, capsys):
    path = tmp_path / "t.json"
    path.write_text("".join(repeated(20)))
    nodes = len(files.load(path))
    assert main(["dot", str(path)]) == 0
    assert capsys.readouterr().err == ""
    monkeypatch.setattr(commands, "MANY", nodes - 1)
    monkeypatch.setattr(files, "_IN_MEMORY", 1 << 10)
    for command, size in (("dot", 1.2), ("levelized", 2), ("svg", 2), ("explorer", 4.5)):
        assert main([command, str(path)]) == 0
        memory = f"about {nodes * size / 1000:.0f} MB"
        assert capsys.readouterr().err.startswith(
            f"{path}: note: all {nodes} nodes are held in memory, {memory}\n"
        )
    for command in ("display", "stats", "validate", "csv", "tree", "arguments"):
        assert main([command, str(path)]) == 0
        assert capsys.readouterr().err == ""
    monkeypatch.setattr(commands, "MANY", nodes)
    assert main(["dot", str(path)]) == 0
    assert capsys.readouterr().err == ""
