"""Reading and writing of graph traces as JSON files, including other versions of the format.

Older writers omit `node_type` (and put `tensor[3]` into `name` instead), `arguments`,
`input_tensors` and `stacking_level`. Newer ones write numbers as numbers and put the nodes into a
report. All versions can be read.
"""

import io
import json
import os
import stat
from collections.abc import Callable

from ttmlir_py.common.files import read_file, reading
from ttmlir_py.traces.graph.node import Node, Trace
from ttmlir_py.traces.graph.reading import make_nodes
from ttmlir_py.traces.graph.scanning import NodeScanner
from ttmlir_py.traces.graph.stored import StoredTrace

Progress = Callable[[int, int], None]
"""Called with the number of bytes read so far, and the total."""
_IN_MEMORY = 1 << 22
"""Largest file size in bytes for keeping all nodes in memory, which takes ten times as much."""

_COUNTER = b'"counter"'


def dump(trace: Trace) -> str:
    """Return the text of a trace file: a JSON array with indent 4 and sorted keys."""
    return json.dumps(list(trace), indent=4, sort_keys=True) + "\n"


def load(path: str | os.PathLike[str], progress: Progress | None = None) -> list[Node]:
    """Read a trace file.

    Raises OSError, and `TraceError` that names the wrong node. `progress` receives the bytes read
    and the total.
    """
    return parse(read_file(path), _bytes_read(path, progress))


def open_trace(path: str | os.PathLike[str], progress: Progress | None = None) -> Trace:
    """Open a trace for sequential access. The nodes of a large file stay in the file.

    See `load`.
    """
    status = os.stat(path)
    if stat.S_ISREG(status.st_mode) and status.st_size > _IN_MEMORY:
        return StoredTrace(path, _bytes_read(path, progress))
    return load(path, progress)


def node_count(path: str | os.PathLike[str]) -> int:
    """Estimate the number of nodes in a large file from its counters. Return 0 for a small file.

    Raises OSError.
    """
    status = os.stat(path)
    if not stat.S_ISREG(status.st_mode) or status.st_size <= _IN_MEMORY:
        return 0
    count, rest = 0, b""
    with reading(path) as file:
        while block := file.read(1 << 20):
            searched = rest + block
            count += searched.count(_COUNTER)
            rest = searched[1 - len(_COUNTER) :]
    return count


def _bytes_read(
    path: str | os.PathLike[str], progress: Progress | None
) -> Callable[[int], None] | None:
    size = os.stat(path).st_size
    return None if progress is None else lambda done: progress(done, size)


def parse(data: bytes | str, progress: Callable[[int], None] | None = None) -> list[Node]:
    """Return the nodes in the contents of a trace file. `progress` receives the bytes read so far.

    Raises `TraceError`; see `NodeReader`.
    """
    encoded = data.encode("utf-8", "surrogatepass") if isinstance(data, str) else data
    return make_nodes(record for _, record in NodeScanner(io.BytesIO(encoded), progress).records())
