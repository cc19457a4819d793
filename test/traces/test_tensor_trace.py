"""Tensor-access traces: records, writer, reader, reports, and the tables of models."""

import re
import threading
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tiers import example_count
from ttnn_builders import ProgramBuilder
from ttrt_binaries import save

from ttmlir_py.traces.errors import TraceError, TraceWarning
from ttmlir_py.traces.tensor import model_table, reader, reports, writer
from ttmlir_py.traces.tensor.reader import Filter, TraceFile
from ttmlir_py.traces.tensor.record import (
    NO_INDEX,
    NO_LAYER,
    OPERATION_CODES,
    RECORD,
    STRUCT,
    Record,
    component_of,
    layer_of,
    name_bytes,
)

MUL_MAT, ADD = OPERATION_CODES["MUL_MAT"], OPERATION_CODES["ADD"]
Q, DOWN = "blk.1.attn_q.weight", "blk.3.ffn_down.weight"
RECORDS = [
    Record(1_000_000, 0, 1, 7, MUL_MAT, 0, 4, 1 << 40, 4096, 2048, tensor_name=Q),
    Record(1_500_499, 0, NO_LAYER, 7, ADD, size_bytes=512),
    Record(2_000_000_500, 1, 3, 8, MUL_MAT, 1, 5, 2 << 40, 8192, 3 << 20, tensor_name=DOWN),
]


@pytest.fixture
def trace(tmp_path):
    def write(*records, tail=b""):
        path = tmp_path / "trace.bin"
        path.write_bytes(b"".join(each.pack() for each in records) + tail)
        return TraceFile(path)

    return write


def test_tensor_trace_record_layout_has_128_bytes():
    assert STRUCT.size == RECORD.itemsize == 128
    assert STRUCT.format == "<QIHHBBHIIQQIBBHBBHII64s"
    data = Record(1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, "x").pack()
    assert list(np.frombuffer(data, RECORD)[0]) == [*range(1, 16), b"x"]
    fields = STRUCT.unpack(data)
    assert [each for each in fields if each][:15] == list(range(1, 16))


@given(st.text(max_size=80), st.integers(0, 1 << 63), st.integers(0, 1 << 33))
def test_tensor_trace_record_fields_are_packed_within_limits(name, time, size):
    (record,) = np.frombuffer(Record(time, size_bytes=size, tensor_name=name).pack(), RECORD)
    assert record["timestamp_ns"] == max(time, 1)
    assert record["size_bytes"] == min(size, 2**32 - 1)
    kept = name.split("\0")[0].encode("utf-8", "surrogateescape")
    held = bytes(record["tensor_name"])
    assert kept.startswith(held)
    assert len(kept) - len(held) == 0 or 60 <= len(held) <= 63


def test_long_tensor_names_in_records_are_cut_and_parsed():
    assert name_bytes("ä" * 40) == ("ä" * 31).encode()
    assert name_bytes("x" * 63) == b"x" * 63
    assert [layer_of(name) for name in (Q, "output.weight", "blk.x.", "blk.99999.a")] == [
        1,
        NO_LAYER,
        NO_LAYER,
        NO_LAYER,
    ]
    names = ["blk.0.attn_output.weight", "output_norm.weight", "output.weight", "token_embd.weight"]
    assert [component_of(name) for name in names] == ["O", "norm", "output", "embedding"]


def test_tensor_trace_display_prints_entries(trace):
    lines = list(reports.display_lines(trace(*RECORDS), Filter()))
    assert lines[:18] == [
        "Entry #0:",
        "  Timestamp: 0.001000s",
        "  Layer: 1",
        "  Operation: MUL_MAT",
        f"  Tensor: {Q}",
        "  Size: 2,048 bytes",
        "  Thread: 7",
        "  Tensor Index: 4 (Path B)",
        "",
        "Entry #1:",
        "  Timestamp: 0.001500s",
        "  Layer: N/A",
        "  Operation: ADD",
        "  Tensor: <anonymous>",
        "  Size: 512 bytes",
        "  Thread: 7",
        "  Tensor Index: N/A (Path B)",
        "",
    ]
    assert lines[19] == "  Timestamp: 2.000001s"
    rows = list(reports.table_lines(trace(*RECORDS), Filter(layer=3)))
    assert rows[1] == "-" * 95
    assert rows[2] == "   2   2000.001    1   3 MUL_MAT    3.0MB     5 blk.3.ffn_down.weight"


def test_tensor_trace_filters_and_limits_select_entries(trace):
    file = trace(*RECORDS)

    def chosen(filter, limit=0):
        return [each["entry"] for each in reports.entries(file, filter, limit)]

    assert chosen(Filter(layer=NO_LAYER)) == [1]
    assert chosen(Filter(token=0)) == [0, 1]
    assert chosen(Filter(token=0, operation=MUL_MAT)) == [0]
    assert chosen(Filter(token=0), 1) == [0]
    assert file.counts(Filter(token=0, operation=MUL_MAT)) == [3, 2, 1]


def test_tensor_trace_statistics_count_entries_and_bytes(trace):
    counted = reports.statistics(trace(*RECORDS, RECORDS[0]), Filter())
    assert (counted.total, counted.total_bytes) == (4, 2048 * 2 + 512 + (3 << 20))
    assert counted.layers == {1: 2, 3: 1, NO_LAYER: 1}
    assert counted.operations == {"MUL_MAT": 3, "ADD": 1}
    assert counted.components == {"Q": 2, "down": 1}
    lines = list(counted.lines())
    assert "Layers accessed: 1, 3 (2/4)" in lines
    assert "Missing: 0, 2" in lines
    assert "Unique named tensors: 2" in lines


def test_tensor_trace_statistics_of_empty_trace_are_zero(trace):
    lines = list(reports.statistics(trace(), Filter()).lines())
    assert lines[0] == "Total entries: 0"
    assert "Layers accessed: none (0/0)" in lines


def test_tensor_trace_validation_counts_mismatches(trace):
    def indexed(index, name):
        return Record(1, tensor_idx=index, tensor_name=name)

    good = reports.validate(trace(indexed(3, "a"), indexed(1, "b"), indexed(3, "a"), RECORDS[1]))
    assert (good.entries, good.unique_indices, good.unindexed, good.mismatch_count) == (4, 2, 1, 0)
    bad = reports.validate(trace(indexed(3, "a"), *[indexed(3, "b")] * 12))
    assert bad.mismatch_count == 12
    assert bad.mismatches[0] == "Entry 1: idx=3, Path A='b', Path B='a'"
    assert len(bad.mismatches) == 10
    empty = list(reports.validate(trace(RECORDS[1])).lines())
    assert empty[-1] == "Path B is not populated: no entry has a tensor index"


@settings(max_examples=example_count(10))
@given(
    st.lists(st.tuples(st.integers(0, 4), st.sampled_from("abc")), max_size=40), st.integers(1, 7)
)
def test_tensor_trace_reports_do_not_depend_on_batch_size(tmp_path_factory, pairs, size):
    path = tmp_path_factory.mktemp("trace") / "t.bin"
    records = [
        Record(9, index, index, tensor_idx=index if index else NO_INDEX, tensor_name=name)
        for index, name in pairs
    ]
    path.write_bytes(b"".join(each.pack() for each in records))
    first = {}
    for index, name in pairs:
        first.setdefault(index, name)
    wrong = [index for index, name in pairs if index and first[index] != name]
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(reader, "BATCH", size)
        found, counted = (
            reports.validate(TraceFile(path)),
            reports.statistics(TraceFile(path), Filter()),
        )
    assert found.mismatch_count == len(wrong)
    assert found.unique_indices == len({index for index, _ in pairs if index})
    assert counted.unique_names == len({name for _, name in pairs})
    assert counted.total == len(pairs)


def test_tensor_trace_ends_at_record_of_time_zero_or_partial_record(trace):
    file = trace(*RECORDS, tail=bytes(256) + RECORDS[0].pack())
    assert file.counts(Filter()) == [3]
    cut = trace(*RECORDS, tail=b"x" * 100)
    assert (cut.counts(Filter()), cut.partial_bytes) == ([3], 100)


def test_tensor_name_in_record_ends_at_first_zero_byte(trace):
    data = bytearray(Record(1, tensor_idx=1, tensor_name="a").pack())
    data[70:74] = b"rest"
    file = trace(Record(1, tensor_idx=1, tensor_name="a"), tail=bytes(data))
    assert reports.validate(file).mismatch_count == 0
    assert reports.statistics(file, Filter()).unique_names == 1


def test_tensor_trace_writer_registers_and_writes_tensors(tmp_path):
    path = tmp_path / "t.bin"
    trace = writer.TensorTraceWriter(path, capacity=1 << 20)
    assert trace.register_tensor(Q, 0x1000, 64, 256) == 0
    assert trace.register_tensor(DOWN, 0x2000, 320, 512) == 1
    assert (trace.lookup_idx(0x2000), trace.lookup_idx(0x3000)) == (1, NO_INDEX)
    trace.access(0x2000, MUL_MAT, token_id=3)
    trace.access(0x3000, ADD, size_bytes=8)
    assert trace.close() == 2
    assert path.stat().st_size == 256
    first, second = reports.entries(TraceFile(path), Filter())
    assert (first["tensor_name"], first["layer_id"], first["file_offset"]) == (DOWN, 3, 320)
    assert (first["token_id"], first["size_bytes"], first["tensor_idx"]) == (3, 512, 1)
    assert (second["tensor_name"], second["tensor_idx"]) == ("", NO_INDEX)
    assert 0 < first["timestamp_ns"] <= second["timestamp_ns"]


def test_tensor_trace_writer_threads_write_in_batches(tmp_path):
    trace = writer.TensorTraceWriter(tmp_path / "t.bin", capacity=1 << 20, names=False)

    def work(number):
        for token in range(600):
            trace.log(Record(trace.now(), token, thread_id=number, tensor_name=Q))

    threads = [threading.Thread(target=work, args=(number,)) for number in range(4)]
    for each in threads:
        each.start()
    for each in threads:
        each.join()
    assert trace.close() == 2400
    found = list(reports.entries(TraceFile(tmp_path / "t.bin"), Filter()))
    for number in range(4):
        tokens = [each["token_id"] for each in found if each["thread_id"] == number]
        assert tokens == list(range(600))
    assert {each["tensor_name"] for each in found} == {""}


def test_full_tensor_trace_drops_entries_with_one_warning(tmp_path, capsys, recwarn):
    trace = writer.TensorTraceWriter(tmp_path / "t.bin", capacity=1024)
    for _ in range(2000):
        trace.log(Record(5))
    assert trace.close() == 8
    [warning] = recwarn.list
    assert (warning.category, warning.filename) == (TraceWarning, __file__)
    assert "full after 8 entries" in str(warning.message)
    assert capsys.readouterr() == ("", "")


def test_second_tensor_trace_of_process_is_refused(tmp_path, capsys):
    path = tmp_path / "t.bin"
    writer.log(RECORDS[0])  # ignored: there is no trace
    assert writer.register_tensor("a", 1) == NO_INDEX
    writer.init(path, 1 << 16)
    with pytest.warns(TraceWarning, match="already") as caught:
        writer.init(path)
    assert [each.filename for each in caught] == [__file__]
    assert capsys.readouterr() == ("", "")
    assert writer.register_tensor("a", 1) == 0
    writer.log(RECORDS[0])
    assert writer.shutdown() == "1 entries logged"
    assert writer.shutdown() == ""
    assert capsys.readouterr() == ("", "")
    assert TraceFile(path).counts(Filter()) == [1]


def test_tensor_table_of_binary_lists_arguments_and_constants(tmp_path):
    program = ProgramBuilder("f")
    program.input((2, 3), "BFloat16")
    data = np.arange(6, dtype="<f4")
    constant = program.add(
        "ConstantOp",
        input=list(data.tobytes()),
        input_dtype="Float32",
        out=program.ref((2, 3), "Float32"),
    )
    total = program.eltwise("Add", [constant, constant], program.ref((2, 3), "Float32"))
    program.output(total)
    path = save(tmp_path / "f.ttnn", program)
    content = Path(path).read_bytes()
    text = model_table.model_csv(model_table.binary_tensors(content))
    (tmp_path / "f.csv").write_text(text)
    table = model_table.read_model_csv(tmp_path / "f.csv")
    assert [(each.name, each.size_bytes) for each in table.values()] == [
        ("arg0", 12),
        ("constant0", 24),
    ]
    offset = table["constant0"].file_offset
    assert content[offset : offset + 24] == data.tobytes()
    assert text.splitlines()[2] == f"constant0,{offset},24,-1,other,2,2,3,1,1"


def test_tensor_trace_reports_mark_entries_that_differ_from_model_table(trace):
    known = model_table.ModelTensor(Q, 4096, 2049, 1, "Q", (4,))
    model = {Q: known, "other": known}
    lines = list(reports.display_lines(trace(*RECORDS), Filter(), 1, model))
    assert lines[-1] == "  CSV: layer 1, 2,049 bytes (differs), Q, file offset 4096"
    counted = reports.statistics(trace(*RECORDS), Filter(), model)
    assert "Model coverage: 50.0% (1/2 tensors)" in list(counted.lines())


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("tensor_name,file_offset\n", "line 1: there is no column 'size_bytes'"),
        ("{}\na,x,1,2,c\n", "line 2: 'file_offset' is 'x', expected a whole number"),
        ("{}\na,-1,1,2,c\n", "line 2: a number is out of range"),
        ("{}\na\n", "line 2: 'file_offset' is ''"),
        ('{}\na,"1\n2",1,2,c\n', r"line 3: 'file_offset' is '1\n2', expected"),
        ("{}\na,1,1," + "9" * 5000 + ",c\n", "line 2: 'layer_id' is '9999"),
    ],
)
def test_invalid_tensor_table_is_refused(tmp_path, text, message):
    path = tmp_path / "m.csv"
    path.write_text(text.replace("{}", ",".join(model_table.HEADER[:5])))
    with pytest.raises(TraceError, match=re.escape(message)):
        model_table.read_model_csv(path)
