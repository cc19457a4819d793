"""Errors in traces, and the escaping of file contents in messages."""

from ttmlir_py.common.library_warnings import LibraryWarning


class TraceError(ValueError):
    """A trace is not what it should be; the message is one line, and names the node or entry if
    there is one.
    """

    def __init__(self, message: str, node: int | None = None) -> None:
        super().__init__(one_line(message if node is None else f"node {node}: {message}"))
        self.node = node
        """Index of the node that is wrong; None for the trace as a whole."""


class TraceWarning(LibraryWarning):
    """The Python warning of a trace that loses records, needs much memory or is not begun."""


def one_line(text: str) -> str:
    """Return a text as a line for people holds it: if it cannot be printed, with escapes."""
    return text if text.isprintable() else text.encode("unicode_escape").decode()
