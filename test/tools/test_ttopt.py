"""The command line of ttopt, beyond the lit tests: help, completion, atomic output, speed, and no
tracebacks.
"""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from module_runs import run_module, run_module_on_text
from tiers import example_count

from ttmlir_py.passes import not_implemented
from ttmlir_py.passes.catalogue import read_passes, read_pipelines
from ttmlir_py.passes.not_implemented import NOT_IMPLEMENTED
from ttmlir_py.passes.registry import PASSES, PIPELINES
from ttmlir_py.tools.driver import COMMON_FLAGS, Flag, ToolError, scan, split_input
from ttmlir_py.tools.ttopt import ALL_FLAGS, FLAGS, run

pytestmark = pytest.mark.slow

FUNCTION = "func.func @f(%arg0: i32) -> i32 {\n  return %arg0 : i32\n}\n"


def ttopt(*arguments: str, text: str = "") -> subprocess.CompletedProcess[str]:
    return run_module_on_text("ttmlir_py.tools.ttopt", *arguments, stdin=text)


def test_ttopt_help_lists_all_flags_with_defaults():
    text = ttopt("--help-hidden").stdout
    for name in FLAGS:
        assert f"-{name}" in text
    for entry in (*read_passes(), *read_pipelines()):
        start = text.index(f"  --{entry.flag} ")
        for option in entry.options:
            line = text[text.index(f"    --{option.name}", start) :].split("\n", 1)[0]
            assert option.help in line
            assert not option.default or f"(default: {option.default})" in line


def test_ttopt_help_imports_no_ir_modules():
    code = (
        "import sys\nfrom ttmlir_py.tools.ttopt import run\nrun('ttopt', ['--help'])\n"
        "assert not any(m.split('.')[0] in ('xdsl', 'numpy') for m in sys.modules)"
    )
    assert subprocess.run([sys.executable, "-c", code], stdout=subprocess.DEVNULL).returncode == 0


def test_ttopt_show_dialects_lists_all_dialects():
    line = ttopt("--show-dialects").stdout
    names = line.removeprefix("Available Dialects: ").strip().split(",")
    assert {"builtin", "func", "tensor", "tt", "ttir", "ttkernel", "ttmetal", "ttnn"} <= set(names)
    assert names == sorted(names)


def test_ttopt_version_prints_package_version():
    assert ttopt("--version").stdout.startswith("ttmlir-py version ")


@pytest.mark.parametrize("shell", ["bash", "zsh"])
def test_ttopt_completion_lists_every_flag(shell: str):
    script = ttopt("--completion", shell).stdout
    words = script.replace("'", " ").split()
    assert {"--canonicalize", "--pass-pipeline", "-o", *(f"--{name}" for name in PIPELINES)} <= {
        *words
    }


def test_ttopt_fish_completion_declares_each_kind_of_flag():
    lines = ttopt("--completion=fish").stdout.splitlines()
    assert {
        "complete -c ttopt -l canonicalize",
        "complete -c ttopt -s o",
        "complete -c ttopt -o Wno-inline-limit",
    } <= {*lines}


@pytest.mark.skipif(shutil.which("bash") is None, reason="bash is not installed")
def test_ttopt_bash_completion_offers_matching_flags():
    script = ttopt("--completion=bash").stdout
    script += 'COMP_WORDS=(ttopt --sym); COMP_CWORD=1; _ttopt; echo "${COMPREPLY[@]}"\n'
    found = subprocess.run(["bash", "-c", script], capture_output=True, text=True)
    assert found.stdout.split() == ["--symbol-dce", "--symbol-privatize"], found.stderr


def test_ttopt_writes_output_file_whole_or_not_at_all(tmp_path: Path):
    target = tmp_path / "out.mlir"
    target.write_text("before")
    two_parts = f"{FUNCTION}// -----\nfunc.func @g() -> i32 {{ return }}\n"
    failed = ttopt("--split-input-file", "-o", str(target), text=two_parts)
    assert failed.returncode == 1
    assert target.read_text() == "before"
    assert ttopt("-o", str(target), text=FUNCTION).returncode == 0
    assert "func.func @f" in target.read_text()
    assert os.listdir(tmp_path) == ["out.mlir"]


def test_ttopt_output_to_symbolic_link_keeps_link(tmp_path: Path):
    (tmp_path / "link.mlir").symlink_to(tmp_path / "real.mlir")
    assert ttopt("-o", str(tmp_path / "link.mlir"), text=FUNCTION).returncode == 0
    assert (tmp_path / "link.mlir").is_symlink()
    assert "func.func @f" in (tmp_path / "real.mlir").read_text()


def test_ttopt_with_closed_output_pipe_prints_nothing():
    command = [sys.executable, "-m", "ttmlir_py.tools.ttopt", "--help"]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    assert process.stdout is not None
    process.stdout.close()
    assert process.stderr is not None
    assert process.stderr.read() == b""
    process.wait()


@pytest.mark.parametrize(
    ("flag", "reason"),
    [
        ("affine-loop-fusion", "a pass of MLIR that no pipeline of tt-mlir uses"),
        ("d2m-to-ttnn-pipeline", "there is no dialect d2m; --ttir-to-ttmetal-pipeline lowers"),
    ],
)
def test_pass_or_pipeline_that_is_not_implemented_is_refused_with_reason(flag: str, reason: str):
    for argument in (f"--{flag}", f"--pass-pipeline=builtin.module({flag})"):
        with pytest.raises(ToolError, match=reason):
            run("ttopt", [argument, "/dev/null"])


def test_unimplemented_mlir_passes_are_not_registered():
    refused = {*NOT_IMPLEMENTED, *not_implemented.PIPELINES}
    assert not refused & {*PASSES, *PIPELINES, *FLAGS}


def test_ttopt_input_that_is_not_text_is_refused():
    result = run_module("ttmlir_py.tools.ttopt", stdin=b"\xff\xfe\x00garbage")
    assert result.returncode == 1
    assert b"error:" in result.stderr
    assert b"Traceback" not in result.stderr


def test_ttopt_keeps_bytes_of_strings_that_are_not_utf_8():
    text = b'func.func @"\xff"() attributes {"\\C2\\80" = "\xc3\xa4\\FE"}\0{ return }'
    result = run_module("ttmlir_py.tools.ttopt", stdin=text)
    assert b'@"\\FF"() attributes {"\\C2\\80" = "\\C3\\A4\\FE"} {' in result.stdout
    result = run_module("ttmlir_py.tools.ttopt", stdin=text + b"?")
    shown = text.replace(b"\0", b"\\00")
    assert result.stderr.endswith(b"\n" + shown + b"?\n")


@pytest.mark.parametrize(
    ("redirection", "complaint"),
    [
        ("<&-", "cannot open input file '-': Bad file descriptor\n"),
        ("</dev/null >&-", "cannot write to standard output: Bad file descriptor\n"),
        ("</dev/null >/dev/full", "cannot write to standard output: No space left on device\n"),
        ("</dev/null -o=", "cannot open output file '': No such file or directory\n"),
        ("nosuch 2>&-", ""),
    ],
)
def test_ttopt_with_closed_or_unusable_stream_reports_error(redirection: str, complaint: str):
    command = ["sh", "-c", f"{sys.executable} -m ttmlir_py.tools.ttopt {redirection}"]
    result = subprocess.run(command, capture_output=True, text=True)
    assert (result.returncode, result.stderr) == (1, complaint)


@settings(max_examples=example_count(6), suppress_health_check=[HealthCheck.too_slow])
@given(st.integers(0, 300), st.sampled_from(['"', "}", "%", "<", "loc(", "\x00", "é"]))
def test_ttopt_on_damaged_text_reports_one_diagnostic(position: int, noise: str):
    text = FUNCTION * 2
    damaged = text[: position % len(text)] + noise + text[position % len(text) :]
    result = ttopt(text=damaged)
    assert "Traceback" not in result.stderr
    assert "internal error" not in result.stderr
    assert (result.returncode == 0) == (result.stderr == "")
    assert result.returncode == 0 or result.stdout == ""


def test_command_line_scan_keeps_order_and_spelling_of_flags():
    line = scan("t", ["-cse", "a.mlir", "--o", "x", "--canonicalize=a=b", "--", "--cse"], ALL_FLAGS)
    assert [(each.name, each.value) for each in line.given] == [
        ("cse", None),
        ("o", "x"),
        ("canonicalize", "a=b"),
    ]
    assert line.positional == ("a.mlir", "--cse")


def test_command_line_scan_of_unknown_flag_suggests_nearest_flag():
    flags = {"first": Flag(""), "second": Flag("", "value")}
    with pytest.raises(ToolError, match="Did you mean '--second=3'"):
        scan("t", ["--secand=3"], flags)
    with pytest.raises(ToolError, match="Did you mean '--second'"):
        scan("t", ["--secand="], flags)


def test_unknown_flag_far_from_all_flags_suggests_flags_with_its_words():
    with pytest.raises(ToolError) as raised:
        scan("t", ["--ttir-to-ttnn-pipeline=x=1"], ALL_FLAGS)
    assert str(raised.value).endswith(
        "Did you mean '--ttir-to-ttnn-backend-pipeline=x=1', "
        "'--ttir-to-ttnn-common-pipeline=x=1' or '--ttir-to-ttnn-runtime-pipeline=x=1'?"
    )
    with pytest.raises(ToolError, match="mean '--convert-ttir-to-linalg'"):
        scan("t", ["--ttir-to-linalg"], ALL_FLAGS)


@pytest.mark.parametrize(
    ("argument", "suggested"),
    [("--versio=2", "--version"), ("--versio=n=2", "--version"), ("-H", "-h")],
)
def test_suggestion_for_flag_without_value_has_no_value(argument: str, suggested: str):
    with pytest.raises(ToolError, match=f"Did you mean '{suggested}'"):
        scan("t", [argument], COMMON_FLAGS)


@pytest.mark.parametrize(
    ("flag", "expected"),
    [
        (
            "--cse=x",
            "<unknown>:0: error: <Pass-Options-Parser>: no such option x\n"
            "<unknown>:0: note: 'cse' has no options",
        ),
        (
            "--ttir-implicit-device=mesh-shap=1,2",
            "<unknown>:0: error: <Pass-Options-Parser>: no such option mesh-shap\n"
            "<unknown>:0: note: did you mean 'mesh-shape'?\n"
            "<unknown>:0: note: 'ttir-implicit-device' has the options mesh-shape",
        ),
        (
            "--canonicalize=max-iterations=a",
            "ttopt: for the --max-iterations option: 'a' value invalid for long argument!",
        ),
        (
            "--pass-pipeline=builtin.module(canonicalize{max-iterations=a})",
            "ttopt: for the --max-iterations option: 'a' value invalid for long argument!\n"
            "<unknown>:0: error: failed to add `canonicalize` with options `max-iterations=a`",
        ),
        (
            "--pass-pipeline=builtin.module(cse{x})",
            "<unknown>:0: error: <Pass-Options-Parser>: no such option x\n"
            "failed to add `cse` with options `x`\n"
            "<unknown>:0: note: 'cse' has no options",
        ),
    ],
)
def test_wrong_pass_option_message_has_no_empty_lines(flag: str, expected: str):
    with pytest.raises(ToolError) as said:
        run("ttopt", [flag, "/dev/null"])
    assert str(said.value) == expected


@given(st.lists(st.text("ab/-\n ", max_size=12), min_size=1, max_size=5))
def test_ttopt_split_input_file_loses_no_text(parts: list[str]):
    text = "\n// -----\n".join(parts)
    chunks = split_input("f", text, "// -----", warn=lambda _: None)
    assert sum(len(chunk.text) for chunk in chunks) <= len(text)
    rest = text
    for chunk in chunks:
        start = rest.index(chunk.text)
        assert set(rest[:start]) <= set("/- ")
        rest = rest[start + len(chunk.text) :]
    assert set(rest) <= set("/- ")


def test_every_ttopt_flag_has_help():
    assert all(flag.help for flag in FLAGS.values())
    assert not set(FLAGS) & {*PASSES, *PIPELINES}
