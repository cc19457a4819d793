"""`ttrt run`: runs binaries on the simulator."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar

from ttmlir_py.common.suggestions import unknown_name
from ttmlir_py.runtime.defaults import INITIALIZERS, tensor_trace_path
from ttmlir_py.ttrt import options
from ttmlir_py.ttrt.common.command import Command, Outcome, describe_error
from ttmlir_py.ttrt.common.versions import check_system, check_version

if TYPE_CHECKING:
    from ttmlir_py.ttrt.execution import RunSettings
    from ttmlir_py.ttrt.flatbuffers import Flatbuffer


_FILES_OF_ONE = (
    *("--save-outputs", "--graph-trace", "--report", "--op-trace", "--tensor-trace"),
    *("--timeline", "--grid-picture"),
)
"""Options whose file is for a single binary, so that they cannot be used with several."""


class Runner(Command):
    """The base class of the commands that run programs."""

    def result_fields(self) -> dict[str, Any]:
        """Return the shared result fields and the requested program index."""
        return super().result_fields() | {"program_index": self["--program-index"]}

    def check_constraints(self) -> None:
        """Find the binaries, and check the options.

        Options that name one output file are an error for several binaries.
        """
        super().check_constraints()
        self._system = None
        source = self["--system-desc"]
        try:
            self.system()
        except (OSError, ValueError) as error:
            self.report(source, Outcome([], [], "error", describe_error(error)))
            self.files = []
        given = [name for name in _FILES_OF_ONE if name in self.registered_args and self[name]]
        if given and len(self.files) > 1:
            message = f"{given[0]} takes one binary, here are {len(self.files)}"
            self.report(self["binary"], Outcome([], [], "error", message))
            self.files = []

    _system: Flatbuffer | None = None

    def system(self) -> Flatbuffer | None:
        """Return the system that `--system-desc` names, or None. Raise OSError and
        `BinaryError`.
        """
        if self._system is None and self["--system-desc"]:
            from ttmlir_py.ttrt.system import load_system

            self._system = load_system(self["--system-desc"])
        return self._system

    def outcomes(self) -> Iterator[Outcome]:
        """Yield the outcome of each file. Several files are handled in parallel processes."""
        from ttmlir_py.ttrt.parallel import handle_all, processors

        jobs = min(self["--jobs"] or processors(), len(self.files)) if self.may_share() else 1
        return handle_all(self, jobs) if jobs > 1 else super().outcomes()

    def may_share(self) -> bool:
        """Whether other processes may handle files.

        They may not if a callback is registered, which must run in this process.
        """
        from ttmlir_py.ttrt.callbacks import DebugHooks

        return DebugHooks.callback is None

    def settings(self, **others: Any) -> RunSettings:
        """Return the run settings for the command's options. `others` override fields."""
        from ttmlir_py.ttrt.execution import RunSettings

        return RunSettings.of({name: self[name] for name in self.registered_args}, **others)

    def open(self, path: Path, outcome: Outcome) -> Flatbuffer:
        """Open a binary, and check its version and system. Raise `BinaryError` and `Skipped`."""
        from ttmlir_py.ttrt.flatbuffers import Flatbuffer, require_programs

        binary = Flatbuffer.load(path)
        require_programs(binary)
        check_version(self, binary, outcome)
        system = self.system()
        if system is not None:
            check_system(self, binary, system, outcome)
        return binary

    def save_artifacts(self, path: Path, binary: Flatbuffer) -> Path:
        """Save the binary and its system description as artifacts, and return their folder."""
        from ttmlir_py.ttrt.system import system_desc_of

        folder = self.artifacts.copy_binary(path, self.artifact_name(path))
        self.artifacts.write_system_desc(system_desc_of(binary), folder)
        return folder


class TorchInitializer:
    """Functions that create PyTorch tensors, which need PyTorch."""

    init_fns: ClassVar[list[str]] = sorted(INITIALIZERS)

    @staticmethod
    def get_initilizer(name: str) -> Callable[..., Any]:
        """Return the initializer of this name, such as `randn`. Raise ValueError for an unknown
        name.
        """
        if name not in TorchInitializer.init_fns:
            raise ValueError(unknown_name("init function", name, TorchInitializer.init_fns))
        return getattr(TorchInitializer, name)

    @staticmethod
    def get_init_fns() -> list[str]:
        """Return the names of the initializers."""
        return TorchInitializer.init_fns

    @staticmethod
    def randn(shape: Sequence[int], dtype: Any) -> Any:
        """Return random values: normal, or uniform over the range of an integer type."""
        torch = _torch()
        if dtype.is_floating_point:
            return torch.randn(shape, dtype=dtype)
        limits = torch.iinfo(dtype)
        return torch.randint(limits.min, limits.max + 1, shape, dtype=dtype)

    @staticmethod
    def rand(shape: Sequence[int], dtype: Any) -> Any:
        """Return random values from [0, 1), or over the range of an integer type."""
        if dtype.is_floating_point:
            return _torch().rand(shape, dtype=dtype)
        return TorchInitializer.randn(shape, dtype)

    @staticmethod
    def arange(shape: Sequence[int], dtype: Any) -> Any:
        """Return 0, 1, 2, ... in row-major order."""
        return _torch().arange(math.prod(shape), dtype=dtype).reshape(shape)

    @staticmethod
    def zeros(shape: Sequence[int], dtype: Any) -> Any:
        """Return zeros."""
        return _torch().zeros(shape, dtype=dtype)

    @staticmethod
    def ones(shape: Sequence[int], dtype: Any) -> Any:
        """Return ones."""
        return _torch().ones(shape, dtype=dtype)


def _torch() -> Any:
    from ttmlir_py.ttrt.common.files import import_torch

    return import_torch("TorchInitializer")


class Run(Runner):
    """The command that runs programs on the simulator, and checks their results."""

    description = "Run the programs of a .ttnn or .ttm file, or of all such files in a directory."
    examples = """examples:
  ttrt run model.ttnn                                     random inputs, summary of the outputs
  ttrt run --init ones --program-index 1 model.ttnn
  ttrt run --init variance=rand,bias=zeros,randn model.ttnn   by argument, and randn for the others
  ttrt run --inputs in.npz --save-outputs out.npz model.ttnn
  ttrt run --golden f64 model.ttnn                        how far is each operation from float64?
  ttrt run --memory --check-memory-leak --save-artifacts model.ttnn
  ttrt run --check strict model.ttm                       run kernels, with all checks

input files hold arrays named arg0, arg1, ..., output files out0, out1, ...; when a binary has several
programs and all of them run, the names start with the program's: forward.arg0, forward.out0.
"""  # noqa: E501
    options = options.RUN
    TorchInitializer = TorchInitializer
    suffixes = (".ttnn", ".ttm", ".ttb")

    def may_share(self) -> bool:
        """Whether other processes may handle files.

        They may not in the case of a registered callback, nor if the debugger uses the terminal,
        nor if an environment variable requests a trace: all binaries write the same trace file, and
        the last one must win.
        """
        return super().may_share() and not self["--debugger"] and not tensor_trace_path()

    def process(self, path: Path, outcome: Outcome) -> None:
        """Run the programs of one binary."""
        from ttmlir_py.ttrt.execution import run_binary

        binary = self.open(path, outcome)
        folder = self.save_artifacts(path, binary) if self["--save-artifacts"] else None
        own = self.artifacts.folder_of(self.artifact_name(path))
        compared = own if self["--save-golden-tensors"] else None
        settings = self.settings(artifacts=folder, golden_tensors=compared)
        if binary.file_identifier == "TTM0":
            from ttmlir_py.ttrt.metal import run_metal_binary

            run_metal_binary(binary, settings, outcome)
            return
        run_binary(path, binary, settings, outcome)
