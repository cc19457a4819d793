import json
import re
from pathlib import Path

import ml_dtypes
import numpy as np
import pytest
from ttnn_builders import ProgramBuilder, unary_program
from ttrt_binaries import identity_program, log_program, relu_program, root, save

import ttmlir_py
from ttmlir_py.schemas import write
from ttmlir_py.ttrt import options
from ttmlir_py.ttrt.initializers import Initializers

pytestmark = pytest.mark.slow


def without_times(text):
    return re.sub(r" +\d+\.\d{3} ms", " T ms", text)


def results(name="run_results.json"):
    return json.loads(Path(name).read_text())


def test_run_prints_summary(tt, relu):
    code, out, err = tt("run", "--init", "arange", "--loops", "2", relu)
    assert (code, err) == (0, "")
    assert (
        without_times(out)
        == """program 0 'relu': ran 2 operations 2 times in T ms
  arg0 (image)  2x3xbf16 tile (padded to 32x32) DeviceDRAM interleaved
  EltwiseOp(Relu)      2 x T ms
  GetDeviceOp          2 x T ms
  out0  2x3xbf16  min 0  max 5  mean 2.5
"""
    )


def test_run_writes_results_file(tt, relu):
    assert tt("run", "--init", "arange", relu)[0] == 0
    out0 = {"name": "out0", "type": "2x3xbf16", "min": 0.0, "max": 5.0, "mean": 2.5}
    out0 |= {"std": pytest.approx(1.707825), "zeros": 1, "nan": 0, "inf": 0}
    assert results() == [
        {
            "file_path": "relu.ttnn",
            "result": "pass",
            "exception": "",
            "log_file": "",
            "artifacts": "ttrt-artifacts",
            "program_index": "all",
            "programs": [{"program_index": 0, "name": "relu", "outputs": [out0]}],
        }
    ]
    assert tt("run", "--result-file", "other.json", relu, "--program-index", 0)[0] == 0
    assert results("other.json")[0]["program_index"] == "0"
    report = Path("ttrt_report.xml").read_text()
    assert '<testsuites name="TTRT" tests="1" failures="0" skipped="0">' in report
    before = sorted(Path().iterdir())
    assert tt("run", "--result-file", "", relu)[0] == 0
    assert sorted(Path().iterdir()) == before
    Path("file").touch()
    assert tt("run", "--save-artifacts", "--artifact-dir", "file", relu)[0] == 1
    assert results()[0]["result"] == "error"
    assert tt("run", "--result-file", "no/r.json", relu) == (
        1,
        "",  # refused before the run
        "no/r.json: error: No such file or directory\n",
    )


def test_run_with_input_files_saves_outputs(tt, relu):
    x = np.float32([[-1, 2, np.nan], [np.inf, -5, 0.5]])
    for name in ("arg0", "image"):
        np.savez("in.npz", **{name: x})
        code, out, _ = tt("run", "--inputs", "in.npz", "--save-outputs", "out.npz", relu)
        assert code == 0
        assert "min 0  max 2  mean 0.625  1 NaN  1 infinite" in out
        assert "operation 1 (EltwiseOp(Relu)): 1 NaN, 1 infinite, passed on" in out
        assert results()[0]["programs"][0]["outputs"][0]["nan"] == 1
        with np.load("out.npz") as archive:
            assert archive.files == ["out0"]
            np.testing.assert_array_equal(archive["out0"], np.maximum(x, 0))
            assert archive["out0"].dtype == np.float32


def test_run_with_npy_input_file_binds_array_to_input(tt, relu):
    np.save("x.npy", np.float32([[-1, 2, 3], [4, -5, 0.5]]))
    assert tt("run", "--inputs", "x.npy", "--save-outputs", "y.npy", relu)[0] == 0
    np.testing.assert_array_equal(np.load("y.npy"), [[0, 2, 3], [4, 0, 0.5]])
    np.savez("in.npz", first=np.ones((2, 3)), third=np.ones((2, 3)))
    path = save("sum.ttnn", sum_program())
    inputs = "in.npz,second=x.npy"
    assert tt("run", "--inputs", inputs, "--save-outputs", "y.npy", path)[0] == 0
    assert np.load("y.npy")[0, 0] == 1
    two = save("two.ttnn", sum_program("one"), sum_program("two"))
    code, _, error = tt("run", "--save-outputs", "z.npy", two)
    assert (code, "holds one array, but 2 are given" in error) == (1, True)
    assert not Path("z.npy").exists()


def test_run_reports_first_nan_and_infinity(tt):
    code, out, _ = tt("run", "--init", "zeros", save("log.ttnn", log_program()))
    assert code == 0
    assert "out0  2x3xf32  no finite values  6 infinite\n" in out
    assert "  operation 0 (EltwiseOp(Log)): 0 NaN, 6 infinite, from finite operands\n" in out
    [output] = results()[0]["programs"][0]["outputs"]
    assert output == {
        "name": "out0",
        "type": "2x3xf32",
        "min": None,
        "max": None,
        "mean": None,
        "std": None,
        "zeros": 0,
        "nan": 0,
        "inf": 6,
    }


def test_saved_outputs_have_type_of_program_outputs(tt):
    for data_type, expected in [
        ("UInt16", np.uint16),
        ("Float16", np.float16),
        ("BFP_Float4", np.float32),
    ]:
        path = save("x.ttnn", unary_program("Typecast", (3,), data_type))
        assert tt("run", "--init", "ones", "--save-outputs", "o.npz", path)[0] == 0
        assert np.load("o.npz")["out0"].dtype == expected


def test_run_saves_bfloat16_outputs_exactly(tt, relu):
    assert tt("run", "--save-outputs", "o.npz", relu)[0] == 0
    stored = np.load("o.npz")["out0"]
    np.testing.assert_array_equal(stored.astype(ml_dtypes.bfloat16).astype(np.float32), stored)


def test_run_seed_option_determines_inputs(tt, relu):
    outputs = []
    for seed in (0, 0, 1):
        assert tt("run", "--seed", seed, "--save-outputs", "o.npz", relu)[0] == 0
        outputs.append(np.load("o.npz")["out0"])
    assert np.array_equal(outputs[0], outputs[1])
    assert not np.array_equal(outputs[0], outputs[2])


def sum_program(name="sum"):
    """Return a program of `first + second + third`, whose debug information names its arguments."""
    names = ("first", "second", "third")
    arguments = ", ".join(f'%arg{i}: tensor<2x3xf32> loc("{n}")' for i, n in enumerate(names))
    program = ProgramBuilder(name, f"func.func @{name}({arguments}) {{\n")
    first, second, third = (program.input((2, 3)) for _ in names)
    some = program.eltwise("Add", [first, second], program.ref((2, 3)))
    return program.output(program.eltwise("Add", [some, third], program.ref((2, 3))))


@pytest.mark.parametrize(
    ("init", "total"),
    [
        ("arg0=ones,zeros", [1] * 6),
        ("zeros,arg0=ones", [1] * 6),
        ("first=arange,arg1=ones,sum.third=zeros", range(1, 7)),
        ("sum.arg2=arange,ones", range(2, 8)),
    ],
)
def test_run_init_option_initializes_named_inputs_separately(tt, init, total):
    path = save("sum.ttnn", sum_program())
    assert tt("run", "--init", init, "--save-outputs", "o.npz", path)[0] == 0
    np.testing.assert_array_equal(np.load("o.npz")["out0"].ravel(), total)


def test_run_init_option_without_input_name_applies_to_remaining_inputs(tt):
    path = save("sum.ttnn", sum_program())
    for init in ("randn", "arg0=randn", "arg0=randn,arg1=randn,randn"):
        assert tt("run", "--init", init, "--save-outputs", f"{init}.npz", path)[0] == 0
        np.testing.assert_array_equal(np.load(f"{init}.npz")["out0"], np.load("randn.npz")["out0"])


def test_run_init_option_applies_to_several_programs(tt):
    path = save("two.ttnn", sum_program("one"), sum_program("two"))
    init = "arg0=ones,one.arg1=arange,two.second=ones,zeros"
    assert tt("run", "--init", init, "--save-outputs", "o.npz", path)[0] == 0
    np.testing.assert_array_equal(np.load("o.npz")["one.out0"].ravel(), range(1, 7))
    np.testing.assert_array_equal(np.load("o.npz")["two.out0"].ravel(), [2] * 6)


@pytest.mark.parametrize(
    ("init", "message"),
    [
        ("arg3=ones", "there is no input 'arg3': there are arg0, arg1, arg2"),
        ("arg0=ones,first=ones", "input 'arg0' is given twice, by different names"),
        ("arg0=ones;arg1=ones", "there is no input 'arg0=ones;arg1'"),
    ],
)
def test_run_init_option_for_unknown_input_is_refused(tt, init, message):
    code, out, err = tt("run", "--init", init, save("sum.ttnn", sum_program()))
    assert (code, out) == (1, "")
    assert err.startswith(f"sum.ttnn: error: --init: {message}")


@pytest.mark.parametrize(
    ("init", "message"),
    [
        ("arg0=ones,arg0=ones", "'arg0' is named twice"),
        ("arg0=", "unknown value '': expected arange, ones, rand, randn or zeros"),
        ("=ones", "'=ones' has no name"),
        ("ones,zeros", "'ones' and 'zeros' are both for all other inputs"),
    ],
)
def test_run_init_option_with_invalid_initializer_is_refused(init, message):
    with pytest.raises(ValueError, match=message):
        Initializers.parse(init)


def test_run_program_option_selects_one_of_several_programs(tt):
    path = save("two.ttnn", relu_program(), identity_program())
    code, out, _ = tt("run", "--program-index", "1", "--save-outputs", "out.npz", path)
    assert code == 0
    assert "program 0" not in out
    assert np.load("out.npz").files == ["out0"]
    ones = np.ones((2, 3), np.float32)
    np.savez("in.npz", **{"relu.arg0": ones, "same.arg0": -ones})
    assert tt("run", "--inputs", "in.npz", "--save-outputs", "out.npz", path)[0] == 0
    assert np.load("out.npz").files == ["relu.out0", "same.out0"]
    assert (np.load("out.npz")["same.out0"] == -1).all()
    message = "there is no program 2: the binary has 0 'relu', 1 'same'"
    assert tt("run", "--program-index", "2", path) == (1, "", f"two.ttnn: skipped: {message}\n")
    assert results()[0]["result"] == "skip"


def test_run_output_checks_fail_on_violation(tt, relu):
    same = save("same.ttnn", identity_program())
    assert tt("run", "--identity", "--non-zero", same)[0] == 0
    assert tt("run", "--identity", relu)[::2] == (
        1,
        "relu.ttnn: error: program 0 'relu': identity: output 'out0' is not the input\n",
    )
    assert results()[0]["result"] == "error"
    assert tt("run", "--identity", "--atol", "100", relu)[0] == 0
    assert tt("run", "--non-zero", "--init", "zeros", relu)[::2] == (
        1,
        "relu.ttnn: error: program 0 'relu': output 'out0' is all zero\n",
    )


def golden_entry(key, values):
    data = np.float32(values)
    return {
        "key": key,
        "value": {
            "name": key,
            "shape": data.shape,
            "stride": [each // 4 for each in data.strides],
            "dtype": "Float32",
            "data": data.tobytes(),
        },
    }


def golden_binary(output):
    """Return a binary of one `Abs` operation with golden inputs and the golden `output`, right or
    wrong.
    """
    program = ProgramBuilder("abs", "func.func @abs\n")
    program.output(program.eltwise("Abs", [program.input((2, 3))], program.ref((2, 3))))
    x = np.arange(6).reshape(2, 3) - 3
    data = root(program)
    table = data["programs"][0]
    table["operations"][0]["loc_info"] = 'loc("abs")'
    goldens = [golden_entry("input_0", x), golden_entry('loc("abs")', output(x))]
    table["debug_info"]["golden_info"] = {"golden_map": goldens}
    from ttnn_builders import SCHEMA

    Path("abs.ttnn").write_bytes(write(SCHEMA, data))
    return "abs.ttnn"


def test_run_compares_goldens_in_binary(tt):
    path = golden_binary(np.abs)
    code, out, err = tt("run", "--save-artifacts", path)
    assert (code, err) == (0, "")
    assert "1 results compared" in out
    folder = Path("ttrt-artifacts/abs.ttnn/run/program_0")
    assert (np.load(folder / "input_0.npy") == [[-3, -2, -1], [0, 1, 2]]).all()
    report = json.loads((folder / "golden_results.json").read_text())['loc("abs")']
    assert report["expected_pcc"] == 0.99
    assert report["actual_pcc"] == 1
    assert {
        "atol",
        "rtol",
        "allclose",
        "max",
        "mean_absolute_error",
        "root_mean_square_error",
        "cosine_similarity",
    } <= set(report)


def test_wrong_golden_fails_run(tt):
    path = golden_binary(lambda x: x)
    code, out, err = tt("run", "--save-artifacts", "--save-golden-tensors", path)
    assert code == 1
    assert "FAILED" in out
    assert re.match(
        r"abs.ttnn: error: program 0 'abs': operation 0 \(EltwiseOp\(Abs\)\) differs", err
    )
    folder = Path("ttrt-artifacts/abs.ttnn/run/program_0")
    assert len(list(folder.glob("0_*_golden.npy"))) == 1
    assert len(list(folder.glob("0_*_device.npy"))) == 1
    assert json.loads((folder / "golden_results.json").read_text())
    assert tt("run", "--pcc", "-1", path)[0] == 0
    assert tt("run", "--disable-golden", path)[0] == 0


def test_run_compares_float64_goldens(tt, relu):
    code, out, _ = tt("run", "--golden", "f64", relu)
    assert code == 0
    assert "goldens: f64, 1 results compared" in out


def leaking_program():
    program = ProgramBuilder("leak")
    x = program.input((32, 32))
    program.eltwise("Exp", [x], program.ref((32, 32)))
    return program.output(program.eltwise("Abs", [x], program.ref((32, 32))))


def test_run_memory_option_writes_report(tt):
    path = save("leak.ttnn", leaking_program())
    code, out, _ = tt("run", "--memory", "--save-artifacts", path)
    assert code == 0
    assert "peak of DRAM" in out
    text = Path("ttrt-artifacts/leak.ttnn/run/program_0/memory_results.json").read_text()
    first = json.loads(text)["0"]
    assert set(first) >= {"loc", "debug_str", "dram", "l1", "l1_small", "trace"}
    assert set(first["dram"]["device_0"]) >= {"num_banks", "total_bytes_allocated_per_bank"}
    code, out, err = tt("run", "--check-memory-leak", path)
    assert code == 1
    assert "peak of DRAM" not in out
    assert "EltwiseOp(Exp)" in err


def test_debugger_quit_fails_run(tt, relu, monkeypatch):
    import io
    import sys

    monkeypatch.setattr(sys, "stdin", io.StringIO("quit\n"))
    code, _, err = tt("run", "--debugger", relu)
    assert code == 1
    assert "stopped by the debugger" in err


def test_run_with_save_artifacts_option_saves_artifacts(tt, relu):
    assert tt("run", "--save-artifacts", "--artifact-dir", "saved", relu)[0] == 0
    files = sorted(str(path) for path in Path("saved").rglob("*") if path.is_file())
    program = "saved/relu.ttnn/run/program_0"
    assert files == [
        "saved/relu.ttnn/relu.ttnn",
        f"{program}/golden_results.json",
        f"{program}/input_0.npy",
        f"{program}/output_0.npy",
        "saved/relu.ttnn/system_desc.ttsys",
    ]
    assert Path(files[0]).read_bytes() == Path(relu).read_bytes()
    assert np.load(f"{program}/output_0.npy").shape == (2, 3)
    assert tt("check", relu, "--system-desc", files[-1])[0] == 0
    assert tt("run", "--clean-artifacts", "--artifact-dir", "saved", relu)[0] == 0
    assert not Path("saved").exists()


def test_clean_artifacts_leaves_files_that_are_not_artifacts(tt, relu):
    assert tt("run", "--save-artifacts", "--artifact-dir", "saved", relu)[0] == 0
    for mine in ("saved/notes.txt", "saved/run/x", "saved/perf/y"):
        Path(mine).parent.mkdir(exist_ok=True)
        Path(mine).write_text("mine")
    code, _, err = tt("run", "--clean-artifacts", "--artifact-dir", "saved", relu)
    assert (code, err) == (0, "saved: warning: left in place: it holds other files\n")
    left = sorted(str(path) for path in Path("saved").rglob("*") if path.is_file())
    assert left == ["saved/notes.txt", "saved/perf/y", "saved/run/x"]


def test_clean_artifacts_keeps_empty_directories(tt, relu):
    Path("saved/mine").mkdir(parents=True)
    assert tt("run", "--save-artifacts", "--artifact-dir", "saved", relu)[0] == 0
    assert tt("run", "--clean-artifacts", "--artifact-dir", "saved", relu)[0] == 0
    assert list(Path("saved").iterdir()) == [Path("saved/mine")]


def test_run_hardware_options_have_no_effect_on_outputs(tt, relu):
    ignored = [each for each in options.RUN if each.help.startswith(options.IGNORED)]
    assert len(ignored) == 8
    tt("run", "--save-outputs", "plain.npz", relu)
    for each in ignored:
        assert tt("run", each.name, "--save-outputs", "o.npz", relu)[0] == 0
        assert np.array_equal(np.load("o.npz")["out0"], np.load("plain.npz")["out0"])


def test_run_with_output_file_for_several_binaries_is_refused(tt):
    save("f/a.ttnn", relu_program())
    save("f/b.ttnn", relu_program())
    assert tt("run", "f", "--save-outputs", "o.npz") == (
        1,
        "",
        "f: error: --save-outputs takes one binary, here are 2\n",
    )


def test_failed_run_writes_no_outputs(tt, relu):
    assert tt("run", "--identity", "--save-outputs", "o.npz", relu)[0] == 1
    assert not list(Path().glob("o.npz*"))


def test_run_without_emitted_cpp_next_to_binary_reports_missing_file(tt, relu):
    code, _, err = tt("run", "--emitc", relu)
    assert code == 1
    assert "relu.ttnn: expected relu.cpp in the same folder" in err


OVERRIDDEN = """
func.func @main(%a: tensor<2048x2048xbf16>) -> tensor<2048x2048xbf16> {
  %0 = tensor.empty() : tensor<2048x2048xbf16>
  %1 = "ttir.relu"(%a, %0) <{operandSegmentSizes = array<i32: 1, 1>}>
    : (tensor<2048x2048xbf16>, tensor<2048x2048xbf16>) -> tensor<2048x2048xbf16> loc("out")
  return %1 : tensor<2048x2048xbf16>
}
"""


@pytest.mark.parametrize("command", ["run", "perf"])
@pytest.mark.parametrize(
    ("layout", "problem"),
    [
        ("9x9:l1:block_sharded:tile", "is on a grid of 9x9 cores, the device has 8x8"),
        ("9x1:l1:block_sharded:tile", "is on a grid of 9x1 cores, the device has 8x8"),
        ("1x1:l1:block_sharded:tile", "needs 8,388,608 bytes in each of 64 banks"),
        ("8x8:l1:block_sharded:tile", ""),
    ],
)
def test_program_too_large_for_board_is_neither_run_nor_estimated(tt, command, layout, problem):
    options = f"enable-optimizer=true override-output-layout=out={layout}"
    pipeline = f"ttir-to-ttnn-backend-pipeline{{{options}}}"
    binary = ttmlir_py.compile(OVERRIDDEN, pipeline, warnings=["-w"])
    Path("m.ttnn").write_bytes(binary)
    initializers = ["--init", "zeros"] if command == "run" else []
    code, _, errors = tt(command, *initializers, "m.ttnn")
    assert (code, problem in errors) == (int(bool(problem)), True)
    if problem:
        assert errors.startswith("m.ttnn: error: program 0 'main': operation 1 (EmptyOp): ")


def test_run_with_input_larger_than_board_memory_is_refused(tt):
    program = ProgramBuilder("huge")
    x = program.input((1 << 16, 1 << 17), "BFloat16")  # 16 GiB
    path = save(
        "huge.ttnn",
        program.output(program.eltwise("Neg", [x], program.ref((1 << 16, 1 << 17), "BFloat16"))),
    )
    for command in ("run", "perf"):
        code, _, errors = tt(command, path)
        assert code == 1
        assert "program 0 'huge': out of DRAM: input 'arg0'" in errors


def test_run_over_memory_limit_names_memory_limit_option(tt):
    wide = save("inputs.ttnn", unary_program("Neg", (4096, 4096)))
    code, _, errors = tt("run", "--memory-limit", "0.001", wide)
    assert code == 1
    assert errors.endswith(
        "the limit is 1.0 MiB: --memory-limit raises it; each chip of the board has 12 GiB of DRAM\n"
    )
    program = ProgramBuilder("wide")
    program.output(program.add("FullOp", fill_value=1.0, out=program.ref((4096, 4096))))
    code, _, errors = tt("run", "--memory-limit", "0.001", save("wide.ttnn", program))
    assert code == 1
    assert "operation 0 (FullOp): tensor 1 (4096x4096xf32): needs 64.0 MiB" in errors
    assert "--memory-limit raises it" in errors


def product_program():
    builder = ProgramBuilder("product")
    operands = builder.input((1, 2048), "BFloat16"), builder.input((2048, 64), "BFloat16")
    out = builder.ref((1, 64), "BFloat16")
    return builder.output(builder.add("MatmulOp", in0=operands[0], in1=operands[1], out=out))


def test_run_device_numerics_option_reports_pcc_interval(tt):
    path = save("product.ttnn", product_program())
    found = {}
    for how in ("device", "device:in0_block_w=0", "device:in0_block_w=2"):
        code, out, err = tt("run", "--init", "rand", "--numerics", how, path)
        assert (code, err) == (0, "")
        found[how] = re.search(r"out0: device numerics: PCC with float64 (.*)", out)[1]
    low, high = found["device:in0_block_w=0"], found["device:in0_block_w=2"]
    assert float(low) < float(high) < 1
    assert found["device"].startswith(f"{low} to {high}: the blocks of matrix products")
    code, out, _ = tt("run", "--init=rand", "--golden=f64", "--numerics=device", "--pcc=0", path)
    assert code == 0
    assert f" {low} " in out
    assert "may be lower" not in out
    assert "may be lower" in tt("run", "--golden", "f64", "--pcc", "0", path)[1]
    code, _, err = tt("run", "--numerics", "device:x=1", path)
    assert code == 1
    assert "'x' is not an option of device numerics" in err
    with pytest.raises(SystemExit):
        tt("run", "--numerics", "card", path)
    assert tt("run", "--emitc", "--numerics", "device", path)[0] == 1
