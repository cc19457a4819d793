"""Errors and warnings of traces, and the escaping of file contents in messages."""

from ttmlir_py.common.library_warnings import LibraryWarning


class TraceError(ValueError):
    """An error in a trace. The message is one line, and names the node or entry if there is one."""

    def __init__(self, message: str, node: int | None = None) -> None:
        super().__init__(one_line(message if node is None else f"node {node}: {message}"))
        self.node = node
        """Index of the wrong node; None for the trace as a whole."""


class TraceWarning(LibraryWarning):
    """The Python warning of a trace that loses records, needs much memory or is not begun."""


def one_line(text: str) -> str:
    """Return a text on one line for people, with escapes if it cannot be printed."""
    return text if text.isprintable() else text.encode("unicode_escape").decode()
