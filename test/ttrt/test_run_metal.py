"""`ttrt run` of TTMetal binaries."""

import csv
import io
import json
import math
import re
import shutil
import sys
from pathlib import Path

import numpy as np
import pytest

from ttmlir_py.compiler import compile
from ttmlir_py.ttrt import options
from ttmlir_py.ttrt.runtime import DebugHooks

pytestmark = pytest.mark.slow

TYPE = "tensor<64x64xf32>"
SOURCE = f"""func.func @twice(%a: {TYPE} loc("image")) -> {TYPE} {{
  %0 = tensor.empty() : {TYPE}
  %1 = "ttir.add"(%a, %a, %0) <{{operandSegmentSizes = array<i32: 2, 1>}}> : ({TYPE}, {TYPE}, {TYPE}) -> {TYPE}
  return %1 : {TYPE}
}}"""


@pytest.fixture(scope="module")
def binary():
    return compile(SOURCE, "ttir-to-ttmetal-backend-pipeline", "ttmetal-to-flatbuffer")


@pytest.fixture
def twice(binary, tmp_path) -> Path:
    path = tmp_path / "twice.ttm"
    path.write_bytes(binary)
    return path


def test_metal_run_prints_summary(tt, twice):
    code, out, err = tt("run", "--init", "arange", "--loops", "2", "--ignore-version", twice)
    assert (code, err) == (0, "")
    lines = [line for line in out.splitlines() if "warning" not in line]
    assert re.match(r"program 0 'twice': ran \d+ operations 2 times in \d+\.\d{3} ms", lines[0])
    assert lines[1] == "  arg0  64x64xf32 row-major DeviceL1 none"
    assert any(re.match(r"  EnqueueProgram +\d+ x +\d+\.\d{3} ms", line) for line in lines)
    assert lines[-1] == "  out0  64x64xf32  min 0  max 8190  mean 4095"
    (result,) = json.loads(Path("run_results.json").read_text())
    assert result["result"] == "pass"
    assert result["programs"][0]["outputs"][0]["max"] == 8190


def test_metal_run_reads_inputs_and_saves_outputs(tt, twice):
    x = np.random.default_rng(1).standard_normal((64, 64)).astype(np.float32)
    np.savez("in.npz", arg0=x)
    code, _, _ = tt(
        "run", "--inputs", "in.npz", "--save-outputs", "out.npz", "--check", "default", twice
    )
    assert code == 0
    assert np.array_equal(np.load("out.npz")["out0"], x + x)


def test_metal_run_with_strict_checks_covers_tensor_buffers(tt, twice):
    code, _, err = tt("run", "--check", "strict", twice)
    assert code == 1
    place = r"error: command \d+ EnqueueProgram at [^ ]+: kernel 0 tensix \w+ on core 0x0, \d+:\d+: \w+: "
    assert re.search(place, err)


@pytest.mark.parametrize("checks", ["off", "race,init,sync,bounds", "race"])
def test_metal_run_accepts_checks_schedules_and_late_data_options(tt, twice, checks):
    """The options ask for several runs; the summary shows the first run."""
    options = ["--check", checks, "--noc", "both", "--schedule", "5", "--schedules", "2"]
    code, out, err = tt("run", "--ignore-version", *options, twice)
    assert (code, err) == (0, "")
    assert "ran 11 operations" in out


@pytest.mark.parametrize(
    ("option", "message"),
    [
        (
            "--check=sync,races",
            "unknown rules 'sync,races': expected off, default, strict, or a list of race",
        ),
        ("--check=", "unknown rules '': expected off"),
        ("--noc=soon", "invalid choice: 'soon'"),
        ("--schedule=-1", "'-1' is not a whole number of at least 0"),
        ("--schedules=x", "'x' is not a whole number of at least 0"),
    ],
)
def test_invalid_metal_option_is_refused(tt, twice, capsys, option, message):
    with pytest.raises(SystemExit):
        tt("run", option, twice)
    assert message in capsys.readouterr().err


OF_OTHERS = [
    *(f"--{name}" for name in ("memory", "check-memory-leak", "save-golden-tensors")),
    *(f"--{name}=x" for name in ("report", "op-trace", "tensor-trace", "graph-trace")),
    *("--golden=f64", "--pcc=0.5", "--graph-trace-mode=no_dispatch"),
    *("--graph-trace-era=repeat", "--graph-trace-view=tree"),
]
WITH_EFFECT = (
    *("--program-index", "--loops", "--init", "--seed", "--inputs", "--save-outputs"),
    *("--identity", "--non-zero", "--rtol", "--atol", "--debugger", "--emitc"),
    *("--check", "--numerics", "--noc", "--schedule", "--schedules", "--timeline"),
    *("--grid-picture", "--memory-limit", "--jobs", "--system-desc", "--ignore-version"),
    *("--strict", "--clean-artifacts", "--save-artifacts", "--artifact-dir", "--log-file"),
    "--result-file",
)


@pytest.mark.parametrize("option", OF_OTHERS)
def test_ttnn_option_on_ttmetal_binary_is_refused(tt, twice, option):
    code, _, err = tt("run", option, twice)
    assert code == 1
    assert f"{option.partition('=')[0]} is for TTNN binaries" in err


def test_each_run_option_on_metal_has_effect_is_refused_or_ignored_with_note():
    """`--disable-golden` has no effect, because TTMetal binaries have no goldens."""
    refused = {option.partition("=")[0] for option in OF_OTHERS}
    told = {each.name for each in options.RUN if each.help.startswith(options.IGNORED)}
    named = {each.name for each in options.RUN} - {"binary", "--disable-golden"}
    assert named == refused | told | set(WITH_EFFECT)


def test_callbacks_on_ttmetal_binary_are_refused(tt, twice, monkeypatch):
    monkeypatch.setattr(DebugHooks, "callback", lambda *_: None)
    code, _, err = tt("run", twice)
    assert code == 1
    assert "callbacks of DebugHooks are for TTNN binaries" in err


EXPONENTIAL = f"""func.func @wave(%a: {TYPE}) -> {TYPE} {{
  %0 = tensor.empty() : {TYPE}
  %1 = "ttir.exp"(%a, %0) <{{operandSegmentSizes = array<i32: 1, 1>}}> : ({TYPE}, {TYPE}) -> {TYPE}
  return %1 : {TYPE}
}}"""


@pytest.mark.skipif(not (shutil.which("g++") or shutil.which("clang++")), reason="no C++ compiler")
def test_metal_run_emitc_option_compares_kernels_with_cpp(tt, tmp_path):
    both = tmp_path / "both.ttm"
    pipeline = ("ttir-to-ttmetal-backend-pipeline", "ttmetal-to-flatbuffer")
    both.write_bytes(compile(SOURCE + EXPONENTIAL, *pipeline))
    code, out, err = tt("run", "--emitc", "--save-artifacts", "--init", "randn", both)
    assert (code, err) == (0, "")
    assert "  C++ returns the same outputs, bit for bit" in out
    assert "  C++ returns the same outputs, but for how exp_tile rounds" in out
    sources = [path.read_text() for path in Path("ttrt-artifacts").rglob("kernels.cpp")]
    assert sorted("exp_tile" in text for text in sources) == [False, True]


def test_metal_run_emitc_with_device_numerics_is_refused(tt, twice):
    code, _, err = tt("run", "--emitc", "--numerics", "device", twice)
    assert code == 1
    assert "--emitc cannot be combined with --numerics" in err
    code, _, err = tt("run", "--numerics", "device:fidelity=LoFi", twice)
    assert code == 1
    assert "kernels define the precision" in err


def test_metal_run_debugger_option_stops_at_calls(tt, twice, monkeypatch):
    monkeypatch.setattr(sys, "stdin", io.StringIO("break pack_tile\ncontinue\nquit\n"))
    code, out, err = tt("run", "--debugger", twice)
    assert code == 1
    assert re.search(
        r"^> command \d+ \S+ at \S+: kernel 0 tensix pack on core 0x0, \S+ pack_tile", out, re.M
    )
    assert "stopped by the debugger" in err


def test_metal_run_of_damaged_kernel_is_refused(tt, twice):
    twice.write_bytes(twice.read_bytes().replace(b"tile_regs_acquire", b"tile_regs_require"))
    code, _, err = tt("run", twice)
    assert code == 1
    message = r"kernel 0 tensix: \d+:\d+: the kernel interface has no function 'tile_regs_require'"
    assert re.search(message, err)


def test_metal_perf_prints_estimate(tt, twice):
    code, out, err = tt("perf", "--save-artifacts", "--ignore-version", "--loops", "2", twice)
    assert (code, err) == (0, "")
    lines = out.splitlines()
    first = r"program 0 'twice': \d+\.\d{3} us estimated on Wormhole_b0 with 64 cores \(0 bytes on the NoC, 0 of DRAM\)"
    assert re.fullmatch(first, lines[0])
    assert re.match(r"  command \d+ EnqueueProgram at \S+ +\d+\.\d{3} us +\d+\.\d %", lines[1])
    assert re.match(r"    kernel 0 tensix unpack TRISC0   1 cores +\d+\.\d{3} us", lines[2])
    folder = Path("ttrt-artifacts/twice.ttm/perf")
    with open(folder / "ops_perf_results.csv") as file:
        rows = list(csv.DictReader(file))
    (details,) = json.loads(Path("perf_results.json").read_text())[0]["programs"]
    assert len(rows) == 2 * len(details["commands"])
    for row, command in zip(rows, details["commands"], strict=False):
        assert row["OP CODE"] == "EnqueueProgram"
        assert row["SOURCE"] == details["source"] == "analytical estimate"
        assert int(row["DEVICE FW DURATION [ns]"]) == math.ceil(command["cycles"])
        processors = {each["processor"]: each["cycles"] for each in command["threads"]}
        assert int(row["DEVICE TRISC2 KERNEL DURATION [ns]"]) == math.ceil(processors["TRISC2"])
    trace = json.loads((folder / "ops_perf_trace.json").read_text())
    ends = [each["ts"] + each["dur"] for each in trace["traceEvents"] if each["ph"] == "X"]
    assert max(ends) == pytest.approx(details["duration_ns"] / 1000)
    assert (folder / "grid.svg").read_text().startswith("<svg")


def test_metal_perf_host_only_option_measures_host_time(tt, twice):
    code, out, _ = tt("perf", "--save-artifacts", "--host-only", twice)
    assert code == 0
    assert "ran" in out
    assert "estimated" not in out
    with open("ttrt-artifacts/twice.ttm/perf/ops_perf_results.csv") as file:
        rows = list(csv.DictReader(file))
    assert {row["SOURCE"] for row in rows} == {"simulator on the host"}
    assert all(int(row["HOST DURATION [ns]"]) > 0 for row in rows)


@pytest.mark.parametrize("command", ["run", "perf"])
def test_metal_perf_writes_pictures(tt, twice, command):
    code, _, _ = tt(command, "--timeline", "t.json", "--grid-picture", "g.svg", twice)
    assert code == 0
    assert json.loads(Path("t.json").read_text())["otherData"]["program"] == "twice"
    assert "program 0 &#x27;twice&#x27;" in Path("g.svg").read_text()


def test_metal_perf_estimate_options_with_host_only_are_refused(tt, twice):
    code, _, err = tt("perf", "--host-only", "--timeline", "t.json", twice)
    assert code == 1
    assert "--timeline is for estimates, which --host-only leaves out" in err
    code, _, err = tt("perf", "--memory", twice)
    assert code == 1
    assert "--memory is for TTNN binaries" in err
