"""Python warnings of library calls, which command line tools print as plain text."""

import os
import sys
import warnings
from collections.abc import Generator
from contextlib import contextmanager
from typing import Any

_PACKAGE = os.path.join(os.path.dirname(os.path.dirname(__file__)), "")
_CONTEXT_MANAGERS = contextmanager.__code__.co_filename


class LibraryWarning(RuntimeWarning):
    """A Python warning of a library call; the text is enough for users of a tool."""


def warn(warning: LibraryWarning) -> None:
    """Issue a Python warning at the caller outside of the package."""
    warnings.warn(warning, stacklevel=distance_of_caller())


def distance_of_caller() -> int:
    """Return how many calls the code outside of the package is away from this function's caller."""
    distance, frame = 1, sys._getframe(1)  # pyright: ignore[reportPrivateUsage]
    while frame.f_back is not None and (
        frame.f_code.co_filename.startswith(_PACKAGE)
        or frame.f_code.co_filename == _CONTEXT_MANAGERS
    ):
        distance, frame = distance + 1, frame.f_back
    return distance


@contextmanager
def library_warnings_printed() -> Generator[None]:
    """Print every `LibraryWarning` of the block to stderr, without the Python line of its caller.

    Tools need this because their users neither see Python code nor set Python's warning filters.
    """
    with warnings.catch_warnings():
        show = warnings.showwarning

        def show_or_print(
            message: Warning | str, category: type[Warning], *place: Any, **more: Any
        ) -> None:
            if issubclass(category, LibraryWarning):
                print(message, file=sys.stderr)
            else:
                show(message, category, *place, **more)

        warnings.simplefilter("always", LibraryWarning)
        warnings.showwarning = show_or_print
        yield
