"""IR construction in Python: one function per TTIR and TTNN op, plus functions and modules.

    from ttmlir_py.building import func, module, tensor, ttir

    @func(tensor((2, 3), "f32"), tensor((3, 4), "f32"))
    def product(a, b):
        return ttir.relu(ttir.matmul(a, b))

    print(module(product))

Destinations, segment sizes and result types are created wherever they follow from operands and
attributes.
"""

from ttmlir_py.building.functions import func, module
from ttmlir_py.building.types import element_type, tensor

__all__ = ["element_type", "func", "module", "tensor"]


def __dir__() -> list[str]:
    return sorted(__all__)
