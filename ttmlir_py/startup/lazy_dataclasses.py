"""Dataclasses whose methods are compiled on the first call, which saves most of a short run's
start.

`dataclasses` generates and compiles each `__init__`, `__eq__`, `__repr__` and so on immediately;
xDSL has a thousand of them. After `install`, a method is compiled when it is called, and then
replaces itself in the class. The generated docstring of a class (its signature) is created when it
is read. This is only for processes of the command-line tools; users of the library get Python's own
dataclasses.
"""

import dataclasses
import inspect
import sys
from collections.abc import Callable
from functools import partial
from types import FunctionType
from typing import Any

_CREATE_PARAMETERS = ("name", "args", "body", "globals", "locals", "return_type")
"""Parameter names of the function in `dataclasses` that compiles a method (Python 3.11 and
3.12).
"""
_REPR_PARAMETERS = ("fields", "globals")
"""Parameter names of the function in `dataclasses` that makes `__repr__` (Python 3.11 and 3.12)."""
_FIRST_OTHER_DOCUMENTATION = (3, 14)
"""First Python version whose `dataclasses` generates docstrings differently."""
_COMPILE_FOR = "_compile_for"
"""Attribute of a method that is not compiled yet, with the function that compiles it for a
class.
"""

Method = Callable[..., Any]
"""An alias, because Python would evaluate the annotation again for each function definition."""


def install() -> None:
    """Make dataclasses defined later lazy. Does nothing if the Python version's module is
    different.
    """
    create: Any = getattr(dataclasses, "_create_fn", None)
    if _parameters(create) == _CREATE_PARAMETERS:
        dataclasses._create_fn = _lazily(create)  # pyright: ignore[reportPrivateUsage, reportAttributeAccessIssue]
        write: Any = getattr(dataclasses, "_repr_fn", None)
        # Generating the source of __repr__ takes longest.
        if _parameters(write) == _REPR_PARAMETERS:

            def write_repr(name: str, *arguments: Any) -> Method:
                return write(*arguments)

            dataclasses._repr_fn = partial(_lazily(write_repr), "__repr__")  # pyright: ignore[reportPrivateUsage, reportAttributeAccessIssue]
    process: Any = getattr(dataclasses, "_process_class", None)
    if _parameters(process)[:1] == ("cls",) and sys.version_info < _FIRST_OTHER_DOCUMENTATION:
        dataclasses._process_class = _documented_later(process)  # pyright: ignore[reportPrivateUsage, reportAttributeAccessIssue]


def _parameters(function: object) -> tuple[str, ...]:
    """Return the parameter names of a function, or () if it is not written in Python."""
    if not isinstance(function, FunctionType):
        return ()
    code = function.__code__
    return code.co_varnames[: code.co_argcount + code.co_kwonlyargcount]


def _lazily(create: Callable[..., Method]) -> Callable[..., Method]:
    """Return a version of `create`, which compiles a method, that compiles it on the first call."""

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
    """Return a version of `process`, which makes dataclasses, that creates the docstrings of
    classes on access.
    """

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
    """The generated docstring of a dataclass, created on access.

    While the class is processed, it acts as an existing docstring.
    """

    is_due = False

    def __get__(self, instance: object, cls: type) -> str:
        """Return the signature of the class."""
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
