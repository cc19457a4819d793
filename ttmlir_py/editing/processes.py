"""Tools that an editor or an agent runs on a text: each in a process, with a time limit."""

from __future__ import annotations

import asyncio
import json
import os
import re
import shlex
import sys
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from ttmlir_py.common.files import write_file
from ttmlir_py.editing.costs import Report, read_report

PROGRAM = "program.mlir"
"""The file name of a text in messages and locations, unless it has another one."""
TIME_LIMIT = 120.0
"""Seconds after which a tool is stopped."""
_DUMP = re.compile(r"^// -----// IR Dump After (\S+) \(([\w-]+)\)[^\n]*//----- //\n", re.MULTILINE)
_RUN = re.compile(r"^\s*//\s*RUN:\s*(.*?)\s*$", re.MULTILINE)
_VALUE = re.compile(r"%[\w$.-]+")


class CommandError(Exception):
    """The failure of a tool, with the text for the user."""


@dataclass(frozen=True)
class Stage:
    """The text of a module after one pass."""

    cpp_name: str
    flag: str
    text: str


async def run_tool(
    tool: str, arguments: Sequence[str], text: str, folder: str | None = None
) -> tuple[int, str, str]:
    """Run one of the package's tools on `text`; return its exit code, stdout and stderr.

    `folder` is the tool's current folder. Raises CommandError if it takes longer than `TIME_LIMIT`.
    """
    program = f"from ttmlir_py.tools.{tool} import main; import sys; sys.exit(main())"
    return await run_python(["-c", program, *arguments], text, folder)


async def run_passes(text: str, flags: Sequence[str], name: str = PROGRAM) -> tuple[int, str, str]:
    """Run ttopt on `text`, which locations call `name`; return exit code, stdout and stderr."""
    with tempfile.TemporaryDirectory(prefix="ttmlir-") as folder:
        write_program(Path(folder) / name, text)
        return await run_tool("ttopt", [*flags, name], "", folder)


def write_program(path: Path, text: str) -> None:
    """Write the text of a program, with the bytes that it was read from."""
    write_file(path, text)


async def run_python(
    arguments: Sequence[str], text: str, folder: str | None = None
) -> tuple[int, str, str]:
    """Run Python with `arguments`; `text` is its stdin. Raises CommandError like `run_tool`."""
    scripts = os.path.dirname(sys.executable)  # the program finds other tools in this folder
    path = os.pathsep.join([scripts, os.environ.get("PATH", os.defpath)])
    process = await asyncio.create_subprocess_exec(
        sys.executable,
        *arguments,
        cwd=folder,
        env={**os.environ, "PATH": path},
        stdin=asyncio.subprocess.PIPE,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.PIPE,
    )
    data = text.encode("utf-8", "surrogateescape")
    try:
        out, err = await asyncio.wait_for(process.communicate(data), TIME_LIMIT)
    except BaseException as error:
        process.kill()
        await process.wait()
        if isinstance(error, TimeoutError):
            raise CommandError(f"stopped after {TIME_LIMIT:.0f} s") from None
        raise
    return process.returncode or 0, out.decode(), err.decode()


async def compile_report(text: str, revision: str | None = None) -> Report:
    """Return the warnings and costs of compiling `text`, whose revision is detected by default."""
    arguments = ["-m", "ttmlir_py.editing.lowering", *filter(None, [revision])]
    code, out, err = await run_python(arguments, text)
    if code:
        return Report(error=err.strip().rpartition("\n")[2])
    return read_report(json.loads(out))


def pipeline_of(text: str, revision: str | None = None) -> list[str]:
    """Return the arguments of ttopt for a text: those of its RUN line, or a default pipeline.

    `revision` is that of the text, unless the RUN line names another one.
    """
    flags = _run_flags(text)
    if flags is None:
        if "stablehlo." in text:
            flags = ["--stablehlo-to-ttir-pipeline"]
        elif "ttnn." in text:
            flags = ["--canonicalize"]
        else:
            flags = ["--ttir-to-ttnn-backend-pipeline"]
    if revision is not None and not any("-tt-mlir" in flag for flag in flags):
        flags.append(f"--tt-mlir={revision}")
    return flags


def _run_flags(text: str) -> list[str] | None:
    """Return the flags of the first RUN line with ttopt, or None if there is no such line."""
    for line in _RUN.findall(text):
        command = line.partition("|")[0].strip()
        try:
            words = shlex.split(command)
        except ValueError:
            continue
        if words and words[0] in ("ttopt", "ttmlir-opt"):
            kept = [word for word in words[1:] if word.startswith("-")]
            return [each for each in kept if each not in ("-split-input-file",)]
    return None


async def stages(
    text: str, flags: Sequence[str] | None = None, name: str = PROGRAM, revision: str | None = None
) -> list[Stage]:
    """Return the module after each pass of `flags`, by default those of the text's pipeline.

    `revision` is that of the text; by default it is detected. Raises CommandError with the tool's
    message if a pass fails.
    """
    given = pipeline_of(text, revision) if flags is None else flags
    code, _, err = await run_passes(text, [*given, "--mlir-print-ir-after-all"], name)
    pieces = _DUMP.split(err)
    found = [
        Stage(pieces[index], pieces[index + 1], pieces[index + 2].strip() + "\n")
        for index in range(1, len(pieces) - 2, 3)
    ]
    if code and not found:
        raise CommandError(err.strip() or f"ttopt ended with code {code}")
    return found


async def check_lines(text: str, revision: str | None = None) -> str:
    """Return FileCheck lines for the output of the text's RUN line.

    Values become variables, so that their names do not matter. `revision` is that of the text; by
    default it is detected. Raises CommandError if ttopt fails.
    """
    code, out, err = await run_passes(text, pipeline_of(text, revision))
    if code:
        raise CommandError(err.strip())
    return checks_of(out)


def checks_of(output: str) -> str:
    """Return the FileCheck lines for the functions and operations in `output`."""
    lines: list[str] = []
    names: dict[str, str] = {}
    for each in output.split("\n"):
        line = each.strip()
        if not line or line == "}" or line.startswith(("module", "#", "//")):
            continue
        is_function = line.startswith("func.func")
        if is_function:
            names.clear()
        line = line.replace("[[", "{{\\[\\[}}")
        variables = _VALUE.sub(lambda match: _variable(match[0], names), line)
        directive = "CHECK-LABEL" if is_function else "CHECK"
        if is_function:  # FileCheck rejects variables that a CHECK-LABEL line defines
            name = re.search(r"@[\w.$]+", line)
            lines.append(f"// {directive}: func.func {name[0] if name else ''}")
            arguments = variables.partition("(")[2].rpartition(") ->")[0]
            if arguments:
                lines.append(f"// CHECK-SAME: ({arguments})")
            continue
        lines.append(f"// {directive}: {variables}")
    return "\n".join(lines) + "\n"


def _variable(name: str, names: dict[str, str]) -> str:
    """Return the FileCheck variable of a value: its definition at first, then its use."""
    known = names.get(name)
    if known is not None:
        return f"%[[{known}]]"
    made = names[name] = f"V{len(names)}"
    return f"%[[{made}:[A-Za-z0-9_]+]]"


async def verify(text: str, target: str = "", name: str = PROGRAM) -> tuple[int, str]:
    """Compare a program with its compiled form, and return the exit code and the report.

    `target` is the compiled text. Without it, the program is compiled to a binary. `name` is the
    file name of the program, which locations in the target may have. The exit code is that of
    ttmlir-verify, or of the compiler if it fails.
    """
    with tempfile.TemporaryDirectory(prefix="ttmlir-") as folder:
        write_program(Path(folder) / name, text)
        if target:
            compiled = "target.mlir"
            write_program(Path(folder) / compiled, target)
        else:
            compiled = "program.ttnn"
            arguments = [name, "-o", compiled]
            code, _, report = await run_tool("ttmlir_compile", arguments, "", folder)
            if code:
                return code, report.strip()
        code, out, err = await run_tool("ttmlir_verify", [name, compiled], "", folder)
    return code, (out + err).strip()


def write_beside(name: str, text: str) -> Path:
    """Write `text` to a file of this process for the editor to show, and return its path."""
    global _folder
    if _folder is None:
        _folder = tempfile.TemporaryDirectory(prefix="ttmlir-lsp-")
    path = Path(_folder.name) / name
    write_file(path, text)
    return path


_folder: tempfile.TemporaryDirectory[str] | None = None
