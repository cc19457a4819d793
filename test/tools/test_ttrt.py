import json
import re
import subprocess
import sys
import tempfile
from pathlib import Path

import ml_dtypes
import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

sys.path.insert(0, str(Path(__file__).parents[1] / "runtime"))

from ttnn_builders import ProgramBuilder, binary_bytes, unary_program

from ttmlir_py.runtime.commands import RunOptions, run_file
from ttmlir_py.runtime.errors import SimulationError
from ttmlir_py.runtime.inputs import INITIALIZERS
from ttmlir_py.runtime.summary import JSON_SECTIONS, SECTIONS
from ttmlir_py.schemas import BinaryError, load_schema, write
from ttmlir_py.tools import ttrt

SOURCE = 'func.func @relu(%arg0: tensor<2x3xbf16> loc("image")) -> tensor<2x3xbf16> {\n'


def relu_program():
    program = ProgramBuilder("relu", SOURCE)
    x = program.input((2, 3), "BFloat16")
    program.add("GetDeviceOp", out={"global_id": 0})
    return program.output(program.eltwise("Relu", [x], program.ref((2, 3), "BFloat16")))


def identity_program():
    program = ProgramBuilder("same")
    x = program.input((2, 3))
    return program.output(program.add("ToLayoutOp", **{"in": x}, out=program.ref((2, 3))))


@pytest.fixture
def relu(tmp_path):
    path = tmp_path / "relu.ttnn"
    path.write_bytes(binary_bytes(relu_program()))
    return str(path)


@pytest.fixture
def tt(capsys):
    def run(*arguments):
        code = ttrt.main([str(argument) for argument in arguments])
        captured = capsys.readouterr()
        return code, captured.out, captured.err

    return run


def without_times(text):
    return re.sub(r" +\d+\.\d{3} ms", " T ms", text)


def test_read_shows_everything(tt, relu):
    assert tt("read", relu) == (
        0,
        """version: 1.2.3
tt-mlir git hash: abc
chip 0: Wormhole_b0, 8x8 cores, 1499136 bytes of L1 each
program 0 'relu': 1 input
  arg0 (image)  2x3xbf16 tile (padded to 32x32) DeviceDRAM interleaved
program 0 'relu': 1 output
  out0  2x3xbf16 tile (padded to 32x32) DeviceDRAM interleaved
program 0 'relu': 2 operations
  EltwiseOp(Relu)  1
  GetDeviceOp      1
""",
        "",
    )


@pytest.mark.parametrize(
    ("section", "expected"),
    [
        ("version", "version: 1.2.3\ntt-mlir git hash: abc\n"),
        ("mlir", "program 0 'relu':\n" + SOURCE),
        ("cpp", "program 0 'relu':\n// C++\n"),
    ],
)
def test_read_sections(tt, relu, section, expected):
    assert tt("read", "--section", section, relu) == (0, expected, "")


@pytest.mark.parametrize("section", ttrt.SECTIONS)
def test_every_section_has_a_text_and_a_json_form(tt, relu, section):
    code, out, _ = tt("read", "--section", section, relu)
    assert code == 0
    assert out.strip()
    code, out, _ = tt("read", "--json", "--section", section, relu)
    assert code == 0
    assert json.loads(out)


def test_the_lists_of_choices_are_the_ones_of_the_runtime():
    assert list(ttrt.SECTIONS) == list(SECTIONS) == list(JSON_SECTIONS)
    assert ttrt.INITIALIZERS == INITIALIZERS


def test_json_has_the_fields_of_the_schema(tt, relu):
    whole = json.loads(tt("read", "--json", relu)[1])
    assert whole["programs"][0]["operations"][1]["type_type"] == "EltwiseOp"
    inputs = json.loads(tt("read", "--json", "--section", "inputs", relu)[1])
    assert inputs["relu"][0]["desc"]["shape"] == [2, 3]
    stats = json.loads(tt("read", "--json", "--section", "op_stats", relu)[1])
    assert stats == {"relu": {"GetDeviceOp": 1, "EltwiseOp(Relu)": 1}}


def test_read_a_system_descriptor(tt, tmp_path):
    path = tmp_path / "n150.ttsys"
    schema = load_schema("Common/system_desc.fbs")
    path.write_bytes(write(schema, {"product_identifier": "n150", "system_desc": {}}))
    code, out, _ = tt("read", path)
    assert code == 0
    assert json.loads(out)["product_identifier"] == "n150"
    assert tt("read", "--section", "mlir", path)[::2] == (
        1,
        f"{path}: error: a system descriptor has no section 'mlir'\n",
    )
    assert tt("run", path)[0] == 1


def test_run_prints_a_summary(tt, relu):
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


def test_run_with_files(tt, relu, tmp_path):
    given_, saved = tmp_path / "in.npz", tmp_path / "out.npz"
    x = np.float32([[-1, 2, np.nan], [np.inf, -5, 0.5]])
    for name in ("arg0", "image"):
        np.savez(given_, **{name: x})
        code, out, _ = tt("run", "--inputs", given_, "--save-outputs", saved, relu)
        assert code == 0
        assert "min 0  max 2  mean 0.625  1 NaN  1 infinite" in out
        with np.load(saved) as archive:
            assert archive.files == ["out0"]
            np.testing.assert_array_equal(archive["out0"], np.maximum(x, 0))
            assert archive["out0"].dtype == np.float32


def test_saved_outputs_keep_their_type(tt, tmp_path):
    for data_type, expected in [
        ("UInt16", np.uint16),
        ("Float16", np.float16),
        ("BFP_Float4", np.float32),
    ]:
        path = tmp_path / "x.ttnn"
        path.write_bytes(binary_bytes(unary_program("Typecast", (3,), data_type)))
        assert tt("run", "--init", "ones", "--save-outputs", tmp_path / "o.npz", path)[0] == 0
        assert np.load(tmp_path / "o.npz")["out0"].dtype == expected


def test_seeds(tt, relu, tmp_path):
    outputs = []
    for seed in (0, 0, 1):
        assert tt("run", "--seed", seed, "--save-outputs", tmp_path / "o.npz", relu)[0] == 0
        outputs.append(np.load(tmp_path / "o.npz")["out0"])
    assert np.array_equal(outputs[0], outputs[1])
    assert not np.array_equal(outputs[0], outputs[2])


def test_several_programs(tt, tmp_path):
    path, given_, saved = (tmp_path / n for n in ("two.ttnn", "in.npz", "out.npz"))
    path.write_bytes(binary_bytes(relu_program(), identity_program()))
    code, out, _ = tt("run", "--program-index", "1", "--save-outputs", saved, path)
    assert code == 0
    assert "program 0" not in out
    assert np.load(saved).files == ["out0"]
    ones = np.ones((2, 3), np.float32)
    np.savez(given_, **{"relu.arg0": ones, "same.arg0": -ones})
    assert tt("run", "--inputs", given_, "--save-outputs", saved, path)[0] == 0
    assert np.load(saved).files == ["relu.out0", "same.out0"]
    assert (np.load(saved)["same.out0"] == -1).all()
    assert tt("run", "--program-index", "2", path)[::2] == (
        1,
        f"{path}: error: there is no program 2: the binary has 0 'relu', 1 'same'\n",
    )


def test_directories(tt, relu, tmp_path):
    (tmp_path / "deep").mkdir()
    (tmp_path / "deep" / "bad.ttnn").write_bytes(b"not a binary at all")
    code, out, err = tt("run", tmp_path)
    assert code == 1
    assert "ran 2 operations" in out
    assert f"{tmp_path}/deep/bad.ttnn: error: not a TTNNBinary" in err
    (tmp_path / "empty").mkdir()
    assert tt("run", tmp_path / "empty")[::2] == (
        1,
        f"{tmp_path}/empty: error: no .ttnn files in this directory\n",
    )


def test_checks_of_the_outputs(tt, relu, tmp_path):
    same = tmp_path / "same.ttnn"
    same.write_bytes(binary_bytes(identity_program()))
    assert tt("run", "--identity", "--non-zero", same)[0] == 0
    code, _, err = tt("run", "--identity", relu)
    assert (code, err) == (
        1,
        f"{relu}: error: program 0 'relu': identity: output 'out0' is not the input\n",
    )
    assert tt("run", "--identity", "--atol", "100", relu)[0] == 0
    code, _, err = tt("run", "--non-zero", "--init", "zeros", relu)
    assert (code, err) == (1, f"{relu}: error: program 0 'relu': output 'out0' is all zero\n")


def one_error(result, *words):
    code, out, err = result
    assert code == 1
    assert out == ""
    assert err.count("\n") == 1
    assert ": error: " in err
    for word in words:
        assert word in err


def test_failures_are_one_line(tt, relu, tmp_path):
    one_error(tt("read", tmp_path / "absent.ttnn"), "absent.ttnn: error: No such file or directory")
    one_error(tt("run", tmp_path / "absent.ttnn"), "No such file or directory")
    one_error(tt("run", "--inputs", tmp_path / "absent.npz", relu), "absent.npz: No such file")
    np.savez(tmp_path / "in.npz", arg0=np.ones(3))
    one_error(
        tt("run", "--inputs", tmp_path / "in.npz", relu),
        "input 'arg0' (image) has shape 3, expected 2x3",
    )
    one_error(tt("run", "--save-outputs", tmp_path / "no" / "o.npz", relu), "cannot write")
    metal = tmp_path / "a.ttm"
    metal.write_bytes(b"\x20\0\0\0\x08\0\0\0TTM0" + bytes(32))
    one_error(tt("run", metal), "not a TTNNBinary")
    (tmp_path / "none.ttnn").write_bytes(binary_bytes())
    one_error(tt("run", tmp_path / "none.ttnn"), "the binary has no programs")
    collective = ProgramBuilder()
    collective.add("AllGatherOp", **{"in": collective.input((2,))}, out=collective.ref((2,)))
    path = tmp_path / "collective.ttnn"
    path.write_bytes(binary_bytes(collective))
    one_error(tt("run", path), "AllGatherOp", "is not simulated")
    assert tt("read", path)[0] == 0


def test_no_outputs_are_written_on_failure(tt, relu, tmp_path):
    saved = tmp_path / "o.npz"
    one_error(tt("run", "--identity", "--save-outputs", saved, relu))
    assert sorted(p.name for p in tmp_path.iterdir()) == ["relu.ttnn"]


@pytest.mark.parametrize(
    "arguments",
    [
        [],
        ["read"],
        ["run", "--loops", "0", "x"],
        ["run", "--loops", "many", "x"],
        ["run", "--program-index", "-1", "x"],
        ["run", "--identity", "--rtol", "nan", "x"],
        ["run", "--identity", "--atol", "-1", "x"],
        ["run", "--init", "sevens", "x"],
        ["read", "--section", "nothing", "x"],
        ["fly"],
    ],
)
def test_wrong_usage(arguments, capsys):
    with pytest.raises(SystemExit) as caught:
        ttrt.main(arguments)
    assert caught.value.code == 2
    assert "error: " in capsys.readouterr().err


@pytest.mark.parametrize("command", ["read", "run"])
def test_help_tells_every_option_and_default(command, capsys):
    with pytest.raises(SystemExit) as caught:
        ttrt.main([command, "--help"])
    assert caught.value.code == 0
    text = capsys.readouterr().out
    assert "examples:" in text
    for option in re.findall(r"^  (--[a-z-]+)", text, re.MULTILINE):
        assert text.count(option) >= 2, option


def test_the_manual_names_every_option_and_section():
    manual = (Path(__file__).parents[2] / "docs" / "ttrt.md").read_text()
    for command in ("read", "run"):
        help_text = run_python(MAIN, command, "--help").stdout
        for option in re.findall(r"^  (--[a-z-]+)", help_text, re.MULTILINE):
            assert f"`{option}" in manual, option
    for section in ttrt.SECTIONS:
        assert f"`{section}`" in manual, section


MAIN = "import sys; from ttmlir_py.tools.ttrt import main; sys.exit(main(sys.argv[1:]))"


def run_python(code, *arguments, **options):
    return subprocess.run(
        [sys.executable, "-c", code, *arguments],
        capture_output=True,
        text=True,
        check=False,
        **options,
    )


def test_help_does_not_load_numpy():
    code = """
import sys
from ttmlir_py.tools.ttrt import main
try:
    main(["run", "--help"])
except SystemExit:
    pass
print([name for name in ("numpy", "xdsl", "lark") if name in sys.modules])
"""
    assert run_python(code).stdout.splitlines()[-1] == "[]"


def test_a_closed_pipe_is_no_traceback(relu):
    command = [sys.executable, "-c", MAIN, "read", relu]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        process.stdout.close()
        assert process.stderr.read() == b""


VALID = binary_bytes(relu_program(), identity_program())


@settings(max_examples=150, suppress_health_check=[HealthCheck.too_slow], deadline=None)
@given(st.data())
def test_corrupted_files_give_one_line(data):
    mutated = bytearray(VALID)
    for _ in range(data.draw(st.integers(0, 5))):
        mutated[data.draw(st.integers(0, len(mutated) - 1))] = data.draw(st.integers(0, 255))
    mutated = (
        mutated[: data.draw(st.integers(0, len(mutated)))] if data.draw(st.booleans()) else mutated
    )
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "x.ttnn"
        path.write_bytes(mutated)
        try:
            text = run_file(path, RunOptions(memory_limit=1 << 20))
        except (BinaryError, SimulationError) as error:
            text = f"one line: {error}"
        assert text.startswith("program") or text.count("\n") == 0
        assert ttrt.main(["read", str(path)]) in (0, 1)
        assert ttrt.main(["read", "--json", str(path)]) in (0, 1)


def test_bfloat16_outputs_are_stored_without_loss(tt, relu, tmp_path):
    saved = tmp_path / "o.npz"
    assert tt("run", "--save-outputs", saved, relu)[0] == 0
    stored = np.load(saved)["out0"]
    np.testing.assert_array_equal(stored.astype(ml_dtypes.bfloat16).astype(np.float32), stored)
