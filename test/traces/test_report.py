"""Compares the report for TT-NN's visualizer with the graph trace of the same run."""

import json
import sqlite3
from contextlib import closing
from pathlib import Path

import numpy as np
import pytest
from ttnn_builders import ProgramBuilder
from ttrt_binaries import relu_program, save

from ttmlir_py import compiler, runtime
from ttmlir_py.runtime.errors import SimulationError
from ttmlir_py.tools import ttrt
from ttmlir_py.traces.graph import files
from ttmlir_py.traces.graph.report import ReportRecorder

SCHEMA = {
    "devices": "device_id num_y_cores num_x_cores num_y_compute_cores num_x_compute_cores worker_l1_size l1_num_banks"
    " l1_bank_size address_at_first_l1_bank address_at_first_l1_cb_buffer num_banks_per_storage_core num_compute_cores"
    " num_storage_cores total_l1_memory total_l1_for_tensors total_l1_for_interleaved_buffers"
    " total_l1_for_sharded_buffers cb_limit",
    "operations": "operation_id name duration",
    "operation_arguments": "operation_id name value",
    "tensors": "tensor_id shape dtype layout memory_config device_id address buffer_type",
    "device_tensors": "tensor_id device_id address",
    "input_tensors": "operation_id input_index tensor_id",
    "output_tensors": "operation_id output_index tensor_id",
    "buffers": "operation_id device_id address max_size_per_bank buffer_type buffer_layout",
    "buffer_pages": "operation_id device_id address core_y core_x bank_id page_index page_address page_size buffer_type",
    "captured_graph": "operation_id captured_graph",
    "nodes": "operation_id unique_id node_operation_id name",
    "edges": "operation_id source_unique_id sink_unique_id source_output_index sink_input_index key",
    "stack_traces": "operation_id stack_trace",
    "errors": "operation_id operation_name error_type error_message stack_trace timestamp",
    "report_metadata": "key value",
    "local_tensor_comparison_records": "tensor_id golden_tensor_id matches desired_pcc actual_pcc",
    "global_tensor_comparison_records": "tensor_id golden_tensor_id matches desired_pcc actual_pcc",
}


def rows(folder, query):
    with closing(sqlite3.connect(Path(folder) / "db.sqlite")) as database:
        return database.execute(query).fetchall()


SOURCE = """
func.func @layer(%x: tensor<64x128xbf16>, %w: tensor<128x96xbf16>) -> tensor<64x96xbf16> {
  %0 = tensor.empty() : tensor<64x96xbf16>
  %1 = "ttir.matmul"(%x, %w, %0) : (tensor<64x128xbf16>, tensor<128x96xbf16>, tensor<64x96xbf16>) -> tensor<64x96xbf16>
  %2 = tensor.empty() : tensor<64x96xbf16>
  %3 = "ttir.relu"(%1, %2) <{operandSegmentSizes = array<i32: 1, 1>}>
       : (tensor<64x96xbf16>, tensor<64x96xbf16>) -> tensor<64x96xbf16>
  return %3 : tensor<64x96xbf16>
}
"""
BASE = {"DRAM": 1024, "L1": 1024}


@pytest.fixture(scope="module")
def layer(tmp_path_factory):
    """Return a binary whose product is sharded, with its graph trace and report."""
    folder = tmp_path_factory.mktemp("layer")
    path = folder / "layer.ttnn"
    options = "enable-optimizer=true memory-layout-analysis-enabled=true"
    path.write_bytes(compiler.compile(SOURCE, f"ttir-to-ttnn-backend-pipeline{{{options}}}"))
    options = ["--graph-trace", str(folder / "t.json"), "--report", str(folder / "report")]
    assert ttrt.main(["run", str(path), *options, "--loops", "2"]) == 0
    return path, files.load(folder / "t.json"), folder / "report"


def test_report_database_tables_and_columns_match_tt_nn(layer):
    *_, report = layer
    names = [name for (name,) in rows(report, "SELECT name FROM sqlite_master WHERE type='table'")]
    assert {
        name: [row[1] for row in rows(report, f"PRAGMA table_info({name})")] for name in names
    } == {name: columns.split() for name, columns in SCHEMA.items()}
    assert json.loads((report / "config.json").read_text()) == {"report_name": "layer"}


def test_report_matches_graph_trace(layer):
    _, trace, report = layer
    starts = [each for each in trace if each.node_type == "function_start"]
    outer = [each for each in starts if each.stacking_level == 1]
    operations = rows(report, "SELECT * FROM operations")
    assert operations == [
        (number, each.name.replace("::", "."), 0.0) for number, each in enumerate(outer, 1)
    ]
    said = rows(report, "SELECT operation_id, value FROM operation_arguments")
    assert said == [(n, text) for n, each in enumerate(outer, 1) for text in each.arguments]
    graphs = [
        json.loads(text) for (text,) in rows(report, "SELECT captured_graph FROM captured_graph")
    ]
    names = [n["params"]["name"] for g in graphs for n in g if n["node_type"] == "function_start"]
    assert names == [each.name for each in starts]
    assert all([n["counter"] for n in g] == list(range(len(g))) for g in graphs)

    tensors = [each for each in trace if each.node_type == "tensor"]
    tensors.sort(key=lambda each: int(each.params["tensor_id"]))
    by_counter = {each.counter: index for index, each in enumerate(tensors, 1)}
    found = rows(report, "SELECT tensor_id, shape FROM tensors ORDER BY tensor_id")
    assert found == [(by_counter[each.counter], each.params["shape"]) for each in tensors]
    inputs = [
        (number, index, by_counter[counter])
        for number, each in enumerate(outer, 1)
        for index, counter in enumerate(each.input_tensors)
    ]
    assert rows(report, "SELECT * FROM input_tensors") == inputs
    ends = [e for e in trace if e.node_type == "function_end" and e.stacking_level == 1]
    outputs = [
        (number, 0, by_counter[counter])
        for number, each in enumerate(ends, 1)
        for counter in each.connections
        if counter in by_counter
    ]
    assert rows(report, "SELECT * FROM output_tensors") == outputs


def test_report_buffers_have_allocator_addresses(layer):
    _, trace, report = layer
    allocated = [
        (BASE[each.params["type"]] + int(each.params["address"]), int(each.params["type"] == "L1"))
        for each in trace
        if each.node_type == "buffer_allocate"
    ]
    places = rows(report, "SELECT address, buffer_type FROM tensors ORDER BY tensor_id")
    assert places[2:] == allocated
    assert rows(report, "SELECT tensor_id, address FROM device_tensors ORDER BY tensor_id") == [
        (number, address) for number, (address, _) in enumerate(places, 1)
    ]
    ((_, layout, config),) = rows(
        report, "SELECT tensor_id, layout, memory_config FROM tensors WHERE buffer_type = 1"
    )
    assert layout == "Layout::TILE"
    assert config == (
        "MemoryConfig(memory_layout=TensorMemoryLayout::BLOCK_SHARDED,buffer_type=BufferType::L1,"
        "shard_spec=ShardSpec(grid={[(x=0,y=0) - (x=2,y=1)]},shape={32, 32},"
        "orientation=ShardOrientation::ROW_MAJOR,halo=0))"
    )
    live = {
        number: rows(
            report,
            f"SELECT address, max_size_per_bank, buffer_type, buffer_layout FROM buffers "
            f"WHERE operation_id = {number}",
        )
        for (number,) in rows(report, "SELECT operation_id FROM operations")
    }
    given = [(1024, 2048, 0, 0), (3072, 2048, 0, 0)]
    product = (places[2][0], 2048, 1, 4)
    result = (places[3][0], 2048, 0, 0)
    assert live == {
        1: [*given, product],
        2: [*given, product],
        3: [*given, product, result],
        4: [*given, product, result],
        5: [*given, result],
    }
    ((size, banks, bank, start),) = rows(
        report,
        "SELECT worker_l1_size, l1_num_banks, l1_bank_size, address_at_first_l1_bank FROM devices",
    )
    assert (size, banks, start) == (1499136, 64, 1024)
    assert start + bank + (1 << 15) == size
    assert all(
        start <= address and address + 2048 <= start + bank for address, kind in places if kind
    )


def test_report_of_same_run_is_identical(layer, tmp_path, monkeypatch, capsys):
    path, _, report = layer
    assert ttrt.main(["run", str(path), "--report", str(tmp_path / "again")]) == 0
    assert ttrt.main(["run", str(path), "--report", str(tmp_path / "again")]) == 0
    first = rows(report, "SELECT * FROM tensors"), rows(report, "SELECT * FROM buffers")
    again = tmp_path / "again"
    assert first == (rows(again, "SELECT * FROM tensors"), rows(again, "SELECT * FROM buffers"))
    once = (again / "db.sqlite").read_bytes()
    assert ttrt.main(["run", str(path), "--report", str(tmp_path / "other")]) == 0
    assert (tmp_path / "other" / "db.sqlite").read_bytes() == once
    assert sorted(each.name for each in again.iterdir()) == ["config.json", "db.sqlite"]


def test_failed_run_writes_report_and_interrupted_run_writes_no_report(tmp_path):
    save(tmp_path / "relu.ttnn", relu_program())
    binary = runtime.load((tmp_path / "relu.ttnn").read_bytes())
    recorder = ReportRecorder(binary.system_desc)
    values = [np.ones((2, 3), np.float32)]

    def fail(operation, _):
        if operation.result:
            raise SimulationError("stopped")

    hooks = runtime.combine_hooks(recorder.hooks, runtime.RunEvents(before=fail))
    with pytest.raises(SimulationError, match="stopped"), recorder.recording(tmp_path):
        binary.run(values, hooks=hooks)
    ((number, name, kind, text, *_),) = rows(tmp_path, "SELECT * FROM errors")
    assert (number, name, kind) == (1, "ttnn.relu", "SimulationError")
    assert "stopped" in text
    assert rows(tmp_path, "SELECT * FROM output_tensors") == []
    before = (tmp_path / "db.sqlite").read_bytes()
    with pytest.raises(KeyboardInterrupt), recorder.recording(tmp_path):
        raise KeyboardInterrupt
    assert (tmp_path / "db.sqlite").read_bytes() == before
    with recorder.recording(tmp_path):
        binary.run(values, hooks=recorder.hooks)
    assert rows(tmp_path, "SELECT * FROM errors") == []
    assert rows(tmp_path, "SELECT * FROM output_tensors") == [(1, 0, 2)]


def test_ttrt_report_of_unsupported_run_is_refused(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    elsewhere = ProgramBuilder("same")
    elsewhere.output(elsewhere.input((2, 3)))
    save("two.ttnn", relu_program(), elsewhere)
    assert ttrt.main(["run", "two.ttnn", "--report", "r"]) == 0
    assert sorted(path.name for path in tmp_path.glob("r.*")) == ["r.relu", "r.same"]
    assert rows("r.same", "SELECT COUNT(*) FROM operations") == [(0,)]
    Path("taken").write_text("")
    capsys.readouterr()
    assert ttrt.main(["run", "two.ttnn", "--program-index", "0", "--report", "taken"]) == 1
    assert "File exists" in capsys.readouterr().err
    Path("full").mkdir()
    Path("full/db.sqlite").symlink_to("/dev/full")
    assert ttrt.main(["run", "two.ttnn", "--program-index", "0", "--report", "full"]) == 1
    assert "two.ttnn: error: full/db.sqlite: " in capsys.readouterr().err
    unrun = ["--graph-trace", "t.json", "--graph-trace-mode", "no_dispatch", "--report", "r"]
    assert ttrt.main(["run", "two.ttnn", *unrun]) == 1
    assert "'--report' needs a program that runs" in capsys.readouterr().err
    save("folder/a.ttnn", relu_program())
    save("folder/b.ttnn", relu_program())
    for option in ("--report", "--op-trace"):
        assert ttrt.main(["run", "folder", option, "r"]) == 1
        assert f"{option} takes one binary, here are 2" in capsys.readouterr().err


def test_ttnn_visualizer_queries_find_operations_of_report(layer):
    queries = pytest.importorskip(
        "ttnn_visualizer.queries", reason="TT-NN's visualizer (the extra viewers) reads the report"
    )
    *_, report = layer
    with closing(sqlite3.connect(report / "db.sqlite")) as connection:
        read = queries.DatabaseQueries(connection=connection)
        operations = list(read.query_operations())
        tensors = list(read.query_tensors())
        buffers = list(read.query_buffers())
        (device,) = read.query_devices()
        flow = list(read.query_producers_consumers())
    assert [(e.operation_id, e.name) for e in operations] == rows(
        report, "SELECT operation_id, name FROM operations"
    )
    found = rows(report, "SELECT tensor_id, shape, address FROM tensors")
    assert [(e.tensor_id, e.shape, e.address) for e in tensors] == found
    places = rows(report, "SELECT operation_id, address, max_size_per_bank FROM buffers")
    assert [(e.operation_id, e.address, e.max_size_per_bank) for e in buffers] == places
    assert device.l1_bank_size == rows(report, "SELECT l1_bank_size FROM devices")[0][0]
    assert any(each.producers and each.consumers for each in flow)
