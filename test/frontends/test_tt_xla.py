"""Tenstorrent's own compiler as a front end: a stand-in for its process, and the real plugin."""

import json
import struct
import sys
from importlib import metadata
from pathlib import Path

import numpy as np
import pytest

from ttmlir_py.frontends import tt_xla
from ttmlir_py.frontends.model import compile as compile_model
from ttmlir_py.frontends.tt_xla import PluginError, compile_text, parts
from ttmlir_py.revisions import REGISTRY
from ttmlir_py.tools import ttmlir_compile
from ttmlir_py.tools.driver import ToolError

pytestmark = pytest.mark.slow
HASH = REGISTRY["2026-10"].schema_hashes["Common/system_desc.fbs"][0]
STABLEHLO = """func.func public @main(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = stablehlo.negate %x : tensor<4xf32>
  return %0 : tensor<4xf32>
}
"""


def executable(*contents: bytes) -> bytes:
    """Return an executable as the plugin serializes it, after another header."""
    offsets, numbers = 0, list[int]()
    for each in contents:
        numbers += [offsets, len(each)]
        offsets += len(each)
    return b"\x88\x01ifrt" + b"TTSERv00" + struct.pack("<6Q", *numbers) + b"".join(contents)


@pytest.fixture
def plugin(tmp_path: Path):
    """Return a function that makes an interpreter which compiles by the given Python code."""
    library = tmp_path / "libtt.so"
    library.write_bytes(b"\x7fELF\x00" + HASH.encode() + b"\x00")

    def make(code: str) -> Path:
        path = tmp_path / "python"
        head = f"#!{sys.executable} -I\nimport json, os, sys, pathlib, time\n"
        found = {"version": "9.9", "library": str(library)}
        locate = f"if sys.argv[3] == 'locate': print(json.dumps({found})); sys.exit()\n"
        path.write_text(f"{head}{locate}folder = pathlib.Path(sys.argv[4])\n{code}\n")
        path.chmod(0o755)
        tt_xla.locate.cache_clear()
        return path

    yield make
    tt_xla.locate.cache_clear()


def test_executable_parts_are_found_after_header_of_unknown_size():
    assert parts(executable(b"ttir", b"ttnn text", b"\x00binary")) == (
        *("ttir", "ttnn text", b"\x00binary"),
    )


@pytest.mark.parametrize("cut", [1, 30, 60])
def test_truncated_pjrt_executable_is_refused(cut: int):
    data = executable(b"ttir", b"ttnn text", b"binary" * 9)
    with pytest.raises(PluginError, match=r"truncated|unknown form"):
        parts(data[:-cut])
    with pytest.raises(PluginError, match="unknown form"):
        parts(b"no executable at all")


def test_plugin_process_receives_program_options_and_system(plugin, tmp_path: Path):
    held = tmp_path / "held.json"
    python = plugin(
        f"""system = pathlib.Path(os.environ["TT_COMPILE_ONLY_SYSTEM_DESC"]).read_bytes()
program, options = ((folder / n).read_text() for n in ("program.mlir", "options.json"))
pathlib.Path({str(held)!r}).write_text(json.dumps([program, options, {HASH!r}.encode() in system]))
(folder / "executable").write_bytes({executable(b"a", b"b", b"c")!r})"""
    )
    options = {"enable_const_eval": False, "optimization_level": 0}
    made = compile_text(STABLEHLO, options=options, python=python)
    assert (made.version, made.ttir, made.ttnn, made.binary) == ("9.9", "a", "b", b"c")
    program, given, has_hash = json.loads(held.read_text())
    assert program == STABLEHLO
    assert json.loads(given) == {"enable_const_eval": "false", "optimization_level": "0"}
    assert has_hash
    made.save(tmp_path / "out")
    assert (tmp_path / "out" / "binary.ttnn").read_bytes() == b"c"


@pytest.mark.parametrize(
    ("code", "message"),
    [
        ("os.kill(os.getpid(), 11)", "crashed with SIGSEGV"),
        ("raise RuntimeError('INTERNAL: no such op')", "^INTERNAL: no such op$"),
        ("time.sleep(60)", "did not finish within 1 s"),
        ("pass", "wrote no executable"),
        ("(folder / 'executable').write_bytes(b'x' * 99)", "unknown form"),
    ],
)
def test_plugin_process_that_fails_raises_plugin_error(plugin, code: str, message: str):
    with pytest.raises(PluginError, match=message):
        compile_text(STABLEHLO, python=plugin(code), timeout=1 if "sleep" in code else 60)


def test_compile_without_plugin_or_board_is_refused(tmp_path: Path):
    if not any(each.name == "jax-tt-plugin" for each in metadata.distributions()):
        with pytest.raises(PluginError, match="jax-tt-plugin is not installed: pip install"):
            compile_text(STABLEHLO)
    with pytest.raises(PluginError, match="cannot run"):
        compile_text(STABLEHLO, python=tmp_path / "nothing")
    with pytest.raises(ValueError, match="n151"):
        compile_text(STABLEHLO, board="n151")


def test_ttmlir_compile_with_plugin_writes_output_of_plugin_process(plugin, tmp_path: Path):
    source = tmp_path / "m.mlir"
    source.write_text(STABLEHLO)
    code = f"(folder / 'executable').write_bytes({executable(b'A', b'B', b'C')!r})"
    words = ["--with=jax-tt-plugin", f"--plugin-python={plugin(code)}", str(source)]
    for form, expected in (("flatbuffer", b"C"), ("ttir", b"A"), ("ttnn", b"B")):
        out = tmp_path / form
        assert ttmlir_compile.run("ttmlir-compile", [*words, f"--emit={form}", "-o", str(out)]) == 0
        assert out.read_bytes() == expected
    for more, message in (
        (["--emit=cpp"], "writes flatbuffer, ttir or ttnn, not cpp"),
        (["--enable-optimizer"], "has no option --enable-optimizer"),
        (["--plugin-options=a"], "expected name=value, not 'a'"),
    ):
        with pytest.raises(ToolError, match=message):
            ttmlir_compile.run("ttmlir-compile", [*words, *more, "-o", str(tmp_path / "x")])


@pytest.mark.parametrize("flag", ["--plugin-options=a=1", "--plugin-python=python3"])
def test_plugin_option_without_plugin_is_refused(tmp_path: Path, flag: str):
    source = tmp_path / "m.mlir"
    source.write_text(STABLEHLO)
    with pytest.raises(ToolError, match="needs --with=jax-tt-plugin"):
        ttmlir_compile.run("ttmlir-compile", [flag, str(source), "-o", str(tmp_path / "x")])


def test_model_of_plugin_process_runs_verifies_and_equals_own_model(plugin):
    jnp = pytest.importorskip("jax.numpy")
    x = np.linspace(-2, 2, 4, dtype=np.float32)
    own = compile_model(STABLEHLO)
    contents = executable(own.ttir.encode(), own.ttnn.encode(), own.binary)
    model = tt_xla.compile(
        jnp.negative, x, python=plugin(f"(folder / 'executable').write_bytes({contents!r})")
    )
    np.testing.assert_array_equal(model(x), -x)
    assert all(verdict.is_right for verdict in model.verify())
    assert model.check(x, operations=False).passed
    comparison = model.compare(x)
    theirs, ours = comparison.figures.values()
    assert theirs == ours
    assert str(comparison).splitlines()[0].split() == ["jax-tt-plugin", "9.9", "ttmlir_py"]


def test_installed_plugin_compiles_program_that_simulator_runs():
    pytest.importorskip("jax_plugins.libtt", reason="jax-tt-plugin is not installed")
    jax = pytest.importorskip("jax")
    generator = np.random.default_rng(0)
    x, w = (generator.normal(size=size).astype(np.float32) for size in ((32, 64), (64, 32)))
    model = tt_xla.compile(lambda x, w: jax.nn.relu(x @ w), x, w)
    np.testing.assert_allclose(model(x, w), np.maximum(x @ w, 0), rtol=2e-3, atol=2e-3)
    assert "ttnn.matmul" in model.ttnn
    assert all(verdict.is_right for verdict in model.verify())
