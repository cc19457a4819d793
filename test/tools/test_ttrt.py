"""The command line of ttrt. What its commands do is tested in test/ttrt."""

import io
import re
import subprocess
import sys
import tempfile
from contextlib import redirect_stderr, redirect_stdout
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from tiers import example_count

sys.path.insert(0, str(Path(__file__).parents[1] / "runtime"))
sys.path.insert(0, str(Path(__file__).parents[1] / "ttrt"))

from ttnn_builders import SCHEMA, ProgramBuilder
from ttrt_binaries import identity_program, relu_program, root, save

from ttmlir_py.runtime.defaults import INITIALIZERS
from ttmlir_py.runtime.errors import SimulationError
from ttmlir_py.schemas import BinaryError, write
from ttmlir_py.tools import ttrt
from ttmlir_py.ttrt import options
from ttmlir_py.ttrt.common.command import Outcome
from ttmlir_py.ttrt.execution import RunSettings, run_binary
from ttmlir_py.ttrt.flatbuffers import Flatbuffer

pytestmark = pytest.mark.slow

TESTS = Path(__file__).parents[1]
COMMANDS = {
    "read": options.READ,
    "run": options.RUN,
    "query": options.QUERY,
    "perf": options.PERF,
    "check": options.CHECK,
}


@pytest.fixture(autouse=True)
def own_folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)


@pytest.fixture
def relu():
    return save("relu.ttnn", relu_program())


@pytest.fixture
def tt(capsys):
    def run(*arguments):
        code = ttrt.main([str(argument) for argument in arguments])
        captured = capsys.readouterr()
        return code, captured.out, captured.err

    return run


def errors_of(*arguments):
    """Return the exit code and the standard error of ttrt."""
    with redirect_stdout(io.StringIO()), redirect_stderr(io.StringIO()) as errors:
        code = ttrt.main([str(argument) for argument in arguments])
    return code, errors.getvalue()


def one_error(result, *words):
    code, out, err = result
    assert code == 1
    assert out == ""
    assert err.count("\n") == 1
    assert ": error: " in err
    for word in words:
        assert word in err


def test_ttrt_failure_prints_one_line(tt, relu):
    import numpy as np

    for command in ("read", "run", "perf", "check"):
        one_error(tt(command, "absent.ttnn"), "absent.ttnn: error: No such file or directory")
        Path("empty").mkdir(exist_ok=True)
        one_error(tt(command, "empty"), "empty: error: no .ttnn")
    one_error(tt("run", "--inputs", "absent.npz", relu), "absent.npz: No such file")
    Path("garbage.npz").write_bytes(b"#")
    one_error(
        tt("run", "--inputs", "garbage.npz", relu), ": garbage.npz: not a readable .npz file\n"
    )
    np.savez("in.npz", arg0=np.ones(3))
    one_error(
        tt("run", "--inputs", "in.npz", relu), "input 'arg0' (image) has shape 3, expected 2x3"
    )
    assert tt("run", "--save-outputs", "no/o.npz", relu)[::2] == (
        1,
        "relu.ttnn: error: cannot write no/o.npz: No such file or directory\n",
    )
    Path("file").write_text("")
    assert "cannot write file/o.npz: " in tt("run", "--save-outputs", "file/o.npz", relu)[2]
    for option in ("--artifact-dir=file", "--artifact-dir=file/below"):
        one_error(tt("run", "--save-artifacts", option, relu), "file")
    one_error(tt("run", "--log-file", "no/log", relu), "cannot write", "no/log")
    for command in ("run", "perf"):
        one_error(tt(command, save("none.ttnn")), "the binary has no programs")
    unknown = ProgramBuilder()
    unknown.eltwise("Abs", [unknown.input((2,)), unknown.input((2,))], unknown.ref((2,)))
    one_error(tt("run", save("unknown.ttnn", unknown)), "EltwiseOp(Abs)", "needs 1 operands")


@pytest.mark.parametrize(
    "arguments",
    [
        [],
        ["read"],
        ["fly"],
        ["read", "--section", "nothing", "x"],
        ["read", "--sect", "all", "x"],
        ["run", "--loops", "0", "x"],
        ["run", "--loops", "many", "x"],
        ["run", "--loops", "²", "x"],
        ["run", "--program-index", "-1", "x"],
        ["run", "--identity", "--rtol", "nan", "x"],
        ["run", "--identity", "--atol", "-1", "x"],
        ["run", "--pcc", "1.5", "x"],
        ["run", "--golden", "f16", "x"],
        ["run", "--golden=--", "x"],
        ["run", "--init", "sevens", "x"],
        ["run", "x", "y"],
        ["query", "x"],
        ["perf", "--section", "all", "x"],
        ["check", "--system-desc"],
    ],
)
def test_ttrt_with_wrong_usage_exits_with_2(arguments, capsys):
    with pytest.raises(SystemExit) as caught:
        ttrt.main(arguments)
    assert caught.value.code == 2
    assert "error: " in capsys.readouterr().err


def test_ttrt_system_named_two_dashes_is_refused(capsys):
    """Until Python 3.12 `argparse` takes `--` for the end of the options, so the exit code
    differs.
    """
    try:
        code = ttrt.main(["run", "--system-desc=--", "x"])
    except SystemExit as error:
        code = error.code
    assert code in (1, 2)
    assert "error: " in capsys.readouterr().err


def help_text(capsys, *arguments):
    with pytest.raises(SystemExit) as caught:
        ttrt.main([*arguments, "--help"])
    assert caught.value.code == 0
    return capsys.readouterr().out


@pytest.mark.parametrize("command", COMMANDS)
def test_ttrt_help_shows_every_option_and_default(command, capsys):
    text = help_text(capsys, command)
    assert "examples:" in text
    words = " ".join(text.split())
    for option in COMMANDS[command]:
        assert f" {option.name} " in words
        default = "off" if option.parse is None else option.default
        if default != "":
            assert f"(default: {default})" in words, option.name


def test_ttrt_help_lists_commands(capsys):
    text = help_text(capsys)
    assert re.findall(r"^    ([a-z]+)  ", text, re.MULTILINE) == [
        "query",
        "read",
        "run",
        "perf",
        "check",
        "debug",
    ]


# The commands and options in upstream's documentation and help.
UPSTREAM = {
    "read": "--section --clean-artifacts --save-artifacts --log-file --artifact-dir --result-file",
    "run": """--clean-artifacts --save-artifacts --log-file --artifact-dir --program-index --loops --init --identity
        --non-zero --rtol --atol --pcc --seed --load-kernels-from-disk --enable-async-ttnn --disable-maxpool2d-preshard
        --disable-swap-binary-operands --disable-read-update-index-for-kv-cache
        --disable-to-layout-api-assume-single-chip --disable-pad-op-padding-pairs-signature --result-file --emitc
        --disable-golden --save-golden-tensors --debugger --memory --check-memory-leak --disable-eth-dispatch""",
    "query": """--clean-artifacts --save-artifacts --log-file --artifact-dir --quiet --disable-eth-dispatch
        --result-file""",
    "perf": """--clean-artifacts --save-artifacts --log-file --artifact-dir --program-index --loops --host-only --port
        --result-file --disable-golden --memory --disable-eth-dispatch""",
    "check": """--clean-artifacts --save-artifacts --log-file --artifact-dir --system-desc --result-file""",
}


@pytest.mark.parametrize("command", COMMANDS)
def test_ttrt_manual_names_every_option(command):
    manual = (TESTS.parent / "docs" / "ttrt.md").read_text()
    names = {option.name for option in COMMANDS[command]}
    assert set(UPSTREAM[command].split()) <= names
    for name in names - {"binary"}:
        assert f"`{name}" in manual, name
    for section in options.SECTIONS:
        assert f"`{section}`" in manual, section


MAIN = "import sys; from ttmlir_py.tools.ttrt import main; sys.exit(main(sys.argv[1:]))"


def run_python(code, *arguments):
    return subprocess.run(
        [sys.executable, "-c", code, *arguments], capture_output=True, text=True, check=False
    )


def test_ttrt_help_loads_neither_numpy_nor_compiler():
    code = """
import sys
from ttmlir_py.tools.ttrt import main
try:
    main(["run", "--help"])
except SystemExit:
    pass
print([name for name in ("numpy", "xdsl", "lark", "xml.etree.ElementTree") if name in sys.modules])
"""
    assert run_python(code).stdout.splitlines()[-1] == "[]"


def test_ttrt_read_does_not_load_compiler(relu):
    code = """
import sys
from ttmlir_py.tools.ttrt import main
main(["read", "relu.ttnn"])
main(["run", "relu.ttnn"])
main(["perf", "relu.ttnn"])
print("xdsl" in sys.modules)
"""
    assert run_python(code).stdout.splitlines()[-1] == "False"


@pytest.mark.parametrize("arguments", [("read", "relu.ttnn"), ("--help",), ("--version",)])
def test_ttrt_with_closed_output_pipe_prints_no_traceback(relu, arguments):
    command = [sys.executable, "-c", MAIN, *arguments]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        process.stdout.close()
        assert process.stderr.read() == b""


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no device that is always full")
@pytest.mark.parametrize(
    "arguments",
    [("read", "relu.ttnn", "--result-file", ""), ("--version",), ("--help",), ("run", "--help")],
)
def test_ttrt_on_full_disk_prints_one_line(relu, arguments):
    with open("/dev/full", "w") as full:
        done = subprocess.run(
            [sys.executable, "-c", MAIN, *arguments], stdout=full, stderr=subprocess.PIPE, text=True
        )
    assert done.returncode == 1
    assert re.fullmatch(
        r"(ttrt: error: standard output: |standard output: error: )No space .*\n", done.stderr
    )


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no device that is always full")
@pytest.mark.parametrize("command", ["read", "run", "perf", "check", "query"])
def test_ttrt_with_log_on_full_disk_prints_one_line(relu, command):
    files = [] if command == "query" else ["relu.ttnn"]
    arguments = [command, *files, "--log-file", "/dev/full"]
    done = subprocess.run([sys.executable, "-c", MAIN, *arguments], capture_output=True, text=True)
    assert (done.returncode, done.stderr) == (1, "/dev/full: error: No space left on device\n")


VALID = write(SCHEMA, root(relu_program(), identity_program()))


@settings(
    max_examples=example_count(13),
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.function_scoped_fixture],
)
@given(st.data())
def test_ttrt_on_corrupted_file_prints_one_line(data):
    mutated = bytearray(VALID)
    for _ in range(data.draw(st.integers(0, 5))):
        mutated[data.draw(st.integers(0, len(mutated) - 1))] = data.draw(st.integers(0, 255))
    if data.draw(st.booleans()):
        mutated = mutated[: data.draw(st.integers(0, len(mutated)))]
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "x.ttnn"
        path.write_bytes(mutated)
        message = ""
        try:
            run_binary(
                path, Flatbuffer.load(path), RunSettings.of({}, memory_limit=1 << 20), Outcome()
            )
        except (BinaryError, SimulationError) as error:
            message = str(error)
        assert "\n" not in message
        for arguments in (["read"], ["read", "--json"], ["perf"], ["check"]):
            code, errors = errors_of(*arguments, path)
            assert code in (0, 1)
            assert "internal error" not in errors


RUN_VALUES = {
    "--golden": st.sampled_from(["embedded", "f64", "ttir", "stablehlo", "ttir=absent.mlir"]),
    "--numerics": st.sampled_from(
        ["ideal", "device", "device:fidelity=LoFi,in0_block_w=2", "device:x"]
    ),
    "--init": st.sampled_from(
        [*INITIALIZERS, "arg0=ones", "arg1=zeros,rand", "image=arange", "x=ones"]
    ),
    "--loops": st.integers(1, 2),
    "--seed": st.integers(0, 2**70),
    "--rtol": st.floats(0),
    "--atol": st.floats(0),
    "--pcc": st.floats(-1, 1),
    "--program-index": st.sampled_from(["all", "0", "1", "2"]),
    "--check": st.sampled_from(["off", "default", "strict", "race,init", "bounds"]),
    "--schedule": st.sampled_from(["", "0", "7"]),
    "--schedules": st.integers(0, 3),
    "--memory-limit": st.integers(1, 2**70) | st.floats(2**-20),
    "--jobs": st.just(1),
    "--artifact-dir": st.just("artifacts"),
    "--system-desc": st.sampled_from(["", "n150", "default", "n151", "relu.ttnn", "absent.ttsys"]),
    "--log-file": st.sampled_from(["", "log", "no/log", "."]),
    "--result-file": st.sampled_from(["", "r.json", "no/r.json", "."]),
    "--inputs": st.sampled_from(["", "relu.ttnn", "absent"]),
    "--save-outputs": st.sampled_from(["", "o.npz", "no/o.npz", "."]),
    "--graph-trace": st.sampled_from(["", "t.json", "no/t.json", "."]),
    "--tensor-trace": st.sampled_from(["", "t.bin", "no/t.bin", "."]),
    "--op-trace": st.sampled_from(["", "t.fb", "no/t.fb", "."]),
    "--report": st.sampled_from(["", "report", "no/report", "relu.ttnn"]),
    "--timeline": st.sampled_from(["", "t.json", "no/t.json", "."]),
    "--grid-picture": st.sampled_from(["", "g.svg", "no/g.svg", "."]),
    "--graph-trace-view": st.sampled_from(["json", "tree", "levelized:1", "table"]),
}
UNATTENDED = [option for option in options.RUN if option.name not in ("--debugger", "binary")]


@st.composite
def command_lines(draw):
    chosen = draw(st.lists(st.sampled_from(UNATTENDED), unique=True, max_size=6))
    line = []
    for option in chosen:
        if option.parse is None:
            line.append(option.name)
        else:
            known = option.name in RUN_VALUES
            values = RUN_VALUES[option.name] if known else st.sampled_from(option.choices)
            line.append(f"{option.name}={draw(values)}")
    return line


@settings(
    max_examples=example_count(13),
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.function_scoped_fixture],
)
@given(command_lines(), st.sampled_from(["relu.ttnn", "two.ttnn", "bad.ttnn", "absent", "f"]))
def test_ttrt_with_random_command_line_prints_no_traceback(line, binary):
    save("relu.ttnn", relu_program())
    save("two.ttnn", relu_program(), identity_program(), version=(1, 2, 3))
    save("f/relu.ttnn", relu_program())
    Path("bad.ttnn").write_bytes(VALID[:500])
    code, errors = errors_of("run", *line, binary)
    assert code in (0, 1)
    assert "internal error" not in errors
    assert (": error: " in errors or ": skipped: " in errors) == (code == 1)
