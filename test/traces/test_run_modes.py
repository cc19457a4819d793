"""Tests that captures with and without computation have the same nodes, except for addresses."""

import gc
import inspect
import re

import numpy as np
import pytest
import test_float64
from ttnn_builders import ProgramBuilder, binary_bytes
from ttrt_binaries import relu_program, save

from ttmlir_py import runtime, ttnn
from ttmlir_py.common.boards import memory_desc
from ttmlir_py.runtime.errors import SimulationError
from ttmlir_py.runtime.kernels import ELEMENTWISE, KERNELS
from ttmlir_py.runtime.kernels.registry import UNDECLARED, placeholder
from ttmlir_py.runtime.mesh import Mesh
from ttmlir_py.runtime.observers.memory_tracker import MemoryTracker
from ttmlir_py.tools import ttrt
from ttmlir_py.traces.graph import files
from ttmlir_py.traces.graph.arguments import read_argument
from ttmlir_py.traces.graph.constraints import buffer_per_core
from ttmlir_py.traces.graph.node import Node
from ttmlir_py.traces.graph.operations import buffer_info
from ttmlir_py.traces.graph.program_tracer import ProgramTracer
from ttmlir_py.ttnn import core, elementwise, graph, graph_tracer_utils, operations
from ttmlir_py.ttnn import tensor as tensor_module
from ttmlir_py.ttnn.numbers import ROWS

pytestmark = pytest.mark.slow

N150 = memory_desc("n150")
BOTH = (graph.RunMode.NORMAL, graph.RunMode.NO_DISPATCH)


def structure(trace):
    """Return a trace without addresses. Tensors are numbered in order of appearance."""
    numbers = {}
    for node in trace:
        params = dict(node.params)
        params.pop("address", None)
        if "tensor_id" in params:
            params["tensor_id"] = numbers.setdefault(params["tensor_id"], len(numbers))
        yield {**node, "params": params}


@pytest.fixture(autouse=True)
def _no_collection():
    """Keep tensors of earlier tests alive: their deallocation would be part of a trace."""
    gc.disable()
    yield
    gc.enable()


def captured(call, mode):
    """Return what a call records, and the message of the error that it raises."""
    failure = None
    with graph.ScopedGraphCapture(mode) as capture:
        try:
            result = call()  # noqa: F841
        except SimulationError as error:
            failure = str(error)
        trace = capture.end_graph_capture()
    return list(structure(trace)), failure


def assert_alike(call):
    (normal, why), (other, too) = (captured(call, mode) for mode in BOTH)
    assert normal == other
    assert why == too
    assert_arguments_are_read(normal)
    return normal


def assert_arguments_are_read(trace):
    """Check that every function's arguments are read as values, and that its tensors have the
    shapes of its input nodes.
    """
    starts = [node for node in trace if node["node_type"] == "function_start"]
    for node in starts:
        values = [read_argument(text) for text in node["arguments"]]
        assert len(values) == int(node["params"]["inputs"])
        shown = [
            value["Tensor"] for value in values if isinstance(value, dict) and "Tensor" in value
        ]
        taken = [trace[each]["params"]["shape"] for each in node["input_tensors"]]
        if len(shown) == len(taken):  # else some are in lists
            shapes = [each["tensor_spec"]["logical_shape"] for each in shown]
            assert [f"Shape({shape})" for shape in shapes] == taken
    serialized = graph_tracer_utils.GraphTracerUtils.serialize_graph(map(Node, trace))
    assert "UnparsedElement" not in str(serialized)


# ---- the Python API ------------------------------------------------------------------------------


def tensor(*shape, dtype=ttnn.bfloat16, layout=ttnn.TILE_LAYOUT, value=0.5):
    place = {"device": ttnn.open_device(), "memory_config": ttnn.L1_MEMORY_CONFIG}
    return ttnn.full(shape, value, dtype, layout, **place)


def index(*shape):
    return tensor(*shape, dtype=ttnn.uint32, value=0)


WINDOW = {"kernel_size": (3, 3), "stride": (1, 1), "padding": (1, 1), "dilation": (1, 1)}
CONV = {"in_channels": 2, "out_channels": 2, "batch_size": 1, "input_height": 4, "input_width": 4}
POOL = {"batch_size": 1, "input_h": 4, "input_w": 4, "channels": 2}


def convolved(function):
    operands = {"input_tensor": tensor(1, 1, 16, 2), "weight_tensor": tensor(2, 2, 3, 3)}
    return function(**operands, **CONV, **WINDOW)


CALLS = {
    "full": lambda: ttnn.full((2, 3), 1.0, device=ttnn.open_device()),
    **{n: lambda n=n: getattr(ttnn, n)((2, 3)) for n in ("zeros", "ones", "empty")},
    "from_buffer": lambda: ttnn.from_buffer([1, 2], (2,), ttnn.float32, None),
    "arange": lambda: ttnn.arange(0, 5, device=ttnn.open_device()),
    "to_device": lambda: ttnn.to_device(ttnn.zeros((2, 3)), ttnn.open_device()),
    "from_device": lambda: ttnn.from_device(tensor(2, 3)),
    "to_layout": lambda: ttnn.to_layout(tensor(2, 3), ttnn.ROW_MAJOR_LAYOUT),
    "to_memory_config": lambda: ttnn.to_memory_config(tensor(2, 3), ttnn.DRAM_MEMORY_CONFIG),
    "to_dtype": lambda: ttnn.to_dtype(tensor(2, 3), ttnn.float32),
    "deallocate": lambda: ttnn.deallocate(tensor(2, 3)),
    "test_hang_device_operation": lambda: ttnn.test_hang_device_operation(tensor(2, 3)),
    "test_hang_operation": lambda: ttnn.test.test_hang_operation(tensor(2, 3)),
    "synchronize_device": lambda: ttnn.synchronize_device(ttnn.open_device()),
    "reshape": lambda: ttnn.reshape(tensor(2, 3), (3, 2)),
    "transpose": lambda: ttnn.transpose(tensor(2, 3), 0, 1),
    "permute": lambda: ttnn.permute(tensor(2, 3), (1, 0)),
    "concat": lambda: ttnn.concat([tensor(2, 3), tensor(2, 3)], 1),
    "slice": lambda: ttnn.slice(tensor(2, 3), (0, 0), (1, 2), (1, 1)),
    "repeat": lambda: ttnn.repeat(tensor(2, 3), (2, 1)),
    "repeat_interleave": lambda: ttnn.repeat_interleave(tensor(2, 3), 2, 0),
    "pad": lambda: ttnn.pad(tensor(2, 3), ((0, 1), (0, 0)), 0.0),
    "matmul": lambda: ttnn.matmul(tensor(2, 3), tensor(2, 3), transpose_b=True),
    "linear": lambda: ttnn.linear(tensor(2, 3), tensor(3, 4), bias=tensor(1, 4)),
    **{n: lambda n=n: getattr(ttnn, n)(tensor(2, 3), 0) for n in ("sum", "mean", "max", "min")},
    "prod": lambda: ttnn.prod(tensor(2, 3), dim=1),
    "cumsum": lambda: ttnn.cumsum(tensor(2, 3), 1),
    "moreh_cumsum": lambda: ttnn.moreh_cumsum(tensor(2, 3), 1),
    "softmax": lambda: ttnn.softmax(tensor(2, 3)),
    "conv2d": lambda: convolved(ttnn.conv2d),
    "conv_transpose2d": lambda: convolved(ttnn.conv_transpose2d),
    "max_pool2d": lambda: ttnn.max_pool2d(tensor(1, 1, 16, 2), **POOL, **WINDOW),
    "upsample": lambda: ttnn.upsample(tensor(1, 2, 2, 1), 2),
    "embedding": lambda: ttnn.embedding(index(2), tensor(3, 4)),
    "embedding_bw": lambda: ttnn.embedding_bw(index(2), tensor(3, 4), tensor(2, 4)),
    "update_cache": lambda: ttnn.update_cache(tensor(1, 1, 4, 2), tensor(1, 1, 1, 2), index(1)),
    "fill_cache": lambda: ttnn.fill_cache(tensor(1, 1, 4, 2), tensor(1, 1, 2, 2)),
    "clamp": lambda: ttnn.clamp(tensor(2, 3), 0.0, 1.0),
    "leaky_relu": lambda: ttnn.leaky_relu(tensor(2, 3), 0.1),
    "typecast": lambda: ttnn.typecast(tensor(2, 3), ttnn.float32),
}
"""A call of each function that is not element-wise, or has parameters besides operands."""
ARITIES = {name: ROWS[name] for name in elementwise.FUNCTIONS if name in ROWS}
NO_CALL = {"open_device", "close_device"}
ALIASES = {"mul", "sub", *(name for name in elementwise.FUNCTIONS if name.endswith("_"))}


def elementwise_call(name):
    row, parameters = ARITIES[name].kernel, ARITIES[name].parameters
    dtype = ttnn.int32 if row.domain == "integer" else ttnn.bfloat16
    operands = [tensor(2, 3, dtype=dtype) for _ in range(row.arity)]
    return getattr(ttnn, name)(*operands, *(1 for each in parameters if each.default is None))


def test_every_ttnn_function_has_trace_test_call():
    found = {
        name
        for module in (core, operations)
        for name, value in vars(module).items()
        if inspect.isfunction(value)
        and value.__module__ == module.__name__
        and hasattr(ttnn, name)
        and not name.startswith("_")
    }
    assert found | set(elementwise.FUNCTIONS) <= {*CALLS, *ARITIES, *NO_CALL, *ALIASES}


@pytest.mark.parametrize("name", sorted({*CALLS, *ARITIES}))
def test_function_trace_without_computing_equals_normal_trace(name):
    call = CALLS.get(name) or (lambda: elementwise_call(name))
    trace = assert_alike(call)
    assert not [node for node in trace if node["node_type"] == "error"]


METHODS = {
    "Tensor::to": lambda: tensor(2, 3).to(ttnn.ROW_MAJOR_LAYOUT),
    "Tensor::cpu": lambda: tensor(2, 3).cpu(),
    "Tensor::cpu_sharded": lambda: tensor(2, 3).cpu_sharded(),
    "Tensor::reshape": lambda: tensor(2, 3).reshape(3, -1),
    "Tensor::pad": lambda: tensor(2, 3).cpu().pad((4, 4), (1, 0), 7.0),
    "Tensor::unpad": lambda: tensor(4, 4).cpu().unpad((1, 0), (3, 3)),
    "Tensor::print": lambda: tensor(2, 3).print(),
    "tt::tt_metal::detail::convert_python_tensor_to_tt_tensor": lambda: ttnn.from_torch(
        np.ones((2, 3), np.float32), layout=ttnn.TILE_LAYOUT, device=ttnn.open_device()
    ),
}


def test_every_tensor_method_has_trace_test_call():
    names = re.findall(r'"(Tensor::\w+)"', inspect.getsource(tensor_module))
    assert set(names) == {name for name in METHODS if name.startswith("Tensor::")}


@pytest.mark.parametrize("name", METHODS)
def test_tensor_method_trace_without_computing_equals_normal_trace(name):
    trace = assert_alike(METHODS[name])
    starts = [node for node in trace if node["node_type"] == "function_start"]
    assert name in [node["params"]["name"] for node in starts]
    if name == "Tensor::print":
        assert [n["params"]["name"] for n in starts[-2:]] == [name, "Tensor::cpu"]
        assert starts[-1]["stacking_level"] == 2
    if "python" in name:
        names = [node["params"]["name"] for node in starts]
        assert names == [name, "Tensor::to", "Tensor::to"]
        assert [node["node_type"] for node in trace].count("buffer_allocate") == 1


def test_trace_records_conversion_to_torch_in_both_run_modes():
    torch = pytest.importorskip("torch", reason="torch has the tensors that are made")
    name = "tt::tt_metal::detail::convert_tt_tensor_to_torch_tensor"
    values = np.array([[1.5, -2.0], [0.25, 3.0]], np.float32)
    for dtype in (ttnn.float32, ttnn.bfloat16):
        source = ttnn.from_torch(values, dtype)
        trace = assert_alike(lambda source=source: ttnn.to_torch(source))
        (start,) = [node for node in trace if node["node_type"] == "function_start"]
        assert (start["params"]["name"], len(start["input_tensors"])) == (name, 1)
        made = ttnn.to_torch(source)
        assert made.dtype == {ttnn.float32: torch.float32, ttnn.bfloat16: torch.bfloat16}[dtype]
        assert made.float().tolist() == values.tolist()
    source = tensor(2, 3)
    trace = assert_alike(lambda: ttnn.to_torch(source))
    assert [n["params"]["name"] for n in trace if n["node_type"] == "function_start"] == [
        "ttnn::from_device",
        "Tensor::cpu",
        "Tensor::to",
        name,
    ]


def test_tensor_methods_return_values_and_placement_of_tt_nn():
    x = ttnn.from_torch(np.arange(6, dtype=np.float32).reshape(2, 3))
    np.testing.assert_array_equal(x.pad((3, 4), (1, 0), 7.0).values[1:, :3], x.values)
    np.testing.assert_array_equal(x.pad((3, 4), (1, 0), 7.0).unpad((1, 0), (3, 3)).values, x.values)
    np.testing.assert_array_equal(x.reshape(3, -1).values, x.values.reshape(3, 2))
    there = x.to(ttnn.open_device())
    assert there.cpu().on_device is there.cpu_sharded().on_device is None
    np.testing.assert_array_equal(there.cpu_sharded().values, x.values)
    with pytest.raises(ttnn.TtnnError, match="already on the host"):
        x.cpu_sharded()
    with pytest.raises(ttnn.TtnnError, match=r"Tensor\.reshape: cannot reshape"):
        x.reshape(4, -1)


WRONG = {
    "matmul": lambda: ttnn.matmul(tensor(2, 3), tensor(2, 3)),
    "add": lambda: ttnn.add(tensor(2, 3), tensor(2, 4)),
    "concat": lambda: ttnn.concat([tensor(2, 3), tensor(2, 4)], 0),
    "reshape": lambda: ttnn.reshape(tensor(2, 3), (4, -1)),
    "softmax": lambda: ttnn.softmax(tensor(2, 3), 2),
    "bitwise_and": lambda: ttnn.bitwise_and(tensor(2, 3), tensor(2, 3)),
    "output": lambda: ttnn.relu(tensor(2, 3), output_tensor=tensor(3, 3)),
    "typecast": lambda: ttnn.typecast(tensor(2, 3), ttnn.float32, output_tensor=tensor(3, 3)),
}


@pytest.mark.parametrize("name", WRONG)
def test_wrong_ttnn_call_is_refused_in_both_run_modes(name):
    trace = assert_alike(WRONG[name])
    (error,) = (node for node in trace if node["node_type"] == "error")
    assert error["params"]["error_message"].startswith("ttnn.")


# ---- binaries ------------------------------------------------------------------------------------

MADE = {
    "FullOp": {"value": 1.0, "result_shape": (2, 3)},
    **{name: {"shape": (2, 3)} for name in ("EmptyOp", "ZerosOp", "OnesOp")},
    "ArangeOp": {"start": 0.0, "end": 5.0, "step": 1.0},
    "ConstantOp": {
        "data": np.zeros(24, np.uint8),
        "stored": "Float32",
        "result_shape": (2, 3),
    },
}
MESHED = {
    "AllGatherOp": {"dim": 0},
    "ReduceScatterOp": {"dim": 0, "math_op": 0},
    "MeshShardOp": {
        "direction": "FullToShardShape",
        "kind": "Devices",
        "dims": (-1, 0),
        "shards": (2, 1),
    },
}
UNIONS = {
    "params": {"parameter": "EltwiseOpWithFloatParams", "min": "ClampOpParams"},
    "scale_factor": {"scale": "UniformScale2D"},
}
"""Members of unions, by a field that they have."""
COMPUTING = {name for name, row in KERNELS.items() if row.compute}


def fields_of(row, attributes):
    """Return the fields of an op's table, from the keywords of its kernel."""
    fields = {}
    for keyword, path in row.attributes.items():
        paths, values = (path, attributes[keyword]), ()
        if isinstance(path, tuple):
            pairs = zip(path, attributes[keyword], strict=True)
        else:
            paths, values = (path,), (attributes[keyword],)
            pairs = zip(paths, values, strict=True)
        for each, value in pairs:
            union, _, name = each.rpartition(".")
            if union:
                case = UNIONS[union].get(name) or fields[union][0]
                fields.setdefault(union, (case, {}))[1][name] = value
            else:
                fields[each] = list(value) if isinstance(value, tuple) else value
    return fields


class ProgramInL1(ProgramBuilder):
    """A program whose tensors are in L1, except those on the host."""

    def ref(self, shape, data_type="Float32", *, host=False, **options):
        made = super().ref(shape, data_type, host=host, **options)
        if not host:
            made["desc"]["layout"]["memory_desc"]["memory_space"] = "DeviceL1"
        return made


def one_op(builder, op_type, row, operands, attributes, **fields):
    """Return a program of one op on operands with the shapes and types of the given arrays."""
    program, tables = builder(), dict(fields)
    formats = {"f": "Float32", "u": "UInt32", "i": "UInt32"}
    host = bool(row.device.operands_on_host)

    def entered(operand):
        return program.input(operand.shape, formats[operand.dtype.kind], host=host)

    for name, operand in zip(row.operands, operands, strict=True):
        if isinstance(operand, list):
            tables[name[:-1]] = [entered(each) for each in operand]
        elif operand is not None:
            tables[name.rstrip("?")] = entered(operand)
    if row.collective:
        mesh, chips = {"y": 1, "x": 2}, [0, 1]
        device = {"global_id": 99}
        program.add("GetDeviceOp", mesh=mesh, chip_ids=chips, out=device)
        tables["device"] = device
        sides = (np.broadcast_to(each, (1, 2, *each.shape)) for each in operands)
        shape = row.infer_shape(*sides, mesh=Mesh(1, 2), **declared(row), **attributes)
        shape = shape[-operands[0].ndim :]
    else:
        shape = row.infer_shape(*operands, **declared(row) | attributes)
    if not row.in_place:
        tables[row.result] = program.ref(shape, host=host and row.collective)
    program.add(op_type, **tables, **fields_of(row, attributes))
    program.output(tables[row.result])
    return runtime.load(binary_bytes(program))


def declared(row):
    return {"result_shape": UNDECLARED} if row.takes_shape else {}


def binary_of(name, builder=ProgramBuilder):
    if name in ELEMENTWISE:
        row = ELEMENTWISE[name]
        kind = np.uint32 if row.domain == "integer" else np.float32
        operands = ([np.ones((2, 3), kind) for _ in range(row.arity)],)
        attributes = dict.fromkeys(row.attributes, 1.0)
        return one_op(builder, "EltwiseOp", row, operands, attributes, type=name)
    row = KERNELS[name]
    if name in MESHED:
        return one_op(builder, name, row, (np.ones((4, 4), np.float32),), MESHED[name])
    operands, attributes = test_float64.CALLS.get(name) or ((), MADE[name])
    return one_op(builder, name, row, operands, attributes)


def test_every_computing_kernel_has_trace_test_program():
    assert {*test_float64.CALLS, *MADE, *MESHED} == COMPUTING


@pytest.mark.parametrize("name", sorted({*COMPUTING, *ELEMENTWISE}))
def test_program_trace_without_computing_equals_normal_trace(name):
    binary = binary_of(name)
    zeros = [np.zeros(ref.desc.shape, ref.desc.data_type.external) for ref in inputs(binary)]
    trace = assert_alike(lambda: binary.run(zeros, hooks=graph.run_events(binary)))
    assert "error" not in {node["node_type"] for node in trace}
    assert "function_start" in {node["node_type"] for node in trace}


def inputs(binary):
    return binary.program(0).inputs


SEVERAL_PAGES = {"Conv2dOp", "ConvTranspose2dOp", "MaxPool2dOp", "UpsampleOp"}
"""Ops whose tensors above occupy several banks, so that the memory of the device differs from that
of one core.
"""
SEVERAL_PROGRAMS = {"ReductionOp"}


@pytest.mark.parametrize("name", sorted({*COMPUTING, *ELEMENTWISE}))
def test_traced_program_peaks_match_memory_report(name):
    binary = binary_of(name, ProgramInL1)
    tracker, tracer = MemoryTracker(N150), ProgramTracer(N150)
    binary.run(None, hooks=runtime.combine_hooks(tracker.hooks, tracer.hooks))
    trace, peak = tracer.trace, tracker.report.peak["L1"].during["L1"]
    given = (buffer_info(at, ref.desc) for at, ref in enumerate(inputs(binary)))
    taken = sum(buffer_per_core(each, 64) for each in given)
    assert graph.extract_l1_buffer_allocation_peak_size_per_core(trace, 64) + taken == peak
    sizes = {int(node.params["size"]) for node in trace if node.node_type == "buffer"}
    assert (sizes <= {4096}) is (name not in SEVERAL_PAGES)  # a tile of float32
    if name not in SEVERAL_PAGES | SEVERAL_PROGRAMS:
        circular = graph.extract_circular_buffers_peak_size_per_core(trace)
        assert graph.extract_peak_L1_memory_usage(trace) == peak + circular


# ---- runs without computation --------------------------------------------------------------------


def test_no_dispatch_run_mode_allocates_and_computes_nothing():
    a = tensor(2, 3)
    memory = a.on_device.memory.memories["L1"]
    before = memory.blocks
    with graph.ScopedGraphCapture(graph.RunMode.NO_DISPATCH) as capture:
        b = ttnn.add(a, a)
        ttnn.deallocate(a)
        with pytest.raises(ttnn.TtnnError, match="deallocated"):
            ttnn.relu(a)
        assert memory.blocks == before
        trace = capture.end_graph_capture()
    assert not b.to_numpy().any()
    assert a.to_numpy().all()  # what the capture freed is there again
    addresses = {node.params["address"] for node in trace if "address" in node.params}
    assert addresses == {"0"}


def test_no_dispatch_run_mode_traces_model_larger_than_memory():
    large = (1 << 20, 1 << 20)
    with graph.ScopedGraphCapture(graph.RunMode.NO_DISPATCH) as capture:
        x = ttnn.zeros(large, layout=ttnn.TILE_LAYOUT, device=ttnn.open_device())
        for _ in range(10):
            x = ttnn.relu(ttnn.matmul(x, x))
        trace = capture.end_graph_capture()
    assert graph.extract_output_info(trace) == [
        {"shape": list(large), "size": 2 << 40, "type": "DRAM"}
    ]


def test_no_dispatch_run_mode_traces_binary_larger_than_memory():
    program = ProgramBuilder()
    x = program.input((1 << 20, 1 << 20))
    out = program.add("MatmulOp", in0=x, in1=x, out=program.ref((1 << 20, 1 << 20)))
    binary = runtime.load(binary_bytes(program.output(out)))
    hooks = runtime.RunEvents(computes=False)
    (result,) = binary.run(None, hooks=hooks)
    assert result.shape == (1 << 20, 1 << 20)
    assert not any(result.strides)
    with pytest.raises(SimulationError, match="limit"):
        binary.run([placeholder(x["desc"]["shape"], np.float32)])


def test_run_mode_of_outermost_capture_applies_to_nested_captures():
    a = tensor(2, 3)
    with graph.ScopedGraphCapture():
        trace = graph.query_trace(lambda: ttnn.add(a, a))
        assert ttnn.add(a, a).to_numpy().all()
    assert {n.params["address"] for n in trace if n.node_type == "buffer_allocate"} != {"0"}
    with graph.ScopedGraphCapture(graph.RunMode.NO_DISPATCH), graph.ScopedGraphCapture():
        assert not ttnn.add(a, a).to_numpy().any()


def test_no_dispatch_run_mode_leaves_output_tensors_unchanged():
    a, output = tensor(2, 3), tensor(2, 3, value=2)
    assert graph.query_trace(lambda: ttnn.add(a, a, output_tensor=output))
    assert (output.to_numpy() == 2).all()


# ---- the command line ----------------------------------------------------------------------------


def test_ttrt_no_dispatch_trace_equals_normal_trace(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    save("relu.ttnn", relu_program())
    arguments = ["run", "relu.ttnn", "--graph-trace", "t.json"]
    assert ttrt.main(arguments) == 0
    normal = list(structure(files.load("t.json")))
    arguments += ["--graph-trace-mode", "no_dispatch"]
    assert ttrt.main(arguments) == 0
    assert list(structure(files.load("t.json"))) == normal
    assert "traced without running" in capsys.readouterr().out
    for also in (["--save-outputs", "o.npz"], ["--memory"], ["--non-zero"], ["--emitc"]):
        assert ttrt.main([*arguments, *also]) == 1
        assert f"'{also[0]}' needs a program that runs" in capsys.readouterr().err
    assert ttrt.main(["run", "relu.ttnn", *arguments[4:]]) == 1
    assert "--graph-trace-mode needs --graph-trace" in capsys.readouterr().err


def test_ttrt_no_dispatch_traces_program_too_large_for_board(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    program = ProgramBuilder()
    x = program.input((1 << 20, 1 << 20))
    save(
        "large.ttnn", program.output(program.eltwise("Relu", [x], program.ref((1 << 20, 1 << 20))))
    )
    arguments = ["run", "large.ttnn", "--graph-trace", "t.json"]
    assert ttrt.main(arguments) == 1
    assert ttrt.main([*arguments, "--graph-trace-mode", "no_dispatch"]) == 0
    assert graph.extract_calltrace(files.load("t.json"))[0] == "ttnn::relu"


# ---- op constraints ------------------------------------------------------------------------------


def test_op_constraints_give_usage_and_shapes():
    a = tensor(1, 3, 32, 32)
    gc.collect()  # what frames of errors hold is in a circle, in Python 3.13
    before = a.on_device.memory.memories["L1"].blocks
    found = graph.query_op_constraints(ttnn.add, a, a)
    usage = graph.ResourceUsage(3 * 4096, 2048, 3 * 4096 + 2048, 2048)
    assert (found.status, found.resource_usage) == (graph.ExecutionStatus.Success, usage)
    assert [each.shape for each in found.outputs] == [(1, 3, 32, 32)]
    assert found.outputs[0].memory_space == "DeviceL1"
    in_dram = graph.query_op_constraints(ttnn.add, a, a, memory_config=ttnn.DRAM_MEMORY_CONFIG)
    assert in_dram.resource_usage.l1_output_buffer_per_core == 0
    wrong = graph.query_op_constraints(ttnn.add, a, tensor(2, 3))
    assert wrong.status is graph.ExecutionStatus.Error
    assert wrong.error_message.startswith("ttnn.add: operands of shapes")
    gc.collect()
    assert a.on_device.memory.memories["L1"].blocks == before


def test_op_constraints_without_room_report_error():
    """With circular buffers, the operands need more than the 1,369,120 bytes of a core: one tile
    for each of 64 cores, and 220 tiles per core for each operand.
    """

    def of(tiles):
        return lambda: graph.query_op_constraints(ttnn.relu, tensor_of(tiles))

    def tensor_of(tiles):
        with graph.ScopedGraphCapture(graph.RunMode.NO_DISPATCH):
            return tensor(64 * tiles * 32, 32)

    available, buffers = 1499136 - 97248 - (1 << 15), 2 * 4096
    most = (available - buffers) // (2 * 2048)
    assert of(most)().status is graph.ExecutionStatus.Success
    refused = of(most + 1)()
    assert refused.status is graph.ExecutionStatus.Error
    assert "out of L1" in refused.error_message
    assert refused.resource_usage.l1_output_buffer_per_core == (most + 1) * 2048
