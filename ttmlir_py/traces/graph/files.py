"""Graph traces as JSON: writing, and reading with the leniency that older writers ask for.

Older writers left out `node_type` (and put `tensor[3]` into `name` instead), `arguments`, `input_tensors` and
`stacking_level`; newer ones write numbers as numbers, and put the nodes into a report. All of it is read.
"""

import io
import json
import os
import stat
from collections.abc import Callable

from ttmlir_py.files import read_file
from ttmlir_py.traces.graph.node import Node, Trace
from ttmlir_py.traces.graph.reading import make_nodes
from ttmlir_py.traces.graph.scanning import NodeScanner
from ttmlir_py.traces.graph.stored import StoredTrace

Progress = Callable[[int, int], None]
"""Is told how many bytes were read, of how many."""
_IN_MEMORY = 1 << 22
"""Bytes of a file whose nodes are all kept in memory, where they take ten times as much."""

_COUNTER = b'"counter"'


def dump(trace: Trace) -> str:
    """The trace as a file holds it: an array, indented by 4, keys sorted."""
    return json.dumps(list(trace), indent=4, sort_keys=True) + "\n"


def load(path: str | os.PathLike[str], progress: Progress | None = None) -> list[Node]:
    """Read a trace. Raises OSError, and `TraceError` that names the node which is wrong.

    `progress` is told how many bytes were read, of how many.
    """
    return parse(read_file(path), _bytes_read(path, progress))


def open_trace(path: str | os.PathLike[str], progress: Progress | None = None) -> Trace:
    """A trace to be gone through in its order: the nodes of a large one stay in the file. For the rest see `load`."""
    status = os.stat(path)
    if stat.S_ISREG(status.st_mode) and status.st_size > _IN_MEMORY:
        return StoredTrace(path, _bytes_read(path, progress))
    return load(path, progress)


def node_count(path: str | os.PathLike[str]) -> int:
    """How many nodes a large file seems to have, each with its counter, without reading them; 0 for a small one. Raises OSError."""
    status = os.stat(path)
    if not stat.S_ISREG(status.st_mode) or status.st_size <= _IN_MEMORY:
        return 0
    count, rest = 0, b""
    with open(path, "rb") as file:
        while block := file.read(1 << 20):
            searched = rest + block
            count += searched.count(_COUNTER)
            rest = searched[1 - len(_COUNTER) :]
    return count


def _bytes_read(
    path: str | os.PathLike[str], progress: Progress | None
) -> Callable[[int], None] | None:
    size = os.stat(path).st_size
    return progress and (lambda done: progress(done, size))


def parse(data: bytes | str, progress: Callable[[int], None] | None = None) -> list[Node]:
    """The trace that a file holds; see `NodeReader`."""
    encoded = data.encode("utf-8", "surrogatepass") if isinstance(data, str) else data
    return make_nodes(record for _, record in NodeScanner(io.BytesIO(encoded), progress).records())
