"""The server of the Model Context Protocol: the tools of `answers`, and documentation as resources.

It answers one agent on stdin and stdout. A mistake of the agent is an error in the answer, with
what to do instead.
"""

from __future__ import annotations

import functools
import inspect
from collections.abc import Callable
from importlib.metadata import version
from typing import Any

from mcp.server.mcpserver import MCPServer
from mcp.server.mcpserver.resources import TextResource

from ttmlir_py.editing.processes import CommandError
from ttmlir_py.mcp_server.answers import Answers
from ttmlir_py.mcp_server.documents import pages
from ttmlir_py.mcp_server.sources import Roots, SourceError
from ttmlir_py.mcp_server.transport import AnsweringServer

TOOLS = (
    "parse",
    "run_passes",
    "explain_operation",
    "compile_model",
    "run",
    "verify",
    "reduce",
    "estimate",
    "search_docs",
)
_INSTRUCTIONS = (
    "Tools for tt-mlir programs (TTIR, TTNN, StableHLO): parse, compile, run on a simulator, and "
    "find the operation that is wrong. A source is MLIR text, or the path of a file in an allowed "
    "folder. Start with parse; explain_operation and search_docs describe operations and tasks."
)


def create_server(roots: Roots) -> MCPServer:
    """Return a server whose tools use the files in `roots`."""
    server = AnsweringServer("ttmlir", instructions=_INSTRUCTIONS, version=version("ttmlir_py"))
    answers = Answers(roots)
    for name in TOOLS:
        server.add_tool(_explained(getattr(answers, name)), name=name)

    for name, text in pages().items():
        title = text.partition("\n")[0].lstrip("# ")
        uri = f"ttmlir://docs/{name}"
        server.add_resource(
            TextResource(uri=uri, name=name, title=title, mime_type="text/markdown", text=text)
        )
    return server


def _explained(tool: Callable[..., Any]) -> Callable[..., Any]:
    """Return a tool whose refusals are part of its answer: `{"error": ...}`."""

    @functools.wraps(tool)
    async def answer(*arguments: Any, **named: Any) -> dict[str, Any]:
        try:
            found = tool(*arguments, **named)
            return await found if inspect.isawaitable(found) else found
        except (SourceError, CommandError, ValueError) as error:
            return {"error": str(error)}

    answer.__annotations__ = {**tool.__annotations__, "return": dict[str, Any]}
    return answer


def start(roots: Roots) -> None:
    """Answer one agent on stdin and stdout until it closes them."""
    create_server(roots).run("stdio")
