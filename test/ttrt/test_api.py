import inspect
import json
import logging
import subprocess
import sys
from dataclasses import MISSING, fields
from pathlib import Path

import numpy as np
import pytest
from ttrt_binaries import identity_program, relu_program, save

from ttmlir_py.ttrt import API, Artifacts, Logger, binary, runtime
from ttmlir_py.ttrt.common import versions
from ttmlir_py.ttrt.common.command import Command
from ttmlir_py.ttrt.common.run import Runner
from ttmlir_py.ttrt.execution import RunSettings, option_field
from ttmlir_py.ttrt.options import IGNORED, RUN

pytestmark = pytest.mark.slow


def test_ttrt_api_names_match_upstream():
    from ttmlir_py.ttrt.common.api import API as api
    from ttmlir_py.ttrt.common.util import Artifacts as artifacts
    from ttmlir_py.ttrt.common.util import Logger as logger

    assert (api, artifacts, logger) == (API, Artifacts, Logger)
    API.initialize_apis()
    API.initialize_apis()
    assert list(API.registered_apis) == ["Query", "Read", "Run", "Perf", "Check", "Debug"]
    assert API.registered_apis["Run"] is API.Run
    assert API.Run.registered_args["--loops"] == {
        "type": int,
        "default": 1,
        "choices": None,
        "help": "run N times",
    }
    assert API.Run.registered_args["--identity"]["type"] is bool


@pytest.mark.parametrize("name", ["Query", "Read", "Run", "Perf", "Check", "Debug"])
def test_every_ttrt_command_option_is_read(name):
    command = getattr(API, name)
    modules = {each.__module__ for each in command.__mro__ if issubclass(each, Command)}
    source = "".join(inspect.getsource(sys.modules[each]) for each in {*modules, versions.__name__})
    settings = {each.name for each in fields(RunSettings)} if issubclass(command, Runner) else set()
    for option in command.options:
        taken = f'["{option.name}"]' in source or option_field(option.name) in settings
        assert taken or option.help.startswith(IGNORED), (
            f"ttrt {name.lower()} has an option {option.name}, but nobody takes it: ask for it in the command, "
            "make it a field of RunSettings, or say in its help that it is IGNORED"
        )


def test_every_run_setting_is_a_command_option():
    names = {option_field(each.name) for each in RUN}
    own = {each.name for each in fields(RunSettings) if each.default is MISSING}
    assert own <= names


def test_ttrt_api_commands_share_logger_and_artifacts(relu, capsys):
    arguments = {
        "--clean-artifacts": True,
        "--save-artifacts": True,
        "--loops": 3,
        "--init": "ones",
        "binary": relu,
    }
    logger = Logger("some.log")
    artifacts = Artifacts(logger=logger, artifacts_folder_path="folder")
    run = API.Run(args=arguments, logger=logger, artifacts=artifacts)
    assert run["--loops"] == 3
    for _ in range(2):
        code, results = run()
        assert code == 0
        assert [each["result"] for each in results] == ["pass"]
        assert results[0]["log_file"] == "some.log"
        assert results[0]["artifacts"] == "folder"
        assert results == json.loads(Path("run_results.json").read_text())
    assert np.load("folder/relu.ttnn/run/program_0/output_0.npy").tolist() == [[1] * 3] * 2
    assert capsys.readouterr() == ("", "")
    log = Path("some.log").read_text()
    assert " - INFO - program 0 'relu': ran 2 operations 3 times" in log
    assert log.count(" - DEBUG - PASS: test case=relu.ttnn") == 2


@pytest.mark.parametrize("name", ["Query", "Read", "Run", "Perf", "Check"])
def test_every_ttrt_command_is_callable_from_python(name, relu):
    command = getattr(API, name)
    arguments = {} if name == "Query" else {"binary": relu}
    code, results = command(args=arguments)()
    assert (code, len(results)) == (0, 1)
    assert results[0]["result"] == "pass"


def test_ttrt_api_returns_failure_as_result(relu, capsys):
    code, results = API.Run(args={"binary": relu, "--identity": True})()
    assert code == 1
    assert results[0]["result"] == "error"
    assert results[0]["exception"] == "program 0 'relu': identity: output 'out0' is not the input"
    assert capsys.readouterr().err == f"relu.ttnn: error: {results[0]['exception']}\n"
    code, results = API.Read(args={"binary": "absent.ttnn"})()
    assert (code, results[0]["exception"]) == (1, "No such file or directory")
    code, results = API.Read()()
    assert (code, results[0]["exception"]) == (1, "no file is given")


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"--lops": 1}, "'run' has no argument '--lops'"),
        ({"--loops": 0}, "'--loops': '0' is not a whole number of at least 1"),
        ({"--loops": True}, "'--loops': 'True' is not a whole number"),
        ({"--identity": "yes"}, "'--identity' is True or False, not 'yes'"),
        (
            {"--init": "sevens"},
            "'--init': unknown value 'sevens': expected arange, ones, rand, randn or zeros",
        ),
        ({"--pcc": 2}, "'--pcc': '2' is not a number from -1 to 1"),
        ({"--rtol": float("nan")}, "'--rtol': 'nan' is not a number of at least 0"),
        ({"--program-index": "first"}, "'--program-index': 'first' is not a whole number"),
    ],
)
def test_ttrt_api_refuses_wrong_arguments(arguments, message):
    with pytest.raises(ValueError, match=message):
        API.Run(args=arguments)
    run = API.Run(args={"--log-file": None})
    [(name, value)] = arguments.items()
    with pytest.raises(ValueError, match=message):
        run[name] = value


def test_ttrt_api_instances_have_separate_logs(relu, capsys):
    before = list(logging.getLogger().handlers)
    API.Read(args={"binary": relu, "--section": "version", "--log-file": "a.log"})()
    API.Read(args={"binary": "absent", "--log-file": "b.log"})()
    assert "0.0.769" in Path("a.log").read_text()
    assert "0.0.769" not in Path("b.log").read_text()
    assert "absent: error: No such file" in Path("b.log").read_text()
    assert capsys.readouterr() == ("", "absent: error: No such file or directory\n")
    assert logging.getLogger().handlers == before


@pytest.mark.parametrize(
    ("level", "out", "err"), [("ERROR", 0, 1), ("CRITICAL", 0, 0), ("INFO", 1, 1), ("", 1, 1)]
)
def test_ttrt_log_level_is_read_from_environment(level, out, err, monkeypatch, capsys, relu):
    monkeypatch.setenv("TTRT_LOGGER_LEVEL", level)
    assert API.Read(args={"binary": relu})()[0] == 0
    assert API.Read(args={"binary": "absent"})()[0] == 1
    captured = capsys.readouterr()
    assert (bool(captured.out), bool(captured.err)) == (bool(out), bool(err))


def test_ttrt_callbacks_run_before_and_after_each_operation(relu):
    seen = []

    def callback(current, program_context, op_context):
        text = runtime.get_op_debug_str(op_context)
        location = runtime.get_op_loc_info(op_context)
        values = runtime.get_op_output_tensor(op_context, program_context)
        seen.append((text, location, values, program_context.program.name))
        assert current.version == "0.0.769"
        assert current.get_debug_info_golden(location) is None

    runtime.DebugHooks.get(callback)
    try:
        assert API.Run(args={"binary": relu, "--init": "ones"})()[0] == 0
    finally:
        runtime.unregister_hooks()
    assert seen == [
        ("", "loc(unknown)", [], "relu"),
        ("", "loc(unknown)", [1.0] * 6, "relu"),
    ]
    assert API.Run(args={"binary": relu})()[0] == 0
    assert len(seen) == 2


def test_ttrt_artifacts_are_written_to_tt_mlir_home(tmp_path, tt, monkeypatch):
    monkeypatch.setenv("TT_MLIR_HOME", str(tmp_path / "home"))
    assert tt("query", "--quiet", "--save-artifacts") == (
        0,
        f"system descriptor saved to {tmp_path}/home/ttrt-artifacts/system_desc.ttsys\n",
        "",
    )
    assert Artifacts(Logger()).get_artifacts_folder_path() == f"{tmp_path}/home/ttrt-artifacts"
    assert tt("query", "--quiet", "--save-artifacts", "--artifact-dir", "here")[0] == 0
    assert Path("here/system_desc.ttsys").exists()


def test_ttrt_commands_accept_binary_with_ttb_suffix(tt):
    save("f/a.ttb", relu_program())
    for command in ("read", "run", "perf", "check"):
        assert tt(command, "f")[0] == 0


def test_ttrt_binary_object_has_upstream_attributes(relu):
    opened = binary.load_binary_from_path(relu)
    assert (opened.version, opened.ttmlir_git_hash, opened.file_identifier) == (
        "0.0.769",
        "abc",
        "TTNN",
    )
    assert json.loads(opened.as_json()) == binary.as_dict(opened)
    assert binary.as_dict(opened)["programs"][0]["name"] == "relu"
    opened.store("copy.ttnn")
    assert Path("copy.ttnn").read_bytes() == Path(relu).read_bytes()
    API.Query(args={"--quiet": True, "--save-artifacts": True})()
    system = binary.load_system_desc_from_path("ttrt-artifacts/system_desc.ttsys")
    assert system.file_identifier == "TTSY"


def test_ttrt_query_api_returns_system_desc():
    query = API.Query(args={"--quiet": True})
    query()
    assert query.get_system_desc_as_dict()["system_desc"]["chip_desc_indices"] == [0]


def folder(count):
    for index in range(count):
        save(f"f/{index}.ttnn", relu_program() if index % 2 else identity_program())
    Path("f/bad.ttnn").write_bytes(b"nonsense of some length")


def without_times(text):
    import re

    return sorted(re.sub(r" +\d+\.\d{3} ms", "", text).splitlines())


def test_ttrt_parallel_run_gives_same_results_as_one_process(capsys):
    folder(5)
    outcomes = []
    for jobs in (1, 3):
        arguments = {"binary": "f", "--jobs": jobs, "--save-artifacts": True, "--golden": "f64"}
        code, results = API.Run(args=arguments | {"--artifact-dir": f"a{jobs}"})()
        assert code == 1
        files = {
            p.relative_to(f"a{jobs}"): p.read_bytes()
            for p in Path(f"a{jobs}").rglob("*.*")
            if p.is_file()
        }
        for each in results:
            del each["artifacts"]
        captured = capsys.readouterr()
        outcomes.append((results, files, without_times(captured.out), captured.err))
    assert outcomes[0] == outcomes[1]
    assert [each["result"] for each in outcomes[0][0]] == ["pass"] * 5 + ["error"]


def test_ttrt_parallel_run_from_script_without_main_guard_succeeds(relu):
    folder(2)
    script = (
        "from ttmlir_py.ttrt import API\nprint(API.Run(args={'binary': 'f', '--jobs': 2})()[0])"
    )
    Path("script.py").write_text(script)
    Path("json.py").write_text("raise SystemExit('the module of another')")
    Path("sub").mkdir()
    Path("script.py").rename("sub/script.py")
    done = subprocess.run(
        [sys.executable, "sub/script.py"], capture_output=True, text=True, check=True
    )
    assert done.stdout.splitlines()[-1] == "1"
    assert "2 pass" in done.stdout


def test_ttrt_parallel_run_with_killed_process_fails_only_its_file(monkeypatch):
    from ttmlir_py.ttrt import parallel

    folder(3)
    dying = (
        "import os; from ttmlir_py.ttrt.common.run import Run; from ttmlir_py.ttrt import parallel\n"
        "handle = Run.handle\n"
        "Run.handle = lambda self, path: os._exit(9) if path.name == '1.ttnn' else handle(self, path)\n"
        "parallel.work()"
    )
    monkeypatch.setattr(parallel, "_WORKER", dying)
    code, results = API.Run(args={"binary": "f", "--jobs": 2})()
    assert code == 1
    assert [each["exception"] for each in results][:3] == ["", "the process ended with code 9", ""]


def test_ttrt_shows_progress_on_terminal(monkeypatch):
    import io

    from ttmlir_py.ttrt import parallel

    folder(3)

    class Terminal(io.StringIO):
        def isatty(self):
            return True

    terminal = Terminal()
    monkeypatch.setattr(sys, "stderr", terminal)
    API.Run(args={"binary": "f", "--jobs": 2})()
    text = terminal.getvalue()
    assert f"[{'#' * parallel.BAR_WIDTH}] 4/4" in text
    assert text.count("\n") == 1
    last = text.split("\r")[-1]
    assert last == "f/bad.ttnn: error: not a TTNNBinary: file identifier b' of ', expected 'TTNN'\n"
