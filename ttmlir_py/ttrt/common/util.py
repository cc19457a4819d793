"""Logging, artifacts and result files of the commands."""

from __future__ import annotations

import json
import logging
import os
import shutil
import sys
from collections.abc import Sequence
from contextlib import suppress
from importlib import import_module
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ttmlir_py.common.files import new_file, write_file
from ttmlir_py.ttrt.options import ARTIFACTS, HOME_VARIABLE

if TYPE_CHECKING:
    from xml.etree.ElementTree import Element

    from ttmlir_py.ttrt import binary as binaries
    from ttmlir_py.ttrt.common.files import (
        Binary,
        FileManager,
        Flatbuffer,
        Globals,
        SystemDesc,
        get_ttrt_metal_home_path,
        ttrt_datatype_to_torch_dtype,
    )

_FILES = (
    *("Binary", "FileManager", "Flatbuffer", "Globals", "SystemDesc"),
    *("get_ttrt_metal_home_path", "ttrt_datatype_to_torch_dtype"),
)
"""Names that are imported from `ttrt.common.files` on first use."""

__all__ = [
    "Artifacts",
    "Binary",
    "FileManager",
    "Flatbuffer",
    "Globals",
    "Logger",
    "Results",
    "SystemDesc",
    "get_ttrt_metal_home_path",
    # Programs use these modules after `from ttrt.common.util import *`.
    "json",
    "os",
    "shutil",
    "ttrt_datatype_to_torch_dtype",
]


if not TYPE_CHECKING:  # Type checkers would accept any attribute of a module with `__getattr__`.

    def __getattr__(name: str) -> Any:
        """Return the attribute `name` of `ttrt.common.files`, which is imported on first use."""
        if name not in _FILES:
            raise AttributeError(f"module '{__name__}' has no attribute '{name}'")
        return getattr(import_module("ttmlir_py.ttrt.common.files"), name)


def __dir__() -> list[str]:
    return sorted(__all__)


LEVEL_VARIABLE = "TTRT_LOGGER_LEVEL"
"""Environment variable with the lowest level of messages to log, such as ERROR."""

ARTIFACT_FOLDERS = ("run", "perf")
"""Folders in the artifact directory of each binary."""
SYSTEM_DESC_FILE = "system_desc.ttsys"
REPORT_FILE = "ttrt_report.xml"


class _Terminal(logging.Handler):
    """A log handler that writes information to standard output, and other messages to standard
    error.
    """

    def emit(self, record: logging.LogRecord) -> None:
        stream = sys.stdout if record.levelno == logging.INFO else sys.stderr
        stream.write(record.getMessage() + "\n")


class _LogFile(logging.FileHandler):
    """A log handler that appends messages to a file.

    It raises OSError with the file's name if the file cannot be written.
    """

    def __init__(self, log: logging.Logger, name: str) -> None:
        super().__init__(name, mode="w", encoding="utf-8", errors="replace")
        self._log = log

    def handleError(self, record: logging.LogRecord) -> None:
        """Raise the current exception, because it cannot be logged to this file."""
        self._log.removeHandler(self)
        with suppress(OSError):
            self.close()
        error = sys.exc_info()[1]
        if not isinstance(error, OSError):
            return super().handleError(record)
        error.filename = self.baseFilename
        raise error


class Logger:
    """The log of a command, on the terminal or in a file. Warnings and errors always go to the
    terminal.

    A terminal gets information, warnings and errors; a file also gets debugging messages. The
    environment variable `TTRT_LOGGER_LEVEL` (DEBUG, INFO, WARNING, ERROR, CRITICAL) overrides this.
    Each instance is a separate log. Raises OSError if the file cannot be opened or written.
    """

    def __init__(self, file_name: str = "") -> None:
        self.file_name = file_name
        self.logging = logging.Logger("ttrt")
        level = logging.getLevelNamesMapping().get(os.environ.get(LEVEL_VARIABLE, ""))
        terminal = _Terminal(level or logging.INFO)
        self.logging.addHandler(terminal)
        if file_name:
            terminal.setLevel(max(terminal.level, logging.WARNING))
            file = _LogFile(self.logging, file_name)
            file.setLevel(level or logging.DEBUG)
            file.setFormatter(logging.Formatter("%(asctime)s - %(levelname)s - %(message)s"))
            self.logging.addHandler(file)

    def get_logger(self) -> logging.Logger:
        """Return the `logging.Logger`."""
        return self.logging


class Artifacts:
    """The directory where commands save artifacts, with a folder for each binary.

    The default is `ttrt-artifacts` in the directory that the environment variable `TT_MLIR_HOME`
    names, or in the working directory.
    """

    def __init__(
        self,
        logger: Logger,
        file_manager: FileManager | None = None,
        artifacts_folder_path: str = "",
    ) -> None:
        self.logging = logger.get_logger()
        self.artifacts_folder_path = artifacts_folder_path or os.path.join(
            os.environ.get(HOME_VARIABLE, ""), ARTIFACTS
        )

    def get_artifacts_folder_path(self) -> str:
        """Return the path of the artifact directory."""
        return self.artifacts_folder_path

    def get_binary_folder_path(self, binary: Binary) -> str:
        """Return the folder for a binary."""
        return str(self.folder_of(binary.name))

    def get_binary_perf_folder_path(self, binary: Binary) -> str:
        """Return the folder for the performance results of a binary."""
        return str(self.folder_of(binary.name) / "perf")

    def folder_of(self, name: str) -> Path:
        """Return the folder for the binary `name`, which is a file name or a relative path."""
        return Path(self.artifacts_folder_path, name)

    def create_artifacts(self) -> None:
        """Create the artifact directory. It may exist already."""
        self.logging.debug("creating directory=%s", self.artifacts_folder_path)
        os.makedirs(self.artifacts_folder_path, exist_ok=True)

    def clean_artifacts(self) -> None:
        """Remove earlier artifacts: folders that contain a binary of their name. Keep all other
        files.
        """
        root = Path(self.artifacts_folder_path)
        if not root.is_dir():
            return
        self.logging.debug("removing artifacts in %s", root)
        (root / SYSTEM_DESC_FILE).unlink(missing_ok=True)
        emptied = {root}
        for folder, folders, files in os.walk(root):
            if set(ARTIFACT_FOLDERS) <= set(folders) and os.path.basename(folder) in files:
                shutil.rmtree(folder)
                emptied.update(p for p in Path(folder).parents if p.is_relative_to(root))
        for folder in sorted(emptied, reverse=True):
            with suppress(OSError):  # other files remain in the folder
                folder.rmdir()
        if root.is_dir():
            self.logging.warning("%s: warning: left in place: it holds other files", root)

    def clean_binary_artifacts(self, binary: Binary) -> None:
        """Remove the folder for a binary, if it exists."""
        folder = self.folder_of(binary.name)
        if folder.is_dir():
            shutil.rmtree(folder)

    def create_binary_artifacts_folder(self, binary: Binary) -> None:
        """Create the folder for a binary, with a folder for each of its programs."""
        folder = self.folder_of(binary.name)
        (folder / "perf").mkdir(parents=True, exist_ok=True)
        for program in binary.programs:
            (folder / "run" / f"program_{program.index}").mkdir(parents=True, exist_ok=True)

    def save_binary(self, binary: Binary, query: Any = None) -> None:
        """Save a binary with the tensors of its programs, and the system description of `query`, a
        `Query` command, if given.
        """
        folder = self.copy_binary(Path(binary.file_path), binary.name)
        self.create_binary_artifacts_folder(binary)
        for program in binary.programs:
            own = str(folder / "run" / f"program_{program.index}")
            for kind in ("input", "output"):
                tensors = program.input_tensors if kind == "input" else program.output_tensors
                for index, tensor in enumerate(tensors):
                    self.save_torch_tensor(own, tensor, f"{kind}_{index}.pt")
        if query is not None:
            self.save_system_desc(query.system_desc, str(folder))

    def save_torch_tensor(
        self, folder_path: str, torch_tensor: Any, torch_tensor_name: str
    ) -> None:
        """Save a tensor with `torch.save`. Raise ImportError if PyTorch is not installed."""
        from ttmlir_py.ttrt.common.files import import_torch

        self.logging.info("saving torch tensor=%s to %s", torch_tensor_name, folder_path)
        file = BytesIO()
        import_torch("save_torch_tensor").save(torch_tensor, file)
        write_file(f"{folder_path}/{torch_tensor_name}", file.getvalue())

    def copy_binary(self, path: Path, name: str) -> Path:
        """Copy a binary into its artifact folder, which is created if needed. Return the folder."""
        folder = self.folder_of(name)
        for each in ARTIFACT_FOLDERS:
            (folder / each).mkdir(parents=True, exist_ok=True)
        with open(path, "rb") as source, new_file(folder / path.name) as copy:
            shutil.copyfileobj(source, copy)
        self.logging.debug("saved binary=%s to folder=%s", path, folder)
        return folder

    def save_system_desc(
        self,
        system_desc: binaries.SystemDesc,
        system_desc_folder: str = "",
        system_desc_name: str = SYSTEM_DESC_FILE,
    ) -> None:
        """Write a system descriptor into a folder, by default the artifact directory."""
        folder = system_desc_folder or self.artifacts_folder_path
        system_desc.store(os.path.join(folder, system_desc_name))

    def write_system_desc(self, data: bytes, folder: str | Path = "") -> Path:
        """Write a system descriptor file into `folder`, by default the artifact directory. Return
        its path.
        """
        path = Path(folder or self.artifacts_folder_path, SYSTEM_DESC_FILE)
        write_file(path, data)
        return path


class Results:
    """The results of a command: one dictionary per file.

    Keys include `file_path`, `result` (`pass`, `skip`, `error`) and `exception`.
    """

    def __init__(
        self, logger: Logger | None = None, file_manager: FileManager | None = None
    ) -> None:
        self.results: list[dict[str, Any]] = []

    def add_result(self, result: dict[str, Any]) -> None:
        """Add a result."""
        self.results.append(result)

    def get_results(self) -> list[dict[str, Any]]:
        """Return all results, in order."""
        return self.results

    def get_result_code(self) -> int:
        """Return 0 if there are results and all passed, else 1."""
        return int(not self.results or any(each["result"] != "pass" for each in self.results))

    def save_results(self, file_name: str = "results.json") -> None:
        """Write the results as JSON to `file_name`, and as a JUnit report to the same directory.

        Raise OSError.
        """
        write_file(file_name, json.dumps(self.results, indent=2) + "\n")
        from xml.etree.ElementTree import ElementTree

        report = ElementTree(_report(self.results))
        with new_file(Path(file_name).with_name(REPORT_FILE)) as file:
            report.write(file, "utf-8", xml_declaration=True)


_JUNIT = {"error": "failure", "skip": "skipped"}
"""JUnit element for each result other than "pass"."""


def _report(results: Sequence[dict[str, Any]]) -> Element:
    from xml.etree.ElementTree import Element, SubElement

    counts = {
        "name": "TTRT",
        "tests": str(len(results)),
        "failures": str(sum(each["result"] == "error" for each in results)),
        "skipped": str(sum(each["result"] == "skip" for each in results)),
    }
    root = Element("testsuites", counts)
    suite = SubElement(root, "testsuite", counts)
    for each in results:
        shown = ("file_path", "result", "exception", "log_file", "artifacts")
        attributes = {name: _xml_text(str(each.get(name, ""))) for name in shown}
        named = {"name": attributes["file_path"], **attributes}
        case = SubElement(suite, "testcase", named)
        if each["result"] in _JUNIT:
            message = {"message": attributes["exception"]}
            SubElement(case, _JUNIT[each["result"]], message)
    return root


def _xml_text(text: str) -> str:
    """Return `text` with a question mark for each character that XML cannot contain."""
    return "".join(c if c.isprintable() or c in "\n\t" else "?" for c in text)
