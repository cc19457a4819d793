"""Dataclasses whose methods are compiled when they are first called: most of a short run is spent compiling methods that it never calls.

`dataclasses` writes the text of each `__init__`, `__eq__`, `__repr__` and so on, and compiles it at once; xDSL has a thousand of them.
While `install` is in effect, a method compiles its text when it is called, and then takes its own place in the class. What
`dataclasses` writes as the documentation of a class that has none, its signature, is written when it is read. It is for the
processes of the command-line tools alone: who imports the package as a library gets Python's own dataclasses.
"""

import dataclasses
import inspect
import sys
from collections.abc import Callable
from types import FunctionType
from typing import Any

_CREATE_PARAMETERS = ("name", "args", "body", "globals", "locals", "return_type")
"""Of the function in `dataclasses` that compiles a method, in Python 3.11 and 3.12."""
_FIRST_OTHER_DOCUMENTATION = (3, 14)
"""The first version of Python whose `dataclasses` documents classes otherwise."""
_COMPILE_FOR = "_compile_for"
"""The attribute of a method that is not compiled: the function that compiles it for a class."""

Method = Callable[..., Any]
"""A name for it, as Python makes the type of an annotation anew each time that it meets the function."""


def install() -> None:
    """Make all dataclasses that are defined from now on lazy; of Pythons whose `dataclasses` works otherwise, nothing changes."""
    create: Any = getattr(dataclasses, "_create_fn", None)
    if _parameters(create) == _CREATE_PARAMETERS:
        dataclasses._create_fn = _lazily(create)  # pyright: ignore[reportPrivateUsage, reportAttributeAccessIssue]
    process: Any = getattr(dataclasses, "_process_class", None)
    if _parameters(process)[:1] == ("cls",) and sys.version_info < _FIRST_OTHER_DOCUMENTATION:
        dataclasses._process_class = _documented_later(process)  # pyright: ignore[reportPrivateUsage, reportAttributeAccessIssue]


def _parameters(function: object) -> tuple[str, ...]:
    """The names of a function's parameters; none if it is not written in Python."""
    if not isinstance(function, FunctionType):
        return ()
    code = function.__code__
    return code.co_varnames[: code.co_argcount + code.co_kwonlyargcount]


def _lazily(create: Callable[..., Method]) -> Callable[..., Method]:
    """The function that makes a method, given the one that compiles it."""

    def make(name: str, *args: Any, **kwargs: Any) -> Method:
        compiled: Method | None = None

        def compile_for(cls: type) -> Method:
            nonlocal compiled
            if compiled is None:
                compiled = create(name, *args, **kwargs)
                compiled.__qualname__ = method.__qualname__
            for each in cls.__mro__:
                if each.__dict__.get(name) is method:
                    setattr(each, name, compiled)
            return compiled

        def method(*arguments: Any, **keywords: Any) -> Any:
            cls: type = arguments[0].__class__
            return compile_for(cls)(*arguments, **keywords)

        method.__name__ = name
        method.__qualname__ = name
        method.__dict__[_COMPILE_FOR] = compile_for
        return method

    return make


def _documented_later(process: Callable[..., type]) -> Callable[..., type]:
    """The function that makes a class a dataclass, given the one that also documents it."""

    def make(cls: type, *args: Any, **kwargs: Any) -> type:
        if cls.__doc__:
            return process(cls, *args, **kwargs)
        documentation = _Documentation()
        cls.__doc__ = documentation  # pyright: ignore[reportAttributeAccessIssue]
        cls = process(cls, *args, **kwargs)
        documentation.is_due = True
        return cls

    return make


class _Documentation:
    """The documentation of a dataclass that has none, written when it is read. While the class is made, there seems to be some."""

    is_due = False

    def __get__(self, instance: object, cls: type) -> str:
        """The class's name and signature."""
        if not self.is_due:
            return cls.__name__
        initializer = vars(cls.__init__) if isinstance(cls.__init__, FunctionType) else {}
        if compile_for := initializer.get(_COMPILE_FOR):
            compile_for(cls)
        try:
            signature = str(inspect.signature(cls)).replace(" -> None", "")
        except (TypeError, ValueError):
            signature = ""
        return cls.__name__ + signature
