"""Build the files of a release, and check them: `python tools/release/dist.py dist PYTHON...`.

- The source archive and both wheels are built twice: from the checkout, and from the unpacked
  archive in another folder. The bytes must be equal.
- The wheel is installed in a new environment of each PYTHON, where the tools and the demo run.
"""

import argparse
import email
import hashlib
import json
import os
import re
import shutil
import subprocess
import sys
import tarfile
import tempfile
import zipfile
from pathlib import Path

ROOT = Path(__file__).parents[2]
TOOLS = sorted(path.name for path in (ROOT / "scripts").iterdir())
NEEDS_EXTRA = {"ttmlir-lsp": "[lsp]", "ttmlir-mcp": "[mcp]"}
"""Tools that need an extra, and what their message contains without it."""


def run(*command: object, **options: object) -> subprocess.CompletedProcess[str]:
    """Run a command, and stop with its output if it fails."""
    done = subprocess.run(
        [str(each) for each in command],
        text=True,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        check=False,
        **options,
    )
    if done.returncode:
        sys.exit(f"error: {' '.join(map(str, command))}:\n{done.stdout}")
    return done


def build(source: Path, target: Path, environment: dict[str, str]) -> dict[str, str]:
    """Build the archive and the wheels of a folder. Return the digest of each file."""
    for kind, system in (("sdist", "posix"), ("wheel", "posix"), ("wheel", "windows")):
        run(
            *(sys.executable, "-m", "hatchling", "build", "-t", kind, "-d", target),
            cwd=source,
            env={**environment, "TTMLIR_WHEEL": system},
        )
    return {
        path.name: hashlib.sha256(path.read_bytes()).hexdigest()
        for path in sorted(target.iterdir())
    }


def build_twice(target: Path) -> dict[str, str]:
    """Build from the checkout and from the archive, and compare the bytes."""
    environment = dict(os.environ)
    if "SOURCE_DATE_EPOCH" not in environment:
        commit = run("git", "log", "-1", "--format=%ct", cwd=ROOT)
        environment["SOURCE_DATE_EPOCH"] = commit.stdout.strip()
    shutil.rmtree(target, ignore_errors=True)
    first = build(ROOT, target, environment)
    with tempfile.TemporaryDirectory() as folder:
        (archive,) = target.glob("*.tar.gz")
        with tarfile.open(archive) as opened:
            opened.extractall(folder, filter="data")
        (source,) = Path(folder).iterdir()
        second = build(source, Path(folder) / "again", environment)
    if first != second:
        sys.exit(f"error: two builds differ: {first} and {second}")
    return first


def check_wheel(wheel: Path) -> None:
    """Check what the wheel says about itself."""
    with zipfile.ZipFile(wheel) as opened:
        names = opened.namelist()
        (folder,) = {name.split("/")[0] for name in names if ".dist-info/" in name}
        metadata = email.message_from_bytes(opened.read(f"{folder}/METADATA"))
        readme = metadata.get_payload()
        sbom = json.loads(opened.read(f"{folder}/sboms/ttmlir_py.cdx.json"))
        entries = opened.read(f"{folder}/entry_points.txt").decode()
    relative = re.findall(r"\]\((?!https?://|#)[^)]+\)", readme)
    required = {re.split(r"[^\w.-]", each)[0] for each in metadata.get_all("Requires-Dist")}
    listed = {component["name"] for component in sbom["components"]}
    problems = [
        *(f"relative link {link}" for link in relative),
        *(
            f"no {name}"
            for name in ("LICENSE", "NOTICE")
            if f"{folder}/licenses/{name}" not in names
        ),
        *(f"not in the SBOM: {name}" for name in required if canonical(name) not in listed),
    ]
    scripts = {Path(name).name for name in names if ".data/scripts/" in name}
    started = set(re.findall(r"^([\w-]+) = ttmlir_py\.tools", entries, re.MULTILINE))
    if {*TOOLS} != (started if "win" in wheel.name else scripts) or (started and scripts):
        problems.append(f"tools: {sorted(started)} and {sorted(scripts)}, expected {TOOLS}")
    if problems:
        sys.exit(f"error: {wheel.name}: {'; '.join(problems)}")


def canonical(name: str) -> str:
    """Return the name of a package as in the SBOM."""
    return name.lower().replace("_", "-")


def check_installed(wheel: Path, python: str) -> str:
    """Install the wheel in a new environment, and run the tools and the demo there."""
    with tempfile.TemporaryDirectory() as folder:
        venv = Path(folder) / "venv"
        run(python, "-m", "venv", venv)
        run(venv / "bin/python", "-m", "pip", "install", "--disable-pip-version-check", wheel)
        for tool in TOOLS:
            if tool in NEEDS_EXTRA:
                done = subprocess.run([venv / "bin" / tool], capture_output=True, text=True)
                if NEEDS_EXTRA[tool] not in done.stderr or "Traceback" in done.stderr:
                    sys.exit(f"error: {tool} without its extra: {done.stderr}")
            else:
                run(venv / "bin" / tool, "--help", cwd=folder)
        shutil.copytree(ROOT / "examples/digits", Path(folder) / "examples/digits")
        demo = run(venv / "bin/python", "examples/digits/run.py", cwd=folder)
        version = run(venv / "bin/python", "-V").stdout.strip()
    return f"{version}: {len(TOOLS)} tools, demo: {demo.stdout.strip().splitlines()[-1]}"


def main() -> None:
    """Build and check."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path, help="where the files are written")
    parser.add_argument("pythons", nargs="*", help="interpreters in which the wheel is tried")
    options = parser.parse_args()
    for name, digest in build_twice(options.folder.resolve()).items():
        print(f"{digest}  {name}")
    for wheel in options.folder.glob("*.whl"):
        check_wheel(wheel)
    (wheel,) = options.folder.glob("*-any.whl")
    for python in options.pythons:
        if shutil.which(python) is None:
            print(f"{python}: not installed, not tried")
        else:
            print(check_installed(wheel.resolve(), python))


if __name__ == "__main__":
    main()
