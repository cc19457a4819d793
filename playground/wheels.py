"""Make the playground's wheels without Pyodide's release: `python playground/wheels.py FOLDER`.

NumPy comes from a package of npm, whose files have the ABI of Pyodide 0.27. No registry has
ml_dtypes for WebAssembly, so Emscripten compiles its sources from PyPI. `--python` names a Python
3.12, whose headers are changed to a machine of 32 bits.
"""

import argparse
import re
import shutil
import subprocess
import sys
import tarfile
import tempfile
import zipfile
from collections.abc import Iterable
from pathlib import Path

ROOT = Path(__file__).parents[1]
NUMPY = ROOT / "out/playground-parts/node_modules/@emscripten-forge/numpy"
VERSION = "3.12"
SOURCES = """\
ml_dtypes==0.5.4 --hash=sha256:8ab06a50fb9bf9666dd0fe5dfb4676fa2b0ac0f31ecff72a6c3af8e22c063453
"""
HEADERS = """\
numpy==2.0.1 --hash=sha256:6790654cb13eab303d8402354fabd47472b24635700f631f041bd0b65e37298a
"""
"""NumPy's headers come from its wheel for Linux, which npm's package lacks."""
WORD = re.compile(
    r"(define (?:NPY_SIZEOF|SIZEOF|ALIGNOF)_(?:LONG|VOID_P|SIZE_T|PTHREAD_T|UINTPTR_T|PY_INTPTR_T"
    r"|INTP|UINTP)) 8"
)
"""Definitions of types that have 8 bytes on Linux, and 4 in WebAssembly."""
FLAGS = ("-O2", "-fexceptions", "-sSIDE_MODULE=1", "-sWASM_BIGINT")
"""Without the last, integers of 64 bits would be passed as two of 32, unlike in Pyodide."""
COMPILE = ("-c", "-w", "-std=c++17", "-fPIC", "-fvisibility=hidden", "-DEIGEN_MPL2_ONLY")
BACKTRACE = "int backtrace(void **frames, int count) { return 0; }\n"
"""NumPy asks who calls it before it reuses a large temporary array. Pyodide lacks the function."""
LOAD = """\
from ctypes import CDLL, RTLD_GLOBAL
from pathlib import Path

CDLL(str(Path(__file__).with_name("backtrace.so")), RTLD_GLOBAL)
"""
SUFFIX = "cpython-312-wasm32-emscripten.so"
TAG = "cp312-cp312-emscripten_wasm32"
DATE = (1980, 1, 1, 0, 0, 0)


def main() -> int:
    """Run the command line, and return the exit code."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path, help="the folder to write the two wheels to")
    parser.add_argument("--python", default=f"python{VERSION}", help="a Python with headers")
    parser.add_argument(
        "--numpy", type=Path, default=NUMPY, help="npm's package (default: %(default)s)"
    )
    options = parser.parse_args()
    try:
        with tempfile.TemporaryDirectory(prefix="wheels-") as name:
            _write_wheels(options.folder, Path(name), options.python, options.numpy)
    except (OSError, ValueError, subprocess.CalledProcessError) as error:
        print(f"wheels: error: {error}", file=sys.stderr)
        return 1
    return 0


def _write_wheels(folder: Path, work: Path, python: str, numpy: Path) -> None:
    headers = _python_headers(python)
    folder.mkdir(parents=True, exist_ok=True)
    (archive,) = (numpy / "pkg").glob("*.tar.gz")
    with tarfile.open(archive) as file:
        file.extractall(work / "numpy", filter="data")
    site = work / f"numpy/lib/python{VERSION}/site-packages"
    _add_backtrace(site / "numpy")
    files = (path for path in sorted(site.rglob("*")) if "tests" not in path.parts)
    _zip(folder / f"numpy-2.0.1-{TAG}.whl", site, files)

    source = _downloaded(SOURCES, work / "source", "--no-binary=ml_dtypes")
    with tarfile.open(source) as file:
        file.extractall(work / "source", filter="data")
    tree = work / "source/ml_dtypes-0.5.4"
    _compile(tree, _include_folders(work, headers))
    described = tree / "ml_dtypes-0.5.4.dist-info"
    described.mkdir()
    shutil.copyfile(tree / "PKG-INFO", described / "METADATA")
    (described / "WHEEL").write_text(f"Wheel-Version: 1.0\nRoot-Is-Purelib: false\nTag: {TAG}\n")
    for license in ("LICENSE", "LICENSE.eigen"):
        shutil.copyfile(tree / license, described / license)
    files = (*(tree / "ml_dtypes").glob("*.*"), *described.iterdir())
    _zip(folder / f"ml_dtypes-0.5.4-{TAG}.whl", tree, sorted(files))


def _add_backtrace(numpy: Path) -> None:
    """Add a library with a function that NumPy lacks, and load it where distributors may."""
    (numpy / "backtrace.c").write_text(BACKTRACE)
    subprocess.run(["emcc", *FLAGS, "backtrace.c", "-o", "backtrace.so"], cwd=numpy, check=True)
    (numpy / "backtrace.c").unlink()
    (numpy / "_distributor_init_local.py").write_text(LOAD)


def _python_headers(python: str) -> Path:
    """Return the folder with the headers of the Python that the command starts."""
    query = "import sysconfig as s; print(s.get_python_version(), s.get_path('include'))"
    try:
        done = subprocess.run([python, "-c", query], capture_output=True, text=True, check=True)
    except (OSError, subprocess.CalledProcessError) as error:
        raise ValueError(f"{python} does not run: name a Python {VERSION} with --python") from error
    version, folder = done.stdout.strip().split(" ", 1)
    if version != VERSION or not (Path(folder) / "Python.h").exists():
        raise ValueError(f"{python} is Python {version}, headers in {folder}: expected {VERSION}")
    return Path(folder)


def _downloaded(requirement: str, folder: Path, *options: str) -> Path:
    """Download the file of a requirement with a digest."""
    folder.mkdir()
    (folder / "requirements.txt").write_text(requirement)
    pip = (sys.executable, "-m", "pip", "--quiet", "--disable-pip-version-check", "download")
    where = ("--no-deps", "--dest", str(folder), "--requirement", str(folder / "requirements.txt"))
    subprocess.run([*pip, *where, *options], check=True)
    (path,) = (path for path in folder.iterdir() if path.suffix in (".gz", ".whl"))
    return path


def _include_folders(work: Path, python: Path) -> list[Path]:
    """Write the headers of Python and NumPy, with the sizes of types in WebAssembly."""
    shutil.copytree(python, work / "include/python")
    platform = ("--only-binary=:all:", "--platform=manylinux2014_x86_64", "--python-version=312")
    with zipfile.ZipFile(_downloaded(HEADERS, work / "headers", *platform)) as file:
        file.extractall(work / "headers")
    numpy = work / "headers/numpy/_core/include"
    for path in (work / "include/python/pyconfig.h", numpy / "numpy/_numpyconfig.h"):
        path.write_text(WORD.sub(r"\1 4", path.read_text()))
    return [work / "include/python", numpy]


def _compile(tree: Path, include: list[Path]) -> None:
    """Compile the extension module of ml_dtypes in the folder of its package."""
    folders = [f"-I{folder}" for folder in (tree, tree / "third_party/eigen", *include)]
    objects = [f"{name}.o" for name in ("dtypes", "numpy")]
    for name in objects:
        source = f"ml_dtypes/_src/{name.removesuffix('.o')}.cc"
        command = ["emcc", *FLAGS, *COMPILE, *folders, source, "-o", name]
        subprocess.run(command, cwd=tree, check=True)
    target = f"ml_dtypes/_ml_dtypes_ext.{SUFFIX}"
    subprocess.run(["emcc", *FLAGS, *objects, "-o", target], cwd=tree, check=True)


def _zip(wheel: Path, root: Path, files: Iterable[Path]) -> None:
    """Write a wheel that depends on the contents and names of the files only."""
    with zipfile.ZipFile(wheel, "w", zipfile.ZIP_DEFLATED) as file:
        for path in files:
            if path.is_file():
                entry = zipfile.ZipInfo(str(path.relative_to(root)), DATE)
                file.writestr(entry, path.read_bytes(), zipfile.ZIP_DEFLATED)
    print(f"{wheel}: {wheel.stat().st_size / 1e6:.1f} MB")


if __name__ == "__main__":
    sys.exit(main())
