"""Python warnings of library calls, which command-line tools print as plain text."""

import os
import sys
import warnings
from collections.abc import Generator
from contextlib import contextmanager
from typing import Any

from ttmlir_py.common import PACKAGE_FOLDER

_PACKAGE = os.path.join(PACKAGE_FOLDER, "")
_CONTEXT_MANAGERS = contextmanager.__code__.co_filename


class LibraryWarning(RuntimeWarning):
    """A Python warning whose text needs no mention of the Python line that caused it."""


def warn(warning: Warning) -> None:
    """Issue a Python warning at the first caller outside of this package."""
    warnings.warn(warning, stacklevel=_distance_of_caller())


def _distance_of_caller() -> int:
    """Return the number of calls between this function's caller and the code outside of this
    package.
    """
    distance, frame = 1, sys._getframe(1)  # pyright: ignore[reportPrivateUsage]
    while frame.f_back is not None and (
        frame.f_code.co_filename.startswith(_PACKAGE)
        or frame.f_code.co_filename == _CONTEXT_MANAGERS
    ):
        distance, frame = distance + 1, frame.f_back
    return distance


@contextmanager
def library_warnings_printed() -> Generator[None]:
    """Print every `LibraryWarning` of the block to standard error, without the Python line.

    Users of tools neither see Python code nor set Python's warning filters.
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
