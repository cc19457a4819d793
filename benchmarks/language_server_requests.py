"""The time of every request of the language server, right after opening and after edits.

    python benchmarks/language_server_requests.py [--ops N] [--rounds N] [--dialect arith|ttir]
        [--costs] [--cpu]

Each request is measured in four situations: as the only one right after a file of `--ops`
operations is opened; together with all others right after that, in changing orders; and both right
after an edit in the middle of the text, before and after its diagnostics. The table shows the
median and the largest time in milliseconds, until the client has received the answer. With
`--costs`, the server also compiles each text, as it does in an editor.

With `--cpu`, the times are those that the server's main thread, which answers, spent on a processor
since the file was opened or edited. Other programs on the machine hardly change them.
"""

import argparse
import asyncio
import json
import os
import random
import re
import statistics
import time
from pathlib import Path
from typing import Any

from language_server import OURS, arith, ttir

_ANSWER = re.compile(rb'"id": (\d+)')
"""Matches the number of an answer. The server's own requests have other identifiers."""
WINDOW = 60
"""Lines that an editor shows at once."""
Json = dict[str, Any]


class Session:
    """A server and its client, with one open file at a time.

    The client decodes no long answers, because that would take part of the measured time.
    """

    def __init__(self, text: str, cpu: bool) -> None:
        self.text = text
        rows = text.split("\n")
        middle = len(rows) // 2
        self.row = middle + 1 if "%e" in rows[middle] else middle  # a line with operands
        self.column = rows[self.row].rindex("%e")
        self.rows = len(rows)
        self.uri = ""
        self.version = self.opened = self.calls = 0
        self.published = asyncio.Event()
        self.waiting: dict[int, asyncio.Future[float]] = {}
        self.cpu = cpu
        self.changed = 0.0
        """The processor's milliseconds before the file was opened or edited."""

    async def start(self, costs: bool) -> None:
        """Start the server."""
        pipe = asyncio.subprocess.PIPE
        self.process = await asyncio.create_subprocess_exec(
            *OURS, stdin=pipe, stdout=pipe, limit=2**26
        )
        self.reading = asyncio.ensure_future(self._read())
        capabilities = {"workspace": {"inlayHint": {"refreshSupport": True}}}
        await self.call(
            "initialize",
            {"capabilities": capabilities, "initializationOptions": {"costs": costs}},
        )
        self.notify("initialized", {})

    async def _read(self) -> None:
        output = self.process.stdout
        assert output is not None
        while header := await output.readuntil(b"\r\n\r\n"):
            fields = dict(each.split(b": ") for each in header.strip().split(b"\r\n"))
            body = await output.readexactly(int(fields[b"Content-Length"]))
            now = self.now()
            if (found := _ANSWER.search(body[:60])) or (found := _ANSWER.search(body[-60:])):
                self.waiting.pop(int(found[1])).set_result(now)
                assert b'"error"' not in body[-1000:], body[-1000:]
                continue
            self._on_message(json.loads(body))

    def _on_message(self, message: Json) -> None:
        if "id" in message:
            self._send({"id": message["id"], "result": None})
        elif message.get("params", {}).get("uri") == self.uri:  # diagnostics
            self.published.set()

    def _send(self, message: Json) -> None:
        body = json.dumps({"jsonrpc": "2.0", **message}).encode()
        assert self.process.stdin is not None
        self.process.stdin.write(b"Content-Length: %d\r\n\r\n" % len(body) + body)

    def notify(self, method: str, params: Json) -> None:
        """Send a notification."""
        self._send({"method": method, "params": params})

    async def call(self, method: str, params: Json | None) -> float:
        """Send a request, and return the milliseconds until its answer."""
        self.calls += 1
        answered = self.waiting[self.calls] = asyncio.get_running_loop().create_future()
        start = self.changed if self.cpu else self.now()
        self._send({"id": self.calls, "method": method, "params": params})
        return await answered - start

    def now(self) -> float:
        """Return the milliseconds of the clock, or those that the server spent on a processor."""
        if not self.cpu:
            return time.perf_counter() * 1e3
        return int(Path(f"/proc/{self.process.pid}/schedstat").read_text().split()[0]) / 1e6

    def open(self) -> None:
        """Open a file that the server has not seen."""
        self.opened += 1
        self.version = 1
        self.changed = self.now()
        self.uri = f"file:///benchmark{self.opened}.mlir"
        self.published.clear()
        item = {"uri": self.uri, "languageId": "mlir", "version": 1, "text": self.text}
        self.notify("textDocument/didOpen", {"textDocument": item})

    def edit(self) -> None:
        """Insert a blank in the middle."""
        self.version += 1
        self.changed = self.now()
        self.published.clear()
        start = {"line": self.row - 1, "character": 0}
        change = {"range": {"start": start, "end": start}, "text": " "}
        document = {"uri": self.uri, "version": self.version}
        self.notify(
            "textDocument/didChange", {"textDocument": document, "contentChanges": [change]}
        )

    async def close(self) -> None:
        """Close the file, after its diagnostics."""
        await self.published.wait()
        self.notify("textDocument/didClose", {"textDocument": {"uri": self.uri}})

    async def stop(self) -> None:
        """End the server."""
        await self.call("shutdown", None)
        self.notify("exit", {})
        await self.process.wait()
        self.reading.cancel()

    def requests(self) -> dict[str, tuple[str, Json]]:
        """Return every request that the server answers about a file: its method and parameters."""
        name = {"position": {"line": self.row, "character": 6}}
        operand = {"position": {"line": self.row, "character": self.column + 1}}
        everything = {"range": lines(0, self.rows)}
        window = {"range": lines(self.row, self.row + WINDOW)}
        options = {"options": {"tabSize": 2, "insertSpaces": True}}
        made: dict[str, tuple[str, Json]] = {
            "hover": ("hover", name),
            "definition": ("definition", operand),
            "references": ("references", operand | {"context": {"includeDeclaration": True}}),
            "highlights": ("documentHighlight", operand),
            "prepare rename": ("prepareRename", operand),
            "rename": ("rename", operand | {"newName": "%renamed"}),
            "completion": ("completion", operand),
            "signature help": ("signatureHelp", operand),
            "outline": ("documentSymbol", {}),
            "folding": ("foldingRange", {}),
            "hints of a window": ("inlayHint", window),
            "hints of the file": ("inlayHint", everything),
            "colors": ("semanticTokens/full", {}),
            "colors of a window": ("semanticTokens/range", window),
            "colors of the file": ("semanticTokens/range", everything),
            "formatting": ("formatting", options),
            "links": ("documentLink", {}),
            "actions": ("codeAction", window | {"context": {"diagnostics": []}}),
        }
        document = {"textDocument": {"uri": self.uri}}
        return {
            shown: (f"textDocument/{method}", document | params)
            for shown, (method, params) in made.items()
        }

    def peak(self) -> float:
        """Return the largest memory of the server and of each of its processes, in megabytes."""
        found = [0.0]
        processes = [str(self.process.pid)]
        for process in processes:
            for thread in Path(f"/proc/{process}/task").iterdir():
                processes += (thread / "children").read_text().split()
            status = Path(f"/proc/{process}/status").read_text()
            found += [
                int(line.split()[1]) / 1024
                for line in status.splitlines()
                if line.startswith("VmHWM")
            ]
        return max(found)


def lines(first: int, last: int) -> Json:
    """Return a range of whole lines."""
    return {"start": {"line": first, "character": 0}, "end": {"line": last, "character": 0}}


async def measure(
    text: str, rounds: int, costs: bool, cpu: bool
) -> tuple[dict[str, list[list[float]]], float]:
    """Return the times of each request in each situation, and megabytes."""
    session = Session(text, cpu)
    await session.start(costs)
    session.open()
    await session.close()
    names = list(session.requests())
    times: dict[str, list[list[float]]] = {name: [[], [], [], []] for name in names}
    shuffled = random.Random(0)
    for number in range(rounds):
        for name in names:
            session.open()
            times[name][0].append(await session.call(*session.requests()[name]))
            await session.close()
        session.open()
        await together(session, shuffled, times, 1)
        await session.published.wait()
        for name in names:
            session.edit()
            times[name][2].append(await session.call(*session.requests()[name]))
            if number % 2:
                await session.published.wait()
        session.edit()
        await together(session, shuffled, times, 3)
        await session.close()
    memory = session.peak()
    await session.stop()
    return times, memory


async def together(
    session: Session,
    shuffled: random.Random,
    times: dict[str, list[list[float]]],
    situation: int,
) -> None:
    """Send all requests at once, in another order each time."""
    calls = list(session.requests().items())
    shuffled.shuffle(calls)
    answers = await asyncio.gather(*(session.call(*call) for _, call in calls))
    for (name, _), milliseconds in zip(calls, answers, strict=True):
        times[name][situation].append(milliseconds)


def main() -> None:
    """Print a table with a row for each request."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--ops", type=int, default=10_000)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--dialect", choices=("arith", "ttir"), default="arith")
    parser.add_argument("--costs", action="store_true")
    parser.add_argument("--cpu", action="store_true")
    arguments = parser.parse_args()
    text = {"arith": arith, "ttir": ttir}[arguments.dialect](arguments.ops)
    load = os.getloadavg()[0]
    times, memory = asyncio.run(measure(text, arguments.rounds, arguments.costs, arguments.cpu))
    print(f"{arguments.ops} operations of {arguments.dialect}: median, largest ms", end="")
    print(f" (load {load:.1f} to {os.getloadavg()[0]:.1f})")
    headings = ("opened", "opened, all", "edited", "edited, all")
    print(f"{'':20}" + "".join(f"{heading:>16}" for heading in headings))
    for name, row in times.items():
        cells = [f"{statistics.median(each):.0f}, {max(each):.0f}" for each in row]
        print(f"{name:20}" + "".join(f"{cell:>16}" for cell in cells))
    print(f"memory of the largest process: {memory:.0f} MB")


if __name__ == "__main__":
    main()
