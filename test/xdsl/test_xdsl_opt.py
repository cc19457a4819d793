"""Tests that xDSL's own tools know the project's dialects and passes: `xdsl-opt` parses, runs and
prints as `ttopt` does.
"""

import io
import subprocess
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path

import pytest
from tiers import share
from xdsl.context import Context
from xdsl.dialects import func
from xdsl.dialects.builtin import ModuleOp
from xdsl.parser import Parser
from xdsl.printer import Printer
from xdsl.universe import XDSL_UNIVERSE, Universe
from xdsl.utils.exceptions import PassFailedException

import ttmlir_py
from ttmlir_py.compiler import create_context
from ttmlir_py.passes.registry import PASSES, PIPELINES, get_pass, get_pipeline
from ttmlir_py.universe import TTMLIR_UNIVERSE

pytestmark = pytest.mark.slow

TESTS = Path(__file__).parent.parent
EXAMPLE = TESTS.parent / "examples" / "attention_weights.mlir"
BACKEND = "ttir-to-ttnn-backend-pipeline"
FOREIGN = {
    "emitc",  # xDSL's dialect has other operations, and fewer
    "tosa.",  # likewise
    "stablehlo.",  # it has no such dialect
    "chlo.",
    "func.constant",  # xDSL has no such op
    "memref.copy",  # xDSL has no custom form
    "sparse<",  # xDSL has no such attribute
    "dense<0x",  # xDSL takes the bits of NaN and infinities for a number
    "-0.0]",  # xDSL takes zeros for a splat, whatever their signs
}
"""Texts of MLIR that xDSL cannot read, or reads differently: see docs/xdsl.md."""


def xdsl_opt(*arguments: str | Path, text: str | None = None) -> subprocess.CompletedProcess[str]:
    tool = Path(sys.executable).parent / "xdsl-opt"
    return subprocess.run(
        [tool, *arguments], input=text, capture_output=True, text=True, check=False
    )


def xdsl_context() -> Context:
    """Return a context as `xdsl-opt` creates it."""
    context = Context()
    for name, factory in Universe.get_multiverse().all_dialects.items():
        context.register_dialect(name, factory)
    return context


def xdsl_module(text: str) -> ModuleOp:
    module = Parser(xdsl_context(), text).parse_module()
    module.verify()
    return module


def xdsl_text(module: ModuleOp) -> str:
    stream = io.StringIO()
    Printer(stream).print_op(module)
    return stream.getvalue()


def lowered(text: str) -> ModuleOp:
    module = ttmlir_py.parse(text)
    ttmlir_py.PassManager(f"builtin.module({BACKEND})").run(module)
    return module


def test_xdsl_opt_reads_verifies_and_prints_ttir_and_ttnn():
    ttir = EXAMPLE.read_text()
    for text in (ttir, str(lowered(ttir))):
        done = xdsl_opt(text=text)
        assert (done.returncode, done.stderr) == (0, "")
        assert str(ttmlir_py.parse(done.stdout)) == str(ttmlir_py.parse(text))


def test_xdsl_opt_reports_verifier_error():
    done = xdsl_opt("--verify-diagnostics", EXAMPLE.with_name("mismatch.mlir"))
    assert done.returncode == 0
    assert "Input A[-1](3) and B[-2](4) must have matching inner dimensions" in done.stdout


@pytest.mark.parametrize(
    "passes",
    [BACKEND, BACKEND + "{enable-optimizer memory-layout-analysis-enabled=true}"],
)
def test_xdsl_opt_runs_pipelines(passes: str):
    done = xdsl_opt("-p", passes, EXAMPLE)
    assert (done.returncode, done.stderr) == (0, "")
    options = passes.replace("enable-optimizer ", "enable-optimizer=true ")
    module = ttmlir_py.parse(EXAMPLE.read_text())
    ttmlir_py.PassManager(f"builtin.module({options})").run(module)
    assert str(ttmlir_py.parse(done.stdout)) == str(module)


def test_xdsl_opt_runs_passes_of_xdsl_and_project_in_one_pipeline():
    done = xdsl_opt("-p", f"canonicalize,{BACKEND},cse,ttnn-deallocate", EXAMPLE)
    assert (done.returncode, done.stderr) == (0, "")
    assert '"ttnn.softmax"' in done.stdout


def programs() -> Iterator[str]:
    """Generate the TTIR and TTNN programs in the lit tests that xDSL can read."""
    for folder in ("dialects", "passes", "target"):
        for path in sorted((TESTS / folder).rglob("*.mlir")):
            for chunk in path.read_text().split("// -----"):
                is_ours = "ttir." in chunk or "ttnn." in chunk
                if is_ours and not any(name in chunk for name in ("ttkernel", *FOREIGN)):
                    yield chunk


def valid_modules(chunks: Iterable[str]) -> Iterator[str]:
    for chunk in chunks:
        try:
            yield str(ttmlir_py.parse(chunk, context=create_context(revision="2025-02")))
        except ttmlir_py.CompilationError:
            continue  # a test of a refusal


def test_plain_xdsl_round_trips_valid_modules():
    texts = list(valid_modules(share(list(programs()), 240)))
    changed = [text for text in texts if str(ttmlir_py.parse(xdsl_text(xdsl_module(text)))) != text]
    assert not changed
    assert len(texts) >= 30


def test_project_pass_runs_in_plain_xdsl_context():
    module = xdsl_module(EXAMPLE.read_text())
    get_pipeline(BACKEND)().apply(xdsl_context(), module)
    assert isinstance(next(iter(module.ops)), func.FuncOp)
    module.verify()
    assert str(ttmlir_py.parse(xdsl_text(module))) == str(lowered(EXAMPLE.read_text()))


def test_project_pass_that_fails_in_plain_xdsl_context_reports_error():
    module = xdsl_module(EXAMPLE.read_text())
    with pytest.raises(PassFailedException, match=r"'tensor\.empty' op requires a device"):
        get_pass("convert-ttir-to-ttnn")().apply(xdsl_context(), module)
    assert isinstance(next(iter(module.ops)), func.FuncOp)
    module.verify()


def test_xdsl_universes_define_no_dialect_twice():
    multiverse = Universe.get_multiverse()
    assert not set(TTMLIR_UNIVERSE.all_dialects) & set(XDSL_UNIVERSE.all_dialects)
    assert set(multiverse.all_dialects) >= {"tt", "ttir", "ttnn", "ttkernel", "ttmetal"}
    assert set(multiverse.all_passes) >= {*PASSES, *PIPELINES}
