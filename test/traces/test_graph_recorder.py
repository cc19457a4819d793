"""Tests the recorder's rules against a direct computation of edges, levels and peaks from the
calls.
"""

import itertools
from dataclasses import dataclass, field

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tiers import example_count

from ttmlir_py.traces.graph import files, reading
from ttmlir_py.traces.graph.queries import (
    extract_calltrace,
    extract_circular_buffers_peak_size_per_core,
    extract_peak_L1_memory_usage,
)
from ttmlir_py.traces.graph.recorder import (
    BufferInfo,
    CircularBuffer,
    GraphRecorder,
    TensorInfo,
)

pytestmark = pytest.mark.slow


@dataclass
class Call:
    """A function with the events inside it: calls, and pairs (event, number)."""

    name: str
    given: list["int | list[int | None] | None"]
    returned: list["int | list[int | None] | None"]
    body: list["Call | tuple[str, int]"] = field(default_factory=list)

    @property
    def inputs(self):
        """Return the tensors that the function takes."""
        return present(self.given)

    @property
    def outputs(self):
        """Return the tensors that the function returns."""
        return present(self.returned)


def present(values):
    """Return the tensors that are not None, including those in lists."""
    lists = (each if isinstance(each, list) else [each] for each in values)
    return [each for one in lists for each in one if each is not None]


def tensors(values):
    """Return tensors for the numbers."""
    if isinstance(values, list):
        return [tensors(each) for each in values]
    return None if values is None else TENSORS[values]


# Tensor i is in buffer i // 2, so two tensors are views of one buffer. The last buffer is on the
# host.
MEMORIES = ("L1", "DRAM", "L1", "DRAM")
LAYOUTS = ("INTERLEAVED", "HEIGHT_SHARDED", "BLOCK_SHARDED", "SINGLE_BANK")
BUFFERS = [
    BufferInfo(i, (i + 1) * 1024, MEMORIES[i], LAYOUTS[i], 7 - i, 512 << i, 3 * i) for i in range(4)
]
HOST = 8
TENSORS = [
    TensorInfo(i, (1, i + 1), BUFFERS[i // 2] if i < HOST else None) for i in range(HOST + 2)
]
ONE = st.integers(0, len(TENSORS) - 1)
NUMBERS = st.lists(ONE | st.none() | st.lists(ONE | st.none(), max_size=2), max_size=3)
"""Strategy for parameters: tensors, None, and lists of both."""
EVENTS = st.tuples(st.sampled_from(["allocate", "deallocate"]), st.integers(0, len(BUFFERS) - 1))
PROGRAMS = st.tuples(st.just("program"), st.integers(0, 3))
BODIES = st.recursive(
    st.lists(EVENTS | PROGRAMS, max_size=3),
    lambda inner: st.lists(
        EVENTS
        | PROGRAMS
        | st.builds(Call, st.sampled_from(["ttnn::add", "ttnn::f", "g"]), NUMBERS, NUMBERS, inner),
        max_size=4,
    ),
    max_leaves=12,
)


def record(recorder, body):
    for item in body:
        match item:
            case Call():
                recorder.begin_function(item.name, tensors(item.given))
                record(recorder, item.body)
                recorder.end_function(tensors(item.returned))
            case "allocate", number:
                recorder.allocate(BUFFERS[number], 64 + number)
            case "deallocate", number:
                recorder.deallocate(BUFFERS[number])
            case _, number:
                circular = [
                    CircularBuffer(100 * (i + 1), CORES, 32 + i, i == 1, 5) for i in range(number)
                ]
                recorder.run_program(circular, 6)


def flatten(body):
    """Return all events in order, without nodes: (kind, subject, path of open calls)."""
    result = [("capture_start", None, ())]

    def walk(body, path):
        for item in body:
            if isinstance(item, Call):
                inner = (*path, len(result))
                result.append(("function_start", item, path))
                result.extend(("use", i, inner) for i in item.inputs)
                walk(item.body, inner)
                result.append(("function_end", item, inner))
                result.extend(("return", i, inner) for i in item.outputs)
            elif item[0] == "program":
                result.append(("circular_buffer_deallocate_all", None, path))
                result.extend(("circular_buffer_allocate", i, path) for i in range(item[1]))
            else:
                result.append((f"buffer_{item[0]}", item[1], path))

    walk(body, ())
    return [*result, ("capture_end", None, ())]


CORES = "{[(x=0,y=0) - (x=7,y=3)]}"


def said(kind, subject):
    """Return the recorded parameters of a node."""
    match kind:
        case "function_start":
            return {"name": subject.name, "inputs": str(len(subject.given))}
        case "function_end":
            return {"name": subject.name}
        case "tensor":
            return {"tensor_id": str(subject), "shape": f"Shape([1, {subject + 1}])"}
        case "circular_buffer_deallocate_all":
            return {"device_id": "6"}
        case "circular_buffer_allocate":
            return {
                "size": f"{subject + 1}00",
                "address": str(32 + subject),
                "core_range_set": CORES,
                "globally_allocated": "true" if subject == 1 else "false",
                "device_id": "5",
            }
        case "buffer" | "buffer_allocate" | "buffer_deallocate":
            memory = {"type": MEMORIES[subject], "layout": LAYOUTS[subject]}
            common = memory | {"size": str(1024 * (subject + 1)), "device_id": str(7 - subject)}
            pages = {"page_size": str(512 << subject), "num_cores": str(3 * subject)}
            more = {
                "buffer": {},
                "buffer_allocate": pages | {"address": str(64 + subject)},
                "buffer_deallocate": pages | {"size": "0"},
            }
            return common | more[kind]
    return {}


def expected(body):
    """Return types, levels, parameters and edges of all nodes. Each list of edges is computed
    separately.
    """
    events = flatten(body)
    nodes, at = [], {}  # (kind, subject, level, path, event); counter by what it stands for

    def add(kind, subject, level, path, number, key):
        if key not in at:
            at[key] = len(nodes)
            nodes.append((kind, subject, level, path, number))

    for number, (kind, subject, path) in enumerate(events):
        if kind in ("use", "return"):
            add("tensor", subject, len(path), path, number, ("tensor", subject))
            if subject < HOST:
                add("buffer", subject // 2, len(path), path, number, ("buffer", subject // 2))
            continue
        if kind in ("buffer_allocate", "buffer_deallocate"):
            add("buffer", subject, len(path), path, number, ("buffer", subject))
        level = len(path) + (kind == "function_start")
        add(kind, subject, level, path, number, ("event", number))
    return [(node[0], node[2], said(*node[:2]), edges(node, events, nodes, at)) for node in nodes]


def edges(node, events, nodes, at):
    kind, subject, _, _path, number = node
    if kind == "tensor":
        uses = [path for event, i, path in events if event == "use" and i == subject]
        return [at[("event", path[-1])] for path in uses]
    if kind == "buffer":
        return [
            at[("tensor", i)]
            for event, i, _ in events
            if event in ("use", "return") and i // 2 == subject
        ]
    if kind in ("buffer_allocate", "buffer_deallocate"):
        return [at[("buffer", subject)]]
    if kind == "circular_buffer_deallocate_all":
        return [at[("event", node[3][-1])] if node[3] else 0]
    if kind == "function_end":
        outputs = [at[("tensor", i)] for i in subject.outputs]
        controls = ("function_start", "function_end", "capture_end")
        after = next(i for i in range(number + 1, len(events)) if events[i][0] in controls)
        return outputs + [at[("event", after)]] * (events[after][0] != "function_end")
    if kind in ("function_start", "capture_start"):
        inner = () if kind == "capture_start" else (*node[3], number)
        own = [
            counter
            for counter, (other, _, _, path, _) in enumerate(nodes)
            if path == inner and other not in ("tensor", "capture_start", "capture_end")
        ]
        ended = any(event == "function_end" for event, *_ in events)
        last = at[("event", len(events) - 1)]
        return own + [last] * (kind == "capture_start" and not ended)
    return []


@settings(max_examples=example_count(50))
@given(BODIES)
def test_recorder_nodes_levels_and_edges_match_calls(body):
    recorder = GraphRecorder()
    record(recorder, body)
    trace = recorder.finish()
    found = [(n.node_type, n.stacking_level, n.params, n.connections) for n in trace]
    assert found == expected(body)
    assert [each.counter for each in trace] == list(range(len(trace)))
    starts = [event[1] for event in flatten(body) if event[0] == "function_start"]
    assert extract_calltrace(trace) == [call.name for call in starts]
    passed = [
        [int(trace[i].params["tensor_id"]) for i in each.input_tensors]
        for each in trace
        if each.node_type == "function_start"
    ]
    assert passed == [call.inputs for call in starts]


@settings(max_examples=example_count(33))
@given(BODIES)
def test_graph_trace_file_round_trips_without_levels(body):
    recorder = GraphRecorder()
    record(recorder, body)
    trace = recorder.finish()
    assert files.parse(files.dump(trace)) == trace
    stripped = [
        {k: v for k, v in n.items() if k not in ("stacking_level", "arguments")} for n in trace
    ]
    levels = [each.stacking_level for each in reading.read_nodes(stripped)]
    assert levels == [each.stacking_level for each in trace]


@settings(max_examples=example_count(33))
@given(BODIES)
def test_recorder_peaks_match_calls(body):
    recorder = GraphRecorder()
    record(recorder, body)
    trace = recorder.finish()
    known, peaks, circular_peaks = set(), [0], [0]
    total = circular = on_core = 0
    for kind, subject, path in flatten(body):
        if kind == "function_start" and not path:
            total += new_inputs(subject, known)
        elif kind == "buffer_allocate" and subject % 2 == 0:
            total += BUFFERS[subject].size
        elif kind == "buffer_deallocate" and subject % 2 == 0:
            total -= BUFFERS[subject].size
        elif kind == "circular_buffer_deallocate_all":
            circular = on_core = 0
        elif kind == "circular_buffer_allocate":
            circular += 100 * (subject + 1)
            on_core += 100 * (subject + 1) * (subject != 1)
        if kind in ("use", "return") and subject < HOST:
            known.add(subject // 2)
        elif kind in ("buffer_allocate", "buffer_deallocate"):
            known.add(subject)
        peaks.append(total + circular)
        circular_peaks.append(on_core)
    assert extract_circular_buffers_peak_size_per_core(trace) == max(circular_peaks)
    assert extract_peak_L1_memory_usage(trace) == max(peaks)


def new_inputs(call, known):
    """Return the bytes of new inputs in L1 after a start, as upstream's scan counts them: all
    unseen inputs up to the first buffer in DRAM, and the first buffer that is allocated or freed.
    """
    taken = [tensor // 2 for tensor in call.inputs if tensor < HOST]
    match call.body[:1]:
        case [("allocate" | "deallocate", number)]:
            taken.append(number)
    new = [each for each in dict.fromkeys(taken) if each not in known]
    in_l1 = itertools.takewhile(lambda each: MEMORIES[each] == "L1", new)
    return sum(1024 * (each + 1) for each in in_l1)


def test_trace_of_empty_capture_has_start_and_end_nodes():
    start, end = GraphRecorder().finish()
    assert (start.connections, end.connections) == ([1], [])


def test_recorder_links_repeated_and_optional_tensors():
    recorder = GraphRecorder()
    a, b = TENSORS[0], TENSORS[9]
    recorder.begin_function("f", [a, None, [a, None, b], 3])
    recorder.end_function([None, a])
    trace = recorder.finish()
    start = trace[1]
    assert start.input_tensors == [2, 2, 4]
    assert start.params["inputs"] == "4"
    assert trace[2].connections == [1, 1]
    assert trace[3].connections == [2, 2, 2]  # the buffer: two uses, one output
    assert trace[5].connections == [2, 6]


def test_recorder_closes_function_that_raises():
    recorder = GraphRecorder()
    recorder.begin_function("outer", ["text"])
    recorder.begin_function("inner")
    error = RuntimeError("no memory")
    recorder.fail_function(error)
    recorder.fail_function(error, is_new=False)
    recorder.begin_function("next")
    recorder.end_function()
    trace = recorder.finish()
    kinds = [(each.node_type, each.stacking_level) for each in trace]
    assert kinds == [
        ("capture_start", 0),
        ("function_start", 1),
        ("function_start", 2),
        ("error", 2),
        ("function_start", 1),
        ("function_end", 1),
        ("capture_end", 0),
    ]
    assert trace[3].params == {
        "error_type": "RuntimeError",
        "error_message": "no memory",
        "error_operation": "inner",
    }
    assert trace[1].arguments == ["text"]


@pytest.mark.parametrize("missing", ["node_type", "input_tensors"])
def test_graph_trace_file_of_older_writer_is_read(missing):
    recorder = GraphRecorder()
    recorder.begin_function("f", [TENSORS[9], TENSORS[0]])
    recorder.allocate(BUFFERS[3], 32)
    recorder.end_function([TENSORS[6]])
    trace = recorder.finish()
    older = [dict(node) for node in trace]
    for node in older:
        if missing == "node_type" and node["node_type"] == "tensor":
            node["name"] = f"tensor[{node['params']['tensor_id']}]"
            node["params"] = {"shape": f"ttnn.{node['params']['shape']}"}
            del node["node_type"]
        if missing == "input_tensors":
            del node["input_tensors"]
            node["params"] = {k: int(v) if v.isdigit() else v for k, v in node["params"].items()}
    read = reading.read_nodes(older)
    for node in read:
        if "shape" in node.params:
            node.params["shape"] = node.params["shape"].removeprefix("ttnn.")
    assert read == trace
