"""Models that do not compile: their diagnostics as JSON data, and a page that shows the source."""

from typing import Any

from ttmlir_py import compiler
from ttmlir_py.explorer.graph import Graph, convert
from ttmlir_py.explorer.html import html_page
from ttmlir_py.explorer.models import Model
from ttmlir_py.explorer.sources import model_source, source_key
from ttmlir_py.ir.diagnostics import CompilationError, Diagnostic
from ttmlir_py.ir.locations import find_file_location

Json = dict[str, Any]

_LONGEST_LINE = 2000
"""Largest number of characters of a line of the file. Lines with constants can be longer."""


def diagnostic_values(diagnostic: Diagnostic) -> Json:
    """Return a diagnostic with its location. Lines and columns count from 1; 0 means unknown."""
    place = find_file_location(diagnostic.location)
    return {
        "severity": diagnostic.severity.value,
        "file": place.filename.data if place else "",
        "line": place.line.data if place else 0,
        "column": place.column.data if place else 0,
        "message": diagnostic.message,
    }


def error_values(error: CompilationError) -> Json:
    """Return the message of an error, with long lines cut, and its diagnostics."""
    return {
        "message": _shortened(str(error)),
        "diagnostics": [diagnostic_values(each) for each in error.diagnostics],
    }


def source_graph(model: Model) -> Graph:
    """Return the graph of a model as it was opened. Raises `CompilationError` if it does not
    parse.
    """
    with compiler.diagnosed(warnings=["-w"]) as context:
        graph = convert(model.parse(context)).graph
    form = model.level.title if model.level else ""
    return Graph(
        graph.id,
        graph.nodes,
        graph.groupNodeAttributes,
        summary={"model": model.name, "form": form, "stage": "source"},
    )


def failed_page(model: Model, error: CompilationError) -> str:
    """Return the page of a model that does not compile, with its graph, text and diagnostics.

    Raises `LayoutError`, and `CompilationError` if the model does not parse.
    """
    source = model_source(model)
    texts = {source_key(model): {"text": source.text, "lines": source.lines}}
    return html_page(
        source_graph(model),
        sources=texts,
        error=error_values(error),
        file=_shortened(model.text),
    )


def _shortened(text: str) -> str:
    """Return the text with long lines cut, so that constants do not enlarge the page.

    Line numbers do not change.
    """
    lines = (
        line if len(line) <= _LONGEST_LINE else f"{line[:_LONGEST_LINE]}…"
        for line in text.split("\n")
    )
    return "\n".join(lines)
