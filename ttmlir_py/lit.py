"""lit suites for this project's tools, written as MLIR's and tt-mlir's are.

A folder of tests needs a `lit.cfg`:

    import ttmlir_py.lit

    ttmlir_py.lit.configure(config)

and then `lit FOLDER` runs what the tests in it say, such as `// RUN: ttmlir-opt --ttir-to-ttnn-backend-pipeline %s | FileCheck %s`.
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
"""Environment variable: the system descriptor that `%system_desc_path%` stands for; none is the default board."""

_PASSED = ("TTMLIR_CACHE", "TTMLIR_CACHE_SIZE", "TTMLIR_WARM", "XDG_RUNTIME_DIR")
"""Environment variables that tests get, if they are set: how the tools start, and where they keep results."""

_OUTPUT = "out"
"""The folder in which a suite works; it has no tests."""

_WITNESSES = ("flatc", "g++", "mlir-opt-19", "mlir-translate-19")
"""Programs that tests may require by name."""


def configure(config: Any, root: str | os.PathLike[str] | None = None) -> None:
    """Set up lit's `config` for the tests in `root`, by default the folder of the `lit.cfg` that calls this.

    A test runs in the folder of `out/lit` that is called as its own. Tools are those of the Python environment that runs lit. `FileCheck` is LLVM's if one is on the path, else PyPI's `filecheck`.
    Substitutions beside lit's own are `%python` and `%system_desc_path%`. A test may require (`REQUIRES:`) the dialects of the tools,
    such as `ttnn`, and programs such as `flatc` and `g++`, by name.
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


def file_check() -> str:
    """The command that checks output: LLVM's FileCheck of the newest version on the path, else PyPI's."""
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
