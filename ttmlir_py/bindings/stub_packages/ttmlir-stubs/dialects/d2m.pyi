# Generated: run `make generated`.

from typing import Any

def __getattr__(name: str) -> Any: ...
