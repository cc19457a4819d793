"""The speed and memory of the language server, compared with MLIR's.

    python benchmarks/language_server.py [--ops N] [--edits N] [--dialect arith|ttir]

The text is a function of `--ops` operations, which all differ. Each edit inserts a blank in the
middle of it, and is followed by one request of each kind; after every other edit the client first
waits for the diagnostics. `mlir-lsp-server-19` takes part if it is installed and the dialect is one
of MLIR's. Both servers answer the same client on the same text. Memory is the largest of the server
and of each of its processes.
"""

import argparse
import asyncio
import shutil
import statistics
import sys
import time
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

from lsprotocol import types as lsp
from pygls.lsp.client import LanguageClient

OURS = [sys.executable, "-c", "from ttmlir_py.tools.ttmlir_lsp import main; main()"]
MLIR = "mlir-lsp-server-19"
URI = "file:///benchmark.mlir"


def arith(count: int) -> str:
    """Return a function of `count` operations of arith."""
    body = [
        f"  %e{n} = tensor.empty() : tensor<{n + 1}x32xf32>\n"
        f"  %v{n} = arith.addf %e{n}, %e{n} : tensor<{n + 1}x32xf32>"
        for n in range(count // 2)
    ]
    return "func.func @f() {\n" + "\n".join(body) + "\n  return\n}\n"


def ttir(count: int) -> str:
    """Return a function of `count` operations, half of them of TTIR."""
    body = [
        f"  %e{n} = tensor.empty() : tensor<{n + 1}x32xf32>\n"
        f'  %v{n} = "ttir.add"(%e{n}, %e{n}, %e{n}) <{{operandSegmentSizes = array<i32: 2, 1>}}> : '
        f"(tensor<{n + 1}x32xf32>, tensor<{n + 1}x32xf32>, tensor<{n + 1}x32xf32>) -> "
        f"tensor<{n + 1}x32xf32>"
        for n in range(count // 2)
    ]
    return "func.func @f() {\n" + "\n".join(body) + "\n  return\n}\n"


async def measure(command: list[str], text: str, edits: int) -> dict[str, float]:
    """Return the seconds to open `text`, the milliseconds of requests, and megabytes."""
    client = LanguageClient("benchmark", "1")
    published = asyncio.Event()
    client.feature(lsp.TEXT_DOCUMENT_PUBLISH_DIAGNOSTICS)(lambda _: published.set())
    client.feature(lsp.WINDOW_LOG_MESSAGE)(lambda _: None)
    await client.start_io(command[0], *command[1:])
    options = {"costs": False}
    await client.initialize_async(
        lsp.InitializeParams(lsp.ClientCapabilities(), initialization_options=options)
    )
    client.initialized(lsp.InitializedParams())
    start = time.perf_counter()
    client.text_document_did_open(
        lsp.DidOpenTextDocumentParams(lsp.TextDocumentItem(URI, "mlir", 1, text))
    )
    middle = text.count("\n") // 2
    row = middle + 1 if "%e" in text.split("\n")[middle] else middle  # a line with operands
    first = lsp.HoverParams(lsp.TextDocumentIdentifier(URI), lsp.Position(row, 6))
    asked_at = time.perf_counter()
    await client.text_document_hover_async(first)
    found = {"hover after opening, ms": (time.perf_counter() - asked_at) * 1e3}
    await published.wait()
    found["open, s"] = time.perf_counter() - start
    asked = requests(
        client, lsp.Position(row, 6), lsp.Position(row, text.split("\n")[row].find("%e"))
    )
    times: dict[str, list[float]] = {name: [] for name in asked}
    for version in range(2, edits + 2):
        published.clear()
        edit(client, version, lsp.Position(middle, 0))
        if version % 2:
            await published.wait()
        for name, call in asked.items():
            start = time.perf_counter()
            await call()
            times[name].append((time.perf_counter() - start) * 1e3)
    for name, each in times.items():
        found[f"{name}, median ms"] = statistics.median(each)
        found[f"{name}, largest ms"] = max(each)
    found["memory, MB"] = max(peaks(client))
    await client.shutdown_async(None)
    client.exit(None)
    await client.stop()
    return found


def requests(
    client: LanguageClient, name: lsp.Position, operand: lsp.Position
) -> dict[str, Callable[[], Awaitable[Any]]]:
    """Return the requests that both servers answer."""
    document = lsp.TextDocumentIdentifier(URI)
    context = lsp.ReferenceContext(True)
    return {
        "hover": lambda: client.text_document_hover_async(lsp.HoverParams(document, name)),
        "definition": lambda: client.text_document_definition_async(
            lsp.DefinitionParams(document, operand)
        ),
        "references": lambda: client.text_document_references_async(
            lsp.ReferenceParams(context, document, operand)
        ),
        "completion": lambda: client.text_document_completion_async(
            lsp.CompletionParams(document, operand)
        ),
        "outline": lambda: client.text_document_document_symbol_async(
            lsp.DocumentSymbolParams(document)
        ),
    }


def edit(client: LanguageClient, version: int, position: lsp.Position) -> None:
    """Insert a blank at a position."""
    change = lsp.TextDocumentContentChangePartial(lsp.Range(position, position), " ")
    client.text_document_did_change(
        lsp.DidChangeTextDocumentParams(lsp.VersionedTextDocumentIdentifier(version, URI), [change])
    )


def peaks(client: LanguageClient) -> list[float]:
    """Return the largest memory of the server and of each of its processes, in megabytes."""
    server = client._server
    assert server is not None
    children: list[str] = []
    for thread in Path(f"/proc/{server.pid}/task").iterdir():
        children += (thread / "children").read_text().split()
    found: list[float] = []
    for process in [str(server.pid), *children]:
        for line in Path(f"/proc/{process}/status").read_text().splitlines():
            if line.startswith("VmHWM"):
                found.append(int(line.split()[1]) / 1024)
    return found


def main() -> None:
    """Print a table with a column for each server."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--ops", type=int, default=10_000)
    parser.add_argument("--edits", type=int, default=20)
    parser.add_argument("--dialect", choices=("arith", "ttir"), default="arith")
    arguments = parser.parse_args()
    text = {"arith": arith, "ttir": ttir}[arguments.dialect](arguments.ops)
    servers = {"ttmlir-lsp": OURS}
    if arguments.dialect == "arith" and (path := shutil.which(MLIR)):
        servers[MLIR] = [path]
    columns = {
        name: asyncio.run(measure(command, text, arguments.edits))
        for name, command in servers.items()
    }
    print(f"{arguments.ops} operations of {arguments.dialect}, {arguments.edits} edits")
    print(f"{'':26}" + "".join(f"{name:>20}" for name in columns))
    for row in columns["ttmlir-lsp"]:
        print(f"{row:26}" + "".join(f"{column[row]:20.2f}" for column in columns.values()))


if __name__ == "__main__":
    main()
