"""The base class of all `ttrt` commands, which return a result for each file."""

import os
import traceback
from argparse import ArgumentParser, Namespace
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from errno import ENOENT
from pathlib import Path
from typing import Any, ClassVar

from ttmlir_py.common import interrupts
from ttmlir_py.runtime.errors import SimulationError
from ttmlir_py.ttrt.common.util import Artifacts, Logger, Results
from ttmlir_py.ttrt.options import Option


class Skipped(Exception):
    """An exception that skips a binary. The message is one line."""


@dataclass(slots=True)
class Outcome:
    """The outcome of a command for one file. It is sent between processes, so it is plain data."""

    lines: list[str] = field(default_factory=list[str])
    warnings: list[str] = field(default_factory=list[str])
    result: str = "pass"
    exception: str = ""
    traceback: str = ""
    """Traceback of an unexpected exception, for the log."""
    callback_traceback: str = ""
    """Traceback of an exception in the user's callback, which is shown to the user."""
    details: dict[str, Any] = field(default_factory=dict[str, Any])
    """Additional fields of the result."""


class Command:
    """A command such as `ttrt run`: construct it with its arguments, then call it.

    `args` maps options of the command line (`--loops`, `binary`) to values, or is the result of a
    parser that `generate_subparser` made. Missing options have their defaults. A call returns the
    exit code and a list of results. Each call starts with empty results. Raises ValueError for an
    argument that the command line would refuse.
    """

    description: ClassVar[str]
    examples: ClassVar[str] = ""
    options: ClassVar[tuple[Option, ...]] = ()
    suffixes: ClassVar[tuple[str, ...]] = (".ttnn", ".ttm", ".ttb")
    registered_args: ClassVar[dict[str, dict[str, Any]]]
    """Maps option names to dictionaries with `type`, `default`, `choices` and `help`."""

    def __init_subclass__(cls) -> None:
        cls.registered_args = {each.name: _description(each) for each in cls.options}

    @classmethod
    def initialize_api(cls) -> None:
        """Do nothing, because the options are declared with the class."""

    @classmethod
    def register_arg(
        cls,
        name: str,
        type: Callable[[str], Any],
        default: Any,
        choices: Sequence[Any] | None,
        help: str,
    ) -> None:
        """Add an option. `type` is bool for a switch, else it converts the option's text."""
        is_switch = type is bool
        option = Option(
            name,
            help,
            default,
            None if is_switch else type,
            () if is_switch else tuple(map(str, choices or ())),
        )
        cls.options = (*(each for each in cls.options if each.name != name), option)
        cls.registered_args[name] = _description(option)

    @classmethod
    def generate_subparser(cls, subparsers: Any) -> ArgumentParser:
        """Add a parser of the command's options to `subparsers`, and return it.

        The parsed arguments have the attribute `api`, which is this class.
        """
        parser: ArgumentParser = subparsers.add_parser(cls.__name__.lower(), help=cls.description)
        parser.set_defaults(api=cls)
        for each in cls.options:
            settings: dict[str, Any] = {"help": each.help.replace("%", "%%")}
            if each.parse is None:
                settings["action"] = "store_true"
            elif each.name.startswith("-"):
                settings |= {"type": each.parse, "default": each.default}
                settings |= {"choices": each.choices or None, "metavar": each.metavar}
            parser.add_argument(each.name, **settings)
        return parser

    def __init__(
        self,
        args: Mapping[str, Any] | Namespace | None = None,
        logger: Logger | None = None,
        artifacts: Artifacts | None = None,
    ) -> None:
        self._values: dict[str, Any] = {each.name: each.default for each in self.options}
        if isinstance(args, Namespace):
            names = {each.name.lstrip("-").replace("-", "_"): each.name for each in self.options}
            args = {names[key]: value for key, value in vars(args).items() if key in names}
        for name, value in (args or {}).items():
            if value is not None:
                self[name] = value
        self.logger = logger or Logger(self["--log-file"])
        self.logging = self.logger.get_logger()
        self.artifacts = artifacts or Artifacts(
            self.logger, artifacts_folder_path=self["--artifact-dir"]
        )
        self.results = Results()
        self.files: list[Path] = []

    @property
    def name(self) -> str:
        """Return the name of the command, such as `run`."""
        return type(self).__name__.lower()

    def __getitem__(self, key: str) -> Any:
        return self._values[key]

    def __setitem__(self, key: str, value: Any) -> None:
        option = next((each for each in self.options if each.name == key), None)
        if option is None:
            raise ValueError(f"'{self.name}' has no argument '{key}'")
        self._values[key] = option.value(value)

    def __call__(self) -> tuple[int, list[dict[str, Any]]]:
        """Run the command, and return the exit code and the results."""
        self.results = Results()
        self.files = []
        try:
            self.preprocess()
            if (missing := self._missing_result_folder()) is not None:
                self._fail(missing)
                return self.results.get_result_code(), self.results.get_results()
            self.check_constraints()
            self.execute()
        except OSError as error:
            self._fail(error)
        try:
            self.postprocess()
        except OSError as error:
            self._fail(error)
        return self.results.get_result_code(), self.results.get_results()

    def _missing_result_folder(self) -> OSError | None:
        """Return the error for a result file in a folder that does not exist, or None.

        A missing folder is reported before the run, which could take long.
        """
        file = self["--result-file"]
        if not file or Path(file).parent.is_dir():
            return None
        return FileNotFoundError(ENOENT, os.strerror(ENOENT), file)

    def _fail(self, error: OSError) -> None:
        """Report that a log, result file or artifact cannot be written."""
        if isinstance(error, BrokenPipeError):
            raise error
        self.report(
            error.filename or "standard output", Outcome([], [], "error", describe_error(error))
        )

    def preprocess(self) -> None:
        """Clean and create the artifact directory, as the options request."""
        if self["--clean-artifacts"]:
            self.artifacts.clean_artifacts()
        if self["--save-artifacts"]:
            self.artifacts.create_artifacts()

    def check_constraints(self) -> None:
        """Find the files to handle. Report an error if no file is found."""
        try:
            folder = self.artifacts.get_artifacts_folder_path()
            self.files = find_files(self["binary"], self.suffixes, folder)
        except OSError as error:
            self.report(self["binary"], Outcome([], [], "error", describe_error(error)))

    def execute(self) -> None:
        """Handle the files, and report their outcomes in order."""
        for path, outcome in zip(self.files, self.outcomes(), strict=True):
            text = "\n".join(outcome.lines)
            if text:
                self.logging.info(f"{path}:\n{text}" if len(self.files) > 1 else text)
            self.report(str(path), outcome)

    def postprocess(self) -> None:
        """Log how many files passed if there are several, and save the results."""
        results = self.results.get_results()
        if len(results) > 1:
            kinds = [each["result"] for each in results]
            counts = [f"{kinds.count(kind)} {kind}" for kind in sorted(set(kinds), reverse=True)]
            self.logging.info("%d results: %s", len(kinds), ", ".join(counts))
        if self["--result-file"]:
            self.results.save_results(self["--result-file"])

    def outcomes(self) -> Iterator[Outcome]:
        """Yield the outcome of each file."""
        return map(self.handle, self.files)

    def handle(self, path: Path) -> Outcome:
        """Return the outcome of one file. Exceptions become errors in the outcome."""
        outcome = Outcome()
        try:
            self.process(path, outcome)
        except Skipped as reason:
            outcome.result, outcome.exception = "skip", str(reason)
        except Exception as error:
            if interrupts.caused(error):
                raise KeyboardInterrupt from error
            outcome.result, outcome.exception = "error", describe_error(error, str(path))
            outcome.callback_traceback = _callback_traceback(error)
            if outcome.exception.startswith("internal error"):
                outcome.traceback = traceback.format_exc()
        return outcome

    def process(self, path: Path, outcome: Outcome) -> None:
        """Run the command on the file `path`, and record what it finds in `outcome`."""
        raise NotImplementedError

    def artifact_name(self, path: Path) -> str:
        """Return the name of the artifact folder for a binary: its file name, or its relative
        path.
        """
        return path.name if path == Path(self["binary"]) else str(path.relative_to(self["binary"]))

    def result_fields(self) -> dict[str, Any]:
        """Return the fields that all results of this command share."""
        return {
            "log_file": self.logger.file_name,
            "artifacts": self.artifacts.get_artifacts_folder_path(),
        }

    def report(self, path: str, outcome: Outcome) -> None:
        """Log the outcome of the file `path`, and add it to the results."""
        for warning in outcome.warnings:
            self.logging.warning("%s: warning: %s", path, warning)
        if outcome.result == "pass":
            self.logging.debug("PASS: test case=%s", path)
        else:
            word = {"skip": "skipped"}.get(outcome.result, outcome.result)
            self.logging.error("%s: %s: %s", path, word, outcome.exception)
        if outcome.callback_traceback:
            self.logging.error(outcome.callback_traceback.rstrip("\n"))
        if outcome.traceback:
            self.logging.debug(outcome.traceback)
        result = {"file_path": path, "result": outcome.result, "exception": outcome.exception}
        self.results.add_result(result | self.result_fields() | outcome.details)


def _description(option: Option) -> dict[str, Any]:
    return {
        "type": bool if option.parse is None else type(option.default),
        "default": option.default,
        "choices": option.choices or None,
        "help": option.help,
    }


def find_files(path: str, suffixes: Sequence[str], left_out: str = "") -> list[Path]:
    """Return `path` itself if it is a file, or the sorted files below it with one of `suffixes`.

    Files below the artifact directory `left_out` are copies and are not included. Raises OSError if
    the file or directory does not exist, or if the directory has no such file.
    """
    if not path:
        raise OSError(0, "no file is given")
    root = Path(path)
    if not root.is_dir():
        os.stat(root)
        return [root]
    skipped = Path(left_out or os.devnull).absolute()
    if root.absolute().is_relative_to(skipped):
        skipped = Path(os.devnull)
    inside = (each for each in root.rglob("*") if each.suffix in suffixes and each.is_file())
    found = sorted(each for each in inside if not each.absolute().is_relative_to(skipped))
    if not found:
        raise OSError(0, f"no {' or '.join(suffixes)} files in this directory", path)
    return found


def describe_error(error: Exception, path: str = "") -> str:
    """Return a one-line description of `error`. It starts with the file's name, unless that is
    `path`.
    """
    if isinstance(error, OSError):
        reason = error.strerror or str(error)
        is_other = path and error.filename not in (None, path)
        return f"{error.filename}: {reason}" if is_other else reason

    from ttmlir_py.schemas import BinaryError
    from ttmlir_py.ttrt.callbacks import CallbackError

    if isinstance(error, SimulationError | BinaryError | CallbackError):
        return str(error)
    if isinstance(error, MemoryError):
        return "out of memory"
    return " ".join(f"internal error: {type(error).__name__}: {error}".split())


def _callback_traceback(error: Exception) -> str:
    from ttmlir_py.ttrt.callbacks import CallbackError

    return error.traceback if isinstance(error, CallbackError) else ""
