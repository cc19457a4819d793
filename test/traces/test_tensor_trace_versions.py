"""Tests that files without a tensor-access trace are refused, and that records of other versions of
the tracer are read.

The records are packed by `struct` according to the published C structures.
"""

import os
import random
import struct
from pathlib import Path

import pytest

from ttmlir_py.tools import tttrace
from ttmlir_py.traces.tensor.reader import TraceFile
from ttmlir_py.traces.tensor.record import OPERATIONS, Record

pytestmark = pytest.mark.slow

MUL_MAT, MUL_MAT_ID, ADD = 29, 30, 2
"""Numbers of operations in GGML."""
COMMANDS = ("display", "stats", "validate", "table", "parse", "histogram", "order", "layers")


def source(
    large: bool, name: str, at: int, size: int, layer: int, memory: int, place: int
) -> bytes:
    length = 128 if large else 20
    head = struct.pack(f"<{length}sQIHBBQI4x", name.encode(), at, size, layer, memory, 0, place, 7)
    assert len(head) == (160 if large else 52)
    return head


def entry(
    large: bool, time: int, operation: int, sources: list[bytes], experts: tuple[int, ...] = ()
) -> bytes:
    length = 128 if large else 24
    head = struct.pack(
        f"<QIHHBBB5x{length}s", time, 3, 5, 1, operation, 1, len(sources), b"ffn_out-5"
    )
    body = head + b"".join(sources) + bytes((4 - len(sources)) * (160 if large else 52))
    if large:
        body += struct.pack("<16iB", *(*experts, *[0] * 16)[:16], len(experts))
    return body.ljust(1024 if large else 256, b"\0")


@pytest.mark.parametrize("large", [True, False])
def test_tensor_trace_operation_record_gives_entry_per_source(large: bool, tmp_path: Path):
    weight = source(large, "blk.5.attn_q.weight", 0x1000, 4096, 5, 0, 8192)
    input_ = source(large, "norm-5", 0x2000, 512, 0xFFFF, 1, 0xABC)
    data = b"".join(
        entry(large, time, operation, [weight, input_])
        for time, operation in ((10, MUL_MAT), (20, ADD), (30, 200))
    )
    path = tmp_path / "t.bin"
    path.write_bytes(data + bytes(5000))
    ((_, records),) = TraceFile(path).batches()
    assert records["timestamp_ns"].tolist() == [10, 10, 20, 20, 30, 30]
    assert records["tensor_name"].tolist() == [b"blk.5.attn_q.weight", b"norm-5"] * 3
    assert [OPERATIONS.get(code, "unknown") for code in records["operation_type"][::2]] == [
        "MUL_MAT",
        "ADD",
        "unknown",
    ]
    first = {name: records[name][0] for name in records.dtype.names}
    assert (first["token_id"], first["thread_id"], first["phase"]) == (3, 1, 1)
    assert (first["layer_id"], first["tensor_ptr"], first["size_bytes"]) == (5, 0x1000, 4096)
    assert (first["file_offset"], first["tensor_idx"], first["qkv_type"]) == (8192, 7, 0)
    assert (records["file_offset"][1], records["layer_id"][1]) == (0, 5)
    assert TraceFile(path).record_at(3)["tensor_name"][0] == b"norm-5"


def test_tensor_trace_expert_record_gives_entry_per_expert(tmp_path: Path):
    weight = source(True, "blk.5.ffn_up_exps.weight", 0x1000, 4096, 5, 0, 8192)
    input_ = source(True, "ffn_norm-5", 0x2000, 512, 5, 1, 0xABC)
    path = tmp_path / "t.bin"
    path.write_bytes(entry(True, 10, MUL_MAT_ID, [weight, input_], (30, 2, 300)))
    ((_, records),) = TraceFile(path).batches()
    assert records["expert_id"].tolist() == [30, 2, 255, 255]
    assert records["expert_rank"].tolist() == [0, 1, 2, 255]
    assert records["size_bytes"].tolist() == [4096, 0, 0, 512]


def test_tensor_trace_records_without_names_are_read(tmp_path: Path):
    records = [
        Record(9 + n, n, 4, operation_type=1, tensor_idx=n, file_offset=64 * n) for n in range(9)
    ]
    path = tmp_path / "t.bin"
    path.write_bytes(b"".join(each.pack()[:64] for each in records))
    ((_, read),) = TraceFile(path).batches()
    assert read["token_id"].tolist() == list(range(9))
    assert read["file_offset"].tolist() == [64 * n for n in range(9)]


@pytest.mark.parametrize("name", ["", "x", "blk.0.attn_q.weight", "é", "a" * 63])
@pytest.mark.parametrize("count", [1, 2, 7, 8, 9, 300])
@pytest.mark.parametrize("tail", [0, 4096])
def test_tensor_trace_records_with_names_are_read_as_current_version(
    name: str, count: int, tail: int, tmp_path: Path
):
    records = [
        Record(9 + n, n, operation_type=n % 4, tensor_idx=0x41, tensor_ptr=n, tensor_name=name)
        for n in range(count)
    ]
    path = tmp_path / "t.bin"
    path.write_bytes(b"".join(each.pack() for each in records) + bytes(tail))
    ((_, read),) = TraceFile(path).batches()
    assert read["token_id"].tolist() == list(range(count))
    assert set(read["tensor_name"].tolist()) == {name.encode()}


def random_bytes(count: int) -> bytes:
    return random.Random(count).randbytes(count)


OTHERS = {
    "random bytes": random_bytes(2048),
    "many random bytes": random_bytes(1 << 20),
    "numbers and zeros": b"\xca\xfe\xba\xbe" + bytes(4096),
    "text with a zero": b"hello\0" + b"world " * 400,
    "part of a record": Record(1, tensor_name="x").pack()[:40],
    "one byte": b"\0",
    "records behind rubbish": random_bytes(128) + Record(1).pack() * 9,
}


@pytest.mark.parametrize("command", COMMANDS)
@pytest.mark.parametrize("what", OTHERS)
def test_tensor_trace_file_without_records_is_refused(
    command: str, what: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
):
    path = tmp_path / "t.bin"
    path.write_bytes(OTHERS[what])
    assert tttrace.main([command, str(path)]) == 1
    out, err = capsys.readouterr()
    assert out == ""
    assert err.startswith(f"{path}: error: not a tensor-access trace: ")
    assert "expected records of 128 bytes" in err


@pytest.mark.parametrize("command", ["validate", "stats"])
def test_tensor_trace_entry_that_is_not_a_record_is_named_in_error(
    command: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
):
    path = tmp_path / "t.bin"
    path.write_bytes(Record(1, tensor_idx=1, tensor_name="x").pack() * 400 + random_bytes(128))
    assert tttrace.main([command, str(path)]) == 1
    assert (
        "entry 400: found padding bytes that are not zero, expected a record"
        in capsys.readouterr().err
    )


@pytest.mark.parametrize("command", ["validate", "parse"])
@pytest.mark.parametrize("data", [b"", bytes(256)])
def test_tensor_trace_check_of_empty_trace_is_refused(
    command: str, data: bytes, tmp_path: Path, capsys: pytest.CaptureFixture[str]
):
    path = tmp_path / "t.bin"
    path.write_bytes(data)
    assert tttrace.main([command, str(path)]) == 1
    assert capsys.readouterr() == ("", f"{path}: error: the trace is empty\n")


@pytest.mark.parametrize("command", ["validate", "stats", "display", "summary"])
@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"hello",
        b"[",
        b"{}",
        b"[1, 2]",
        b'[{"counter": 0}]',
        b"null",
        b'{"a": [1, 2',
        "é".encode("utf-16"),
    ],
)
def test_graph_command_on_file_that_is_not_a_graph_trace_is_refused(
    command: str, data: bytes, tmp_path: Path, capsys: pytest.CaptureFixture[str]
):
    path = tmp_path / "t.json"
    path.write_bytes(data)
    assert tttrace.main([command, str(path)]) == 1
    out, err = capsys.readouterr()
    assert out == ""
    assert err.startswith(f"{path}: error: ")
    assert err.count("\n") == 1


@pytest.mark.skipif(not os.path.exists("/proc/self/mem"), reason="needs a file that fails to read")
@pytest.mark.parametrize("command", ["display", "validate", "stats", "tree"])
def test_file_that_cannot_be_read_is_named_in_error(command: str, capsys):
    assert tttrace.main([command, "/proc/self/mem"]) == 1
    assert capsys.readouterr().err == "tttrace: error: /proc/self/mem: Input/output error\n"
