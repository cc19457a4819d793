"""The tools of the server: functions that return data for JSON, with bounded texts."""

from __future__ import annotations

import json
import re
import shlex
import tempfile
from collections import Counter
from dataclasses import asdict
from pathlib import Path
from typing import Any

from ttmlir_py import compiler
from ttmlir_py.common.suggestions import suggestion
from ttmlir_py.dialects.op_syntax import examples, fields_of
from ttmlir_py.editing import processes
from ttmlir_py.editing.analysis import Lines, Problem, analyse, read_parts
from ttmlir_py.editing.completion import example_of, meaning
from ttmlir_py.editing.hover import constraint_text, definition_of, documentation, operation_class
from ttmlir_py.ir.diagnostics import Severity
from ttmlir_py.mcp_server.documents import pages, sections
from ttmlir_py.mcp_server.sources import Roots, SourceError
from ttmlir_py.passes.catalogue import read_passes, read_pipelines

Json = dict[str, Any]

MAX_TEXT = 20_000
"""Longer texts are cut. The answer says how many characters were left out."""
MAX_PROBLEMS = 50
_FLAGS = re.compile(r"--?[a-z][\w-]*(?:=\S.*)?", re.ASCII)
_WRITING = re.compile(r"-o\b|--?(?:mlir-print-ir-tree-dir|load|plugin|mlir-pass-pipeline-crash)")


class Answers:
    """The tools for an agent that may use the files in `roots`."""

    def __init__(self, roots: Roots) -> None:
        self._roots = roots

    def parse(self, source: str, tt_mlir: str | None = None) -> Json:
        """Parse and verify a program. Return its revision, its operations by name, and all errors.

        `source` is MLIR text or the path of a file. `tt_mlir` is the revision of the text, such as
        2026-08; by default it is detected.
        """
        found = analyse(read_parts(Lines().read(self._roots.read(source))), revision=tt_mlir)
        counts: Counter[str] = Counter()
        for part in found.parts:
            counts.update(filter(None, part.structure.operation_names()))
        problems = found.problems
        return {
            "is_valid": all(each.severity is not Severity.ERROR for each in problems),
            "revision": found.parts[0].revision,
            "operations": dict(counts.most_common(100)),
            "problems": [_problem(each) for each in problems[:MAX_PROBLEMS]],
            "problems_left_out": max(len(problems) - MAX_PROBLEMS, 0),
        }

    async def run_passes(
        self,
        source: str,
        pipeline: str,
        after: int | None = None,
        offset: int = 0,
        *,
        locations: bool = False,
    ) -> Json:
        """Run passes on a program and return the text of the result.

        `pipeline` has the flags of ttopt, such as `--ttir-to-ttnn-backend-pipeline`. With `after`,
        return the text after that pass, counted from 0 (-1 is the last one), and the list of
        passes. `offset` continues a text that was cut. With `locations`, the text says where each
        operation comes from, which `verify` uses.
        """
        flags = self._flags(pipeline)
        if locations:
            flags.append("--mlir-print-debuginfo")
        text = self._roots.read(source)
        if after is None:
            code, out, err = await processes.run_passes(text, flags, self._roots.name(source))
            return {"succeeded": code == 0, "messages": _cut(err), **_text(out, offset)}
        stages = await processes.stages(text, flags, self._roots.name(source))
        if not -len(stages) <= after < len(stages):
            raise SourceError(f"the pipeline has {len(stages)} passes")
        return {
            "succeeded": True,
            "passes": [each.flag for each in stages],
            **_text(stages[after].text, offset),
        }

    def _flags(self, pipeline: str) -> list[str]:
        """Return the flags of a pipeline. Raises SourceError for others than those of passes."""
        flags = _words(pipeline)
        known = {each.flag for each in (*read_passes(), *read_pipelines())}
        for flag in flags:
            name = flag.lstrip("-").partition("=")[0]
            if not _FLAGS.fullmatch(flag) or _WRITING.match(flag) or name not in known:
                hint = suggestion(name, known)
                raise SourceError(f"'{flag}' is not the flag of a pass or pipeline{hint}")
        return flags

    def explain_operation(self, name: str, tt_mlir: str | None = None) -> Json:
        """Explain an operation such as `ttir.conv2d`: what it computes, operands, attributes with
        an example of their value, and an example of the operation.
        """
        context = compiler.create_context(revision=tt_mlir)
        if tt_mlir is not None and context.requested_revision is not None:
            compiler.set_revision(context, context.requested_revision)
        op_class = operation_class(context, name)
        definition = None if op_class is None else definition_of(op_class)
        if op_class is None or definition is None:
            advice = context.similar_operation(name) if "." in name else ""
            raise SourceError(f"there is no operation '{name}'" + (f"; {advice}" if advice else ""))
        dialect = name.partition(".")[0]
        try:
            example = examples(dialect).get(name, "")
        except OSError:
            example = ""
        return {
            "name": op_class.name,
            "documentation": documentation(op_class),
            "operands": {
                each.rstrip("_"): meaning("operands", name, each) for each, _ in definition.operands
            },
            "attributes": {
                each: {
                    "meaning": meaning("attributes", name, each),
                    "constraint": constraint_text(field),
                    "example": example_of(each, field),
                }
                for each, field in fields_of(definition).items()
            },
            "results": [each for each, _ in definition.results],
            "example": example,
        }

    async def compile_model(
        self, source: str, board: str = "n150", output: str | None = None, options: str = ""
    ) -> Json:
        """Compile a program of StableHLO, TOSA or TTIR to a TTNN binary for a board.

        `output` is the path of the binary in one of the allowed folders. `options` are flags of
        ttmlir-compile that begin with `--`, such as `--optimization-level=2`.
        """
        flags = _words(options)
        for flag in flags:
            if not re.fullmatch(r"--[a-z][\w-]*=[\w.,-]*", flag) or "plugin" in flag:
                raise SourceError(f"'{flag}' is not an option of the pipelines")
        text = self._roots.read(source)
        with tempfile.TemporaryDirectory(prefix="ttmlir-mcp-") as folder:
            path = self._roots.resolve(output) if output else Path(folder) / "model.ttnn"
            arguments = ["-", f"--system={board}", *flags, "-o", str(path)]
            code, _, err = await processes.run_tool("ttmlir_compile", arguments, text)
            size = path.stat().st_size if code == 0 else 0
        return {
            "succeeded": code == 0,
            "messages": _cut(err),
            "bytes": size,
            "output": str(path) if output and code == 0 else None,
        }

    async def run(self, source: str, inputs: str = "randn") -> Json:
        """Compile a program and run it on the simulator with generated inputs. Return the shape,
        type, range and first values of each result.

        `inputs` says how they are generated: `randn`, `rand`, `ones`, `zeros` or `arange`.
        """
        text = self._roots.read(source)
        with tempfile.TemporaryDirectory(prefix="ttmlir-mcp-") as folder:
            path = Path(folder) / "model.ttnn"
            arguments = ["-", "-o", str(path)]
            code, _, err = await processes.run_tool("ttmlir_compile", arguments, text)
            if code:
                return {"succeeded": False, "messages": _cut(err)}
            program = "from ttmlir_py.mcp_server.simulation import main; raise SystemExit(main())"
            code, out, err = await processes.run_python(["-c", program, str(path), inputs], "")
        if code:
            return {"succeeded": False, "messages": _cut(err)}
        return {"succeeded": True, "programs": json.loads(out)}

    async def verify(self, source: str, target: str | None = None) -> Json:
        """Find the operation that is wrong: run a program by its reference semantics, run its
        compiled form on the simulator, and compare operation by operation.

        `target` is the compiled program as TTNN text, such as a dump of another compiler. Without
        it, this compiler compiles the source.
        """
        text = self._roots.read(source)
        compiled = self._roots.read(target) if target else ""
        code, report = await processes.verify(text, compiled, self._roots.name(source))
        return {"is_right": code == 0, "report": _cut(report)}

    async def reduce(self, source: str, pipeline: str, diagnostic: str) -> Json:
        """Reduce a program to the operations for which passes still report an error.

        `pipeline` has the flags of ttopt, `diagnostic` a part of the error's text.
        """
        flags = self._flags(pipeline)
        text = self._roots.read(source)
        with tempfile.TemporaryDirectory(prefix="ttmlir-mcp-") as folder:
            processes.write_program(Path(folder) / processes.PROGRAM, text)
            command = f"--test={shlex.join(['ttopt', *flags])} {{}}"
            arguments = [processes.PROGRAM, command, f"--diagnostic={diagnostic}"]
            code, out, err = await processes.run_tool("ttreduce", arguments, "", folder)
        return {"succeeded": code == 0, "messages": _cut(err), **_text(out, 0)}

    async def estimate(self, source: str) -> Json:
        """Estimate the time of each operation on a card, from an analytical model.

        Times are in nanoseconds, L1 in bytes per bank. The keys of `operations` are lines of the
        text, counted from 1.
        """
        text = self._roots.read(source)
        found = await processes.compile_report(text)
        ordered = sorted(found.costs.items(), key=lambda item: -item[1].nanoseconds)
        return {
            "nanoseconds": round(found.nanoseconds, 1),
            "error": found.error,
            "warnings": found.warnings[:MAX_PROBLEMS],
            "operations": {
                str(int(place.partition(":")[0]) + 1): asdict(cost) for place, cost in ordered[:100]
            },
        }

    def search_docs(self, query: str, count: int = 5) -> Json:
        """Find sections of the documentation that contain the words of a query, best first."""
        found = sections(query)[: max(1, min(count, 20))]
        return {
            "results": [
                {"page": page, "section": title, "text": text[:2_000]}
                for page, title, text in found
            ],
            "pages": sorted(pages()),
        }


def _problem(problem: Problem) -> Json:
    return {
        "line": problem.line + 1,
        "column": problem.start + 1,
        "severity": problem.severity.value,
        "message": problem.message,
        "notes": [text for _, _, text in problem.notes],
    }


def _words(text: str) -> list[str]:
    """Split flags as a shell does. Raises SourceError for a quote that is not closed."""
    try:
        return shlex.split(text)
    except ValueError as error:
        raise SourceError(f"'{text}': {error}") from None


def _cut(text: str) -> str:
    text = text.strip()
    if len(text) <= MAX_TEXT:
        return text
    return f"{text[:MAX_TEXT]}\n... {len(text) - MAX_TEXT:,} characters left out"


def _text(text: str, offset: int) -> Json:
    """Return a text from `offset` on, with the next offset if it was cut."""
    offset = max(offset, 0)
    end = offset + MAX_TEXT
    return {"text": text[offset:end], "next_offset": end if len(text) > end else None}
