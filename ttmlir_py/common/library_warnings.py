"""Python warnings of library calls, which command-line tools print as plain text."""

import os
import sys
import warnings
from contextlib import contextmanager
from typing import Any

from ttmlir_py.common import PACKAGE_FOLDER

_PACKAGE = os.path.join(PACKAGE_FOLDER, "")
_CONTEXT_MANAGERS = contextmanager.__code__.co_filename


class LibraryWarning(UserWarning):
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


class LibraryWarningsPrinted:
    """A context manager that prints `LibraryWarning`s to standard error, without the Python line.

    Users of tools neither see Python code nor set Python's warning filters. Equal warnings are
    printed once.
    """

    def __enter__(self) -> None:
        self._settings = warnings.catch_warnings()
        self._settings.__enter__()
        show, printed = warnings.showwarning, set[str]()

        def show_or_print(
            message: Warning | str, category: type[Warning], *place: Any, **more: Any
        ) -> None:
            if not issubclass(category, LibraryWarning):
                show(message, category, *place, **more)
            elif str(message) not in printed:
                printed.add(str(message))
                print(message, file=sys.stderr)

        warnings.simplefilter("always", LibraryWarning)
        warnings.showwarning = show_or_print

    def __exit__(self, *error: Any) -> None:
        self._settings.__exit__(*error)
