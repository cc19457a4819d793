"""Lists of Python numbers and of values, for operations that take both."""

from collections.abc import Sequence
from typing import Any

from ttmlir_py.bindings.ir.attributes import IntegerAttr
from ttmlir_py.bindings.ir.types import DYNAMIC, IndexType, IntegerType
from ttmlir_py.bindings.ir.values import Value


def constant_of(value: Any) -> int | None:
    """Return the number of an integer constant (`arith.constant`), None for other values."""
    if not isinstance(value, Value) or not isinstance(value.type, IntegerType | IndexType):
        return None
    owner = value.owner
    if getattr(owner, "name", "") != "arith.constant":
        return None
    return IntegerAttr(owner.attributes["value"]).value


def split_mixed(values: Sequence[Any]) -> tuple[list[Any], list[int]]:
    """Return the dynamic values, and the numbers with a placeholder for each dynamic one."""
    dynamic: list[Any] = []
    static: list[int] = []
    for each in values:
        if isinstance(each, int | IntegerAttr):
            static.append(each if isinstance(each, int) else each.value)
        else:
            static.append(DYNAMIC)
            dynamic.append(each)
    return dynamic, static
