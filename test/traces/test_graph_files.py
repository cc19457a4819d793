"""Tests of reading graph traces: errors state the index of the node, and no input causes a crash or
an endless loop.
"""

import json
import random
from contextlib import suppress

import pytest
from trace_samples import multiply_add

from ttmlir_py.traces.errors import TraceError
from ttmlir_py.traces.graph import files, levelized, queries, reading, tables
from ttmlir_py.traces.graph.arguments import extract_arguments, serialize_graph

TRACE = multiply_add()


def edited(change):
    nodes = json.loads(files.dump(TRACE))
    change(nodes)
    return json.dumps(nodes)


def set_field(index, key, value):
    def change(nodes):
        nodes[index][key] = value

    return change


def set_param(index, key, value):
    def change(nodes):
        nodes[index]["params"][key] = value

    return change


BUFFER = next(n.counter for n in TRACE if n.node_type == "buffer")
TENSOR = next(n.counter for n in TRACE if n.node_type == "tensor")
ALLOCATE = next(n.counter for n in TRACE if n.node_type == "buffer_allocate")
END = next(n.counter for n in TRACE if n.node_type == "function_end")


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (set_field(3, "counter", 7), "node 3: 'counter' is 7, expected 3"),
        (lambda nodes: nodes[3].pop("counter"), "node 3: 'counter' is None, expected 3"),
        (lambda nodes: nodes[3].pop("params"), "node 3: 'params' is not an object"),
        (set_field(3, "node_type", "module"), "node 3: unknown node type 'module'"),
        (set_field(3, "node_type", ["tensor"]), "node 3: unknown node type ['tensor']"),
        (set_field(2, "connections", [1, 999]), "node 2: 'connections' names node 999"),
        (set_field(2, "connections", [-1]), "node 2: 'connections' names node -1"),
        (set_field(2, "connections", [True]), "node 2: 'connections' names node True"),
        (set_field(2, "connections", None), "node 2: 'connections' is not an array of counters"),
        (set_field(1, "arguments", [1]), "node 1: 'arguments' is not an array of texts"),
        (set_field(1, "params", []), "node 1: 'params' is not an object"),
        (set_field(1, "stacking_level", -1), "node 1: 'stacking_level' is -1"),
        (set_field(1, "stacking_level", 1 << 80), "node 1: 'stacking_level' is 12089"),
        (set_field(1, "stacking_level", 0), "node 1: 'stacking_level' is 0, expected a number fr"),
        (set_field(1, "stacking_level", 2), "node 1: 'stacking_level' is 2, expected a number fr"),
        (set_field(TENSOR, "stacking_level", 3), f"node {TENSOR}: 'stacking_level' is 3, expected"),
        (set_param(BUFFER, "size", "-4"), f"node {BUFFER}: 'size' is '-4', expected a number >= 0"),
        (set_param(BUFFER, "size", {}), f"node {BUFFER}: 'size' is neither text nor number"),
        (set_param(TENSOR, "shape", "3x4"), f"node {TENSOR}: 'shape' is '3x4', expected Shape"),
        (set_field(ALLOCATE, "connections", []), f"node {ALLOCATE}: buffer_allocate is not conn"),
        (set_param(END, "name", "other"), f"node {END}: end of 'other', which has not started"),
        (set_field(1, "input_tensors", [0]), "node 1: 'input_tensors' names node 0, no tensor"),
        (
            lambda nodes: nodes.append(nodes[0] | {"counter": len(nodes)}),
            "capture_start inside of the trace",
        ),
        (lambda nodes: nodes.clear(), "there are no nodes"),
        (lambda nodes: nodes.__setitem__(1, 5), "node 1: expected an object"),
    ],
)
def test_invalid_graph_trace_error_names_node_index(change, message):
    with pytest.raises(TraceError) as raised:
        files.parse(edited(change))
    assert str(raised.value).startswith(message) or message in str(raised.value)
    assert "\n" not in str(raised.value)


@pytest.mark.parametrize(
    "text",
    ["", "[", "{}", "3", "[" * 100_000, "[NaN]", '[{"counter": 1' + "0" * 5000 + "}]", b"\xff[]"],
)
def test_file_that_is_not_a_graph_trace_is_refused(text):
    with pytest.raises(TraceError):
        files.parse(text)


def test_graph_trace_inside_report_is_read():
    report = {"version": 1, "graph": json.loads(files.dump(TRACE)), "devices": []}
    assert files.parse(json.dumps(report)) == TRACE


def test_graph_trace_node_fields_are_readable_as_attributes():
    (node, *_) = files.parse(files.dump(TRACE))
    assert (node.node_type, node.params, node.duration_ns) == ("capture_start", {}, None)
    assert node == dict(node)


def ask_everything(trace):
    list(tables.tree_lines(trace))
    list(tables.table_lines(trace))
    queries.extract_peak_L1_memory_usage(trace)
    queries.extract_circular_buffers_peak_size_per_core(trace)
    queries.count_intermediate_and_output_tensors(trace)
    queries.extract_output_info(trace)
    queries.extract_l1_buffer_allocation_peak_size_per_core(trace, 64)
    serialize_graph(trace)
    for level in range(4):
        levelized.extract_levelized_graph(trace, level)


def test_damaged_graph_trace_is_read_or_refused():
    rng = random.Random(7)
    text = files.dump(TRACE)
    pieces = ["-1", "0", "null", "[]", "{}", '"tensor"', '"function_end"', "99", '"9e9"', ""]
    for _ in range(400):
        damaged = text
        for _ in range(rng.randrange(1, 4)):
            at = rng.randrange(len(damaged))
            damaged = damaged[:at] + rng.choice(pieces) + damaged[at + rng.randrange(12) :]
        with suppress(TraceError):
            ask_everything(files.parse(damaged))


def test_queries_of_edited_graph_trace_answer_or_are_refused():
    rng = random.Random(11)
    for _ in range(400):
        nodes = json.loads(files.dump(TRACE))
        for _ in range(rng.randrange(1, 4)):
            node = rng.choice(nodes)
            key = rng.choice(sorted(node))
            if key == "connections" and node[key]:
                node[key][rng.randrange(len(node[key]))] = rng.randrange(len(nodes))
            elif key == "stacking_level":
                node[key] = rng.randrange(6)
            elif key == "params" and node[key]:
                del node[key][rng.choice(sorted(node[key]))]
            elif key == "node_type":
                node[key] = rng.choice(nodes)[key]
            else:
                node.pop(key)
        with suppress(TraceError):
            ask_everything(reading.read_nodes(nodes))


def test_arguments_of_graph_trace_fragment_match_whole_trace():
    nodes = json.loads(files.dump(TRACE))
    fields = ("node_type", "params", "arguments")
    cut = [{key: node[key] for key in fields} for node in nodes if node["arguments"]]
    assert cut
    assert serialize_graph(cut) == serialize_graph(nodes)
    assert extract_arguments(cut) == extract_arguments(nodes)


@pytest.mark.parametrize(
    ("nodes", "message"),
    [
        ([{"node_type": "function_start"}], "node 0: 'params' is not an object"),
        ([{"arguments": []}, 3], "node 0: 'counter' is None, expected 0"),
    ],
)
def test_invalid_graph_trace_fragment_error_names_node(nodes, message):
    with pytest.raises(TraceError) as error:
        serialize_graph(nodes)
    assert message in str(error.value)
