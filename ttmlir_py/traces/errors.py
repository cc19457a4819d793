"""Exceptions and warnings about traces, and the escaping of file contents in messages."""

from ttmlir_py.common.library_warnings import LibraryWarning

NO_NODES = "not a trace: expected a JSON array of nodes"
"""The error for a file that is not a graph trace."""

EMPTY = "the trace is empty"
"""The error for a tensor-access trace without entries."""


class TraceError(ValueError):
    """An error in a trace. The message is one line, and names the node or entry if one is
    concerned.
    """

    def __init__(self, message: str, node: int | None = None) -> None:
        super().__init__(one_line(message if node is None else f"node {node}: {message}"))
        self.node = node
        """Index of the wrong node, or None if the error concerns the whole trace."""


class TraceWarning(LibraryWarning):
    """A Python warning about a trace that loses records, needs much memory, or was not started."""


def one_line(text: str) -> str:
    """Return `text` on one line, for messages. If it cannot be printed, its characters are
    escaped.
    """
    return text if text.isprintable() else text.encode("unicode_escape").decode()
