"""Runs of the command-line tools in the browser's Python. `worker.js` calls `run`."""

import gc
import io
import os
import re
import shlex
import sys
import time
from functools import lru_cache
from importlib import import_module
from itertools import islice
from pathlib import Path

FOLDER = Path("/home/pyodide/work")
PROGRAM = "program.mlir"
LIBRARIES = {"numpy": "numpy", "ml_dtypes": "ml-dtypes"}
"""Maps modules that may be missing to the names of their packages in Pyodide."""
MAX_SHOWN = 400_000
"""Number of characters of an output that the page shows."""
MAX_PROBLEMS = 20
"""Number of errors and warnings that the page shows while the user types."""
MAX_COLORED = 2_000
"""Number of lines of each text that have colors."""
MAX_ITEMS = 200
"""Number of completions that the page shows."""


def tool_modules():
    """Return the modules of the tools that can run here, by command."""
    from ttmlir_py.tools.start import TOOLS

    return TOOLS


def load():
    """Import what most commands need, so that the first one is as fast as the next ones."""
    from ttmlir_py import compiler
    from ttmlir_py.passes import pipelines  # noqa: F401
    from ttmlir_py.tools import ttmlir_compile  # noqa: F401

    compiler.create_context()
    FOLDER.mkdir(exist_ok=True)


def run(command, program):
    """Run a command line on the text of the editor, and return what the page shows.

    `needs` names the packages that the run lacks. The page loads them and runs the command again.
    """
    os.chdir(FOLDER)
    (FOLDER / PROGRAM).write_text(program, encoding="utf-8", errors="surrogateescape")
    before = {path: path.stat().st_mtime_ns for path in _files()}
    started = time.perf_counter()
    try:
        words = shlex.split(command)
    except ValueError as error:
        return _result(2, errors=f"{command}: {error}\n")
    tools = tool_modules()
    if not words or words[0] not in tools:
        return _result(2, errors=f"{_unknown(words, tools)}\n")
    code, output, errors = _run_tool(tools[words[0]], words)
    written = [path for path in _files() if before.get(path) != path.stat().st_mtime_ns]
    return _result(
        code,
        text=output,
        errors=errors,
        files={}
        if code
        else {str(path.relative_to(FOLDER)): path.read_bytes() for path in written},
        seconds=time.perf_counter() - started,
        needs=_missing(errors) if code else (),
    )


@lru_cache(1)
def _analysed(program):
    from ttmlir_py.editing.analysis import Lines, analyse, read_parts

    return analyse(read_parts(Lines().read(program)))


def problems(program):
    """Return the errors and warnings in a text, as an editor shows them. Places count from 1."""
    return [
        {
            "line": each.line + 1,
            "column": each.start + 1,
            "end": each.end + 1,
            "severity": each.severity.value,
            "message": each.message,
        }
        for each in _analysed(program).problems[:MAX_PROBLEMS]
    ]


def colors(program):
    """Return line, column, length and type of the tokens of a text. Places count from 0."""
    from ttmlir_py.editing import outline

    return [
        (part.first_line + line, start, length, outline.TOKEN_TYPES[color])
        for part in _analysed(program).parts
        for line, tokens in outline.colors(part, 0, MAX_COLORED)
        for start, length, color in tokens
    ]


def hover(program, line, column):
    """Return Markdown about the word at a place, or None. Places count from 0."""
    from ttmlir_py.editing.hover import hover

    return hover(*_at(program, line, column), None)


def complete(program, line, column):
    """Return the completions at a place. Places count from 0."""
    from ttmlir_py.editing.completion import complete

    found = islice(complete(*_at(program, line, column)), MAX_ITEMS)
    return [
        {
            "text": each.text,
            "start": each.start,
            "detail": each.detail,
            "documentation": each.documentation,
            "shown": each.shown,
        }
        for each in found
    ]


def _at(program, line, column):
    """Return the part of a text that contains a place, and the place within the part."""
    parts = _analysed(program).parts
    part = max(
        (each for each in parts if each.first_line <= line), key=lambda each: each.first_line
    )
    return part, min(line - part.first_line, len(part.lines) - 1), column


def _result(code, text="", errors="", files=None, seconds=0.0, needs=()):
    return {
        "code": code,
        "text": text[:MAX_SHOWN],
        "cut": max(len(text) - MAX_SHOWN, 0),
        "errors": errors[:MAX_SHOWN],
        "files": files or {},
        "seconds": seconds,
        "needs": list(needs),
    }


def _unknown(words, tools):
    name = words[0] if words else ""
    return f"unknown command '{name}': expected {', '.join(tools)}"


def _files():
    return [
        path for path in sorted(FOLDER.rglob("*")) if path.is_file() and path != FOLDER / PROGRAM
    ]


def _run_tool(module, words):
    """Run a tool with its own streams. Return its exit code, its output and its messages."""
    before = sys.stdin, sys.stdout, sys.stderr, sys.argv
    # The tools may replace the streams, and a stream that nothing refers to closes its buffer.
    streams = [io.TextIOWrapper(io.BytesIO(), encoding="utf-8") for _ in range(3)]
    sys.stdin, sys.stdout, sys.stderr = streams
    sys.argv = words
    try:
        code = import_module(f"ttmlir_py.tools.{module}").main()
    except SystemExit as end:
        code = end.code
    except Exception as error:
        code = 1
        streams[2].write(f"{words[0]}: internal error: {type(error).__name__}: {error}\n")
    finally:
        sys.stdin, sys.stdout, sys.stderr, sys.argv = before
        gc.enable()  # tools disable it, because their processes are short
    _, output, errors = (_text(stream) for stream in streams)
    return code or 0, output, errors


def _text(stream):
    stream.flush()
    return stream.buffer.getvalue().decode("utf-8", "replace")


def _missing(errors):
    """Return the packages to load if the messages say that one is missing, else an empty list."""
    names = re.findall(r"No module named '(\w+)", errors)
    return sorted(LIBRARIES.values()) if LIBRARIES.keys() & set(names) else []
