"""The stack of contexts, insertion points and locations that `with` statements enter, per thread.

It has the rules of MLIR's `PyThreadContextEntry`: an entry inherits what it lacks from the entry
below, if both have the same context.
"""

import threading
from collections.abc import Callable
from typing import Any, NamedTuple

_MISSING = (
    "An MLIR function requires a{article} {kind} but none was provided in the call or from the "
    "surrounding environment. Either pass to the function with a '{argument}=' argument or "
    "establish a default using 'with {example}:'"
)
_NO_CONTEXT = _MISSING.format(article="", kind="Context", argument="context", example="Context()")
_NO_LOCATION = _MISSING.format(article="", kind="Location", argument="loc", example="loc")


class Entry(NamedTuple):
    """One entered object, with the context, insertion point and location in effect."""

    kind: str
    context: Any
    insertion_point: Any
    location: Any


class _Stack(threading.local):
    """The entries of one thread."""

    def __init__(self) -> None:
        self.entries: list[Entry] = []


_stack = _Stack()


def push(kind: str, context: Any, insertion_point: Any = None, location: Any = None) -> None:
    """Enter an object of the given kind, as at the start of a `with` block."""
    entries = _stack.entries
    if entries and entries[-1].context is context:
        before = entries[-1]
        insertion_point = insertion_point or before.insertion_point
        location = location or before.location
    entries.append(Entry(kind, context, insertion_point, location))


def pop(kind: str, entered: Any) -> None:
    """Leave an object, as at the end of a `with` block. Raise RuntimeError if it is not the one
    that was entered last.
    """
    entries = _stack.entries
    if not entries:
        raise RuntimeError(f"Unbalanced {kind} enter/exit")
    top = entries[-1]
    found = {
        "Context": top.context,
        "InsertionPoint": top.insertion_point,
        "Location": top.location,
    }
    if top.kind != kind or found[kind] is not entered:
        raise RuntimeError(f"Unbalanced {kind} enter/exit")
    entries.pop()


def current_context() -> Any:
    """Return the context in effect, or None."""
    entries = _stack.entries
    return entries[-1].context if entries else None


def current_location() -> Any:
    """Return the location in effect, or None."""
    entries = _stack.entries
    return entries[-1].location if entries else None


def current_insertion_point() -> Any:
    """Return the insertion point in effect, or None."""
    entries = _stack.entries
    return entries[-1].insertion_point if entries else None


def resolve_context(context: Any) -> Any:
    """Return the given context, or else the current one. Raise RuntimeError if there is neither."""
    if context is None:
        entries = _stack.entries
        context = entries[-1].context if entries else None
        if context is None:
            raise RuntimeError(_NO_CONTEXT)
    elif not hasattr(context, "dialects"):  # `Context` imports this module
        raise TypeError(f"expected Context, found {type(context).__name__}")
    return context


def resolve_location(location: Any) -> Any:
    """Return the given location, or else the current one. Raise RuntimeError if there is
    neither.
    """
    if location is None:
        entries = _stack.entries
        location = entries[-1].location if entries else None
        if location is None:
            raise RuntimeError(_NO_LOCATION)
    elif not hasattr(location, "emit_error"):  # `Location` imports this module
        raise TypeError(f"expected Location, found {type(location).__name__}")
    return location


class ClassProperty:
    """A read-only property of a class, such as `Context.current`."""

    def __init__(self, read: Callable[[], Any]):
        self._read = read

    def __get__(self, instance: Any, owner: Any = None) -> Any:
        return self._read()


def required(read: Callable[[], Any], what: str) -> Callable[[], Any]:
    """Return a function that calls `read`. It raises ValueError if the result is None."""

    def read_or_raise() -> Any:
        value = read()
        if value is None:
            raise ValueError(f"No current {what}")
        return value

    return read_or_raise
