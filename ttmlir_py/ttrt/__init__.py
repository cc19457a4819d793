"""What `ttrt` does: a Python interface named as upstream's.

```python
from ttmlir_py.ttrt import API

API.initialize_apis()
result_code, results = API.Run(args={"binary": "model.ttnn", "--loops": 2})()
```

The modules are where upstream's package `ttrt` has them: `common.api`, `common.util`, `binary`, `runtime`. Importing them
loads neither numpy nor the compiler.
"""

from importlib import import_module
from types import ModuleType
from typing import TYPE_CHECKING

from ttmlir_py.ttrt.common.api import API
from ttmlir_py.ttrt.common.util import Artifacts, Logger

if TYPE_CHECKING:
    from ttmlir_py.ttrt import binary as binary
    from ttmlir_py.ttrt import runtime as runtime

__all__ = ["API", "Artifacts", "Logger"]


if not TYPE_CHECKING:  # for a type checker, no unknown name is an attribute

    def __getattr__(name: str) -> ModuleType:
        """The modules `binary` and `runtime`, for those who write `ttrt.runtime.DebugHooks` as upstream's users do."""
        if name not in ("binary", "runtime"):
            raise AttributeError(f"module '{__name__}' has no attribute '{name}'")
        return import_module(f"{__name__}.{name}")


def __dir__() -> list[str]:
    return sorted([*__all__, "binary", "runtime"])
