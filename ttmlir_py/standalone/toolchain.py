"""Compilers and flags for building emitted programs against TTNN or the host library."""

import os
import shutil
import subprocess
import sys
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from ttmlir_py.common.files import replacement
from ttmlir_py.runtime.errors import SimulationError

INCLUDE = Path(__file__).parent / "include"
PRECOMPILED_HEADER = INCLUDE / "ttnn-precompiled.hpp"

_ARCHITECTURES = {
    "grayskull": ("grayskull", "grayskull"),
    "wormhole_b0": ("wormhole", "wormhole/wormhole_b0_defines"),
    "blackhole": ("blackhole", "blackhole"),
}
"""Maps values of `$ARCH_NAME` to two folders in TTNN's sources: that of the architecture, and that
of its definitions.
"""

# Paths relative to TTNN's source tree. Its public headers also need those of libraries in
# .cpmcache.
_PACKAGES = (
    "reflect/*",
    "fmt/*/include",
    "magic_enum/*/include",
    "boost/*/libs/core/include",
    "json/*/include",
)
_FOLDERS = (
    "",
    "tt_metal/api",
    "tt_metal/hostdevcommon/api",
    "tt_metal/hw/inc",
    "tt_metal/hw/inc/{definitions}",
    "tt_metal/hw/inc/{architecture}",
    "tt_metal/include",
    "tt_metal/tt_stl",
    "tt_metal/third_party/fmt",
    "tt_metal/third_party/magic_enum",
    "tt_metal/third_party/taskflow",
    "tt_metal/third_party/tracy/public",
    "tt_metal/third_party/umd",
    "tt_metal/third_party/umd/device/api",
    "tt_metal/third_party/umd/src/firmware/riscv/{architecture}",
    "ttnn",
    "ttnn/cpp",
    "ttnn/cpp/ttnn",
    "ttnn/cpp/ttnn/deprecated",
)


RENAMED_MAIN = "main_"
"""Name that a function `main` has in a shared object."""


class StandaloneError(SimulationError):
    """An error for a program that cannot be built or run. The message is for the user."""


@dataclass(frozen=True, slots=True)
class Flags:
    """The compiler flags for building a program."""

    definitions: tuple[str, ...]
    include_folders: tuple[Path, ...]
    link: tuple[str, ...] = ()

    def compiler_arguments(self) -> list[str]:
        """Return the flags for GCC and Clang, except `link`, which follows the source file."""
        folders = [f"-I{folder}" for folder in self.include_folders]
        return [*(f"-D{each}" for each in self.definitions), *folders]


def host_flags() -> Flags:
    """Return the flags for the host library. Programs will start this Python interpreter."""
    return Flags((f'TTNN_HOST_PYTHON="{sys.executable}"',), (INCLUDE,))


def ttnn_flags(home: Path) -> Flags:
    """Return the flags for TTNN.

    `home` is TTNN's source tree (`$TT_METAL_HOME`), built in `$TT_METAL_BUILD_HOME` or
    `home/build`. `$ARCH_NAME` is the architecture, by default Wormhole. Raises StandaloneError if
    TTNN is missing or not built.
    """
    build = Path(os.environ.get("TT_METAL_BUILD_HOME") or home / "build")
    name = os.environ.get("ARCH_NAME") or "wormhole_b0"
    library = build / "lib" / "_ttnn.so"
    if name not in _ARCHITECTURES:
        raise StandaloneError(f"unknown architecture {name}: ARCH_NAME is {_listing()}")
    if not (home / "ttnn").is_dir():
        raise StandaloneError(f"no TTNN in {home}: give the folder that TT_METAL_HOME means")
    if not library.exists():
        raise StandaloneError(f"TTNN is not built: there is no {library}")
    architecture, definitions = _ARCHITECTURES[name]
    packages = [path for each in _PACKAGES for path in sorted((home / ".cpmcache").glob(each))]
    folders = [
        home / each.format(architecture=architecture, definitions=definitions) for each in _FOLDERS
    ]
    libraries = (f"-L{build / 'lib'}", f"-Wl,-rpath,{build / 'lib'}", "-ltt_metal", "-ldevice")
    return Flags(
        ("TTNN_STANDALONE_INSTALLED", "FMT_HEADER_ONLY"),
        (INCLUDE, *packages, *folders),
        (*libraries, "-lyaml-cpp", "-lpthread", str(library)),
    )


def _listing() -> str:
    return ", ".join(_ARCHITECTURES)


def find_compiler(*, for_ttnn: bool = False) -> str:
    """Return the C++ compiler: `$CXX`, or the first known one that is installed.

    Raises StandaloneError.
    """
    wanted = os.environ.get("CXX")
    candidates = [wanted] if wanted else _TTNN_COMPILERS if for_ttnn else _COMPILERS
    found = next(filter(None, map(shutil.which, candidates)), None)
    if found is None:
        missing = f"{wanted}, which CXX names, is missing" if wanted else "none was found"
        raise StandaloneError(f"a C++20 compiler is needed, g++ or clang++: {missing}")
    return found


_COMPILERS = ("g++", "clang++", "c++")
_TTNN_COMPILERS = ("clang++-17", "clang++", *_COMPILERS)
"""Compilers for TTNN, which is built with Clang 17, in order of preference."""


def build_program(source: Path, output: Path, *, ttnn: Path | None = None) -> None:
    """Compile a program with a `main` to an executable. Raises StandaloneError."""
    _compile(source, output, (), ttnn)


def build_shared(source: Path, output: Path, *, ttnn: Path | None = None) -> None:
    """Compile a program to a shared object. Raises StandaloneError."""
    # C++ restricts the signature of `main`, so a function `main` that takes and returns tensors is
    # compiled under another name.
    _compile(source, output, ("-fPIC", "-shared", f"-Dmain={RENAMED_MAIN}"), ttnn)


def _compile(source: Path, output: Path, mode: tuple[str, ...], ttnn: Path | None) -> None:
    flags = host_flags() if ttnn is None else ttnn_flags(ttnn)
    compiler = find_compiler(for_ttnn=ttnn is not None)
    arguments = ["-Wall", "-O0", *mode, *flags.compiler_arguments()]
    # GNU unique symbols would be shared by all loaded programs and keep them loaded.
    if "clang" not in Path(compiler).name and sys.platform == "linux":
        arguments.append("-fno-gnu-unique")
    arguments += ["-include", PRECOMPILED_HEADER.name, str(source)]
    said = run_compiler(compiler, source, output, arguments, flags.link)
    if said:
        print(said, end="", file=sys.stderr)


def run_compiler(
    compiler: str, source: Path, output: Path, arguments: Iterable[str], link: Iterable[str] = ()
) -> str:
    """Run the compiler to create `output`, and return its warnings.

    Raises StandaloneError that names `source`.
    """
    command = [compiler, "-std=c++20", *arguments]
    try:
        with replacement(output) as name:
            return _run(source, [*command, "-o", name, *link])
    except OSError as error:
        raise StandaloneError(f"cannot write {output}: {error.strerror}") from None


def _run(source: Path, command: list[str]) -> str:
    """Run the compiler, and return its warnings. Raises StandaloneError that names `source`."""
    try:
        done = subprocess.run(
            command, capture_output=True, text=True, errors="surrogateescape", check=False
        )
    except OSError as error:
        raise StandaloneError(f"cannot run {command[0]}: {error.strerror}") from None
    if done.returncode:
        raise StandaloneError(f"{source} does not compile\n{done.stderr.rstrip()}")
    return done.stderr
