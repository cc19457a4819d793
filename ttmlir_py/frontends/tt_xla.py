"""Tenstorrent's own compiler as a front end: the PJRT plugin of tt-xla, without a card.

>>> model = compile(network, params, image)
>>> print(model.check(params, image))
>>> print(model.compare(params, image))

The package `jax-tt-plugin` contains the compiler. It runs in a process of its own, in the mode that
only compiles, for a system descriptor that this package writes. The binary that it returns runs on
the simulator.
"""

from __future__ import annotations

import json
import os
import re
import signal
import struct
import subprocess
import sys
import tempfile
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final
from warnings import catch_warnings, simplefilter

import numpy as np

from ttmlir_py import compiler
from ttmlir_py.common.files import write_file
from ttmlir_py.frontends.jax import JaxExecutable, JaxModel, Traced
from ttmlir_py.frontends.levels import entry_function
from ttmlir_py.frontends.libraries import library
from ttmlir_py.frontends.model import DEFAULT_SYSTEM, Executable, Settings
from ttmlir_py.frontends.signature import Array, Signature, argument_names
from ttmlir_py.runtime.binary import TTNNBinary
from ttmlir_py.schemas import BinaryError
from ttmlir_py.schemas.revisions import UnknownSchemaWarning

if TYPE_CHECKING:
    from ttmlir_py.ttrt.builds import Build
    from ttmlir_py.validation import Verdict

TIMEOUT: Final = 600.0
"""The time after which a compilation is ended, in seconds."""
EXTRA: Final = "pip install 'ttmlir-py[tt-xla]'"
_MAGIC: Final = b"TTSERv00"
_PARTS: Final = struct.Struct("<6Q")
"""The offsets and lengths of the TTIR text, the TTNN text and the binary, after the magic number.

The offsets are relative to the end of this header.
"""
_CHILD: Final = Path(__file__).with_name("tt_xla_child.py")
"""The script of the process. It runs with `-P`, because its folder contains another `jax.py`."""


class PluginError(RuntimeError):
    """The plugin is missing, refuses a program, crashes, or takes too long."""


@dataclass(frozen=True)
class Compilation:
    """The texts and the binary that the plugin made of a program."""

    version: str
    """The version of the plugin."""
    stablehlo: str
    ttir: str
    ttnn: str
    binary: bytes

    def save(self, folder: str | os.PathLike[str]) -> None:
        """Write `stablehlo.mlir`, `ttir.mlir`, `ttnn.mlir` and `binary.ttnn`. Raise OSError."""
        path = Path(folder)
        path.mkdir(parents=True, exist_ok=True)
        for name in ("stablehlo", "ttir", "ttnn"):
            write_file(path / f"{name}.mlir", getattr(self, name))
        write_file(path / "binary.ttnn", self.binary)


def compile_text(
    stablehlo: str,
    *,
    board: str = DEFAULT_SYSTEM,
    options: Mapping[str, object] | None = None,
    timeout: float = TIMEOUT,
    python: str | os.PathLike[str] = sys.executable,
) -> Compilation:
    """Compile StableHLO text with the plugin.

    `options` are compile options of tt-xla, such as `{"enable_const_eval": False}`. `python` is the
    interpreter in whose environment the plugin is installed. Raises ValueError for an unknown
    board, and `PluginError`.
    """
    from ttmlir_py.target.flatbuffer.system_desc import write_board

    compiler.system_desc(board)  # raises ValueError for an unknown board
    plugin = locate(os.fspath(python))
    with tempfile.TemporaryDirectory(prefix="ttmlir-") as name:
        folder = Path(name)
        description = folder / "system.ttsys"
        write_file(description, _build(plugin.library).describe(write_board(board)))
        write_file(folder / "program.mlir", stablehlo)
        write_file(folder / "options.json", json.dumps(_texts(options or {})))
        environment = {
            "JAX_PLATFORMS": "tt,cpu",
            "TT_COMPILE_ONLY_SYSTEM_DESC": str(description),
        }
        _run([os.fspath(python), "-P", str(_CHILD), "compile", name], environment, timeout)
        try:
            data = (folder / "executable").read_bytes()
        except OSError:
            raise PluginError("the plugin wrote no executable") from None
    ttir, ttnn, binary = parts(data)
    return Compilation(plugin.version, stablehlo, ttir, ttnn, binary)


def parts(executable: bytes) -> tuple[str, str, bytes]:
    """Return the TTIR text, the TTNN text and the binary in an executable that the plugin
    serialized.

    Raises `PluginError` if it has another form.
    """
    start = executable.find(_MAGIC)
    if start < 0 or len(executable) < start + len(_MAGIC) + _PARTS.size:
        raise PluginError("the plugin's executable has an unknown form: another version is needed")
    begin = start + len(_MAGIC)
    numbers = _PARTS.unpack_from(executable, begin)
    body = executable[begin + _PARTS.size :]
    found: list[bytes] = []
    for offset, length in zip(numbers[::2], numbers[1::2], strict=True):
        if offset + length > len(body):
            raise PluginError("the plugin's executable is truncated")
        found.append(body[offset : offset + length])
    ttir, ttnn, binary = found
    return ttir.decode(errors="replace"), ttnn.decode(errors="replace"), binary


@dataclass(frozen=True)
class Plugin:
    """An installed plugin: its version, and the path of its library."""

    version: str
    library: str


@cache
def locate(python: str = sys.executable) -> Plugin:
    """Return the plugin that is installed for an interpreter. Raises `PluginError`."""
    try:
        found = json.loads(_run([python, "-P", str(_CHILD), "locate"], {}, 60))
    except PluginError as error:
        raise PluginError(f"{error}: {EXTRA}") from None
    except ValueError:
        raise PluginError(f"{python} is not a Python interpreter") from None
    return Plugin(found["version"], found["library"])


@cache
def _build(library: str) -> Build:
    from ttmlir_py.ttrt.builds import find_build

    try:
        return find_build(library)
    except (BinaryError, OSError) as error:
        raise PluginError(f"the plugin's library cannot be used: {error}") from None


def _texts(options: Mapping[str, object]) -> dict[str, str]:
    """Return options as the plugin takes them: `true` and `false` for booleans."""
    return {
        name: str(value).lower() if isinstance(value, bool) else str(value)
        for name, value in options.items()
    }


def _run(command: Sequence[str], environment: Mapping[str, str], timeout: float) -> str:
    """Run a process and return its standard output. Raises `PluginError` with its last error."""
    try:
        process = subprocess.Popen(
            command,
            env={**os.environ, **environment},
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            errors="replace",
            start_new_session=True,
        )
    except OSError as error:
        raise PluginError(f"cannot run {command[0]}: {error.strerror}") from None
    try:
        out, errors = process.communicate(timeout=timeout)
    except BaseException as error:
        os.killpg(process.pid, signal.SIGKILL)
        process.communicate()
        if isinstance(error, subprocess.TimeoutExpired):
            raise PluginError(f"the plugin did not finish within {timeout:g} s") from None
        raise
    if process.returncode < 0:
        name = signal.Signals(-process.returncode).name
        raise PluginError(f"the plugin crashed with {name}: {_reason(errors) or 'no message'}")
    if process.returncode:
        raise PluginError(_reason(errors) or f"the plugin failed with status {process.returncode}")
    return out


_ERROR = re.compile(r"^(?:[\w.]*(?:Error|Exception)|error)\b:? ?(.*)", re.MULTILINE)


def _reason(errors: str) -> str:
    """Return the last error message in the output of a process, or its last line."""
    found = _ERROR.findall(errors)
    lines = [each for each in errors.splitlines() if each.strip()]
    text = found[-1] if found else lines[-1] if lines else ""
    return text.strip()[:1000]


def _readable(compilation: Compilation) -> tuple[bytes, bool]:
    """Return the plugin's binary, or the one made from its TTNN text if no schema fits the binary.

    Also return whether the second one is returned. Raises CompilationError.
    """
    try:
        with catch_warnings():
            simplefilter("error", UnknownSchemaWarning)
            TTNNBinary.load(compilation.binary)
        return compilation.binary, False
    except (BinaryError, UnknownSchemaWarning):
        pass
    with compiler.diagnosed(warnings=["-w"]) as context:
        module = compiler.parse(compilation.ttnn, context=context, file_name="<ttnn>")
        return compiler.translate(module, context=context), True


class TTXlaModel(JaxExecutable):
    """A JAX function that Tenstorrent's compiler compiled. Calls run on the simulator.

    `ttir` and `ttnn` are the texts of that compiler. `is_rewritten` says that this package cannot
    read the compiler's binary, so that `binary` was written from the compiler's TTNN text. Raises
    `PluginError`, and CompilationError for texts that cannot be read.
    """

    def __init__(
        self,
        function: Callable[..., Any],
        args: Sequence[Any],
        kwargs: Mapping[str, Any],
        *,
        board: str = DEFAULT_SYSTEM,
        options: Mapping[str, object] | None = None,
        timeout: float = TIMEOUT,
        python: str | os.PathLike[str] = sys.executable,
    ):
        self.traced = Traced(function, args, kwargs)
        self.function = self.traced.function
        self.board, self.options = board, dict(options or {})
        self._timeout, self._python = timeout, python
        self._example = (tuple(args), dict(kwargs))
        self.compilation = compile_text(
            self.traced.text, board=board, options=self.options, timeout=timeout, python=python
        )
        with compiler.diagnosed(warnings=["-w"]) as context:
            module = compiler.parse(self.stablehlo, context=context)
            entry = entry_function(module)
            assert entry is not None
            name, type_ = entry.sym_name.data, entry.function_type
            self.signature = Signature.of(name, type_, argument_names(entry))
        self.binary, self.is_rewritten = _readable(self.compilation)

    @property
    def stablehlo(self) -> str:
        """Return the text that was compiled."""
        return self.traced.text

    @property
    def ttir(self) -> str:
        """Return the TTIR text of the plugin."""
        return self.compilation.ttir

    @property
    def ttnn(self) -> str:
        """Return the TTNN text of the plugin."""
        return self.compilation.ttnn

    def verify(self, inputs: str = "randn") -> Sequence[Verdict]:
        """Compare the plugin's TTIR with the StableHLO text, and its binary with its TTIR.

        Return one verdict for each step, see `ttmlir_py.validation.compare`.
        """
        from ttmlir_py import validation

        first = validation.compare(self.stablehlo, self.ttir, inputs)
        return [*first, *validation.compare(self.ttir, self.binary, inputs)]

    @cached_property
    def own(self) -> JaxModel:
        """Return the same function compiled by this package, for the same board."""
        args, kwargs = self._example
        return JaxModel(self.function, args, kwargs, Settings(self.board, warnings=("-w",)))

    def compare(self, *args: Any, **kwargs: Any) -> Comparison:
        """Compare the plugin's program with this package's, on the given arguments.

        Both run on the simulator. JAX computes the expected results on its own device.
        """
        tree_util = library("jax").tree_util
        expected = tree_util.tree_leaves(self.function(*args, **kwargs))
        wanted = [np.asarray(each) for each in expected]
        leaves = self.flatten(args, kwargs)
        names = (f"jax-tt-plugin {self.compilation.version}", "ttmlir_py")
        figures = [_figures(each, leaves, wanted) for each in (self, self.own)]
        return Comparison(dict(zip(names, figures, strict=True)))

    def _compiled_again(
        self, function: Callable[..., Any], args: Sequence[Any], kwargs: Mapping[str, Any]
    ) -> TTXlaModel:
        return TTXlaModel(
            function,
            args,
            kwargs,
            board=self.board,
            options=self.options,
            timeout=self._timeout,
            python=self._python,
        )


@dataclass(frozen=True)
class Figures:
    """Figures of one compiled program."""

    operations: int
    nanoseconds: float
    """The estimated run time."""
    memory: Mapping[str, int]
    """The peak of each memory, in bytes per bank."""
    error: float
    """The largest difference from JAX's results, relative to the largest number of the result."""


@dataclass(frozen=True)
class Comparison:
    """Figures of the programs of two compilers. `str(comparison)` is a table."""

    figures: Mapping[str, Figures]
    """Maps the name of the compiler to the figures of its program."""

    def __str__(self) -> str:
        names = list(self.figures)
        rows = [["", *names]]
        rows.append(["operations", *(str(each.operations) for each in self.figures.values())])
        rows.append(
            ["estimated time", *(f"{each.nanoseconds / 1000:.3f} us" for each in self._each)]
        )
        for memory in dict.fromkeys(name for each in self._each for name in each.memory):
            peaks = (each.memory.get(memory, 0) for each in self._each)
            rows.append([f"{memory} peak", *(f"{peak:,} B per bank" for peak in peaks)])
        rows.append(["error", *(f"{each.error:.1e}" for each in self._each)])
        widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
        return "\n".join(
            "  ".join(text.ljust(width) for text, width in zip(row, widths, strict=True)).rstrip()
            for row in rows
        )

    @property
    def _each(self) -> Sequence[Figures]:
        return list(self.figures.values())


def _figures(model: Executable, inputs: Sequence[Any], wanted: Sequence[Array]) -> Figures:
    from ttmlir_py.runtime.observers.memory_tracker import MemoryTracker

    tracker = MemoryTracker(model.loaded.system_desc)
    outputs = model.run(inputs, hooks=tracker.hooks)
    pairs = zip(wanted, outputs, strict=True)
    return Figures(
        len(model.program.operations),
        model.perf().nanoseconds,
        {name: row.during[name] for name, row in tracker.report.peak.items()},
        max((_error(ours, theirs) for ours, theirs in pairs), default=0.0),
    )


def _error(expected: Array, found: Array) -> float:
    ours, theirs = (each.astype(np.float64) for each in (expected, found))
    largest = float(np.abs(ours).max(initial=0.0)) or 1.0
    return float(np.abs(ours - theirs).max(initial=0.0)) / largest


def compile(
    function: Callable[..., Any],
    /,
    *example_args: Any,
    board: str = DEFAULT_SYSTEM,
    options: Mapping[str, object] | None = None,
    example_kwargs: Mapping[str, Any] | None = None,
    timeout: float = TIMEOUT,
    python: str | os.PathLike[str] = sys.executable,
) -> TTXlaModel:
    """Compile a JAX function with Tenstorrent's compiler for arguments of the examples' shapes.

    `options` are compile options of tt-xla. The compilation ends after `timeout` seconds. `python`
    is the interpreter in whose environment `jax-tt-plugin` is installed. Raises `PluginError` if
    the plugin is missing, refuses the function, crashes or takes too long.
    """
    return TTXlaModel(
        function,
        example_args,
        example_kwargs or {},
        board=board,
        options=options,
        timeout=timeout,
        python=python,
    )


__all__ = [
    "Comparison",
    "Compilation",
    "Figures",
    "PluginError",
    "TTXlaModel",
    "compile",
    "compile_text",
    "parts",
]


def __dir__() -> list[str]:
    return sorted(__all__)
