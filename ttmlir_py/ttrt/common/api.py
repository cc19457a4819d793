"""`API`: the commands by name.

A facade: each command is complete in its own module; this class is there because upstream has it.
"""

from typing import ClassVar

from ttmlir_py.ttrt.common import check, debug, perf, query, read, run
from ttmlir_py.ttrt.common.command import Command


class API:
    """`API.Query`, `API.Read`, `API.Run`, `API.Perf`, `API.Check` and `API.Debug`; see `Command` for how they are called."""

    Query = query.Query
    Read = read.Read
    Run = run.Run
    Perf = perf.Perf
    Check = check.Check
    Debug = debug.Debug

    registered_apis: ClassVar[dict[str, type[Command]]] = {}

    @staticmethod
    def initialize_apis() -> None:
        """Register the commands. Calling it twice does no harm."""
        for command in (API.Query, API.Read, API.Run, API.Perf, API.Check, API.Debug):
            API.register_api(command)

    @staticmethod
    def register_api(api_class: type[Command]) -> None:
        """Make a command known under its class's name."""
        API.registered_apis[api_class.__name__] = api_class
