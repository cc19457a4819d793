"""Code of texts that are compiled while modules are loaded, kept as Python keeps that of modules: compiling them takes a fifth of a start.

`dataclasses`, `collections`, `inspect` and `typing` write methods and annotations as text and compile them in each process, and `re` compiles
regular expressions. What a tool's process has compiled is kept in a file beside the compiled modules of this package, where the next one finds
it by the text itself: code is a function of its text and of the version of Python, and a file is of one version, so that none is ever out of
date. Python's own rules hold: the file is written whole or not at all, where compiled modules may be written, and whoever may not write there
compiles each time.
"""

import _imp
import builtins
import collections
import marshal
import os
import re
import sys
import typing
from collections.abc import Callable
from functools import partial
from types import CodeType, ModuleType
from typing import Any

from ttmlir_py.indexed_file import IndexedFile, Parts, Place, kept_file

_sre: Any = sys.modules["_sre"]
_compile: Callable[..., Any] = builtins.compile
MAX_TEXTS = 4096
"""A file that would have more of them, from versions of libraries that are gone, is begun anew."""
_CALLER = 3
"""Calls from who uses `re` to what compiles its patterns."""


class _Builder:
    """In the place of the module that makes patterns of their code: it notes the code."""

    arguments: tuple[Any, ...]

    def __getattr__(self, name: str) -> Any:
        return getattr(_sre, name)

    def compile(self, pattern: Any, flags: int, code: list[int], *rest: Any) -> Any:
        """A pattern, as the module makes it."""
        from array import array

        self.arguments = (array("I", map(int, code)).tobytes(), int(flags), *rest)
        return _sre.compile(pattern, int(flags), code, *rest)


class GeneratedCode:
    """Texts with their code: those of this process, and those of a file."""

    def __init__(self, path: str) -> None:
        self._file = IndexedFile(path)
        index = self._file.index
        self._kept: dict[int, Place] = index if isinstance(index, dict) else {}
        """Where texts are with their code, by the hash of the text."""
        self._codes: dict[str, CodeType] = {}
        self._patterns: dict[str, bytes] = {}
        self._is_new = False
        self._process = os.getpid()

    def serve(self, module: ModuleType, *functions: str) -> None:
        """Have a module's calls of `exec`, `eval` or `compile` answered from here."""
        for name in functions:
            vars(module)[name] = getattr(self, f"_{name}")

    def code(self, text: str, mode: str) -> CodeType:
        """The code of a text, as `compile` makes it in this mode. Raises SyntaxError."""
        key = f"{mode} {text}"
        code = self._codes.get(key)
        if code is None:
            kept = self._part(key)
            code = compile(text, "<string>", mode) if kept is None else marshal.loads(kept)
            self._codes[key] = code
            self._is_new |= kept is None
        return code

    def _part(self, key: str) -> bytes | None:
        """What is kept of a text."""
        place = self._kept.get(_hash(key))
        part = None if place is None else self._file.part(place)
        if part is None:
            return None
        its_key, kept = marshal.loads(part)
        return kept if its_key == key else None

    def serve_patterns(self) -> None:
        """Have the patterns of `re` built from here; of Pythons whose `re` works otherwise, none is."""
        compiler: Any = getattr(re, "_compiler", None)
        compile_pattern: Any = getattr(compiler, "compile", None)
        code = getattr(compile_pattern, "__code__", None)
        if (
            code
            and code.co_varnames[:2] == ("p", "flags")
            and compiler.__dict__.get("_sre") is _sre
        ):
            compiler.compile = partial(self._pattern, compiler, compile_pattern)

    def _pattern(
        self, compiler: Any, compile_pattern: Callable[..., Any], source: Any, flags: int = 0
    ) -> Any:
        if not isinstance(source, str | bytes) or flags & (re.DEBUG | re.LOCALE):
            return compile_pattern(source, flags)
        key = f"re {int(flags)} {source!r}"
        kept = self._part(key)
        if kept is not None:
            code, number, *groups = marshal.loads(kept)
            return _sre.compile(source, number, memoryview(code).cast("I").tolist(), *groups)
        caller = sys._getframe(_CALLER)  # pyright: ignore[reportPrivateUsage]
        if caller.f_code.co_name != "<module>":  # made of what is in an input
            return compile_pattern(source, flags)
        builder = compiler._sre = _Builder()
        try:
            pattern = compile_pattern(source, flags)
        finally:
            compiler._sre = _sre
        self._patterns[key] = marshal.dumps(builder.arguments)
        self._is_new = True
        return pattern

    def keep(self) -> None:
        """Keep in the file what was compiled, if anything was. A process that was forked knows too little of what is there by now."""
        if not self._is_new or sys.dont_write_bytecode or os.getpid() != self._process:
            return
        self._is_new = False
        new = {key: marshal.dumps(code) for key, code in self._codes.items()} | self._patterns
        kept: dict[int, bytes | memoryview] = {
            _hash(key): marshal.dumps((key, code)) for key, code in new.items()
        }
        if len(self._kept.keys() | kept.keys()) <= MAX_TEXTS:
            for number, place in self._kept.items():
                if number not in kept and (part := self._file.part(place)) is not None:
                    kept[number] = part
        parts = Parts()
        index = {number: parts.add(part) for number, part in kept.items()}
        parts.write(self._file.path, index)

    def _exec(self, source: Any, *namespaces: Any) -> None:
        if isinstance(source, str) and namespaces:
            source = self.code(source, "exec")
        exec(source, *namespaces)

    def _eval(self, source: Any, *namespaces: Any) -> Any:
        if isinstance(source, str) and namespaces:
            source = self.code(source.lstrip(" \t"), "eval")
        return eval(source, *namespaces)

    def _compile(self, source: Any, filename: str, mode: str, **options: Any) -> Any:
        if isinstance(source, str) and filename == "<string>" and not options:
            return self.code(source, mode)
        return _compile(source, filename, mode, **options)


def _hash(key: str) -> int:
    """Of 64 bits, and the same in all processes: what Python has for sources of modules."""
    return int.from_bytes(_imp.source_hash(0, key.encode("utf-8", "surrogatepass")), "big")


_installed: list[GeneratedCode] = []


def install() -> GeneratedCode:
    """Serve what a tool's process loads from now on; `dataclasses` and `inspect` are for who loads them."""
    generated = GeneratedCode(kept_file("generated_code_texts"))
    _installed.append(generated)
    generated.serve(collections, "eval")
    generated.serve(typing, "compile")
    generated.serve_patterns()
    return generated


def keep() -> None:
    """Keep what was compiled since `install`."""
    for generated in _installed:
        generated.keep()
