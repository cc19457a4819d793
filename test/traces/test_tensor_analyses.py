"""Compares analyses of tensor-access traces with plain counting."""

import random
import re
import xml.etree.ElementTree as ET
from collections import Counter, defaultdict
from itertools import pairwise

import pytest

from ttmlir_py.tools import tttrace
from ttmlir_py.traces.errors import TraceError
from ttmlir_py.traces.tensor import analyses, block_trace, heat_map, model_table, reader
from ttmlir_py.traces.tensor.reader import Filter, TraceFile
from ttmlir_py.traces.tensor.record import NO_LAYER, Record, component_of, layer_of, qkv_of

PARTS = ("attn_q", "attn_k", "attn_v", "attn_output", "ffn_gate", "attn_norm", "odd")


@pytest.fixture(autouse=True)
def _small_batches(monkeypatch):
    monkeypatch.setattr(reader, "BATCH", 7)


def some_records(count=300, seed=0):
    rng = random.Random(seed)
    for index in range(count):
        name = rng.choice(
            ["", f"blk.{rng.randrange(5)}.{rng.choice(PARTS)}.weight", "output.weight"]
        )
        offset = rng.choice((0, 4096, 8192, 8292, 1 << 40))
        size = rng.choice((100, 4096, 5000))
        expert = rng.choice((0, 3, 255))
        yield Record(
            1 + 50 * index,
            index // 30,
            layer_of(name),
            operation_type=rng.choice((1, 2)),
            file_offset=offset,
            size_bytes=size,
            qkv_type=qkv_of(name),
            expert_id=expert,
            expert_rank=rng.randrange(2),
            routing_score=rng.randrange(100),
            tensor_name=name,
        )


RECORDS = list(some_records())


@pytest.fixture
def trace(tmp_path):
    path = tmp_path / "t.bin"
    path.write_bytes(b"".join(each.pack() for each in RECORDS))
    return TraceFile(path)


def test_tensor_trace_histogram_matches_plain_count(trace):
    counts = Counter(each.tensor_name or "<anonymous>" for each in RECORDS)
    sizes = defaultdict(int)
    for each in RECORDS:
        sizes[each.tensor_name or "<anonymous>"] += each.size_bytes
    title, _, *lines = analyses.histogram_lines(trace, Filter())
    assert title == f"{len(counts)} tensors, {len(RECORDS)} accesses"
    rows = [
        re.fullmatch(r" *([\d,]+) +([\d,]+) +(\S+)  (\S+)  (#+)", line).groups() for line in lines
    ]
    found = {name: (int(n), int(b.replace(",", ""))) for n, b, _, name, _ in rows}
    assert found == {name: (count, sizes[name]) for name, count in counts.items()}
    assert [int(row[0]) for row in rows] == sorted(counts.values(), reverse=True)
    assert rows[0][4] == "#" * 30
    assert len(list(analyses.histogram_lines(trace, Filter(), 3))) == 5


def test_tensor_trace_access_order_matches_plain_count(trace):
    steps, jumps = Counter(), []
    inside = [(number, each) for number, each in enumerate(RECORDS) if each.file_offset]
    for (a, left), (b, right) in pairwise(inside):
        gap = right.file_offset - left.file_offset - left.size_bytes
        if right.file_offset == left.file_offset:
            steps["again"] += 1
        elif 0 <= gap < 4096:
            steps["sequential"] += 1
        else:
            steps["forward" if gap > 0 else "backward"] += 1
            jumps.append((a, b, gap))
    lines = list(analyses.order_lines(trace, Filter(), 0))
    assert lines[0].endswith(f" {len(inside)}")
    assert dict(line.strip().split(": ") for line in lines[1:5]) == {
        step: str(steps[step]) for step in ("again", "sequential", "forward", "backward")
    }
    assert len(steps) == 4
    for line, (a, b, gap) in zip(lines[6:], jumps, strict=True):
        assert line.startswith(f"  #{a} to #{b}: {gap:+,} bytes to offset")
    assert list(analyses.order_lines(trace, Filter(), 2))[-1] == f"  ... {len(jumps) - 2} more"


def test_tensor_trace_table_of_layers_and_types_matches_plain_count(trace):
    counts = Counter((each.layer_id, component_of(each.tensor_name) or "other") for each in RECORDS)
    header, *lines = analyses.layer_lines(trace, Filter())
    columns = header.split()[3:]
    for line in lines:
        layer, entries, _, *cells = line.split()
        key = NO_LAYER if layer == "N/A" else int(layer)
        row = {c: 0 if cell == "-" else int(cell) for c, cell in zip(columns, cells, strict=True)}
        assert row == {column: counts[key, column] for column in columns}
        assert int(entries) == sum(row.values())
    assert [line.split()[0] for line in lines] == ["0", "1", "2", "3", "4", "N/A"]


def test_tensor_analysis_of_records_without_names_uses_tensor_type(tmp_path):
    path = tmp_path / "t.bin"
    path.write_bytes(b"".join(Record(1, qkv_type=kind).pack() for kind in (0, 1, 2, 3, 255, 9)))
    header, line = analyses.layer_lines(TraceFile(path), Filter())
    row = dict(zip(header.split()[3:], line.split()[3:], strict=True))
    assert [row[each] for each in ("Q", "K", "V", "O", "other")] == ["1", "1", "1", "1", "2"]


def test_tensor_trace_expert_counts_match_plain_count(trace):
    lines = list(analyses.expert_lines(trace, Filter()))
    known = [each for each in RECORDS if each.expert_id != 255]
    without = len(RECORDS) - len(known)
    assert lines[0] == f"{len(known)} accesses of 2 experts, {without} accesses without an expert"
    for line, expert in zip(lines[2:4], (0, 3), strict=True):
        mine = [each for each in known if each.expert_id == expert]
        number, count, share, mean, first = line.split()
        assert (int(number), int(count)) == (expert, len(mine))
        assert share == f"{100 * len(mine) / len(known):.1f}%"
        assert mean == f"{sum(each.routing_score for each in mine) / len(mine):.1f}"
        assert int(first) == sum(each.expert_rank == 0 for each in mine)


def test_tensor_trace_heat_map_has_cell_per_layer_and_token(trace):
    picture = ET.fromstring("\n".join(heat_map.heat_map_lines(trace, Filter())))
    space = "{http://www.w3.org/2000/svg}"
    cells = [
        each for each in picture.iter(f"{space}rect") if each.find(f"{space}title") is not None
    ]
    assert len(cells) == len({(each.layer_id, each.token_id) for each in RECORDS})
    texts = [each.text for each in picture.iter(f"{space}text")]
    assert {"layer 0", "layer 4", "no layer", "no access", "token 0", "9"} <= set(texts)
    one = "\n".join(heat_map.heat_map_lines(trace, Filter(token=3)))
    assert "by layer and time" in one
    places = [(each.get("x"), each.get("y")) for each in cells]
    assert len(set(places)) == len(places)


@pytest.mark.parametrize("command", ["histogram", "order", "layers", "experts", "heatmap"])
def test_tensor_analysis_of_empty_trace_is_refused(command, tmp_path, capsys):
    path = tmp_path / "t.bin"
    path.write_bytes(b"")
    assert tttrace.main([command, str(path)]) == 1
    assert "the trace is empty" in capsys.readouterr().err


BLOCKS = """  8,0    3        1     0.000000000   697  D   R 100 + 8 [x]
  8,0    3        2     1.000000{time}   697  D   {kind} 100 + 16 [x]
  8,0    3        3     1.000000{time}   697  Q   R 100 + 32 [x]
CPU0 (8,0):
 Reads Queued:           2,        8KiB
"""


def test_tensor_trace_correlation_with_device_reads_matches_plain_count(trace, tmp_path):
    path = tmp_path / "blk.txt"
    number = next(n for n, each in enumerate(RECORDS) if each.file_offset and each.tensor_name)
    time = RECORDS[number].timestamp_ns
    path.write_text(BLOCKS.format(time=f"{time:03}", kind="RA"))

    def rows(**options):
        return list(block_trace.correlation_lines(trace, Filter(), path, **options))

    lines = rows(start=1.0)
    assert lines[0] == "2 reads of 12,288 bytes; 1 before the first access"
    assert lines[2].split() == ["1", "8,192", *lines[2].split()[2:3], RECORDS[number].tensor_name]
    assert rows(start=1.0, action="Q")[0] == "1 reads of 16,384 bytes; 0 before the first access"
    path.write_text(BLOCKS.format(time=f"{time:03}", kind="WS"))
    assert rows(start=1.0)[0].startswith("1 reads of 4,096 bytes")
    path.write_text("nothing\n" * 3)
    with pytest.raises(TraceError, match="not a text of blkparse"):
        rows()


def test_gguf_table_names_layers_and_sizes(tmp_path, capsys):
    gguf = pytest.importorskip("gguf", reason="gguf writes the file")
    numpy = pytest.importorskip("numpy")
    path = tmp_path / "m.gguf"
    writer = gguf.GGUFWriter(path, "llama")
    arrays = {
        "token_embd.weight": numpy.arange(12, dtype="f4").reshape(4, 3),
        "blk.2.attn_v.weight": numpy.arange(6, dtype="f2").reshape(2, 3),
    }
    for name, array in arrays.items():
        writer.add_tensor(name, array)
    writer.write_header_to_file()
    writer.write_kv_data_to_file()
    writer.write_tensors_to_file()
    writer.close()
    table = tmp_path / "m.csv"
    assert tttrace.main(["csv", str(path), "-o", str(table)]) == 0
    known = model_table.read_model_csv(table)
    content = path.read_bytes()
    for name, array in arrays.items():
        line = known[name]
        assert content[line.file_offset : line.file_offset + line.size_bytes] == array.tobytes()
    assert (known["blk.2.attn_v.weight"].layer, known["blk.2.attn_v.weight"].component) == (2, "V")
    assert table.read_text().splitlines()[1].endswith(",embedding,2,3,4,1,1")
    path.write_bytes(content[:50])
    assert tttrace.main(["csv", str(path)]) == 1
    assert "is not a GGUF file" in capsys.readouterr().err
    assert tttrace.main(["csv", str(tmp_path / "absent.gguf")]) == 1
    assert "No such file" in capsys.readouterr().err
