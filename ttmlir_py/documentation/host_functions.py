"""The generator of the element-wise functions of the C++ host library, from TTNN's operations.

`python -m ttmlir_py.documentation.host_functions` writes them.
"""

from collections.abc import Iterator
from pathlib import Path

from xdsl.ir import Operation

from ttmlir_py.common.files import write_file
from ttmlir_py.dialects.ttnn import TTNN
from ttmlir_py.dialects.ttnn.interfaces import ElementwiseBinaryOp, ElementwiseUnaryOp
from ttmlir_py.runtime.kernels import ELEMENTWISE

STORED = Path(__file__).parents[1] / "standalone/include/ttnn_host/elementwise.inc"
_HEADER = (
    "// The element-wise functions of one and two operands. Generated: run `make generated`.\n"
)


def host_functions_text() -> str:
    """Return the contents of `STORED`: a macro call of `functions.hpp` for each function."""
    lines = sorted({line for op in TTNN.operations for line in _calls(op)})
    return _HEADER + "".join(f"{line}\n" for line in lines)


def _calls(op: type[Operation]) -> Iterator[str]:
    """Yield macro calls that define the operation's function, under the operation's name and under
    its name in the library.
    """
    if not issubclass(op, ElementwiseUnaryOp | ElementwiseBinaryOp):
        return
    kernel = ELEMENTWISE.get(op.__name__.removesuffix("Op"))
    if kernel is None or kernel.attributes:
        return  # functions with parameters other than operands are written by hand
    for name in (op.name.removeprefix("ttnn."), kernel.library_name):
        if issubclass(op, ElementwiseBinaryOp):
            yield f"TTNN_HOST_BINARY({name}, {kernel.library_name})"
        else:
            yield f"TTNN_HOST_{'APPROXIMABLE' if op.APPROXIMABLE else 'UNARY'}({name})"


if __name__ == "__main__":
    write_file(STORED, host_functions_text())
