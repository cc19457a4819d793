"""A cache of code that is generated and compiled at import time, a fifth of a tool's startup.

`dataclasses`, `collections`, `inspect` and `typing` compile generated methods and annotations in
each process, and `re` compiles regular expressions. The results are stored in a file next to this
package's bytecode, keyed by the text. Entries never become stale: code depends only on its text and
the Python version, and a file is for one version. It is written atomically, where bytecode may be
written. Processes without write access compile each time.
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
from importlib import import_module
from types import CodeType, ModuleType
from typing import Any

from ttmlir_py.startup.indexed_file import IndexedFile, Parts, Place, kept_file

_sre: Any = sys.modules["_sre"]
_compile: Callable[..., Any] = builtins.compile
MAX_TEXTS = 4096
"""Largest number of entries. A larger file, with texts of old library versions, is rebuilt."""
_CALLER = 3
"""Number of stack frames between the function that compiles patterns and the caller of `re`."""


class _Builder:
    """A stand-in for the module `_sre` that records the arguments for building a pattern."""

    arguments: tuple[Any, ...]

    def __getattr__(self, name: str) -> Any:
        return getattr(_sre, name)

    def compile(self, pattern: Any, flags: int, code: list[int], *rest: Any) -> Any:
        """Return the pattern that `_sre.compile` makes, and record the arguments."""
        from array import array

        self.arguments = (array("I", map(int, code)).tobytes(), int(flags), *rest)
        return _sre.compile(pattern, int(flags), code, *rest)


class GeneratedCode:
    """Compiled code by source text, from this process and from the file."""

    def __init__(self, path: str) -> None:
        self._file = IndexedFile(path)
        index = self._file.index
        self._kept: dict[int, Place] = index if isinstance(index, dict) else {}
        """Maps hashes of texts to places of texts and their code in the file."""
        self._codes: dict[str, CodeType] = {}
        self._patterns: dict[str, bytes] = {}
        self._is_new = False
        self._process = os.getpid()

    def serve(self, module: ModuleType, *functions: str) -> None:
        """Replace functions of `module` (`exec`, `eval`, `compile`) by versions that use the
        cache.
        """
        for name in functions:
            vars(module)[name] = getattr(self, f"_{name}")

    def code(self, text: str, mode: str) -> CodeType:
        """Return the code of a text, as `compile` does in this mode. Raises SyntaxError."""
        key = f"{mode} {text}"
        code = self._codes.get(key)
        if code is None:
            kept = self._part(key)
            code = compile(text, "<string>", mode) if kept is None else marshal.loads(kept)
            self._codes[key] = code
            self._is_new |= kept is None
        return code

    def _part(self, key: str) -> bytes | None:
        """Return the stored code of a text, or None."""
        place = self._kept.get(_hash(key))
        part = None if place is None else self._file.part(place)
        if part is None:
            return None
        its_key, kept = marshal.loads(part)
        return kept if its_key == key else None

    def serve_patterns(self) -> None:
        """Make `re` use cached patterns. Does nothing if the Python version's `re` is different."""
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
        # a pattern compiled outside of module level may depend on input
        if caller.f_code.co_name != "<module>":
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
        """Store newly compiled code, if there is any.

        A forked process does nothing, because its copy of the index may be outdated.
        """
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
    """Return a 64-bit hash that is equal in all processes, as Python computes for module
    sources.
    """
    return int.from_bytes(_imp.source_hash(0, key.encode("utf-8", "surrogatepass")), "big")


_installed: list[GeneratedCode] = []


def install() -> None:
    """Use the cache for code that is loaded from now on."""
    generated = GeneratedCode(kept_file("generated_code_texts"))
    _installed.append(generated)
    generated.serve(collections, "eval")
    generated.serve(typing, "compile")
    generated.serve_patterns()


def install_for_classes() -> None:
    """Use the cache for generated methods of classes, too. Loads the modules that generate them."""
    for generated in _installed:
        generated.serve(import_module("dataclasses"), "exec")
        generated.serve(import_module("inspect"), "eval")


def keep() -> None:
    """Store the code compiled since `install`."""
    for generated in _installed:
        generated.keep()
