"""lit suites for this project's tools, in the style of MLIR's and tt-mlir's suites.

A folder of tests needs a `lit.cfg`:

    import ttmlir_py.lit

    ttmlir_py.lit.configure(config)

`lit FOLDER` then runs the commands of its tests, such as
`// RUN: ttmlir-opt --ttir-to-ttnn-backend-pipeline %s | FileCheck %s`.
"""

import inspect
import os
import re
import shutil
import sys
from pathlib import Path
from typing import Any

__all__ = [
    "configure",
    "file_check",
]

_SYSTEM_DESC = "SYSTEM_DESC_PATH"
"""Environment variable with the system descriptor for `%system_desc_path%`. Without it, tests use
the default board.
"""

_PASSED = ("TTMLIR_CACHE", "TTMLIR_CACHE_SIZE", "TTMLIR_WARM", "XDG_RUNTIME_DIR")
"""Environment variables that tests inherit: settings of the result cache and the warm server."""

IN_PROCESS = "TTMLIR_LIT_IN_PROCESS"
"""Environment variable that makes lit run the tools in its own processes (`tools.in_process`)."""

_OUTPUT = "out"
"""The working folder of a suite, which contains no tests."""

_WITNESSES = ("flatc", "g++", "mlir-opt-19", "mlir-translate-19")
"""Programs that tests can require by name."""


def configure(config: Any, root: str | os.PathLike[str] | None = None) -> None:
    """Set up lit's `config` for the tests in `root`, by default the folder of the `lit.cfg` that
    calls this.

    A test runs in a folder below `out/lit` with the name of its own folder. Tools come from the
    Python environment that runs lit. `FileCheck` is LLVM's if it is on the path, else PyPI's
    `filecheck`. `%python` and `%system_desc_path%` are additional substitutions. `REQUIRES:`
    accepts the dialects of the tools, such as `ttnn`, and programs such as `flatc` and `g++`.
    With the environment variable `TTMLIR_LIT_IN_PROCESS`, the tools run in lit's processes.
    """
    import lit.formats  # pyright: ignore[reportMissingTypeStubs]

    from ttmlir_py.dialects import registry

    caller = inspect.stack()[1].frame.f_globals
    folder = Path(caller["__file__"]).parent if root is None else Path(root)
    config.name = folder.resolve().name
    config.test_format = lit.formats.ShTest(execute_external=False)
    config.suffixes = [".mlir"]
    config.excludes = ["Inputs", _OUTPUT]
    config.test_source_root = str(folder.resolve())
    config.test_exec_root = str(folder.resolve() / _OUTPUT / "lit")
    tools = Path(sys.executable).parent
    config.environment["PATH"] = os.pathsep.join([str(tools), os.environ.get("PATH", "")])
    description = os.environ.get(_SYSTEM_DESC, "")
    for name in _PASSED:
        if name in os.environ:
            config.environment[name] = os.environ[name]
    if description:
        config.environment[_SYSTEM_DESC] = description
    config.substitutions += [
        ("%python", sys.executable),
        ("%system_desc_path%", description),
        (r"(?<![\w%/.-])FileCheck(?![\w.-])", file_check()),
    ]
    config.available_features.update(registry().factories)
    config.available_features.update(name for name in _WITNESSES if shutil.which(name))
    if os.environ.get(IN_PROCESS, "0") not in ("", "0"):
        from ttmlir_py.tools import in_process

        in_process.install()


def file_check() -> str:
    """Return the command that checks output: the newest LLVM FileCheck on the path, else PyPI's."""
    folders = os.environ.get("PATH", "").split(os.pathsep)
    versions = {
        int(match[1])
        for folder in folders
        if os.path.isdir(folder)
        for name in os.listdir(folder)
        if (match := re.fullmatch(r"FileCheck-(\d+)", name))
    }
    names = ["FileCheck", *(f"FileCheck-{version}" for version in sorted(versions, reverse=True))]
    return next(
        filter(None, map(shutil.which, names)), str(Path(sys.executable).with_name("filecheck"))
    )


def __dir__() -> list[str]:
    return sorted(__all__)
