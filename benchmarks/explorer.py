"""The speed of the explorer: edits, the first page, and drawing; and its legal layouts.

    python benchmarks/explorer.py [--edits N] [--ops N] [--page-ops N] [--round-trip] [MODEL...]

Models are the digits network, or those that are given. An edit is a request with another legal
layout, and one for the graph, including JSON and pictures. Its time is the median processor time of
several edits, which excludes other work on the machine. The first page is the first request for a
chain of `--ops` operations in TTNN, including compilation. A page with `--page-ops` operations is
dragged in Chromium, to measure the time between two frames and the time to draw one. With
`--round-trip` every legal layout of every operation is passed back as an override. It must then be
the chosen layout, if the program compiles with it.
"""

import argparse
import json
import resource
import shutil
import statistics
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

from stablehlo_compile import chain, write_ttir

from ttmlir_py.explorer.commands import Commands
from ttmlir_py.explorer.files import Files
from ttmlir_py.explorer.graph import Graph, GraphNode, IncomingEdge, KeyValue
from ttmlir_py.explorer.html import html_page
from ttmlir_py.explorer.models import open_model
from ttmlir_py.explorer.overrides import Settings
from ttmlir_py.explorer.session import Session
from ttmlir_py.ir.diagnostics import CompilationError

DIGITS = Path(__file__).parents[1] / "examples" / "digits" / "digits_f32.mlir"
LAYOUT = ("grid_shape", "buffer_type", "tensor_memory_layout", "memory_layout", "data_type")


def edits(path: Path, count: int) -> list[float]:
    """Return the seconds of `count` edits of the operation that has the most layouts."""
    commands = Commands(Files([path.parent]))

    def ask(command: str, **settings: Any) -> Any:
        answer = commands.run(command, str(path), settings)
        return json.loads(json.dumps(answer))["graphs"][0]

    graph = ask("convert", stage="ttnn", views=True)
    node = max(graph["nodes"], key=lambda each: len(each.get("legal", ())))
    times: list[float] = []
    for layout in node["legal"][1 : count + 1]:
        start = time.process_time()
        attributes = [{"key": "layout", "value": layout}]
        assert ask("override", overrides={node["id"]: {"attributes": attributes}})["success"]
        ask("convert", stage="ttnn", views=True)
        times.append(time.process_time() - start)
    commands.close()
    return times


def first_page(folder: Path, ops: int) -> tuple[float, int]:
    """Return the seconds of the first request for a chain, and its number of operations in TTNN."""
    source = folder / "chain.mlir"
    source.write_text(chain(ops // 3))
    path = write_ttir(source)
    commands = Commands(Files([folder]))
    start = time.process_time()
    answer = commands.run("convert", str(path), {"stage": "ttnn", "views": True})
    json.dumps(answer)
    seconds = time.process_time() - start
    commands.close()
    return seconds, len(answer["graphs"][0]["nodes"])


def round_trip(path: Path) -> tuple[int, list[str], list[str]]:
    """Return the number of layouts tried, those replaced by others, and those that do not
    compile.
    """
    session = Session(open_model(path))
    base = session.show(Settings())
    tried, wrong, failed = 0, list[str](), list[str]()
    for node, said in (base.decisions or {}).items():
        for layout in said["considered"]:
            tried += 1
            try:
                result = session.compile(session.with_layout(node, layout))
            except CompilationError as error:
                failed.append(f"{node}: {layout}: {error.diagnostics[0].message}")
                continue
            found = next(each for each in result.conversion.graph.nodes if each.id == node)
            values = {each.key: each.value for each in found.attrs}
            if ":".join(values[key] for key in LAYOUT) != layout:
                wrong.append(f"{node}: {layout}")
    return tried, wrong, failed


FRAMES = """() => {
  globalThis.frames_ = [];
  let last = performance.now();
  const step = (now) => { frames_.push(now - last); last = now; requestAnimationFrame(step); };
  requestAnimationFrame(step);
}"""


def dragged(folder: Path, ops: int) -> str:
    """Return the frame times of a page while it is dragged, first at close range, then all in
    sight.
    """
    try:
        from playwright.sync_api import sync_playwright
    except ImportError:
        return "not measured (playwright is not installed)"
    programs = ("chromium", "chromium-browser", "chromium-headless-shell")
    chromium = next(filter(None, map(shutil.which, programs)), None)
    if chromium is None:
        return "not measured (chromium is not installed)"
    nodes = [
        GraphNode(
            f"n{i}",
            "ttnn.add",
            attrs=[KeyValue("shape", "[32, 32]")],
            incomingEdges=[IncomingEdge(f"n{j}") for j in {i - 1, i - 1 - i % 7} if j >= 0],
            estimate={"duration": 100.0 * (i % 97), "bound": "DRAM"},
        )
        for i in range(ops)
    ]
    path = folder / "large.html"
    path.write_text(html_page(Graph("g", nodes, summary={"model": "large"})))
    said: list[str] = []
    with sync_playwright() as started:
        running = started.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
        page = running.new_page(viewport={"width": 1280, "height": 800})
        page.goto(path.as_uri())
        page.locator("body[data-ready=true]").wait_for(timeout=60_000)
        graph = page.locator("#graph")
        for sight, key in (("near", ""), ("all in sight", "0")):
            if key:
                graph.focus()
                page.keyboard.press(key)
            page.evaluate(FRAMES)
            page.mouse.move(500, 300)
            page.mouse.down()
            drawn: list[float] = []
            for i in range(30):
                page.mouse.move(500 - 5 * i, 300 - 4 * i)
                drawn.append(float(graph.get_attribute("data-drawn") or 0))
            page.mouse.up()
            frame = statistics.median(page.evaluate("frames_"))
            said.append(
                f"{sight} {frame:.0f} ms a frame, of which drawing takes {statistics.median(drawn):.0f}"  # noqa: E501
            )
        running.close()
    return "; ".join(said)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--edits", type=int, default=10)
    parser.add_argument("--ops", type=int, default=1400)
    parser.add_argument("--page-ops", type=int, default=5000)
    parser.add_argument("--round-trip", action="store_true")
    parser.add_argument("model", type=Path, nargs="*", default=[DIGITS])
    values = parser.parse_args()
    failed = False
    for path in values.model:
        if values.round_trip:
            tried, wrong, refused = round_trip(path.resolve())
            print(
                f"{path.name:<40} {tried} layouts given back, {len(wrong)} not chosen, {len(refused)} do not compile"  # noqa: E501
            )
            for each in (*wrong, *refused):
                print(f"  {each}")
            failed |= bool(wrong)
            continue
        times = edits(path.resolve(), values.edits)
        middle, most = statistics.median(times), max(times)
        print(
            f"{path.name:<40} edit to graph: {1e3 * middle:7.1f} ms, at most {1e3 * most:7.1f} ms"
        )
    if not values.round_trip:
        with tempfile.TemporaryDirectory() as folder:
            seconds, nodes = first_page(Path(folder), values.ops)
            moved = dragged(Path(folder), values.page_ops)
        print(f"first page of {nodes} nodes: {seconds:.2f} s")
        print(f"page of {values.page_ops} operations dragged: {moved}")
        peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
        print(f"memory of the process at most: {peak:.0f} MB")
    return int(failed)


if __name__ == "__main__":
    sys.exit(main())
