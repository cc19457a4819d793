"""Running of emitted programs: C++, or Python scripts for the `ttnn` API."""

import os
import re
import runpy
import subprocess
import sys
import traceback
from collections.abc import Callable, Mapping
from pathlib import Path
from types import ModuleType
from typing import Any

from ttmlir_py.common.contents import HEAD, is_mlir
from ttmlir_py.runtime.errors import SimulationError
from ttmlir_py.standalone.toolchain import INCLUDE, StandaloneError, build_program, build_shared
from ttmlir_py.ttnn.scripts import modules_for

_MAIN = re.compile(r"^(?:int|int32_t|std::int32_t) main\(", re.MULTILINE)


def is_cpp(text: str) -> bool:
    """Return whether a program is C++, which includes headers, and not Python."""
    return re.search(r"^#include ", text, re.MULTILINE) is not None


def run_cpp(source: Path, folder: Path, *, ttnn: Path | None, trace: bool) -> int:
    """Build a C++ program in a folder, run it, and return its exit code. Raises StandaloneError.

    `ttnn` is TTNN's source tree, or None for the host library. `trace` shows each call.
    """
    if not _MAIN.search(source.read_text(encoding="utf-8", errors="surrogateescape")):
        raise StandaloneError(
            f"{source.name} has no main: emit it with --ttir-to-emitc-pipeline, which makes one, "
            "or compare it with its binary by 'ttrt run --emitc'"
        )
    program = folder / source.stem
    build_program(source, program, ttnn=ttnn)
    environment = {**os.environ, "TTNN_HOST_PYTHON": sys.executable}
    if trace:
        environment["TTNN_HOST_TRACE"] = "1"
    code = subprocess.run([program], env=environment, check=False).returncode
    if code < 0:
        raise StandaloneError(f"{source.name} was ended by signal {-code}")
    return code


def run_python(source: Path, *, trace: bool) -> int:
    """Run a script with the simulator as `ttnn`, and return its exit code. Raises StandaloneError.

    `trace` shows each call.
    """
    ttnn = _traced_module() if trace else _simulator()
    try:
        with modules_for(source, ttnn):
            runpy.run_path(str(source), run_name="__main__")
    except SystemExit as error:
        return error.code if isinstance(error.code, int) else int(error.code is not None)
    except Exception as error:
        raise script_error(source, error) from None
    return 0


def load_python(source: Path) -> Mapping[str, Any]:
    """Return the definitions of a script with the simulator as `ttnn`, without running its `main`.

    Raises StandaloneError for the script's exceptions.
    """
    try:
        with modules_for(source, _simulator()):
            return runpy.run_path(str(source), run_name="program")
    except Exception as error:
        raise script_error(source, error) from None


def script_error(source: Path, error: Exception) -> StandaloneError:
    """Return the error for a script's exception, which names the line of the script that caused
    it.
    """
    if isinstance(error, SyntaxError):
        if problem := _other_kind(source):
            return StandaloneError(f"{source}: {problem}")
        line = f":{error.lineno}" if error.lineno else ""
        return StandaloneError(f"{source}{line}: {error.msg}")
    message = str(error)
    if not isinstance(error, SimulationError):
        message = f"{type(error).__name__}: {message}"
    place = traceback.extract_tb(error.__traceback__)
    lines = [f":{each.lineno}" for each in place if each.filename == str(source)]
    return StandaloneError(f"{source}{lines[-1] if lines else ''}: {message}")


def _other_kind(source: Path) -> str:
    """Return what the file is and what to do if it is MLIR or a binary; otherwise an empty text."""
    head = source.read_bytes()[:HEAD]
    if is_mlir(head):
        return (
            "this is MLIR text, expected C++ or Python; `ttmlir-compile FILE --emit=cpp` writes C++"
        )
    return "this is not a text, expected C++ or Python" if b"\0" in head else ""


def _simulator() -> ModuleType:
    from ttmlir_py import ttnn

    return ttnn


def _traced_module() -> ModuleType:
    """Return a copy of the simulator's module whose functions report calls to standard error."""
    from ttmlir_py.standalone.server import call

    simulator = _simulator()
    traced = ModuleType("ttnn")

    def tell(text: str) -> None:
        print(text, file=sys.stderr)

    def wrap(name: str) -> Callable[..., Any]:
        return lambda *arguments, **keywords: call(name, arguments, keywords, tell)

    for name, value in vars(simulator).items():
        is_function = callable(value) and not isinstance(value, type)
        setattr(traced, name, wrap(name) if is_function else value)
    return traced


def shared_object(binary: Path) -> Path:
    """Return the path of the shared object for the C++ next to a binary, built if it is out of
    date.

    `add.ttnn` has the program `add.cpp`. Raises StandaloneError if both files are missing.
    """
    source, library = binary.with_suffix(".cpp"), binary.with_suffix(".so")
    if source.exists():
        newest = max(path.stat().st_mtime_ns for path in (source, *INCLUDE.rglob("*")))
        if not library.exists() or library.stat().st_mtime_ns < newest:
            build_shared(source, library)
    elif not library.exists():
        raise StandaloneError(f"{binary.name}: expected {source.name} in the same folder")
    return library
