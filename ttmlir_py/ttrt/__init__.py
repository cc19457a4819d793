"""The Python interface of `ttrt`, named like upstream's.

```python
from ttmlir_py.ttrt import API

API.initialize_apis()
result_code, results = API.Run(args={"binary": "model.ttnn", "--loops": 2})()
```

The modules have the names of upstream's package `ttrt`: `common.api`, `common.util`, `binary`,
`runtime`. Importing them loads neither numpy nor the compiler.
"""

from importlib import import_module
from types import ModuleType
from typing import TYPE_CHECKING

from ttmlir_py.ttrt.common.api import API
from ttmlir_py.ttrt.common.util import Artifacts, Logger

if TYPE_CHECKING:
    from ttmlir_py.ttrt import binary as binary
    from ttmlir_py.ttrt import runtime as runtime

__all__ = ["API", "Artifacts", "Logger", "main"]


def main() -> int:
    """Run the command line of upstream's package, and return the exit code."""
    from argparse import ArgumentParser

    parser = ArgumentParser("ttrt", description="Read and run compiled binaries.")
    commands = parser.add_subparsers(required=True)
    API.initialize_apis()
    for command in API.registered_apis.values():
        command.generate_subparser(commands)
    arguments = parser.parse_args()
    return arguments.api(arguments)()[0]


if not TYPE_CHECKING:  # Type checkers would accept any attribute of a module with `__getattr__`.

    def __getattr__(name: str) -> ModuleType:
        """Import the module `binary` or `runtime` when a program uses it as an attribute of
        `ttrt`.
        """
        if name not in ("binary", "runtime"):
            raise AttributeError(f"module '{__name__}' has no attribute '{name}'")
        return import_module(f"{__name__}.{name}")


def __dir__() -> list[str]:
    return sorted([*__all__, "binary", "runtime"])
