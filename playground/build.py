"""Build the playground: `python playground/build.py FOLDER` writes a folder of static files.

The folder works from a web server and from disk. Pages from disk cannot fetch files, so every part
is a script that hands its bytes to the page: base64 of gzip.
"""

import argparse
import base64
import gzip
import hashlib
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import urllib.request
import zipfile
from collections.abc import Iterator
from importlib.metadata import Distribution, distribution
from pathlib import Path

HERE = Path(__file__).parent
ROOT = HERE.parent
PACKAGE = ROOT / "ttmlir_py"
PYODIDE = ("pyodide.mjs", "pyodide.asm.wasm", "python_stdlib.zip")
GLUE = ("pyodide.asm.mjs", "pyodide.asm.js")
"""The script that starts WebAssembly: its name in Pyodide 314, and in Pyodide 0.27."""
LOCK = "pyodide-lock.json"
LIBRARIES = ("numpy", "ml-dtypes")
"""Packages of Pyodide's release that simulated runs and estimates need."""
PURE = ("xdsl", "immutabledict", "ordered-set", "typing-extensions", "flatbuffers", "lark")
UNUSED = {
    *("xdsl/interactive", "xdsl/frontend", "xdsl/interpreters", "xdsl/tools", "xdsl/utils/marimo"),
    *("ttmlir_py/docs", "ttmlir_py/explorer", "ttmlir_py/bindings", "ttmlir_py/documentation"),
    *("ttmlir_py/language_server", "ttmlir_py/mcp_server", "ttmlir_py/warm_server"),
}
"""Folders that no command of the playground imports."""
CDN = "https://cdn.jsdelivr.net/pyodide/v{}/full/"
DATE = (1980, 1, 1, 0, 0, 0)


class BuildError(Exception):
    """A part of the playground that cannot be made."""


def main() -> int:
    """Run the command line, and return the exit code."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path, help="the folder to write")
    parser.add_argument(
        "--pyodide",
        type=Path,
        default=ROOT / "out/playground-parts/node_modules/pyodide",
        help="npm's package pyodide (default: installed into out/playground-parts)",
    )
    parser.add_argument(
        "--packages",
        type=Path,
        help="a folder with wheels of numpy and ml_dtypes (default: download them)",
    )
    options = parser.parse_args()
    try:
        build(options.folder, options.pyodide, options.packages)
    except BuildError as error:
        print(f"playground: error: {error}", file=sys.stderr)
        return 1
    return 0


def build(folder: Path, pyodide: Path, packages: Path | None) -> None:
    """Write the playground to `folder`, which is emptied first."""
    if not pyodide.exists():
        raise BuildError(f"{pyodide} is missing: run npm install in {HERE}")
    glue = next(name for name in GLUE if (pyodide / name).exists())
    parts = {name: (pyodide / name).read_bytes() for name in (*PYODIDE, glue)}
    lock = json.loads((pyodide / LOCK).read_bytes())
    version = json.loads((pyodide / "package.json").read_bytes())["version"]
    if packages:
        lock["packages"] |= _described(packages)
    locked = {name: lock["packages"][name] for name in LIBRARIES if name in lock["packages"]}
    wheels = dict(_wheels(locked, packages, CDN.format(version)))
    parts |= wheels
    # The playground may load these packages and no others.
    parts[LOCK] = json.dumps(lock | {"packages": locked}).encode()
    parts["site-packages.zip"] = _site_packages(pyodide)
    if folder.exists():
        shutil.rmtree(folder)
    (folder / "parts").mkdir(parents=True)
    names = sorted(parts)
    for name in names:
        (folder / "parts" / f"{name}.js").write_text(_script(name, parts[name]))
    _write_page(folder, names)
    _write_editor(folder, pyodide.parent)
    size = sum(path.stat().st_size for path in folder.rglob("*") if path.is_file())
    have = "with" if wheels else "without"
    print(f"{folder}: {size / 1e6:.1f} MB, Pyodide {version}, {have} {' and '.join(LIBRARIES)}")


def _described(packages: Path) -> dict[str, dict[str, object]]:
    """Return the entries of a lock file for the wheels of the libraries in a folder."""
    entries: dict[str, dict[str, object]] = {}
    for name in LIBRARIES:
        module = name.replace("-", "_")
        wheels = sorted(packages.glob(f"{module}-[0-9]*wasm32.whl"))
        if len(wheels) != 1:
            raise BuildError(f"{packages}: has {len(wheels)} wheels {module}-*-wasm32.whl, not one")
        entries[name] = {
            "name": name,
            "version": wheels[0].name.split("-")[1],
            "file_name": wheels[0].name,
            "sha256": hashlib.sha256(wheels[0].read_bytes()).hexdigest(),
            "imports": [module],
            "depends": [each for each in LIBRARIES if name != "numpy" and each == "numpy"],
            "package_type": "package",
            "install_dir": "site",
            "unvendored_tests": False,
        }
    return entries


def _wheels(
    locked: dict[str, dict[str, str]], packages: Path | None, release: str
) -> Iterator[tuple[str, bytes]]:
    """Yield the wheels of the libraries, or none if they cannot be downloaded."""
    for name in LIBRARIES:
        if name not in locked:
            raise BuildError(f"this Pyodide has no {name}: pass --packages")
        file = locked[name]["file_name"]
        try:
            data = (packages / file).read_bytes() if packages else _download(release + file)
        except OSError:
            print(f"playground: {file} cannot be downloaded; the page loads it when it is needed")
            return
        if hashlib.sha256(data).hexdigest() != locked[name]["sha256"]:
            raise BuildError(f"{file}: is not the file that {LOCK} describes")
        yield file, data


def _download(url: str) -> bytes:
    with urllib.request.urlopen(url, timeout=30) as answer:
        return answer.read()


def _site_packages(pyodide: Path) -> bytes:
    """Return a ZIP archive of the Python packages, compiled by the Python that will run them."""
    with tempfile.TemporaryDirectory(prefix="playground-") as name:
        site = Path(name) / "site"
        for target, source in sorted(_python_files()):
            (site / target).parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(source, site / target)
        _write_metadata(site)
        command = ["node", str(HERE / "precompile.mjs"), str(pyodide.resolve()), str(site)]
        done = subprocess.run(command, capture_output=True, text=True)
        if done.returncode:
            raise BuildError(f"node precompile.mjs: {done.stdout}{done.stderr}")
        archive = Path(name) / "site-packages.zip"
        with zipfile.ZipFile(archive, "w") as file:
            for path in sorted(path for path in site.rglob("*") if path.is_file()):
                # The archive is compressed as a whole.
                file.writestr(zipfile.ZipInfo(str(path.relative_to(site)), DATE), path.read_bytes())
        return archive.read_bytes()


def _python_files() -> Iterator[tuple[Path, Path]]:
    """Yield the files of the packages: the path in the archive, and the path on this machine."""
    yield Path("session.py"), HERE / "session.py"
    for path in PACKAGE.rglob("*"):
        yield from _kept(path.relative_to(ROOT), path)
    for name in PURE:
        found = distribution(name)
        for path in found.files or ():
            # Some packages also install tests and pictures.
            top = path.parts[0].removesuffix(".py")
            if top == name.replace("-", "_") or "licenses" in path.parts:
                yield from _kept(Path(path), Path(str(found.locate_file(path))))


def _kept(target: Path, source: Path) -> Iterator[tuple[Path, Path]]:
    folders = {str(parent) for parent in target.parents}
    is_unused = bool(folders & UNUSED) or target.suffix in (".pyc", ".pyi", ".so")
    if source.is_file() and not is_unused:
        yield target, source


def _write_metadata(site: Path) -> None:
    """Write the metadata of this project, from which the tools read their version."""
    found: Distribution = distribution("ttmlir-py")
    folder = site / f"ttmlir_py-{found.version}.dist-info"
    folder.mkdir()
    (folder / "METADATA").write_text(found.read_text("METADATA") or "")
    shutil.copyfile(ROOT / "LICENSE", folder / "LICENSE")


def _write_editor(folder: Path, modules: Path) -> None:
    """Write the editor with the libraries from npm that it imports, as one script, and their
    licenses.
    """
    options = ("--bundle", "--minify", "--format=iife", "--global-name=Editor", "--analyze")
    command = ["node", str(modules / "esbuild/bin/esbuild"), str(HERE / "editor.js"), *options]
    target = f"--outfile={(folder / 'editor.js').resolve()}"
    environment = {**os.environ, "NODE_PATH": str(modules.resolve())}
    done = subprocess.run([*command, target], capture_output=True, text=True, env=environment)
    if done.returncode:
        raise BuildError(f"esbuild: {done.stderr}")
    names = sorted(set(re.findall(r"node_modules/((?:@[^/]+/)?[^/]+)/", done.stderr)))
    licenses = (f"{name}\n\n{(modules / name / 'LICENSE').read_text()}" for name in names)
    (folder / "editor-licenses.txt").write_text("\n\n".join(licenses))


def _script(name: str, data: bytes) -> str:
    packed = base64.b64encode(gzip.compress(data, 9, mtime=0)).decode()
    return f'playgroundPart("{name}", "{packed}");\n'


def _write_page(folder: Path, names: list[str]) -> None:
    """Write the page, its scripts and its examples."""
    for name in ("page.css", "page.js"):
        shutil.copyfile(HERE / name, folder / name)
    worker = json.dumps((HERE / "worker.js").read_text())
    examples = {path.stem: path.read_text() for path in sorted((HERE / "examples").iterdir())}
    (folder / "settings.js").write_text(
        f"const PARTS = {json.dumps(names)};\nconst WORKER = {worker};\n"
        f"const EXAMPLES = {json.dumps(examples, indent=1)};\n"
    )
    shutil.copyfile(HERE / "index.html", folder / "index.html")


if __name__ == "__main__":
    sys.exit(main())
