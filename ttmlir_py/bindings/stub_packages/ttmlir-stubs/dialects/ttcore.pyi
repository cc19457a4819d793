# Generated: run `make generated`.

from typing import Any

# pyright: reportIncompleteStub=false
def __getattr__(name: str) -> Any: ...
