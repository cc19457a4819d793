"""Commands of an editor that run tools: each in a process, with a time limit."""

from __future__ import annotations

import asyncio
import json
import re
import shlex
import sys
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from ttmlir_py.editing.lowering import Report, read_report

TIME_LIMIT = 120.0
"""Seconds after which a command is stopped."""
_DUMP = re.compile(r"^// -----// IR Dump After (\S+) \(([\w-]+)\)[^\n]*//----- //\n", re.MULTILINE)
_RUN = re.compile(r"^\s*//\s*RUN:\s*(.*?)\s*$", re.MULTILINE)
_VALUE = re.compile(r"%[\w$.-]+")


class CommandError(Exception):
    """The failure of a command, with the text for the user."""


@dataclass(frozen=True)
class Stage:
    """The text of a module after one pass."""

    cpp_name: str
    flag: str
    text: str


async def run_tool(tool: str, arguments: Sequence[str], text: str) -> tuple[int, str, str]:
    """Run one of the package's tools on `text`; return its exit code, stdout and stderr.

    Raises CommandError if it takes longer than `TIME_LIMIT`.
    """
    program = f"from ttmlir_py.tools.{tool} import main; import sys; sys.exit(main())"
    return await _run(["-c", program, *arguments], text)


async def _run(arguments: Sequence[str], text: str) -> tuple[int, str, str]:
    process = await asyncio.create_subprocess_exec(
        sys.executable,
        *arguments,
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


async def compile_report(text: str) -> Report:
    """Return the warnings and costs of compiling `text`."""
    code, out, err = await _run(["-m", "ttmlir_py.editing.lowering"], text)
    if code:
        return Report(error=err.strip().rpartition("\n")[2])
    return read_report(json.loads(out))


def pipeline_of(text: str) -> list[str]:
    """Return the arguments of ttopt for a text: those of its RUN line, or a default pipeline."""
    for line in _RUN.findall(text):
        command = line.partition("|")[0].strip()
        try:
            words = shlex.split(command)
        except ValueError:
            continue
        if words and words[0] in ("ttopt", "ttmlir-opt"):
            kept = [word for word in words[1:] if word.startswith("-")]
            return [each for each in kept if each not in ("-split-input-file",)]
    if "stablehlo." in text:
        return ["--stablehlo-to-ttir-pipeline"]
    if "ttnn." in text:
        return ["--canonicalize"]
    return ["--ttir-to-ttnn-backend-pipeline"]


async def stages(text: str) -> list[Stage]:
    """Return the module after each pass of the text's pipeline.

    Raises CommandError with the tool's message if a pass fails.
    """
    arguments = [*pipeline_of(text), "--mlir-print-ir-after-all"]
    code, _, err = await run_tool("ttopt", arguments, text)
    pieces = _DUMP.split(err)
    found = [
        Stage(pieces[index], pieces[index + 1], pieces[index + 2].strip() + "\n")
        for index in range(1, len(pieces) - 2, 3)
    ]
    if code and not found:
        raise CommandError(err.strip() or f"ttopt ended with code {code}")
    return found


async def check_lines(text: str) -> str:
    """Return FileCheck lines for the output of the text's RUN line.

    Values become variables, so that their names do not matter. Raises CommandError if ttopt fails.
    """
    code, out, err = await run_tool("ttopt", pipeline_of(text), text)
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
        if is_function:  # a label must not define variables
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


async def verify(text: str) -> str:
    """Return the report of ttmlir-verify on the text, which compiles, runs and compares it."""
    with tempfile.TemporaryDirectory(prefix="ttmlir-lsp-") as folder:
        path = Path(folder) / "program.mlir"
        path.write_text(text, encoding="utf-8")
        code, out, err = await run_tool("ttmlir_verify", [str(path)], "")
    report = (out + err).replace(str(path), "program.mlir").strip()
    return report or f"ttmlir-verify ended with code {code}"


def write_beside(name: str, text: str) -> Path:
    """Write `text` to a file of this process for the editor to show, and return its path."""
    global _folder
    if _folder is None:
        _folder = tempfile.TemporaryDirectory(prefix="ttmlir-lsp-")
    path = Path(_folder.name) / name
    path.write_text(text, encoding="utf-8")
    return path


_folder: tempfile.TemporaryDirectory[str] | None = None
