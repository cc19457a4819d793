"""Tests that op-execution traces too long for memory are read from their files in bounded memory,
with the same results.
"""

import random
import subprocess
import sys
import warnings

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tiers import example_count

from ttmlir_py.runtime.formats import FORMATS
from ttmlir_py.runtime.tensor import TILE, Layout
from ttmlir_py.traces.commands import Findings, Options, command_lines, difference_lines
from ttmlir_py.traces.errors import TraceError, TraceWarning
from ttmlir_py.traces.operation import commands, diff, stored
from ttmlir_py.traces.operation.difference import executed
from ttmlir_py.traces.operation.files import from_bytes, to_bytes
from ttmlir_py.traces.operation.graph import OperationGraph
from ttmlir_py.traces.operation.node import GraphData, OperationNode, Variable
from ttmlir_py.traces.operation.record import Property
from ttmlir_py.traces.operation.stored import DenseIndex, HashIndex, StoredGraph

pytestmark = pytest.mark.slow

LAYOUT = Layout(FORMATS["BFloat16"], TILE, "DeviceDRAM", "Interleaved")
ATTRIBUTES = (
    Property("keep_dim", "bool", True),
    Property("dims", "int", (-1, 2)),
    Property("params.min", "float", 0.5),
    Property("dtype", "dtype", "BFloat16"),
    Property("mode", "string", "ä"),
)


def random_graph(rng, count):
    """Return a graph of the given number of operations. Each takes existing values and makes new
    ones; some are parts of earlier operations.
    """
    graph = GraphData()

    def add(name, kind):
        layout = LAYOUT if rng.random() < 0.8 else None
        shape = tuple(rng.randrange(9) for _ in range(rng.randrange(4)))
        dtype = "BFloat16" if layout else rng.choice(("Float32", "INT64"))
        graph.variables[name] = Variable(name, kind, shape, dtype, layout, identity=1)
        return name

    graph.placeholders = [add(f"input_{each}", "PLACEHOLDER") for each in range(3)]
    for index in range(count):
        values = list(graph.variables)
        name = f"op_{index}"
        inputs = tuple(rng.choices(values, k=rng.randrange(4)))
        outputs = tuple(add(f"{name}:{each}", "ARRAY") for each in range(rng.randrange(3)))
        node = OperationNode(name, rng.choice(("add", "exp")), "EltwiseOp", inputs, outputs)
        node.properties = tuple(rng.sample(ATTRIBUTES, rng.randrange(3)))
        node.destination = rng.choice(("", "", rng.choice(values)))
        node.scope = rng.choice(("", "elsewhere", *(each.name for each in graph.nodes[-3:])))
        graph.nodes.append(node)
    graph.results = list(graph.variables)[-2:]
    return graph


@settings(max_examples=example_count(20))
@given(st.integers(0, 30), st.randoms(use_true_random=False), st.booleans())
def test_stored_graph_equals_graph_in_memory(tmp_path_factory, count, rng, is_mapped):
    path = tmp_path_factory.mktemp("trace") / "t.fb"
    expected = random_graph(rng, count)
    path.write_bytes(to_bytes(expected))
    told = []
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(stored, "_STEP", rng.choice((1, 3, 1000)))
        if is_mapped:
            patch.setattr(stored, "_IN_MEMORY", 0)
        graph = StoredGraph(path, lambda *each: told.append(each))
        assert list(graph.nodes()) == from_bytes(path.read_bytes()).nodes == expected.nodes
        typed, depths, named = list(graph.typed_nodes()), list(graph.depths()), {}
        assert "\n".join(shown("summary", path)) == OperationGraph(expected).summary()
    for node, (_, inputs, outputs) in zip(expected.nodes, typed, strict=True):
        assert inputs == [expected.variables[name].type_text for name in node.inputs]
        assert outputs == [expected.variables[name].type_text for name in node.outputs]
        named[node.name] = named.get(node.scope, -1) + 1
    assert depths == list(named.items())
    assert graph.sizes() == {
        "operations": count,
        "variables": len(expected.variables),
        "placeholders": 3,
        "results": 2,
    }
    assert all(0 < done <= of for done, of in told)


def shown(command, path):
    return command_lines(command, str(path), Options(), Findings())


@settings(max_examples=example_count(20))
@given(st.integers(0, 12), st.randoms(use_true_random=False), st.booleans())
def test_stored_graph_diff_equals_diff_in_memory(tmp_path_factory, count, rng, is_mapped):
    folder = tmp_path_factory.mktemp("trace")
    seed, graphs = rng.random(), []
    for name in ("a.fb", "b.fb"):
        graph = random_graph(random.Random(seed), count)
        for _ in range(rng.randrange(3) if graph.nodes else 0):
            node = rng.choice(graph.nodes)
            node.op_name = rng.choice(("add", "exp", "new"))
            node.properties = node.properties[1:]
        (folder / name).write_bytes(to_bytes(graph))
        graphs.append(graph)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(stored, "_IN_MEMORY", 0 if is_mapped else 1 << 22)
        patch.setattr(stored, "_KEPT", rng.choice((1, 1000)))
        patch.setattr(stored, "_STEP", rng.choice((1, 1000)))
        lines = difference_lines(str(folder / "a.fb"), str(folder / "b.fb"), None, 100)
        assert list(lines) == diff(*map(OperationGraph, graphs), 100)


def chain(count):
    graph = GraphData({"x": Variable("x", "PLACEHOLDER", (2, 3), "BFloat16", LAYOUT)})
    graph.placeholders, value = ["x"], "x"
    for index in range(count):
        name = f"exp_{index}"
        graph.variables[name] = Variable(name, "ARRAY", (2, 3), "BFloat16", LAYOUT)
        graph.nodes.append(OperationNode(name, "exp", "EltwiseOp(Exp)", (value,), (name,)))
        value = name
    return graph


def test_weights_that_no_operation_creates_become_inputs(tmp_path):
    """Graphs of other programs have such weights, even before their placeholders. They become the
    last inputs.
    """
    graph, path = chain(2), tmp_path / "t.fb"
    graph.variables = {"w": Variable("w", "VARIABLE", (2, 3), "Float32"), **graph.variables}
    graph.placeholders.append("w")
    graph.nodes[1].inputs = ("w",)
    path.write_bytes(to_bytes(graph))
    assert list(StoredGraph(path).executed()) == executed(graph)
    assert executed(graph)[1].links == ("input 1",)


def in_memory(path):
    return from_bytes(path.read_bytes()).nodes


def in_file(path):
    return list(StoredGraph(path).nodes())


def test_damaged_stored_graph_reports_same_error_as_in_memory(tmp_path, monkeypatch):
    monkeypatch.setattr(stored, "_IN_MEMORY", 0)
    rng = random.Random(7)
    data = to_bytes(random_graph(rng, 6))
    path = tmp_path / "t.fb"
    refused = 0
    for _ in range(300):
        damaged = bytearray(data)
        for _ in range(rng.randrange(1, 3)):
            at = rng.randrange(len(damaged))
            damaged[at] = rng.choice((0, 1, 4, 255, damaged[at] ^ 1))
        path.write_bytes(damaged)
        results = []
        for read in (in_memory, in_file):
            try:
                results.append(repr(read(path)))
            except TraceError as error:
                results.append(f"error: {error}")
        assert results[0] == results[1]
        refused += results[0].startswith("error")
    assert 50 < refused < 250


def test_stored_graph_file_that_shrinks_is_refused(tmp_path, monkeypatch):
    monkeypatch.setattr(stored, "_IN_MEMORY", 0)
    monkeypatch.setattr(stored, "_STEP", 1)
    path = tmp_path / "t.fb"
    path.write_bytes(to_bytes(random_graph(random.Random(1), 20)) + bytes(1 << 16))
    nodes = StoredGraph(path).nodes()
    next(nodes)
    with open(path, "r+b") as file:
        file.truncate(path.stat().st_size - 1)
    with pytest.raises(TraceError, match="the file has changed"):
        next(nodes)


@given(st.lists(st.sampled_from([0, 1, 2, 1.5, "a", (1, 0), 1 << 70, -1, 2**61 - 1]), max_size=30))
def test_hash_index_behaves_like_dictionary(keys):
    """Keys with equal hashes are included, such as 0 and 2**61 - 1."""
    check_index(HashIndex(len(keys), keys.__getitem__), keys)


@given(st.lists(st.sampled_from([0, 1, 2, 7, 1023, 1100, 1 << 40, -1, -5]), max_size=30))
def test_dense_index_behaves_like_dictionary(keys):
    check_index(DenseIndex(len(keys), keys.__getitem__, lambda key: key), keys)


def check_index(index, keys):
    expected = {}
    for number, key in enumerate(keys):
        assert index.get(key) == expected.get(key)
        assert index.setdefault(key, number) == expected.setdefault(key, number)
    assert [index.get(key) for key in keys] == [expected[key] for key in keys]
    assert index.get(12345) is None


MEASURED = """
import gc, sys, tracemalloc
from ttmlir_py.traces.commands import Findings, Options, command_lines, difference_lines
from ttmlir_py.traces.operation import stored
stored._IN_MEMORY, stored._KEPT = 0, 100
def run(path):
    list(difference_lines(path, path, None, 10))
    for command in ("validate", "stats", "summary", "display", "tree", "csv"):
        count = sum(1 for _ in command_lines(command, path, Options(), Findings()))
        gc.collect()
    return count
run(sys.argv[1])  # Modules and caches that only the first run loads are not part of a peak.
for path in sys.argv[1:]:
    tracemalloc.start()
    print(run(path), tracemalloc.get_traced_memory()[1])
    tracemalloc.stop()
"""


def test_stored_graph_takes_few_bytes_per_operation(tmp_path):
    counts = (300, 900)
    paths = [tmp_path / f"{count}.fb" for count in counts]
    for path, count in zip(paths, counts, strict=True):
        path.write_bytes(to_bytes(chain(count)))
    command = [sys.executable, "-c", MEASURED, *map(str, paths)]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    lines, peaks = zip(*(map(int, line.split()) for line in done.stdout.splitlines()), strict=True)
    assert lines == tuple(1 + count for count in counts)
    assert (peaks[1] - peaks[0]) / (counts[1] - counts[0]) < 45, "10^6 take less than 100 MB"


def test_stored_graph_releases_memory_of_distant_results(tmp_path, monkeypatch):
    path = tmp_path / "t.fb"
    path.write_bytes(to_bytes(random_graph(random.Random(1), 20)))
    graph, given_back = stored.StoredGraph(path), list[int]()
    monkeypatch.setattr(stored, "_FAR_STEP", 1)
    monkeypatch.setattr(graph, "_give_back", lambda: given_back.append(1))
    results = list(graph.results())
    assert results
    assert len(given_back) == len(results)


def test_large_memory_use_of_operation_trace_is_noted_before_load(tmp_path, monkeypatch, capsys):
    from ttmlir_py.tools.tttrace import main

    path = tmp_path / "t.fb"
    path.write_bytes(to_bytes(random_graph(random.Random(1), 5)))
    main(["to-mlir", str(path)])
    assert "note:" not in capsys.readouterr().err
    monkeypatch.setattr(commands, "MANY", 4)
    main(["to-mlir", str(path)])
    assert f"{path}: note: all 5 operations are held in memory, about " in capsys.readouterr().err
    for command in (["summary"], ["diff", str(path)], ["stats"]):
        assert main([command[0], str(path), *command[1:]]) == 0
        assert capsys.readouterr().err == ""


def test_large_operation_trace_loaded_by_library_issues_python_warning(monkeypatch, capsys):
    monkeypatch.setattr("ttmlir_py.traces.operation.files.MANY", 4)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        small = to_bytes(random_graph(random.Random(0), 4))
    said = "op-execution trace: note: all 5 operations are held in memory, about 0 MB"
    with pytest.warns(TraceWarning, match=f"^{said}$") as caught:
        large = to_bytes(random_graph(random.Random(0), 5))
    assert len(small) < len(large)
    assert [each.filename for each in caught] == [__file__]
    assert capsys.readouterr() == ("", "")
