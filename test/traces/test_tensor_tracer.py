"""The tensor-access trace of programs in binaries, compared with the graph trace of the same
run.
"""

import errno
import os
import subprocess
import sys
import threading
import warnings
from pathlib import Path

import numpy as np
import pytest
from ttnn_builders import ProgramBuilder
from ttrt_binaries import relu_program, save

import ttmlir_py
from ttmlir_py import runtime, ttnn
from ttmlir_py.runtime.binary import TTNNBinary
from ttmlir_py.runtime.defaults import TENSOR_TRACE
from ttmlir_py.runtime.errors import SimulationError
from ttmlir_py.runtime.inputs import generate_inputs
from ttmlir_py.tools import ttrt, tttrace
from ttmlir_py.traces.errors import TraceWarning
from ttmlir_py.traces.graph.node import shape
from ttmlir_py.traces.graph.program_tracer import ProgramTracer
from ttmlir_py.traces.tensor import reports, writer
from ttmlir_py.traces.tensor.model_table import read_model_csv
from ttmlir_py.traces.tensor.program_tracer import TensorAccessTracer
from ttmlir_py.traces.tensor.reader import Filter, TraceFile
from ttmlir_py.traces.tensor.record import NO_INDEX, OPERATION_CODES, RECORD, Record
from ttmlir_py.traces.tensor.writer import TensorTraceWriter
from ttmlir_py.ttnn import tensor_trace

pytestmark = pytest.mark.slow

EXAMPLES = Path(__file__).parents[2] / "examples"


def found(path):
    """Return the entries of a trace."""
    return list(reports.entries(TraceFile(path), Filter()))


@pytest.mark.parametrize("example", ["attention_weights.mlir", "digits/digits_bf16.mlir"])
def test_tensor_records_match_operands_of_graph_trace(example, tmp_path):
    data = ttmlir_py.compile(EXAMPLES / example, "ttir-to-ttnn-backend-pipeline")
    binary = TTNNBinary.load(data)
    graph = ProgramTracer(binary.system_desc)
    tracer = TensorAccessTracer(binary, data, TensorTraceWriter(tmp_path / "t.bin"))
    program = binary.program()
    inputs = generate_inputs(program, ["randn"] * len(program.inputs), 0, 1 << 30)
    with tracer.recording():
        binary.run(inputs, hooks=runtime.combine_hooks(graph.hooks, tracer.hooks))
    records, trace = found(tmp_path / "t.bin"), graph.trace
    calls = [n for n in trace if n.node_type == "function_start" and n.stacking_level == 1]
    operands = [trace[index] for call in calls for index in call.input_tensors]
    assert len(records) == len(operands) > 3
    addresses = {}
    for node in trace:
        if node.node_type == "buffer_allocate":
            for tensor in trace[node.connections[0]].connections:
                addresses[tensor] = int(node.params["address"])
    indices = {}
    for record, tensor in zip(records, operands, strict=True):
        elements = int(np.prod(shape(tensor)))
        assert record["size_bytes"] in (2 * elements, 4 * elements, elements * 1088 // 1024)
        assert record["tensor_ptr"] == addresses.get(tensor.counter, record["tensor_ptr"])
        if record["tensor_idx"] != NO_INDEX:
            assert indices.setdefault(record["tensor_idx"], tensor.counter) == tensor.counter
        assert (record["tensor_idx"] == NO_INDEX) == (record["tensor_name"] == "")
    assert {record["tensor_ptr"] for record in records} & set(addresses.values())
    times = [record["timestamp_ns"] for record in records]
    assert times == sorted(times)


def constants():
    """Return a program of `(a + c) + a`, where `c` is a constant and `a` is called
    "blk.7.attn_k.weight".
    """
    source = 'func.func @f(%arg0: tensor<2x3xf32> loc("blk.7.attn_k.weight")) {\n'
    program = ProgramBuilder("f", source)
    a = program.input((2, 3))
    data = list(np.arange(6, dtype="<f4").tobytes())
    c = program.add("ConstantOp", input=data, input_dtype="Float32", out=program.ref((2, 3)))
    total = program.eltwise("Add", [a, c], program.ref((2, 3)))
    return program.output(program.eltwise("Multiply", [total, a], program.ref((2, 3))))


def test_ttrt_tensor_trace_writes_file(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    content = Path(save("f.ttnn", constants())).read_bytes()
    assert ttrt.main(["run", "f.ttnn", "--loops", "3", "--tensor-trace", "t.bin"]) == 0
    records = found("t.bin")
    assert [each["token_id"] for each in records] == [0] * 4 + [1] * 4 + [2] * 4
    assert [each["phase"] for each in records] == [0] * 4 + [1] * 8
    a, c, total, again = records[:4]
    assert (a["tensor_name"], a["tensor_idx"], a["layer_id"], a["qkv_type"]) == (
        "blk.7.attn_k.weight",
        0,
        7,
        1,
    )
    assert (c["tensor_name"], c["tensor_idx"], c["size_bytes"]) == ("constant0", 1, 24)
    offset = c["file_offset"]
    assert np.frombuffer(content[offset : offset + 24], "<f4").tolist() == [0, 1, 2, 3, 4, 5]
    assert (total["tensor_name"], total["tensor_idx"], total["qkv_type"]) == ("", NO_INDEX, 255)
    codes = [OPERATION_CODES["ADD"]] * 2 + [OPERATION_CODES["MUL"]] * 2
    assert [each["operation_type"] for each in records[:4]] == codes
    assert again["tensor_name"] == a["tensor_name"]
    assert tttrace.main(["csv", "f.ttnn", "-o", "f.csv"]) == 0
    assert list(read_model_csv("f.csv")) == [a["tensor_name"], c["tensor_name"]]
    capsys.readouterr()
    assert tttrace.main(["parse", "t.bin", "--display", "--validate", "--csv", "f.csv"]) == 0
    shown = capsys.readouterr().out
    assert shown.count("  CSV: layer 7, 24 bytes, K, file offset 0\n") == 6
    assert "(differs)" not in shown


def test_environment_variable_enables_tensor_trace(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("ttmlir_py.runtime.defaults.TENSOR_TRACE", "asked.bin")
    save("relu.ttnn", relu_program())
    for variable in ("TTMLIR_TENSOR_TRACE", "GGML_TENSOR_TRACE"):
        for value, is_written in (("0", False), ("", False), ("1", True)):
            monkeypatch.setenv(variable, value)
            assert ttrt.main(["run", "relu.ttnn"]) == 0
            assert Path("asked.bin").exists() == is_written
        Path("asked.bin").unlink()
        monkeypatch.delenv(variable)


def test_ttrt_tensor_trace_of_two_programs_writes_two_files(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    elsewhere = ProgramBuilder("../x")
    elsewhere.output(elsewhere.input((2, 3)))
    save("two.ttnn", relu_program(), elsewhere)
    assert ttrt.main(["run", "two.ttnn", "--tensor-trace", "t.bin"]) == 0
    assert sorted(path.name for path in tmp_path.glob("t.*")) == ["t.1.bin", "t.relu.bin"]
    assert [each["tensor_name"] for each in found("t.relu.bin")] == ["relu.image"]
    capsys.readouterr()
    for option in ("--tensor-trace", "--graph-trace"):
        save("folder/a.ttnn", relu_program())
        save("folder/b.ttnn", relu_program())
        assert ttrt.main(["run", "folder", option, "t.bin"]) == 1
        assert f"{option} takes one binary, here are 2" in capsys.readouterr().err
    assert ttrt.main(["run", "two.ttnn", "--tensor-trace", "."]) == 1
    assert capsys.readouterr().err == "two.ttnn: error: .: Is a directory\n"


def test_tensor_trace_of_failed_run_has_earlier_records(tmp_path):
    path = save(tmp_path / "f.ttnn", constants())
    data = Path(path).read_bytes()
    binary = TTNNBinary.load(data)

    def fail(operation, *_):
        if operation.label == "EltwiseOp(Add)":
            raise SimulationError("stopped")

    tracer = TensorAccessTracer(binary, data, TensorTraceWriter(tmp_path / "t.bin"))
    hooks = runtime.combine_hooks(runtime.RunEvents(before=fail), tracer.hooks)
    with pytest.raises(SimulationError), tracer.recording():
        binary.run([np.ones((2, 3), np.float32)], hooks=hooks)
    assert [each["operation_type"] for each in found(tmp_path / "t.bin")] == [
        OPERATION_CODES["ADD"]
    ] * 2


@pytest.mark.parametrize("kept", [1, 5, 1 << 16])
def test_tensor_trace_records_do_not_depend_on_batching_of_runs(kept, tmp_path, monkeypatch):
    """The cases include two programs and a run that fails between others. The trace records the
    operation at its start.
    """
    monkeypatch.setattr("ttmlir_py.traces.tensor.program_tracer._TIMES", kept)
    data = Path(save(tmp_path / "f.ttnn", constants(), relu_program())).read_bytes()
    binary = TTNNBinary.load(data)
    stops = []

    def fail(operation, *_):
        if stops and operation.label == "EltwiseOp(Multiply)":
            raise SimulationError(stops.pop())

    tracer = TensorAccessTracer(binary, data, TensorTraceWriter(tmp_path / "t.bin"))
    hooks = runtime.combine_hooks(runtime.RunEvents(before=fail), tracer.hooks)
    images = [np.ones(each.desc.shape, np.float32) for each in binary.programs[1].inputs]
    with tracer.recording():
        for index in range(4):
            if index == 2:
                stops.append("stopped")
            try:
                binary.run([np.ones((2, 3), np.float32)], hooks=hooks)
            except SimulationError:
                assert index == 2
            binary.run(images, 1, hooks=hooks)
    records = found(tmp_path / "t.bin")
    programs = [len([ref for op in each.operations for ref in op.refs]) for each in binary.programs]
    tokens = [n for n in range(8) for _ in range(programs[n % 2])]
    assert [each["token_id"] for each in records] == tokens
    assert [each["phase"] for each in records] == [min(each, 1) for each in tokens]
    times = [each["timestamp_ns"] for each in records]
    assert times == sorted(times)
    operations = [each["operation_type"] for each in records]
    assert operations == operations[: sum(programs)] * 4


def test_tensor_trace_bytes_between_record_fields_are_zero(tmp_path):
    """Earlier contents of memory do not reach the file."""
    data = Path(save(tmp_path / "f.ttnn", constants())).read_bytes()
    binary = TTNNBinary.load(data)
    tracer = TensorAccessTracer(binary, data, TensorTraceWriter(tmp_path / "t.bin"))
    count = sum(len(each.refs) for each in binary.program().operations)
    used = [np.full(count * RECORD.itemsize, 0xFF, np.uint8) for _ in range(64)]
    del used  # numpy gives such memory again
    with tracer.recording():
        binary.run([np.ones((2, 3), np.float32)], hooks=tracer.hooks)
    spans = [(offset, kind.itemsize) for kind, offset in RECORD.fields.values()]
    fields = [byte for offset, size in spans for byte in range(offset, offset + size)]
    rows = np.fromfile(tmp_path / "t.bin", np.uint8).reshape(count, -1)
    assert not np.delete(rows, fields, axis=1).any()


def test_tensor_trace_records_of_runs_and_calls_are_in_order_of_execution(tmp_path):
    """Batches of records are written through the memory map, longer runs past it. Sizes are on both
    sides of its windows.
    """
    trace = TensorTraceWriter(tmp_path / "t.bin", capacity=2000 * 128)
    expected = []
    for count in (3, 600, 1, 513, 700):
        trace.log(Record(1, token_id=len(expected)))
        block = np.frombuffer(Record(1).pack() * count, RECORD).copy()
        block["token_id"] = range(len(expected) + 1, len(expected) + 1 + count)
        trace.log_all(block)
        expected += range(len(expected), len(expected) + 1 + count)
    assert trace.close() == len(expected) == 1822
    assert [each["token_id"] for each in found(tmp_path / "t.bin")] == expected


@pytest.mark.parametrize("in_calls", [0, 1, 599])
def test_tensor_trace_of_run_over_capacity_is_cut_with_one_warning(
    in_calls, tmp_path, capsys, recwarn
):
    trace = TensorTraceWriter(tmp_path / "t.bin", capacity=1000 * 128)
    for _ in range(in_calls):
        trace.log(Record(1))
    for _ in range(2):
        trace.log_all(np.frombuffer(Record(1).pack() * 600, RECORD).copy())
        trace.log(Record(1))
    assert trace.close() == 1000
    [warning] = recwarn.list
    assert (warning.category, warning.filename) == (TraceWarning, __file__)
    said = "tensor trace: full after 1000 entries; the others are lost"
    assert str(warning.message) == said
    assert capsys.readouterr() == ("", "")


def test_ttrt_prints_warning_of_full_tensor_trace(tmp_path, monkeypatch, capsys):
    """The tool prints the text alone, even if Python's filters ignore warnings."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(TensorTraceWriter.__init__, "__defaults__", (TENSOR_TRACE, 128))
    path = save(tmp_path / "f.ttnn", relu_program())
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        command = ["run", path, "--tensor-trace", "t.bin", "--loops", "2"]
        assert ttrt.main([str(each) for each in command]) == 0
    said = "tensor trace: full after 1 entries; the others are lost\n"
    assert capsys.readouterr().err.startswith(said)
    assert len(found(tmp_path / "t.bin")) == 1


def test_tensor_trace_without_names_has_empty_tensor_names(tmp_path):
    path = save(tmp_path / "f.ttnn", constants())
    data = Path(path).read_bytes()
    binary = TTNNBinary.load(data)
    trace = TensorTraceWriter(tmp_path / "t.bin", names=False)
    tracer = TensorAccessTracer(binary, data, trace)
    with tracer.recording():
        binary.run([np.ones((2, 3), np.float32)], hooks=tracer.hooks)
    records = found(tmp_path / "t.bin")
    assert {each["tensor_name"] for each in records} == {""}
    assert [each["tensor_idx"] for each in records] == [0, 1, NO_INDEX, 0]


def test_old_tensor_trace_file_stays_until_new_file_is_closed(tmp_path):
    path = tmp_path / "t.bin"
    path.write_bytes(b"old")
    trace = TensorTraceWriter(path)
    trace.access(0, 1)
    assert path.read_bytes() == b"old"
    assert trace.close() == 1
    assert path.stat().st_size == 128
    assert [each.name for each in tmp_path.iterdir()] == ["t.bin"]


def test_tensor_trace_on_full_disk_drops_entries_with_one_warning(
    tmp_path, monkeypatch, capsys, recwarn
):
    extend = writer._extend

    def refuse(descriptor, start, size):
        if start + size > 2 << 20:
            raise OSError(errno.ENOSPC, "No space left on device")
        extend(descriptor, start, size)

    monkeypatch.setattr(writer, "_extend", refuse)
    trace = TensorTraceWriter(tmp_path / "t.bin")
    for _ in range(40_000):
        trace.access(0, 1)
    count = trace.close()
    assert (1 << 20) // 128 < count <= (2 << 20) // 128
    [warning] = recwarn.list
    assert warning.category is TraceWarning
    assert f"full after {count} entries" in str(warning.message)
    assert capsys.readouterr() == ("", "")
    assert len(found(tmp_path / "t.bin")) == count


def test_tensor_trace_of_api_calls_uses_registered_tensor_indices(tmp_path, capsys):
    """A registered tensor has its index also under another shape. Calls inside a function belong to
    the function.
    """
    device = ttnn.open_device()
    place = {"layout": ttnn.TILE_LAYOUT, "device": device}
    weight = ttnn.from_torch(np.ones((32, 32), np.float32), ttnn.bfloat16, **place)
    x = ttnn.from_torch(np.ones((2, 32), np.float32), ttnn.bfloat16, **place)
    assert tensor_trace.register_tensor("blk.3.attn_q.weight", weight) == NO_INDEX
    tensor_trace.init(tmp_path / "t.bin")
    try:
        with pytest.warns(TraceWarning, match="^tensor trace: is being written already$"):
            tensor_trace.init(tmp_path / "other.bin")
        assert capsys.readouterr() == ("", "")
        assert tensor_trace.register_tensor("blk.3.attn_q.weight", weight) == 0
        product = ttnn.matmul(x, weight)
        with pytest.raises(ttnn.TtnnError):
            ttnn.concat([x, ttnn.reshape(weight, (1, 32, 32))], dim=0)
        tensor_trace.next_token()
        ttnn.relu(product)
    finally:
        assert tensor_trace.shutdown() == 6
    ttnn.relu(product)
    assert not (tmp_path / "other.bin").exists()
    records = found(tmp_path / "t.bin")
    codes = ["MUL_MAT", "MUL_MAT", "RESHAPE", "CONCAT", "CONCAT", "UNARY"]
    assert [each["operation_type"] for each in records] == [OPERATION_CODES[e] for e in codes]
    assert [each["tensor_idx"] for each in records] == [NO_INDEX, 0, 0, NO_INDEX, 0, NO_INDEX]
    assert [each["token_id"] for each in records] == [0] * 5 + [1]
    named = records[1]
    assert (named["tensor_name"], named["layer_id"]) == ("blk.3.attn_q.weight", 3)
    assert (named["qkv_type"], named["size_bytes"]) == (0, 2048)
    assert records[0]["tensor_ptr"] == x.buffer.place.address > 0


def test_tensor_trace_of_api_calls_respects_capacity(tmp_path, capsys, recwarn):
    x = ttnn.from_torch(np.ones((2, 2), np.float32))
    tensor_trace.init(tmp_path / "t.bin", capacity=2 * 128)
    for _ in range(3):
        ttnn.relu(x)
    assert tensor_trace.shutdown() == 2
    assert "full after 2 entries" in str(recwarn.pop(TraceWarning).message)
    assert capsys.readouterr() == ("", "")


def test_tensor_trace_numbers_threads_in_start_order(tmp_path):
    """The order of calls and the number of threads without calls do not matter."""
    path = tmp_path / "trace.bin"
    tensors = [ttnn.from_torch(np.ones((2, size), np.float32)) for size in range(1, 5)]
    turns = [threading.Event() for _ in tensors]

    def work(index):
        turns[index].wait(60)
        if index != 1:
            ttnn.relu(tensors[index])

    tensor_trace.init(path)
    threads = [threading.Thread(target=work, args=(index,)) for index in range(4)]
    for each in threads:
        each.start()
    ttnn.exp(ttnn.from_torch(np.ones((5, 5), np.float32)))
    for index in (3, 0, 2, 1):
        turns[index].set()
        threads[index].join()
    assert tensor_trace.shutdown() == 4
    entries = reports.entries(TraceFile(path), Filter())
    by_size = {each["size_bytes"]: each["thread_id"] for each in entries}
    assert by_size == {4 * 25: 0, 4 * 2: 1, 4 * 6: 2, 4 * 8: 3}


def test_environment_variable_enables_tensor_trace_of_api(tmp_path):
    program = (
        "from ttmlir_py.runtime import defaults; defaults.TENSOR_TRACE = 'asked.bin'\n"
        "from ttmlir_py import ttnn\n"
        "ttnn.exp(ttnn.ones((2, 3), ttnn.float32, ttnn.TILE_LAYOUT, ttnn.open_device()))"
    )
    environment = {**os.environ, "TTMLIR_TENSOR_TRACE": "1"}
    subprocess.run([sys.executable, "-c", program], cwd=tmp_path, env=environment, check=True)
    assert len(found(tmp_path / "asked.bin")) == 1
