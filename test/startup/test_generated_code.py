"""Tests of generated code that is stored by one process of a tool and used by the next."""

import builtins
import inspect
import marshal
import os
import re
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from types import ModuleType, SimpleNamespace
from typing import Any, cast

import pytest

from ttmlir_py.startup import generated_code, indexed_file
from ttmlir_py.startup.generated_code import GeneratedCode
from ttmlir_py.startup.indexed_file import VERSION

SOURCE = (
    "func.func @f(%a: tensor<32x32xf32>) -> tensor<32x32xf32> { return %a : tensor<32x32xf32> }"
)


@pytest.fixture
def compiled(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Return the list of texts that are compiled during the test, in a process that may store
    compiled code.
    """
    texts: list[str] = []
    compile_text = builtins.compile

    def counted(source: str, *rest: str) -> object:
        texts.append(source)
        return compile_text(source, *rest)

    monkeypatch.setattr(generated_code, "compile", counted, raising=False)
    monkeypatch.setattr(sys, "dont_write_bytecode", False)
    return texts


def test_generated_code_is_compiled_once_and_cached(tmp_path: Path, compiled: list[str]) -> None:
    path = tmp_path / "__pycache__" / "texts.pyc"
    first = GeneratedCode(str(path))
    codes = [first.code("x + 1", "eval"), first.code("y = 2", "exec"), first.code("y = 2", "exec")]
    assert compiled == ["x + 1", "y = 2"]
    assert not path.exists()
    first.keep()
    second = GeneratedCode(str(path))
    assert [second.code("x + 1", "eval"), second.code("y = 2", "exec")] == codes[:2]
    assert eval(second.code("x + 1", "eval"), {"x": 41}) == 42
    assert compiled == ["x + 1", "y = 2"], "the second process compiles nothing"
    written = path.stat().st_mtime_ns
    second.keep()
    assert path.stat().st_mtime_ns == written, "and has nothing to write"
    assert second.code("x + 1", "exec") != codes[0], "in another mode it is other code"


def test_code_cache_collects_code_from_all_processes(tmp_path: Path, compiled: list[str]) -> None:
    path = str(tmp_path / "texts.pyc")
    for text in ("a", "b"):
        generated = GeneratedCode(path)
        generated.code(text, "eval")
        generated.keep()
    for text in ("a", "b"):
        GeneratedCode(path).code(text, "eval")
    assert compiled == ["a", "b"]


def test_code_cache_does_not_grow_without_limit(
    tmp_path: Path, compiled: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(generated_code, "MAX_TEXTS", 2)
    path = str(tmp_path / "texts.pyc")
    for text in ("a", "b", "c"):
        generated = GeneratedCode(path)
        generated.code(text, "eval")
        generated.keep()
    for text in ("c", "a"):
        GeneratedCode(path).code(text, "eval")
    assert compiled == ["a", "b", "c", "a"]


@pytest.mark.parametrize(
    "damage",
    [
        lambda data: b"",
        lambda data: bytes(len(VERSION)) + data[len(VERSION) :],
        lambda data: data[:-4],
        lambda data: data[: len(VERSION) + 10],
        lambda data: VERSION + (5).to_bytes(8, "big") + bytes(8) + marshal.dumps(3),
        lambda data: VERSION + (1).to_bytes(8, "big") + bytes(8) + b"?",
        lambda data: VERSION + b"\xff" * 8 + data,
    ],
    ids=["empty", "version", "part", "index", "number", "value", "length"],
)
def test_damaged_code_cache_is_ignored(
    tmp_path: Path, compiled: list[str], damage: Callable[[bytes], bytes]
) -> None:
    path = tmp_path / "texts.pyc"
    whole = GeneratedCode(str(path))
    whole.code("1", "eval")
    whole.keep()
    path.write_bytes(damage(path.read_bytes()))
    generated = GeneratedCode(str(path))
    assert eval(generated.code("1", "eval")) == 1
    generated.keep()
    GeneratedCode(str(path)).code("1", "eval")
    assert compiled == ["1", "1"]


def test_code_cache_separates_texts_with_equal_hash(
    tmp_path: Path, compiled: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(generated_code, "_hash", lambda key: 0)
    path = str(tmp_path / "texts.pyc")
    for text in ("1", "2"):
        generated = GeneratedCode(path)
        assert eval(generated.code(text, "eval")) == int(text)
        generated.keep()
    assert compiled == ["1", "2"]


@pytest.mark.usefixtures("compiled")
def test_process_without_write_permission_compiles_code(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "file").touch()
    generated = GeneratedCode(str(tmp_path / "file" / "texts.pyc"))
    assert eval(generated.code("1", "eval")) == 1
    generated.keep()
    monkeypatch.setattr(sys, "dont_write_bytecode", True)
    generated = GeneratedCode(str(tmp_path / "texts.pyc"))
    generated.code("1", "eval")
    generated.keep()
    assert os.listdir(tmp_path) == ["file"]


@pytest.mark.usefixtures("compiled")
def test_forked_process_leaves_code_cache_unwritten(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "texts.pyc"
    generated = GeneratedCode(str(path))
    generated.code("1", "eval")
    with monkeypatch.context() as patch:
        patch.setattr(os, "getpid", lambda: -1)
        generated.keep()
    assert not path.exists()
    generated.keep()
    assert path.exists()


@pytest.fixture
def served() -> Iterator[None]:
    """Remove what `serve` puts into a module after the test."""
    yield
    inspect.__dict__.pop("eval", None)


@pytest.mark.usefixtures("served")
def test_cached_code_runs_in_module_of_its_caller(
    tmp_path: Path, compiled: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    GeneratedCode(str(tmp_path / "none")).serve(inspect, "eval")
    first, second = (type("C", (), {"__annotations__": {"x": " T"}}) for _ in range(2))
    modules = {name: SimpleNamespace(T=kind) for name, kind in (("m1", int), ("m2", str))}
    for cls, (name, module) in zip((first, second), modules.items(), strict=True):
        cls.__module__ = name
        monkeypatch.setitem(sys.modules, name, cast(ModuleType, module))
    assert inspect.get_annotations(first, eval_str=True) == {"x": int}
    assert inspect.get_annotations(second, eval_str=True) == {"x": str}
    assert compiled == ["T"]
    with pytest.raises(NameError, match="name 'U' is not defined"):
        inspect.get_annotations(type("D", (), {"__annotations__": {"x": "U"}}), eval_str=True)


def test_cached_eval_and_exec_behave_like_builtins(tmp_path: Path) -> None:
    module: Any = ModuleType("m")
    GeneratedCode(str(tmp_path / "none")).serve(module, "exec", "eval", "compile")
    local = {"x": 3}
    assert module.eval("  x + 1", {}, local) == 4
    module.exec("y = x * 2", {}, local)
    assert local == {"x": 3, "y": 6}
    assert module.eval(compile("x", "file", "eval"), local) == 3
    assert eval(module.compile("x", "<string>", "eval"), local) == 3
    assert module.compile("x", "other", "eval").co_filename == "other"
    with pytest.raises(SyntaxError):
        module.compile("x +", "<string>", "eval")


@pytest.fixture
def pattern_compiler(monkeypatch: pytest.MonkeyPatch) -> Any:
    """Restore the compiler of `re` patterns after the test, and forget patterns built before."""
    compiler: Any = vars(re)["_compiler"]
    monkeypatch.setattr(compiler, "compile", compiler.compile)
    re.purge()
    return compiler


PATTERNS: list[tuple[Any, int]] = [
    (r"(?:%([0-9]++|[a-z]\w*+))[ ]=[ ](?P<name>[^%\n]*+)\n", re.VERBOSE | re.ASCII),
    (r"(?P<a>x)|(?P<b>[^<>]+)(?=\))", 0),
    (r"(?i:TT)[\u0100-\u0200é]*?\b", re.DOTALL),
    (rb"0x([0-9A-Fa-f]*+)(?<!z)", 0),
    (f"[{''.join(map(chr, range(0x80, 0x2000, 3)))}]", re.IGNORECASE),
]
TEXTS = ["%a1 = tt.x\n", "x)", "ttĀé b", "<y>)", "\u0180\u1ff7"]


def _spans(pattern: Any, text: Any) -> list[list[tuple[int, int]]]:
    groups = range(pattern.groups + 1)
    return [[match.span(group) for group in groups] for match in pattern.finditer(text)]


_MODULE = "import re\npatterns = [0] * len(sources)\nfor i, each in enumerate(sources): patterns[i] = re.compile(*each)"


def _build() -> list[re.Pattern[Any]]:
    """Return the patterns, compiled by a module."""
    re.purge()
    module: dict[str, Any] = {"sources": PATTERNS}
    exec(_MODULE, module)
    return module["patterns"]


def test_regular_expressions_are_built_from_cached_code(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, pattern_compiler: Any
) -> None:
    monkeypatch.setattr(sys, "dont_write_bytecode", False)
    path = str(tmp_path / "texts.pyc")
    expected = _build()
    first = GeneratedCode(path)
    first.serve_patterns()
    assert _build() == expected
    first.keep()
    monkeypatch.undo()
    # Nothing compiles without `_code`. pytest compiles patterns for its report, so `re` works again
    # before the test ends.
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(pattern_compiler, "compile", pattern_compiler.compile)
        patch.setattr(pattern_compiler, "_code", None)
        GeneratedCode(path).serve_patterns()
        kept = _build()
        with pytest.raises(TypeError):
            re.compile("of this pattern there is no code")
    assert kept == expected, "patterns are equal whose code is"
    for one, other in zip(kept, expected, strict=True):
        assert (one.flags, one.groups, one.groupindex) == (
            other.flags,
            other.groups,
            other.groupindex,
        )
        for text in TEXTS:
            subject: Any = text if isinstance(one.pattern, str) else text.encode()
            assert _spans(one, subject) == _spans(other, subject)


@pytest.mark.usefixtures("pattern_compiler")
def test_regular_expressions_from_input_are_not_cached(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "dont_write_bytecode", False)
    path = tmp_path / "texts.pyc"
    generated = GeneratedCode(str(path))
    generated.serve_patterns()
    assert re.compile("what a user asks for").match("what a user asks for")
    generated.keep()
    assert not path.exists()


@pytest.mark.usefixtures("pattern_compiler")
def test_invalid_regular_expression_raises_error_of_python(tmp_path: Path) -> None:
    GeneratedCode(str(tmp_path / "none")).serve_patterns()
    for _ in range(2):
        with pytest.raises(re.error, match="unterminated character set"):
            re.compile("[a")
    assert re.compile(b"a", re.LOCALE).match(b"a")


def test_untested_python_version_compiles_regular_expressions_normally(
    tmp_path: Path, pattern_compiler: Any
) -> None:
    def compile_pattern(source: object, verbosely: bool) -> None: ...

    # pytest compiles patterns for its report, so `re` works again before the test ends.
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(pattern_compiler, "compile", compile_pattern)
        GeneratedCode(str(tmp_path / "none")).serve_patterns()
        assert pattern_compiler.compile is compile_pattern
        patch.delattr(re, "_compiler")
        GeneratedCode(str(tmp_path / "none")).serve_patterns()


def test_code_cache_is_next_to_compiled_module(monkeypatch: pytest.MonkeyPatch) -> None:
    opened: list[str] = []
    monkeypatch.setattr(indexed_file, "__file__", "/home/a/.pyenv/b/indexed_file.py")
    monkeypatch.setattr(generated_code, "GeneratedCode", opened.append)
    monkeypatch.setattr(generated_code, "_installed", [])
    with pytest.raises(AttributeError):
        generated_code.install()
    folder, _, name = opened[0].rpartition("/")
    assert folder.endswith("/home/a/.pyenv/b/__pycache__") or sys.pycache_prefix
    assert name.startswith("generated_code_texts.")


def test_second_tool_run_compiles_and_writes_nothing(tmp_path: Path) -> None:
    """The second run writes no files either; the folder is also Python's folder for compiled
    modules.
    """
    environment = {**os.environ, "PYTHONPYCACHEPREFIX": str(tmp_path)}
    environment.pop("PYTHONDONTWRITEBYTECODE", None)
    command = [Path(sys.executable).parent / "ttopt", "-"]

    def run() -> tuple[str, list[tuple[Path, int]]]:
        done = subprocess.run(
            command, input=SOURCE, capture_output=True, text=True, check=True, env=environment
        )
        files = [path for path in tmp_path.rglob("*.pyc") if "generated_code_texts" in path.name]
        return done.stdout, [(path, path.stat().st_mtime_ns) for path in files]

    first, second = run(), run()
    assert first == second
    assert len(first[1]) == 1
