"""Operations on tensors (`tensor`)."""

from collections.abc import Sequence
from typing import Any

from ttmlir_py.bindings.extras.meta import region_op
from ttmlir_py.bindings.ir.core import Attribute, Type
from ttmlir_py.bindings.ir.registration import register_operation
from ttmlir_py.bindings.ir.shaped_types import RankedTensorType
from ttmlir_py.bindings.ir.types import DYNAMIC
from ttmlir_py.bindings.ods import define
from ttmlir_py.bindings.ods.support import get_default_loc_context, get_op_result_or_op_results

_generated: dict[str, Any] = globals()
define(_generated, "tensor")
_Empty: Any = _generated["EmptyOp"]


@register_operation(_generated["_Dialect"], replace=True)
class EmptyOp(_Empty):
    """A tensor without defined elements."""

    def __init__(
        self,
        sizes: Sequence[Any],
        element_type: Type,
        *,
        encoding: Attribute | None = None,
        loc: Any = None,
        ip: Any = None,
    ):
        """Build an empty tensor with the given sizes. Each size is a Python number or a value of
        type `index`.
        """
        static: list[int] = []
        dynamic: list[Any] = []
        for size in sizes:
            if isinstance(size, int):
                static.append(size)
            else:
                static.append(DYNAMIC)
                dynamic.append(size)
        context = get_default_loc_context(loc)
        type = RankedTensorType.get_unchecked(static, element_type, encoding, context)
        _Empty.__init__(self, type, dynamic, loc=loc, ip=ip)


def empty(
    sizes: Sequence[Any],
    element_type: Type,
    *,
    encoding: Attribute | None = None,
    loc: Any = None,
    ip: Any = None,
) -> Any:
    """Build a tensor without defined elements and return its value."""
    return get_op_result_or_op_results(
        EmptyOp(sizes, element_type, encoding=encoding, loc=loc, ip=ip)
    )


def _generate(
    result: Any, dynamic_extents: Sequence[Any], *, loc: Any = None, ip: Any = None
) -> Any:
    return _generated["GenerateOp"](result, dynamic_extents, loc=loc, ip=ip)


def _yield(values: Sequence[Any]) -> Any:
    return _generated["YieldOp"](values[0])


generate = region_op(_generate, terminator=_yield)
