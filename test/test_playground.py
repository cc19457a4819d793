"""The playground: its Python runs the tools in one process, and the built page works from disk."""

import re
import subprocess
import sys
from collections.abc import Generator
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from ttmlir_py.tools import driver

pytestmark = pytest.mark.slow

ROOT = Path(__file__).parents[1]
PLAYGROUND = ROOT / "playground"
PYODIDE = ROOT / "out/playground-parts/node_modules/pyodide"
TASKS = dict(
    re.findall(r'^  \["([^"]+)", "([^"]+)"\],$', (PLAYGROUND / "page.js").read_text(), re.M)
)
NETWORK = (PLAYGROUND / "examples/jax_network.mlir").read_text()
ATTENTION = (ROOT / "examples/attention_weights.mlir").read_text()


@pytest.fixture(scope="module")
def session() -> Generator[ModuleType]:
    sys.path.insert(0, str(PLAYGROUND))
    import session

    yield session
    sys.path.remove(str(PLAYGROUND))


@pytest.fixture
def run(session: ModuleType, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Any:
    monkeypatch.setattr(session, "FOLDER", tmp_path)
    monkeypatch.setattr(driver, "end", sys.exit)  # as in the browser
    monkeypatch.chdir(tmp_path)
    return session.run


@pytest.mark.parametrize("program", [NETWORK, ATTENTION], ids=["stablehlo", "ttir"])
def test_session_runs_every_task_of_page(run: Any, program: str):
    shown = {title: run(command, program) for title, command in TASKS.items()}
    assert [each["code"] for each in shown.values()] == [0] * len(TASKS)
    assert '"ttnn.softmax"' in shown["TTNN"]["text"]
    assert "ttnn::softmax(" in shown["C++"]["text"]
    assert "ttnn.softmax(" in shown["Python"]["text"]
    assert shown["Binary"]["files"]["program.ttnn"][8:12] == b"TTNN"
    assert " estimated on Wormhole_b0" in shown["Estimate"]["text"]
    assert "out0" in shown["Simulate"]["text"]


def test_session_continues_after_wrong_commands(run: Any):
    wrong = {
        "ttopt --canonicalise program.mlir": "Did you mean '--canonicalize'?",
        "rm -r .": "unknown command 'rm': expected ttopt",
        "": "unknown command ''",
        "ttopt 'program.mlir": "No closing quotation",
        "ttopt missing.mlir": "cannot open input file 'missing.mlir'",
    }
    for command, message in wrong.items():
        result = run(command, ATTENTION)
        assert result["code"] != 0
        assert message in result["errors"]
    damaged = run("ttopt program.mlir", ATTENTION.replace("ttir.add", "ttir.ad"))
    assert "program.mlir:3:8: error:" in damaged["errors"]
    assert run("ttopt program.mlir", ATTENTION)["code"] == 0


def test_session_reports_several_problems_of_text(session: ModuleType):
    text = ATTENTION.replace("ttir.add", "ttir.ad").replace("dimension = 3", "dimension = 9")
    found = session.problems(text)
    assert [(each["line"], each["severity"]) for each in found] == [(3, "error"), (5, "error")]
    assert session.problems(ATTENTION) == []


def test_session_explains_and_completes_at_a_place(session: ModuleType):
    line = next(n for n, each in enumerate(ATTENTION.split("\n")) if "ttir.add" in each)
    column = ATTENTION.split("\n")[line].index("ttir.add")
    assert "**ttir.add**" in session.hover(ATTENTION, line, column)
    found = session.complete(ATTENTION, line, column + len("ttir.a"))
    assert {"ttir.add", "ttir.abs"} <= {each["text"] for each in found}
    colors = session.colors(f"module {{}}\n// -----\n{ATTENTION}")
    assert (line + 2, column - 1, len('"ttir.add"'), "function") in colors


def test_session_names_packages_that_run_lacks(
    run: Any, session: ModuleType, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setitem(session.tool_modules(), "ttopt", "missing_numpy")
    module = ModuleType("ttmlir_py.tools.missing_numpy")

    def main() -> int:
        raise ModuleNotFoundError("No module named 'numpy'", name="numpy")

    monkeypatch.setattr(module, "main", main, raising=False)
    monkeypatch.setitem(sys.modules, module.__name__, module)
    assert run("ttopt program.mlir", ATTENTION)["needs"] == ["ml-dtypes", "numpy"]


def test_tools_in_browser_leave_interpreter_alive():
    program = (
        "import sys; sys.platform = 'emscripten'; from ttmlir_py.tools.driver import end; end(3)"
    )
    done = subprocess.run(
        [sys.executable, "-c", f"try:\n {program}\nfinally: print('alive')"], stdout=-1
    )
    assert (done.returncode, done.stdout) == (3, b"alive\n")


@pytest.mark.parametrize(
    ("python", "message"),
    [("no-python", "no-python does not run"), (sys.executable, "expected 3.12")],
)
def test_wheels_of_wrong_python_report_what_is_needed(python: str, message: str, tmp_path: Path):
    if sys.version_info[:2] == (3, 12) and python == sys.executable:
        python, message = "python3.11", "python3.11"  # another version, or none
    script = [sys.executable, str(PLAYGROUND / "wheels.py"), str(tmp_path / "wheels")]
    done = subprocess.run([*script, "--python", python], capture_output=True, text=True)
    assert done.returncode == 1
    assert message in done.stderr
    assert not (tmp_path / "wheels").exists()


@pytest.fixture(scope="module")
def page(tmp_path_factory: pytest.TempPathFactory) -> Generator[Any]:
    """The page, opened from disk without a network, after its first result."""
    if not PYODIDE.exists():
        pytest.skip("pyodide is not installed: make playground installs it from npm")
    from explorer.browser import Watched, browser

    folder = tmp_path_factory.mktemp("playground")
    build = [sys.executable, str(PLAYGROUND / "build.py"), str(folder / "page")]
    done = subprocess.run(build, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    with browser() as running:
        watched = Watched(running, offline=True)
        watched.open((folder / "page/index.html").as_uri())
        yield watched


def clicked(page: Any, task: str) -> Any:
    page.evaluate("delete document.body.dataset.result")
    page.get_by_role("button", name=task, exact=True).click()
    page.locator("body[data-result]").wait_for(timeout=60_000)
    return page


def test_page_from_disk_compiles_without_network(page: Any):
    shown = page.page
    assert '"ttnn.softmax"' in clicked(shown, "TTNN").inner_text("#output")
    assert "ttnn::softmax(" in clicked(shown, "C++").inner_text("#output")
    assert "ttnn.softmax(" in clicked(shown, "Python").inner_text("#output")
    with shown.expect_download() as download:
        clicked(shown, "Binary").locator("#summary a").click()
    assert Path(download.value.path()).read_bytes()[8:12] == b"TTNN"
    assert [url for url in page.requests if url.startswith("http")] == []
    assert page.errors == []


def test_page_shows_problems_while_user_types(page: Any):
    shown = page.page
    write(shown, ATTENTION.replace("ttir.add", "ttir.ad"))
    shown.locator("#problems button").wait_for()
    assert shown.inner_text("#problems").startswith("3:8: error:")
    shown.locator(".cm-lintRange-error").wait_for()
    assert shown.inner_text(".token-function >> nth=0") == "func.func"
    write(shown, NETWORK)
    shown.locator("#problems").wait_for(state="hidden")
    assert page.errors == []


def test_page_completes_names_and_shows_documentation(page: Any):
    shown = page.page
    line = '  %s = "ttir.softm'
    write(shown, ATTENTION.replace("  return", f"{line}\n  return"))
    shown.locator(".cm-line", has_text=line).click()
    shown.keyboard.press("End")
    shown.keyboard.type("a")
    shown.locator(".cm-tooltip-autocomplete li", has_text="ttir.softmax").first.click()
    assert '%s = "ttir.softmax' in shown.evaluate("editor.text")
    write(shown, ATTENTION)
    shown.locator("#problems").wait_for(state="hidden")
    shown.locator(".token-function", has_text="ttir.add").first.hover()
    shown.locator(".documentation", has_text="lhs + rhs").wait_for()
    assert page.errors == []


def write(page: Any, program: str) -> None:
    """Replace the program, and wait until it is checked."""
    page.evaluate("delete document.body.dataset.checked")
    page.evaluate("program => { editor.text = program; }", program)
    page.locator("body[data-checked]").wait_for()


def test_page_without_numpy_says_what_is_missing(page: Any):
    clicked(page.page, "Simulate")
    if "numpy" not in page.page.evaluate("PARTS.join()"):
        assert "This command needs ml-dtypes and numpy" in page.page.inner_text("#errors")
    else:
        assert "out0" in page.page.inner_text("#output")
