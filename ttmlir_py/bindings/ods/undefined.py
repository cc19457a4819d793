"""Classes for the operations of dialects that the project does not define."""

from __future__ import annotations

import re
from collections.abc import Callable

from ttmlir_py.bindings.ir.operations import OpView


def class_getter(dialect: str) -> Callable[[str], type[OpView]]:
    """Return the function `__getattr__` of the module of a dialect.

    It makes the class of an operation from its name: `RegionStartOp` for `debug.region_start`.
    Raises AttributeError for names that are not those of operations.
    """
    made: dict[str, type[OpView]] = {}

    def get(name: str) -> type[OpView]:
        if not re.fullmatch(r"([A-Z][a-z0-9]*)+Op", name):
            raise AttributeError(f"module 'ttmlir.dialects.{dialect}' has no attribute {name!r}")
        if name not in made:
            mnemonic = re.sub(r"(?<!^)(?=[A-Z])", "_", name.removesuffix("Op")).lower()
            own = {"OPERATION_NAME": f"{dialect}.{mnemonic}", "OPERAND_NAMES": ()}
            made[name] = type(name, (OpView,), own)
        return made[name]

    return get
