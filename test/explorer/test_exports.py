"""Exports of the explorer, and files of other programs that the explorer opens."""

import base64
import json
import sqlite3
import subprocess
import sys
import time
import xml.etree.ElementTree as ElementTree
import zlib
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from explorer_models import MLP, UP
from tiers import share

from ttmlir_py import runtime
from ttmlir_py.compiler import compile as compile_program
from ttmlir_py.explorer.models import model_of_text, open_model
from ttmlir_py.explorer.overrides import POLICIES, Settings
from ttmlir_py.explorer.session import Result, Session
from ttmlir_py.explorer.simulation import Simulation
from ttmlir_py.explorer.sources import sources
from ttmlir_py.explorer.stages import stage_graph, stages_of
from ttmlir_py.explorer.traced import trace_graph
from ttmlir_py.explorer.verdicts import Check, check
from ttmlir_py.tools import tt_explorer
from ttmlir_py.traces.errors import TraceError
from ttmlir_py.ttrt import API

pytestmark = pytest.mark.slow


@pytest.fixture
def model(tmp_path: Path) -> Path:
    path = tmp_path / "mlp.mlir"
    path.write_text(MLP)
    return path


def run(*arguments: object) -> int:
    return tt_explorer.main(list(map(str, arguments)))


def test_export_of_empty_module_is_refused(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (path := tmp_path / "empty.mlir").write_text("module {}\n")
    assert run("export", path, "-o", out := tmp_path / "x.html") == 1
    assert f"{path}: the module has no operations: there is nothing to show" in (
        capsys.readouterr().err
    )
    assert not out.exists()


def test_json_export_holds_overrides_accuracy_layouts_and_sources(model: Path, tmp_path: Path):
    out = tmp_path / "x.json"
    layout = "1x1:l1:block_sharded:tile"
    assert run("export", model, "-o", out, "--override", f"up={layout}", "--run") == 0
    (graph,) = json.loads(out.read_text())["graphs"]
    node = next(each for each in graph["nodes"] if each["id"] == UP)
    assert graph["overrides"][UP]["named_location"] == "up"
    assert node["accuracy"]["passed"] is True
    assert layout in [each.rpartition(":")[0] for each in node["legal"]]
    line = graph["source"]["ttnn"].splitlines()[node["lines"]["ttnn"] - 1]
    assert '"ttnn.matmul"' in line
    assert graph["overlays"]["pcc"]["tt-graph"]["results"][UP]["value"] > 0.99


def test_perfetto_export_has_slices_and_counters(model: Path, tmp_path: Path):
    out = tmp_path / "x.perfetto.json"
    assert run("export", model, "-o", out) == 0
    events = json.loads(out.read_text())["traceEvents"]
    slices = [each for each in events if each["ph"] == "X"]
    assert [each["name"] for each in slices].count("ttnn.matmul") == 2
    ends = [each["ts"] + each["dur"] for each in slices]
    starts = [each["ts"] for each in slices]
    assert all(a <= b + 1e-6 for a, b in zip(ends, starts[1:], strict=False))
    names = {each["name"] for each in events if each["ph"] == "C"}
    assert names == {"L1 bytes per bank", "DRAM bytes per bank"}


def test_picture_export_draws_one_box_per_operation(model: Path, tmp_path: Path):
    pytest.importorskip("igraph", reason="graphs are laid out by igraph")
    out = tmp_path / "x.svg"
    assert run("export", model, "-o", out) == 0
    root = ElementTree.fromstring(out.read_text())
    titles = [each.text for each in root.iter("{http://www.w3.org/2000/svg}title")]
    assert titles.count(UP) == 1
    assert not [title for title in titles if "ttnn.empty" in str(title)]
    assert "analytical estimate" in out.read_text()


def test_report_export_has_operations_with_times(model: Path, tmp_path: Path):
    folder = tmp_path / "report"
    assert run("export", model, "-o", f"{folder}/") == 0
    with closing(sqlite3.connect(folder / "db.sqlite")) as database:
        rows = database.execute("SELECT name, duration FROM operations").fetchall()
        buffers = database.execute("SELECT count(*) FROM buffers").fetchone()[0]
    assert [name for name, _ in rows].count("ttnn.matmul") == 2
    assert all(seconds > 0 for name, seconds in rows if name in ("ttnn.matmul", "ttnn.relu"))
    assert buffers > 0


def test_source_export_compiles_to_shown_program(model: Path, tmp_path: Path):
    out = tmp_path / "named.mlir"
    assert run("export", model, "-o", out) == 0
    assert 'loc("relu_1"' in out.read_text()
    assert compile_program(out)


def test_binary_export_holds_its_source_and_overrides(model: Path, tmp_path: Path):
    out = tmp_path / "x.ttnn"
    assert run("export", model, "-o", out, "--override", "up=1x1:l1:block_sharded:tile") == 0
    again = open_model(out)
    assert again.is_editable
    first = Session(open_model(model)).show(Settings())
    assert str(Session(again).show(Settings()).module) == str(first.module)


RESOURCE = """
func.func @f(%a: tensor<1x8xf32>) -> tensor<1x8xf32> {
  %c = "ttir.constant"() <{value = dense_resource<w> : tensor<1x8xf32>}> : () -> tensor<1x8xf32>
  %o = tensor.empty() : tensor<1x8xf32>
  %x = "ttir.multiply"(%a, %c, %o) <{operandSegmentSizes = array<i32: 2, 1>}> : (tensor<1x8xf32>, tensor<1x8xf32>, tensor<1x8xf32>) -> tensor<1x8xf32>
  return %x : tensor<1x8xf32>
}
{-#
  dialect_resources: { builtin: { w: "0x040000000000803F000000400000404000008040000080400000A0400000C0400000E040" } }
#-}
"""
FACTORIZED = """
func.func @f(%a: tensor<4x4xf32>, %b: tensor<4x4xf32>) -> tensor<4x4xf32> {
  %0 = stablehlo.add %a, %b : tensor<4x4xf32>
  %1 = stablehlo.cholesky %0, lower = true : tensor<4x4xf32>
  return %1 : tensor<4x4xf32>
}
"""


def embedded(path: Path) -> Any:
    """Return the data that is embedded in the page at `path`."""
    text = path.read_text().partition('id="data">')[2].partition("</script>")[0]
    return json.loads(zlib.decompress(base64.b64decode(text)))


def weights(count: int, form: str) -> str:
    """Return a program with a constant of `count` by 32 pseudo-random elements, in dense or
    resource form.
    """
    data = np.random.default_rng(0).standard_normal((count, 32)).astype(np.float32).tobytes()
    value = f'dense<"0x{data.hex()}">' if form == "dense" else "dense_resource<w>"
    type_ = f"tensor<{count}x32xf32>"
    tail = f'{{-# dialect_resources: {{ builtin: {{ w: "0x04000000{data.hex()}" }} }} #-}}'
    return f"""
func.func @f(%a: tensor<32x{count}xf32>) -> tensor<32x32xf32> {{
  %c = "ttir.constant"() <{{value = {value} : {type_}}}> : () -> {type_}
  %o = tensor.empty() : tensor<32x32xf32>
  %x = "ttir.matmul"(%a, %c, %o) : (tensor<32x{count}xf32>, {type_}, tensor<32x32xf32>) -> tensor<32x32xf32>
  return %x : tensor<32x32xf32>
}}
{tail if form == "resource" else ""}"""


@pytest.mark.parametrize("suffix", [".html", ".json", ".svg", ".perfetto.json", ".mlir", ".ttnn"])
def test_export_model_with_dense_resource_writes_every_format(suffix: str, tmp_path: Path):
    model, out = tmp_path / "m.mlir", tmp_path / f"x{suffix}"
    model.write_text(RESOURCE)
    assert run("export", model, "-o", out) == 0
    assert out.stat().st_size > 0


def test_export_source_with_dense_resource_keeps_the_elements(tmp_path: Path):
    model, out = tmp_path / "m.mlir", tmp_path / "x.mlir"
    for form in ("dense", "resource"):
        model.write_text(weights(64, form))
        assert run("export", model, "-o", out) == 0
        outputs = [
            runtime.load(compile_program(each)).run([np.eye(32, 64)]) for each in (model, out)
        ]
        np.testing.assert_array_equal(*(each[0] for each in outputs))


def test_export_of_model_with_dense_resource_shows_stages(tmp_path: Path):
    session = Session(model_of_text(RESOURCE, "m.mlir"))
    stages = stages_of(session.show(Settings()))
    assert stages[0].name == "PRE-PIPELINE"
    assert all(stage_graph(session.model, stages, n).nodes for n in range(len(stages)))


@pytest.mark.parametrize("form", ["dense", "resource", "binary"])
def test_html_export_does_not_grow_with_weights(form: str, tmp_path: Path):
    sizes: list[int] = []
    for count in (64, 2048):
        model, out = tmp_path / "m.mlir", tmp_path / "x.html"
        model.write_text(weights(count, "dense" if form == "binary" else form))
        if form == "binary":
            data = compile_program(model)
            model = tmp_path / "m.ttnn"
            model.write_bytes(data)
        assert run("export", model, "-o", out) == 0
        texts = embedded(out)["sources"]
        assert {"ttnn", "cpp", "python"} <= texts.keys()
        assert all("__elided__" in texts[name]["text"] for name in ("ttnn", "cpp", "python"))
        sizes.append(out.stat().st_size)
    # the export grows by less than 2 kB although the weights grow by 248 KiB
    assert sizes[1] < sizes[0] + 2_000


@pytest.mark.parametrize(
    ("policy", "stages"),
    [
        *((each, True) for each in share([*POLICIES], 3)),
        *((each, False) for each in share([*POLICIES], 1)),
    ],
)
def test_binary_export_names_its_policy(policy: str, stages: bool, model: Path, tmp_path: Path):
    binary, out = tmp_path / "x.ttnn", tmp_path / "x.html"
    if stages:
        assert run("export", model, "-o", binary, "--policy", policy) == 0
    else:
        result = Session(open_model(model)).show(Settings(policy))
        assert result.data is not None
        binary.write_bytes(result.data)
    assert run("export", binary, "-o", out) == 0
    data = embedded(out)["graph"]
    shown = [each["id"] for each in data["nodes"]]
    if not stages:
        assert data["summary"]["policy"] == ""
        assert data["summary"]["origin"] == "the binary's own"
        return
    assert data["summary"]["origin"] == "compiled again, identical to the binary's own"
    own = Session(open_model(model))
    again = own.show(Settings(data["summary"]["policy"]))
    assert str(again.module) == str(own.show(Settings(policy)).module)
    assert shown == [each.id for each in again.conversion.graph.nodes]
    assert run("export", binary, "-o", out, "--policy", "BF Interleaved") == 0
    assert embedded(out)["graph"]["summary"]["policy"] == "BF Interleaved"


def test_export_of_stablehlo_that_does_not_compile_shows_error(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
):
    model, out = tmp_path / "m.mlir", tmp_path / "x.html"
    model.write_text(FACTORIZED)
    assert run("export", model, "-o", out) == 1
    assert "failed to legalize operation 'stablehlo.cholesky'" in capsys.readouterr().err
    data = embedded(out)
    assert "stablehlo.cholesky" in data["sources"]["source"]["text"]
    assert "stablehlo.add" in [each["label"] for each in data["graph"]["nodes"]]
    (error,) = [each for each in data["error"]["diagnostics"] if each["severity"] == "error"]
    assert (
        data["file"].splitlines()[error["line"] - 1].strip().startswith("%1 = stablehlo.cholesky")
    )


def test_export_of_stablehlo_keeps_opened_text_as_source():
    text = FACTORIZED.replace("cholesky %0, lower = true", "tanh %0")
    found = sources(Session(model_of_text(text, "m.mlir")).show(Settings()))
    assert list(found) == ["source", "ttir", "ttnn", "cpp", "python"]
    assert (
        "stablehlo.tanh"
        in found["source"].text.splitlines()[found["source"].lines["f/4:8/stablehlo.tanh__0"] - 1]
    )


def test_explorer_compare_command_lists_policies(model: Path, capsys: pytest.CaptureFixture[str]):
    assert run("compare", model) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0].split() == ["policy", "estimated", "us", "peak", "L1"]
    assert [line.split("  ")[0] for line in lines[1:]] == list(POLICIES)
    *policies, auto = [float(line[22:].split()[0]) for line in lines[1:]]
    assert auto == min(policies)


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["-o", "x.exe"], "expected .html"),
        (["-o", "x.json", "--override", "up"], "expected OP=LAYOUT"),
        (["-o", "x.json", "--override", "nobody=1x1"], "no operation is called 'nobody'"),
        (["-o", "x.json", "--policy", "Best"], "Invalid optimization policy selected: Best"),
        (["-o", "x.json", "--system-desc", "n999"], "unknown system 'n999'"),
    ],
)
def test_explorer_with_wrong_command_line_reports_error(
    model: Path, arguments: Sequence[str], words: str, capsys: pytest.CaptureFixture[str]
):
    assert run("export", model, *arguments) == 1
    assert words in capsys.readouterr().err


def test_export_of_invalid_model_shows_diagnostics(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
):
    path = tmp_path / "bad.mlir"
    path.write_text("module {\n  what\n}\n")
    assert run("export", path, "-o", tmp_path / "x.json") == 1
    assert "bad.mlir:2:3: error:" in capsys.readouterr().err


def test_explorer_server_prints_address_and_ends_quietly_on_interrupt(model: Path):
    pytest.importorskip("uvicorn", reason="the extra 'explorer' is not installed")
    import signal

    command = [sys.executable, "-m", "ttmlir_py.tools.tt_explorer", "-q", "-p", "0", str(model)]
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "Starting Model Explorer server at:\n"
        assert process.stdout.readline().startswith("http://localhost:")
        time.sleep(1)
        process.send_signal(signal.SIGINT)
        _, errors = process.communicate(timeout=60)
    assert errors == ""
    assert process.returncode in (0, 130)


# ---- runs ----


REMAINDER = """func.func @main(%a: tensor<32x32xf32>, %b: tensor<32x32xf32>) -> tensor<32x32xf32> {
  %0 = tensor.empty() : tensor<32x32xf32>
  %1 = "ttir.remainder"(%a, %b, %0) <{operandSegmentSizes = array<i32: 2, 1>}> : (tensor<32x32xf32>, tensor<32x32xf32>, tensor<32x32xf32>) -> tensor<32x32xf32>
  return %1 : tensor<32x32xf32>
}
"""
"""A program whose remainder of negative numbers differs between TTIR and the device."""


def test_export_with_validation_shows_verdicts_on_graph(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
):
    source, out = tmp_path / "remainder.mlir", tmp_path / "out.json"
    source.write_text(REMAINDER)
    assert run("export", source, "--verify-numerics", "-o", out) == 1
    assert "does not mean what its source means" in capsys.readouterr().err
    (graph,) = json.loads(out.read_text())["graphs"]
    (node,) = (each for each in graph["nodes"] if "verdict" in each)
    assert (node["label"], node["verdict"]["kind"]) == ("ttnn.remainder", "WRONG")
    verdict = node["verdict"]
    assert max(verdict["expected"]) != max(verdict["computed"])
    (shown,) = graph["overlays"]["validation"]["tt-graph"]["results"].values()
    assert shown["value"] == "WRONG"
    assert graph["summary"]["verdict"]["is_right"] is False
    assert run("export", source, "--verify-numerics=none.npz", "-o", out) == 1
    assert "remainder.mlir: error: not validated: none.npz: No such file" in capsys.readouterr().err
    (graph,) = json.loads(out.read_text())["graphs"]
    assert "none.npz" in graph["summary"]["verdict"]["problem"]  # the accuracy is still recorded
    assert graph["overlays"]["pcc"]
    assert "validation" not in graph["overlays"]
    binary = tmp_path / "plain.ttnn"
    binary.write_bytes(compile_program(source, warnings=["-w"]))
    assert run("export", binary, "--verify-numerics", "-o", out) == 1
    assert "it is not compiled from TTIR" in capsys.readouterr().err


STABLEHLO = """func.func @main(%a: tensor<32x32xf32>, %b: tensor<32x32xf32>) -> tensor<32x32xf32> {
  %0 = call @inner(%a, %b) : (tensor<32x32xf32>, tensor<32x32xf32>) -> tensor<32x32xf32>
  %1 = stablehlo.remainder %0, %b : tensor<32x32xf32>
  return %1 : tensor<32x32xf32>
}
func.func private @inner(%a: tensor<32x32xf32>, %b: tensor<32x32xf32>) -> tensor<32x32xf32> {
  %0 = stablehlo.maximum %a, %b : tensor<32x32xf32>
  return %0 : tensor<32x32xf32>
}
"""


def sources_of(text: str) -> tuple[Result, Sequence[str]]:
    """Return `text` compiled in the explorer, and the texts of the programs with which it is
    validated.
    """
    result = Session(model_of_text(text, "m.mlir")).show(Settings())
    wanted = result.check("randn:0")
    assert wanted is not None
    return result, wanted.sources


def test_export_validation_of_stablehlo_starts_from_opened_text():
    result, sources = sources_of(STABLEHLO)
    data = result.data or b""
    said = check(data, Check(sources, "randn:0"), "main")
    assert (said["source"], said["is_right"], said["by_values"]) == ("StableHLO", True, False)
    assert {(each["op"], each["place"]) for each in said["compared"]} == {
        ("stablehlo.maximum", "m.mlir:7:8"),
        ("stablehlo.remainder", "m.mlir:3:8"),
    }
    _, others = sources_of(STABLEHLO.replace("maximum", "minimum"))
    (row,) = check(data, Check(others, "randn:0"), "main")["rows"]
    assert (row["op"], row["place"], row["kind"]) == ("stablehlo.minimum", "m.mlir:7:8", "WRONG")


def test_export_validation_without_reference_semantics_starts_from_ttir():
    result, (source, ttir) = sources_of(STABLEHLO)
    called = "stablehlo.custom_call @f(%arg0, %arg1) : (tensor<32x32xf32>, tensor<32x32xf32>) -> "
    unknown = source.replace("stablehlo.maximum %arg0, %arg1 : ", called)
    assert unknown != source
    said = check(result.data or b"", Check([unknown, ttir], "randn:0"), "main")
    assert (said["source"], said["is_right"]) == ("TTIR", True)
    said = check(result.data or b"", Check([unknown], "randn:0"), "main")
    assert said["problem"].startswith("stablehlo.custom_call m.mlir:7:8: has no meaning")


def test_killed_explorer_run_reports_error_and_other_runs_continue(model: Path):
    result = Session(open_model(model)).show(Settings())
    assert result.main is not None
    broken = Simulation(result.main, b"no binary", 1 << 30)
    broken.start(lambda _: None)
    broken.join(120)
    assert broken.is_done
    assert broken.error
    small = Simulation(result.main, result.data or b"", 1000)
    small.start(lambda _: None)
    small.join(120)
    assert "the limit is" in str(small.error)


# ---- traces ----


@pytest.fixture
def trace(model: Path, tmp_path: Path) -> Path:
    binary = tmp_path / "mlp.ttnn"
    binary.write_bytes(compile_program(model))
    path = tmp_path / "trace.json"
    arguments = {"binary": str(binary), "--graph-trace": str(path), "--disable-golden": True}
    code, _ = API.Run(args=arguments)()
    assert code == 0
    return path


def test_explorer_opens_trace_as_graph_with_memory_timeline(trace: Path, tmp_path: Path):
    graph = trace_graph(trace)
    labels = [node.label for node in graph.nodes]
    assert any("matmul" in label for label in labels)
    assert graph.timeline
    known = {node.id for node in graph.nodes}
    assert {each["node"] for each in graph.timeline} <= known
    out = tmp_path / "again.json"
    assert run("export", trace, "-o", out) == 0
    assert [node.id for node in trace_graph(out).nodes] == [node.id for node in graph.nodes]


def test_explorer_opens_levelized_graph_as_graph(trace: Path, tmp_path: Path):
    from ttmlir_py.traces.graph.files import load
    from ttmlir_py.traces.graph.levelized import LevelizedGraph

    path = tmp_path / "levelized.json"
    path.write_text(LevelizedGraph(load(trace), 2).dump())
    graph = trace_graph(path)
    assert len(graph.nodes) == LevelizedGraph(load(trace), 2).size()


@pytest.mark.parametrize(
    "text",
    [
        *("", "{", "[1]", '{"graphs": [{"id": "x", "nodes": [1]}]}', "[" * 100_000),
        '{"graphs": [{"id": "x", "nodes": [{"id": "a", "label": "b", "incomingEdges": [{"sourceNodeId": "c"}]}]}]}',
        '[{"in_edges": [7], "name": "x", "counter": 0}]',
    ],
)
def test_explorer_refuses_json_file_that_is_not_a_trace(tmp_path: Path, text: str):
    path = tmp_path / "x.json"
    path.write_text(text)
    with pytest.raises(TraceError):
        trace_graph(path)


def test_server_without_its_packages_says_what_to_install(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.delitem(sys.modules, "ttmlir_py.explorer.server", raising=False)
    monkeypatch.delattr("ttmlir_py.explorer.server", raising=False)
    monkeypatch.setitem(sys.modules, "h11", None)
    assert tt_explorer.main([]) == 1
    error = capsys.readouterr().err
    assert error.startswith("tt-explorer: error: the server needs further packages: pip install ")
    assert "h11" in error
