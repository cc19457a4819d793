"""`API`: the `ttrt` commands by name, as in upstream's module.

This is a facade for compatibility with upstream. Each command is implemented in its own module.
"""

from typing import ClassVar

from ttmlir_py.ttrt.common import check, debug, perf, query, read, run
from ttmlir_py.ttrt.common.command import Command


class API:
    """The commands `Query`, `Read`, `Run`, `Perf`, `Check` and `Debug`. `Command` explains how to
    call them.
    """

    Query = query.Query
    Read = read.Read
    Run = run.Run
    Perf = perf.Perf
    Check = check.Check
    Debug = debug.Debug

    registered_apis: ClassVar[dict[str, type[Command]]] = {}
    registered_functions: ClassVar[list[str]] = [
        *("initialize_api", "__init__", "preprocess", "check_constraints", "execute"),
        *("postprocess", "__getitem__", "__setitem__", "__call__"),
        *("register_arg", "generate_subparser"),
    ]
    """The methods of a command."""

    @staticmethod
    def initialize_apis() -> None:
        """Register the commands. A second call changes nothing."""
        for command in (API.Query, API.Read, API.Run, API.Perf, API.Check, API.Debug):
            API.register_api(command)

    @staticmethod
    def register_api(api_class: type[Command]) -> None:
        """Register a command under its class's name. Raise TypeError if it lacks a method."""
        missing = [name for name in API.registered_functions if not hasattr(api_class, name)]
        if missing:
            raise TypeError(f"API class={api_class.__name__} is missing methods={missing}")
        api_class.initialize_api()
        API.registered_apis[api_class.__name__] = api_class
