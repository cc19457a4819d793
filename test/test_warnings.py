"""Warnings: their kinds, the flags that control them, and kinds that are shown once per run."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from xdsl.dialects.builtin import UNKNOWN_LOC

from ttmlir_py import compiler
from ttmlir_py.common.warning_kinds import KINDS, LEVELS, WarningControl, WarningKind
from ttmlir_py.ir.diagnostics import CompilationError, DiagnosticEngine, Severity
from ttmlir_py.tools import tttranslate
from ttmlir_py.tools.ttopt import ALL_FLAGS

KIND = WarningKind.UNKNOWN_OVERRIDE
PAGE = (Path(__file__).parents[1] / "docs/warnings.md").read_text()
OPTIMIZE = "builtin.module(ttir-to-ttnn-backend-pipeline{enable-optimizer=true override-output-layout=sun=l1})"
EMPTY = "func.func @f() { return }"

flags = st.sampled_from(["", "-w", "-Werror", "-Wno-error"]) | st.builds(
    "{}{}".format,
    st.sampled_from(["-W", "-Wno-", "-Werror=", "-Wno-error="]),
    st.sampled_from(sorted(KINDS)),
)


def state(*given_flags: str) -> str:
    """Return what `given_flags` make of warnings of the kind `KIND`: off, a warning or an error."""
    control = WarningControl(flag for flag in given_flags if flag)
    if not control.is_enabled(KIND):
        return "off"
    return "error" if control.is_error(KIND) else "warning"


@pytest.mark.parametrize(
    ("given_flags", "expected"),
    [
        ("", "warning"),
        ("-Wno-K", "off"),
        ("-Wno-K -WK", "warning"),
        ("-Werror", "error"),
        ("-Werror -Wno-error", "warning"),
        ("-Werror -Wno-K", "off"),
        ("-Werror -Wno-error=K", "warning"),
        ("-Wno-error=K -Werror", "warning"),
        ("-Wno-K -Werror=K", "error"),
        ("-Werror=K -Wno-K -WK", "warning"),
        ("-w -Werror -WK", "off"),
        ("--warnings=none", "off"),
        ("--warnings=none -WK", "warning"),
        ("--warnings=error", "error"),
        ("--warnings=error --warnings=default", "warning"),
        ("--warnings=none --warnings=all", "warning"),
    ],
)
def test_warning_flags_have_semantics_of_clang(given_flags: str, expected: str):
    assert state(*given_flags.replace("K", KIND.flag).split()) == expected


@given(st.lists(flags))
def test_last_warning_flag_of_kind_wins_and_w_flag_silences_all(before: list[str]):
    assert state(*before, f"-Wno-{KIND.flag}") == "off"
    expected = "off" if "-w" in before else "error"
    assert state(*before, f"-Werror={KIND.flag}") == expected


@pytest.mark.parametrize(
    "flag", ["-Wnothing", "-Wno-nothing", "-Werror=nothing", "--warnings=few", "-w=1", "-Wall=1"]
)
def test_unknown_warning_flag_is_refused(flag: str):
    with pytest.raises(ValueError, match=r"Unknown flag|Cannot find option named"):
        WarningControl([flag])


def emitted(*given_flags: str, runs: int = 1) -> list[Severity]:
    """Return the severities of the diagnostics shown when each of `runs` runs emits three equal
    warnings.
    """
    engine = DiagnosticEngine()
    engine.warnings = WarningControl(given_flags)
    kind = next((kind for kind in KINDS.values() if not kind.every), KIND)
    with engine.collect() as found:
        for _ in range(runs):
            with engine.run():
                for _ in range(3):
                    with engine.run():
                        engine.warn(kind, UNKNOWN_LOC, "message")
    return [each.severity for each in found]


def test_warning_kind_is_shown_once_per_run():
    expected = 3 if all(kind.every for kind in KINDS.values()) else 1
    assert emitted() == [Severity.WARNING] * expected
    assert emitted(runs=2) == [Severity.WARNING] * 2 * expected
    assert emitted("--warnings=all") == [Severity.WARNING] * 3
    assert emitted("-w") == []


def test_warning_as_error_fails_run_after_completion():
    engine = DiagnosticEngine()
    engine.warnings = WarningControl(["-Werror"])
    reached: list[str] = []

    def outer() -> None:
        with engine.run():
            with engine.run():
                engine.warn(KIND, UNKNOWN_LOC, "message")
            reached.append("the rest of the outer run")

    with engine.collect() as found, pytest.raises(CompilationError):
        outer()
    assert reached
    assert found[0].severity is Severity.ERROR
    assert found[0].message == f"message [-Werror,-W{KIND.flag}]"
    with engine.run():
        pass  # a later run succeeds: only the run with the warning failed


def test_python_warnings_option_takes_flags():
    context = compiler.create_context()
    module = compiler.parse(EMPTY, context=context)
    with context.diagnostics.collect() as found:
        compiler.PassManager(OPTIMIZE, context=context).run(module)
    assert [each.message for each in found] == [
        f"override-output-layout: no operation is called 'sun' [-W{KIND.flag}]"
    ]
    with context.diagnostics.collect() as found:
        compiler.compile(EMPTY, OPTIMIZE, warnings=["-w"], context=context)
    assert not found
    with pytest.raises(CompilationError, match="-Werror,-Wunknown-override"):
        compiler.compile(EMPTY, OPTIMIZE, warnings=["-Werror"])
    with pytest.raises(ValueError, match="Unknown flag '-Wsun'"):
        compiler.compile(EMPTY, OPTIMIZE, warnings=["-Wsun"])


def test_tools_and_page_list_every_warning_kind_and_level():
    for kind in KINDS.values():
        assert {f"W{kind.flag}", f"Wno-{kind.flag}"} <= ALL_FLAGS.keys()
        assert {f"W{kind.flag}", f"Wno-{kind.flag}"} <= tttranslate.ALL_FLAGS.keys()
        shown = "each" if kind.every else "first"
        assert f"| `{kind.flag}` | {kind.summary} | {shown} |" in PAGE
    for level, meaning in LEVELS.items():
        assert f"| `--warnings={level}` | {meaning} |" in PAGE
