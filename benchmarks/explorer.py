"""What processor time the explorer takes from an edit to its graph, and to a first page; what its server holds in memory; whether every layout that it offers is taken.

    python benchmarks/explorer.py [--edits N] [--ops N] [--round-trip] [MODEL...]

Models are the digits network, or those that are given. An edit is a request with another legal layout, and one for the graph,
JSON and pictures included; the time is the median of some, of the processor, since other work on a machine says nothing of it. The first page is the first request for a chain of so many operations
in TTNN, compiling included. With `--round-trip` every legal layout of every operation is given back as an override, and must be the one chosen, if the program compiles with it.
"""

import argparse
import json
import resource
import statistics
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

from front_doors import chain, write_ttir

from ttmlir_py.explorer.commands import Commands
from ttmlir_py.explorer.files import Files
from ttmlir_py.explorer.models import open_model
from ttmlir_py.explorer.overrides import Settings
from ttmlir_py.explorer.session import Session
from ttmlir_py.ir.diagnostics import CompilationError

DIGITS = Path(__file__).parents[1] / "examples" / "digits" / "digits_f32.mlir"
LAYOUT = ("grid_shape", "buffer_type", "tensor_memory_layout", "memory_layout", "data_type")


def edits(path: Path, count: int) -> list[float]:
    """Seconds of edits of the operation that has most layouts."""
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
    """Seconds of the first request for a chain that becomes about so many operations in TTNN, and how many these are."""
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
    """How many legal layouts were tried, those of which another was chosen, and those with which the program does not compile."""
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


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--edits", type=int, default=10)
    parser.add_argument("--ops", type=int, default=1400)
    parser.add_argument("--round-trip", action="store_true")
    parser.add_argument("model", type=Path, nargs="*", default=[DIGITS])
    values = parser.parse_args()
    failed = False
    for path in values.model:
        if values.round_trip:
            tried, wrong, refused = round_trip(path.resolve())
            print(
                f"{path.name:<40} {tried} layouts given back, {len(wrong)} not chosen, {len(refused)} do not compile"
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
        print(f"first page of {nodes} nodes: {seconds:.2f} s")
        peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
        print(f"memory of the process at most: {peak:.0f} MB")
    return int(failed)


if __name__ == "__main__":
    sys.exit(main())
