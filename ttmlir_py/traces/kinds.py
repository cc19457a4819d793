"""Detection of the kind of a trace file from its first bytes."""

import os
from codecs import getincrementaldecoder
from enum import StrEnum
from errno import EISDIR

from ttmlir_py.common.contents import BYTECODE_MAGIC, other_file
from ttmlir_py.common.files import reading
from ttmlir_py.traces.errors import TraceError

_MODELS = {
    (8, b"TTNN"): "binary",
    (8, b"TTM0"): "binary",
    (8, b"TTSY"): "system descriptor",
    (0, b"GGUF"): "model of llama.cpp",
}
"""Maps offsets and magic numbers to names of file types. The magic numbers are those of files that
resemble records but are not traces, such as models.
"""


class Kind(StrEnum):
    """The kinds of traces, with their names in messages."""

    GRAPH = "a graph trace"
    OPERATION = "an op-execution trace"
    TENSOR = "a tensor-access trace"


def kind_of(path: str) -> Kind:
    """Return the kind of a trace file. A file that is not recognized counts as a graph trace.

    Raises OSError.
    """
    if os.path.isdir(path):
        raise IsADirectoryError(EISDIR, os.strerror(EISDIR), path)
    if is_tensor_trace(path):
        return Kind.TENSOR
    return Kind.OPERATION if is_operation_trace(path) else Kind.GRAPH


def description_of(path: str) -> str:
    """Return what a file is, for messages: the kind of the trace, or that it is not one.

    Raises OSError.
    """
    kind = kind_of(path)
    if kind is Kind.TENSOR and os.path.getsize(path):
        return kind if _has_records(path) else "a file that is not a trace"
    if kind is Kind.OPERATION or not os.path.isfile(path):
        return kind
    with reading(path) as file:
        start = file.read(4096).lstrip()[:1]
    if start in (b"[", b"{"):
        return kind
    return "a text file" if start else "an empty file"


def _has_records(path: str) -> bool:
    """Return whether a file has the records of a known version of tensor-access traces."""
    from ttmlir_py.traces.tensor.layouts import record_size

    try:
        return record_size(path) > 0
    except TraceError:
        return False


def is_tensor_trace(path: str) -> bool:
    """Return whether a file has the records of a tensor-access trace.

    This is assumed of each file that is neither text (UTF-8 without zero bytes) nor an op-execution
    trace. Raises OSError, and `TraceError` for programs, models and other known files.
    """
    if os.path.exists(path) and not os.path.isfile(path):
        return False  # a pipe can be read only once
    with reading(path) as file:
        head = file.read(128)
    for (at, mark), what in _MODELS.items():
        if head[at:].startswith(mark):
            raise TraceError(f"is a {what}, not a trace")
    other = "MLIR bytecode" if head.startswith(BYTECODE_MAGIC) else other_file(head)
    if other is not None:
        raise TraceError(f"is {other}, not a trace")
    is_binary = b"\0" in head or not _is_text(head) or (not head and not path.endswith(".json"))
    return is_binary and not is_operation_trace(path)


def _is_text(head: bytes) -> bool:
    """Return whether `head` is the beginning of a UTF-8 text."""
    try:
        getincrementaldecoder("utf-8")().decode(head)
    except UnicodeDecodeError:
        return False
    return True


def is_operation_trace(path: str) -> bool:
    """Return whether a file contains an op-execution trace, which is a FlatBuffer."""
    if not os.path.isfile(path):
        return False
    with reading(path) as file:
        head = file.read(4096)
    if b"\0" not in head[:128]:
        return False
    from ttmlir_py.traces.operation.files import is_graph_file

    return is_graph_file(head)
