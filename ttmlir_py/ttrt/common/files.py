"""File and environment helpers of upstream's module `ttrt.common.util`.

This is a facade for compatibility with upstream.
"""

import logging
import os
import shutil
from collections.abc import Callable, Sequence
from importlib import import_module
from pathlib import Path
from typing import Any, Protocol

from ttmlir_py.ttrt import binary as binaries
from ttmlir_py.ttrt.enums import DataType
from ttmlir_py.ttrt.flatbuffers import TOOL_VERSION


class Log(Protocol):
    """Any object with a `get_logger` method, such as a `Logger`."""

    def get_logger(self) -> logging.Logger:
        """Return the `logging.Logger`."""
        ...


_NAMES = ("Float32", "Float16", "BFloat16", "UInt32", "UInt16", "UInt8")
"""Element formats that PyTorch also has."""
_UNSUPPORTED = "Only F32 and unsigned integers are supported in the runtime"


def import_torch(user: str) -> Any:
    """Return the module `torch`. Raise ImportError, which names `user`, if it is not installed."""
    try:
        return import_module("torch")
    except ImportError:
        raise ImportError(f"{user} needs PyTorch: install the package 'torch'") from None


def ttrt_datatype_to_torch_dtype(dtype: Any) -> Any:
    """Return the PyTorch dtype for a `ttrt.runtime.DataType`.

    Raises ValueError for types other than f32 and unsigned integers.
    """
    torch = import_torch("ttrt_datatype_to_torch_dtype")
    name = getattr(dtype, "name", "")
    if name not in ("Float32", "UInt32", "UInt16", "UInt8"):
        raise ValueError(_UNSUPPORTED)
    return getattr(torch, name.lower())


def get_ttrt_metal_home_path() -> str:
    """Raise RuntimeError, because the simulator has no installation of TT-Metal."""
    raise RuntimeError("get_ttrt_metal_home_path: the simulator has no TT-Metal installation")


class Globals:
    """The environment variables of this process."""

    def __init__(self, logger: Log) -> None:
        self.logger = logger
        self.logging = logger.get_logger()

    def add_global_env(self, key: str, value: str) -> None:
        """Set the environment variable `key`."""
        self.logging.debug("adding (key, value)=(%s, %s) to environment", key, value)
        os.environ[key] = value

    def remove_global_env(self, key: str) -> None:
        """Remove the environment variable `key`. Raises KeyError if it is not set."""
        self.logging.debug("removing (key)=(%s) from environment", key)
        del os.environ[key]

    def get_globals(self) -> dict[str, str]:
        """Return a copy of all environment variables."""
        return dict(os.environ)

    def print_globals(self) -> None:
        """Log all environment variables."""
        for name, value in os.environ.items():
            self.logging.info("%s: %s", name, value)

    def check_global_exists(self, key: str) -> bool:
        """Whether the environment variable `key` is set."""
        return key in os.environ

    def get_ld_path(self, path: str) -> str:
        """Return `LD_LIBRARY_PATH` with `path` in front."""
        return f"{path}:{os.environ.get('LD_LIBRARY_PATH', '')}"

    @staticmethod
    def get_ttmetal_home_path() -> str:
        """Return the path of TT-Metal from `TT_METAL_HOME`, or upstream's default path."""
        return os.environ.get("TT_METAL_HOME", "third_party/tt-metal/src/tt-metal")


class FileManager:
    """File and folder operations. All of them raise OSError on failure."""

    def __init__(self, logger: Log) -> None:
        self.logger = logger
        self.logging = logger.get_logger()

    def create_file(self, file_path: str) -> None:
        """Create an empty file and its parent folders. An existing file is kept."""
        self.create_directory(os.path.dirname(file_path) or ".")
        Path(file_path).touch()

    def create_directory(self, directory_path: str) -> None:
        """Create a folder and its parents. It may exist already."""
        os.makedirs(directory_path, exist_ok=True)

    def remove_file(self, file_path: str) -> None:
        """Remove a file, if it exists."""
        Path(file_path).unlink(missing_ok=True)

    def remove_directory(self, directory_path: str) -> None:
        """Remove a folder with its contents, if it exists."""
        if os.path.isdir(directory_path):
            shutil.rmtree(directory_path)

    def copy_file(self, dest_file_path: str, src_file_path: str) -> None:
        """Copy a file. An existing destination is overwritten."""
        shutil.copy2(src_file_path, dest_file_path)

    def copy_directory(self, dest_directory_path: str, src_directory_path: str) -> None:
        """Copy a folder. Files in an existing destination are overwritten."""
        shutil.copytree(src_directory_path, dest_directory_path, dirs_exist_ok=True)

    def check_file_exists(self, file_path: str) -> bool:
        """Whether a file or folder with this path exists."""
        return os.path.exists(file_path)

    def check_directory_exists(self, directory_path: str) -> bool:
        """Whether a folder with this path exists."""
        return os.path.isdir(directory_path)

    def is_file(self, file_path: str) -> bool:
        """Whether a file with this path exists."""
        return os.path.isfile(file_path)

    def is_directory(self, directory_path: str) -> bool:
        """Whether a folder with this path exists."""
        return os.path.isdir(directory_path)

    def get_file_name(self, file_path: str) -> str:
        """Return the last component of a path."""
        return os.path.basename(file_path)

    def get_file_extension(self, file_path: str) -> str:
        """Return the suffix of a path, including its dot."""
        return os.path.splitext(file_path)[1]

    def find_ttnn_binary_paths(self, path: str) -> list[str]:
        """Return the `.ttnn` files at or below a path."""
        return self._found(path, Flatbuffer.ttnn_file_extension)

    def find_ttmetal_binary_paths(self, path: str) -> list[str]:
        """Return the `.ttm` files at or below a path."""
        return self._found(path, Flatbuffer.ttmetal_file_extension)

    def find_ttsys_binary_paths(self, path: str) -> list[str]:
        """Return the `.ttsys` files at or below a path."""
        return self._found(path, Flatbuffer.ttsys_file_extension)

    def _found(self, path: str, suffix: str) -> list[str]:
        if os.path.isfile(path):
            return [path] if self.get_file_extension(path) == suffix else []
        if not os.path.isdir(path):
            raise FileNotFoundError(2, os.strerror(2), path)
        return sorted(str(each) for each in Path(path).rglob(f"*{suffix}") if each.is_file())


class Flatbuffer:
    """A `.ttnn`, `.ttm` or `.ttsys` file.

    `fbb` is the file as a `ttrt.binary.Binary`. `fbb_dict` has its contents as plain Python
    objects.
    """

    ttnn_file_extension = ".ttnn"
    ttmetal_file_extension = ".ttm"
    ttsys_file_extension = ".ttsys"
    fbb: Any
    """The opened file: a class of `ttrt.binary`."""

    def __init__(
        self,
        logger: Log,
        file_manager: FileManager,
        file_path: str | None,
        capsule: object = None,
    ) -> None:
        self.logger = logger
        self.logging = logger.get_logger()
        self.file_manager = file_manager
        self.file_path = "<binary-from-capsule>" if file_path is None else file_path
        self.name = file_manager.get_file_name(self.file_path)
        self.extension = file_manager.get_file_extension(self.file_path)
        self.version = ""
        self.test_result = "pass"

    def check_version(self) -> bool:
        """Return True if the file's version is the tool's. Raise ValueError for another version."""
        if self.version != TOOL_VERSION:
            raise ValueError(
                f"ttrt: v{TOOL_VERSION} does not match flatbuffer: v{self.version} for "
                f"flatbuffer: {self.file_path}"
            )
        return True

    @staticmethod
    def get_ttnn_file_extension() -> str:
        """Return the suffix of TTNN binaries."""
        return Flatbuffer.ttnn_file_extension

    @staticmethod
    def get_ttmetal_file_extension() -> str:
        """Return the suffix of TTMetal binaries."""
        return Flatbuffer.ttmetal_file_extension

    @staticmethod
    def get_ttsys_file_extension() -> str:
        """Return the suffix of system descriptions."""
        return Flatbuffer.ttsys_file_extension


class Program:
    """A program of a binary, with torch tensors for its inputs and outputs."""

    def __init__(self, index: int, program: dict[str, Any]) -> None:
        self.index = index
        self.program = program
        self.input_tensors: list[Any] = []
        self.output_tensors: list[Any] = []

    def num_inputs(self) -> int:
        """Return the number of inputs."""
        return len(self.program["inputs"])

    def num_outputs(self) -> int:
        """Return the number of outputs."""
        return len(self.program["outputs"])

    def populate_inputs(
        self, init_fn: Callable[..., Any], golden_inputs: Sequence[Any] = ()
    ) -> None:
        """Create inputs with `init_fn(shape, dtype=...)`, or use `golden_inputs` if given.

        Raises ValueError if the number of golden inputs is wrong.
        """
        if not golden_inputs:
            self.input_tensors += self._made(init_fn, "inputs")
            return
        if len(golden_inputs) != self.num_inputs():
            raise ValueError(f"{len(golden_inputs)} golden inputs, expected {self.num_inputs()}")
        pairs = zip(golden_inputs, self.program["inputs"], strict=True)
        self.input_tensors += [given.reshape(each["desc"]["shape"]) for given, each in pairs]

    def populate_outputs(self, init_fn: Callable[..., Any]) -> None:
        """Create outputs with `init_fn(shape, dtype=...)`."""
        self.output_tensors += self._made(init_fn, "outputs")

    def _made(self, init_fn: Callable[..., Any], kind: str) -> list[Any]:
        descs = [each["desc"] for each in self.program[kind]]
        return [
            init_fn(
                each["shape"],
                dtype=Program.from_data_type(each["layout"]["memory_desc"]["data_type"]),
            )
            for each in descs
        ]

    @staticmethod
    def to_data_type(dtype: Any) -> Any:
        """Return the `ttrt.runtime.DataType` of a PyTorch dtype. Raise ValueError if it has no
        match.
        """
        for name in _NAMES:
            if dtype == Program.from_data_type(name):
                return DataType[name]
        raise ValueError(f"unsupported dtype: {dtype}")

    @staticmethod
    def from_data_type(dtype: str) -> Any:
        """Return the PyTorch dtype for a format name such as `Float32`. Raise ValueError if
        unsupported.
        """
        torch = import_torch("Binary.Program")
        if dtype not in _NAMES:
            raise ValueError(f"unsupported dtype: {dtype}")
        return getattr(torch, dtype.lower())


class Binary(Flatbuffer):
    """A binary file with its programs."""

    Program = Program

    def __init__(
        self,
        logger: Log,
        file_manager: FileManager,
        file_path: str | None,
        capsule: object = None,
    ) -> None:
        super().__init__(logger, file_manager, file_path, capsule=capsule)
        self.fbb = (
            binaries.load_binary_from_path(self.file_path)
            if capsule is None
            else binaries.load_binary_from_capsule(capsule)
        )
        self.fbb_dict = binaries.as_dict(self.fbb)
        self.version = self.fbb.version
        self.programs = [Program(i, each) for i, each in enumerate(self.fbb_dict["programs"])]

    def check_system_desc(self, query: Any) -> bool:
        """Return True if the binary was compiled for the system of `query`. Raise ValueError
        otherwise.
        """
        if self.fbb_dict["system_desc"] != query.get_system_desc_as_dict()["system_desc"]:
            raise ValueError(f"system desc for device did not match flatbuffer: {self.file_path}")
        return True

    def get_num_programs(self) -> int:
        """Return the number of programs."""
        return len(self.programs)

    def check_program_index_exists(self, program_index: int) -> bool:
        """Whether a program with this index exists."""
        return 0 <= program_index < self.get_num_programs()

    def get_program(self, program_index: int) -> Program:
        """Return the program with this index. Raise IndexError if there is no such program."""
        if not self.check_program_index_exists(program_index):
            raise IndexError(f"no program {program_index}: there are {self.get_num_programs()}")
        return self.programs[program_index]

    def save(self, artifacts: Any, query: Any = None) -> None:
        """Save the file and its tensors as artifacts, with the system description of `query` if
        given.
        """
        artifacts.save_binary(self, query)


class SystemDesc(Flatbuffer):
    """A system description file."""

    def __init__(self, logger: Log, file_manager: FileManager, file_path: str) -> None:
        super().__init__(logger, file_manager, file_path)
        self.fbb = binaries.load_system_desc_from_path(file_path)
        self.fbb_dict = binaries.as_dict(self.fbb)
        self.version = self.fbb.version
