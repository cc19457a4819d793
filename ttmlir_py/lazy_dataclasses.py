"""Dataclasses whose methods are compiled when they are first called: most of a short run is spent compiling methods that it never calls.

`dataclasses` writes the text of each `__init__`, `__eq__`, `__repr__` and so on, and compiles it at once; xDSL has a thousand of them.
While `install` is in effect, a method compiles its text when it is called, and then takes its own place in the class. It is for the
processes of the command-line tools alone: who imports the package as a library gets Python's own dataclasses.
"""

import dataclasses
from collections.abc import Callable
from typing import Any

_PARAMETERS = ("name", "args", "body", "globals", "locals", "return_type")
"""Of the function in `dataclasses` that compiles a method, in Python 3.11 and 3.12."""


def install() -> None:
    """Make all dataclasses that are defined from now on lazy; of Pythons whose `dataclasses` works otherwise, nothing changes."""
    create = getattr(dataclasses, "_create_fn", None)
    code = getattr(create, "__code__", None)
    if code is None or create is None:
        return
    if code.co_varnames[: code.co_argcount + code.co_kwonlyargcount] == _PARAMETERS:
        dataclasses._create_fn = _lazily(create)  # pyright: ignore[reportPrivateUsage, reportAttributeAccessIssue]


def _lazily(create: Callable[..., Callable[..., Any]]) -> Callable[..., Callable[..., Any]]:
    """The function that makes a method, given the one that compiles it."""

    def make(name: str, *args: Any, **kwargs: Any) -> Callable[..., Any]:
        compiled: Callable[..., Any] | None = None

        def method(*arguments: Any, **keywords: Any) -> Any:
            nonlocal compiled
            if compiled is None:
                compiled = create(name, *args, **kwargs)
                compiled.__qualname__ = method.__qualname__
            for cls in type(arguments[0]).__mro__:
                if cls.__dict__.get(name) is method:
                    setattr(cls, name, compiled)
            return compiled(*arguments, **keywords)

        method.__name__ = name
        method.__qualname__ = name
        return method

    return make
