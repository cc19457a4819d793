"""The report of `ttmlir doctor`: installed parts, missing parts, and how to install these."""

import json
import os
import platform
import re
import shutil
import sys
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from importlib.metadata import Distribution, PackageNotFoundError, distribution, version
from importlib.util import cache_from_source
from pathlib import Path
from typing import Literal

from ttmlir_py.tools.driver import ToolError
from ttmlir_py.tools.start import CACHE_VARIABLE, TOOLS, WARM_VARIABLE

State = Literal["ok", "missing", "off", "error"]
_PROJECT, _PACKAGE = "ttmlir-py", Path(__file__).parents[1]
_FOR_DEVELOPERS = frozenset({"dev", "browser", "viewers", "site"})
_REQUIREMENT = re.compile(r"([\w.-]+)\s*([^;]*?)\s*(?:;\s*(.*))?")
_EXTRA = re.compile(r"extra == ['\"]([\w-]+)['\"]")
_BOUND = re.compile(r"(>=|<=|~=|==|!=|<|>)\s*([\d.]+)")

_PROGRAMS = {
    "g++": ("compiles emitted C++ (ttnn-standalone)", "apt install g++"),
    "dot": ("draws graph traces (tttrace)", "apt install graphviz"),
    "mlir-opt-19": ("tests compare with it", "apt install mlir-19-tools"),
    "mlir-translate-19": ("tests compare with it", "apt install mlir-19-tools"),
    "flatc": ("tests compare with it", "apt install flatbuffers-compiler"),
    "chromium": ("tests look at pages with it", "apt install chromium"),
    "npm": ("builds the playground and the VS Code extension", "apt install npm"),
}
"""Maps optional programs to their use, and to the command that installs them on Debian."""

_SAMPLE = """
func.func @main(%a: tensor<2x2xf32>) -> tensor<2x2xf32> {
  %0 = stablehlo.add %a, %a : tensor<2x2xf32>
  return %0 : tensor<2x2xf32>
}
"""


@dataclass(frozen=True)
class Finding:
    """One line of the report."""

    section: str
    name: str
    state: State
    """`ok`, or `missing` and `off` for optional parts, or `error` for what the tools need."""
    text: str
    remedy: str = ""
    """The command that installs a missing part or repairs an error."""


def findings() -> list[Finding]:
    """Look at the installation, and compile and run a small program."""
    try:
        found = distribution(_PROJECT)
    except PackageNotFoundError:
        return [Finding("installation", "ttmlir_py", "error", "has no metadata", "pip install .")]
    return [
        *_installation(found),
        *_requirements(found),
        _sample_run(),
        *_extras(found),
        *_commands(),
        *_caches(),
        *_servers(),
        *_programs(),
    ]


def works(found: Sequence[Finding]) -> bool:
    """Whether nothing that the tools need is missing."""
    return all(each.state != "error" for each in found)


def _installation(found: Distribution) -> Iterator[Finding]:
    yield Finding("installation", "ttmlir_py", "ok", f"{found.version} in {_PACKAGE}")
    running = f"{platform.python_version()}, {sys.executable}"
    oldest = str(found.metadata["Requires-Python"]).removeprefix(">=")
    is_old = sys.version_info < _numbers(oldest)
    yield Finding(
        "installation",
        "Python",
        "error" if is_old else "ok",
        running,
        f"install Python {oldest} or newer" if is_old else "",
    )
    yield Finding("installation", "system", "ok", f"{platform.system()} {platform.machine()}")


def _requirements(found: Distribution) -> Iterator[Finding]:
    """Yield the packages without which no tool works."""
    for text in found.requires or ():
        name, bounds, extra = _parsed(text)
        if not extra:
            yield _package("packages", name, bounds, f"pip install '{name}{bounds}'", "error")


def _parsed(requirement: str) -> tuple[str, str, str]:
    """Return the name, the version bounds and the extra of a requirement of the metadata."""
    found = _REQUIREMENT.fullmatch(requirement)
    assert found is not None, requirement
    extra = _EXTRA.search(found[3] or "")
    return found[1], found[2], extra[1] if extra else ""


def _package(section: str, name: str, bounds: str, remedy: str, absent: State) -> Finding:
    try:
        installed = version(name)
    except PackageNotFoundError:
        return Finding(section, name, absent, "is not installed", remedy)
    if not _is_within(installed, bounds):
        return Finding(section, name, absent, f"{installed}, expected {bounds}", remedy)
    return Finding(section, name, "ok", f"{installed} ({bounds})" if bounds else installed)


def _is_within(installed: str, bounds: str) -> bool:
    """Whether a version meets bounds such as `>=1.26,<3`. Only release numbers are compared."""
    own = _numbers(installed)
    for relation, text in _BOUND.findall(bounds):
        limit = _numbers(text)
        length = max(len(own), len(limit))
        a, b = (each + (0,) * (length - len(each)) for each in (own, limit))
        is_met = {
            ">=": a >= b,
            "<=": a <= b,
            ">": a > b,
            "<": a < b,
            "==": a == b,
            "!=": a != b,
            "~=": a >= b and a[: len(limit) - 1] == limit[:-1],
        }
        if not is_met[relation]:
            return False
    return True


def _numbers(text: str) -> tuple[int, ...]:
    """Return the release numbers at the start of a version."""
    found = re.match(r"\d+(?:\.\d+)*", text)
    return tuple(map(int, found[0].split("."))) if found else ()


def _sample_run() -> Finding:
    """Compile a program and run it on the simulator."""
    try:
        import numpy as np

        from ttmlir_py.frontends.model import compile

        [result] = compile(_SAMPLE)(np.ones((2, 2), np.float32))
        if result.tolist() != [[2, 2], [2, 2]]:
            return Finding("packages", "sample", "error", f"computes {result.tolist()}")
    except Exception as error:  # a broken installation may raise anything
        remedy = f"pip install --force-reinstall {_PROJECT}"
        return Finding("packages", "sample", "error", f"{type(error).__name__}: {error}", remedy)
    return Finding("packages", "sample", "ok", "a program compiles, and runs on the simulator")


def _extras(found: Distribution) -> Iterator[Finding]:
    parts: dict[str, list[Finding]] = {}
    for text in found.requires or ():
        name, bounds, extra = _parsed(text)
        if extra:
            parts.setdefault(extra, []).append(_package("extras", name, bounds, "", "missing"))
    for extra, packages in sorted(parts.items(), key=lambda item: item[0] in _FOR_DEVELOPERS):
        lacking = [each for each in packages if each.state != "ok"]
        text = ", ".join(
            f"{each.name} {each.text.partition(' (')[0]}" for each in lacking or packages
        )
        remedy = f"pip install '{_PROJECT}[{extra}]'" if lacking else ""
        yield Finding("extras", extra, "missing" if lacking else "ok", text, remedy)


def _commands() -> Iterator[Finding]:
    """Yield whether the shell finds the commands of this environment."""
    folder = Path(sys.executable).parent
    strange = [name for name in TOOLS if _resolved(shutil.which(name)) != _resolved(folder / name)]
    if not strange:
        yield Finding("commands", "PATH", "ok", f"{', '.join(TOOLS)} are in {folder}")
        return
    text = f"{', '.join(strange)}: the shell does not find those in {folder}"
    yield Finding("commands", "PATH", "missing", text, f'export PATH="{folder}:$PATH"')


def _resolved(path: str | Path | None) -> Path | None:
    return None if path is None else Path(path).resolve()


def _caches() -> Iterator[Finding]:
    folder = Path(cache_from_source(_PACKAGE / "startup" / "compiled_modules.py")).parent
    if not os.access(folder if folder.exists() else folder.parent, os.W_OK):
        text = f"{folder} cannot be written, so each start takes longer"
        yield Finding("caches", "fast start", "missing", text)
    else:
        size = sum(each.stat().st_size for each in folder.glob("*")) if folder.exists() else 0
        yield Finding("caches", "fast start", "ok", f"{size:,} bytes in {folder}")
    results = os.environ.get(CACHE_VARIABLE)
    if not results:
        yield Finding("caches", "results", "off", f"{CACHE_VARIABLE} names no folder")
        return
    from ttmlir_py.result_cache.store import Store

    try:
        objects, size = Store(results).use()
        yield Finding("caches", "results", "ok", f"{size:,} bytes, {objects} files in {results}")
    except OSError as error:
        text = f"{results}: {error.strerror}"
        yield Finding("caches", "results", "error", text, f"unset {CACHE_VARIABLE}")


def _servers() -> Iterator[Finding]:
    from ttmlir_py.tools.ttmlir_server import answers

    is_on = os.environ.get(WARM_VARIABLE, "0") not in ("", "0")
    try:
        running = answers(b"status")
    except (ToolError, AttributeError, OSError) as error:  # some systems lack Unix sockets
        yield Finding("servers", "warm", "off", str(error))
        return
    text = "; ".join(line.strip() for line in running) or "no server runs"
    use = f"{WARM_VARIABLE} is {'set' if is_on else 'not set'}"
    yield Finding("servers", "warm", "ok" if is_on or running else "off", f"{text}; {use}")


def _programs() -> Iterator[Finding]:
    for name, (use, remedy) in _PROGRAMS.items():
        path = shutil.which(name)
        if path is None:
            yield Finding("programs", name, "missing", use, remedy)
        else:
            yield Finding("programs", name, "ok", f"{path}: {use}")


def text(found: Sequence[Finding]) -> str:
    """Return the report as text: sections with a line per finding, then a verdict."""
    lines: list[str] = []
    width = max(len(each.name) for each in found)
    section = ""
    for each in found:
        if each.section != section:
            section = each.section
            lines.append(section)
        lines.append(f"  {each.state:<8}{each.name:<{width}}  {each.text}")
        if each.remedy:
            lines.append(f"  {'':<8}{'':<{width}}  -> {each.remedy}")
    errors = sum(each.state == "error" for each in found)
    verdict = "The tools work." if not errors else f"{errors} errors: the tools may not work."
    return "\n".join([*lines, verdict, ""])


def json_text(found: Sequence[Finding]) -> str:
    """Return the report as JSON."""
    data = {"works": works(found), "findings": [asdict(each) for each in found]}
    return json.dumps(data, indent=2) + "\n"
