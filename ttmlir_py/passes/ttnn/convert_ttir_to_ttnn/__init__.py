"""The pass `convert-ttir-to-ttnn`.

A module of this package is imported when one of the ops that it lowers occurs.
"""

from dataclasses import dataclass
from typing import NoReturn

from typing_extensions import override
from xdsl.ir import Operation

from ttmlir_py.dialects import tensor
from ttmlir_py.dialects.ttir import TTIR
from ttmlir_py.ir.context import MlirContext
from ttmlir_py.passes.base import Pass, option
from ttmlir_py.passes.contracts import HAS_DEVICE, TTIR_WITH_TTNN_LAYOUTS, without_dialects
from ttmlir_py.passes.ttnn.builder import TTNNBuilder
from ttmlir_py.passes.ttnn.convert_ttir_to_ttnn import one_to_one
from ttmlir_py.passes.ttnn.convert_ttir_to_ttnn.conditions import check_conditions
from ttmlir_py.passes.ttnn.convert_ttir_to_ttnn.destinations import (
    lower_empty,
    separate_destinations,
)
from ttmlir_py.rewriting.conversion import (
    ConversionTarget,
    UnsupportedError,
    apply_full_conversion,
)
from ttmlir_py.rewriting.lazy_table import LazyTable

_MODULES = {
    "ccl": "ttmlir_py.passes.ttnn.convert_ttir_to_ttnn.ccl",
    "convolution": "ttmlir_py.passes.ttnn.convert_ttir_to_ttnn.convolution",
    "creation": "ttmlir_py.passes.ttnn.convert_ttir_to_ttnn.creation",
    "data_movement": "ttmlir_py.passes.ttnn.convert_ttir_to_ttnn.data_movement",
    "elementwise": "ttmlir_py.passes.ttnn.convert_ttir_to_ttnn.elementwise",
    "embedding": "ttmlir_py.passes.ttnn.convert_ttir_to_ttnn.embedding",
    "layout": "ttmlir_py.passes.ttnn.convert_ttir_to_ttnn.creation",
    "matmul": "ttmlir_py.passes.ttnn.convert_ttir_to_ttnn.matmul",
    "normalization": "ttmlir_py.passes.ttnn.convert_ttir_to_ttnn.normalization",
    "pooling": "ttmlir_py.passes.ttnn.convert_ttir_to_ttnn.convolution",
    "reduction": "ttmlir_py.passes.ttnn.convert_ttir_to_ttnn.reduction",
}
"""Maps each module of TTIR ops to the module that lowers them."""

_TARGET = ConversionTarget(legal=("builtin", "func", "later", "ttnn"))
LOWERINGS = LazyTable(TTIR, _MODULES, one_to_one.lowerings)
RENAMED = LazyTable(TTIR, _MODULES, one_to_one.renamed)
WITHOUT_OUTPUT = LazyTable(TTIR, _MODULES, one_to_one.without_output)


def _refuse_shardy(op: Operation, builder: TTNNBuilder) -> NoReturn:
    """Raise UnsupportedError: Shardy's ops would need a partitioner."""
    raise UnsupportedError(
        "programs are not distributed over devices automatically: write the program for each "
        "device (shard_map), or for one device"
    )


_OTHERS: dict[type[Operation] | str, one_to_one.Lowering] = {
    tensor.EmptyOp: lower_empty,
    **{f"sdy.{name}": _refuse_shardy for name in ("mesh", "reshard", "sharding_constraint")},
}
_ALL = LazyTable(TTIR, _MODULES, one_to_one.lowerings, _OTHERS)


@dataclass(frozen=True)
class ConvertTTIRToTTNNPass(Pass):
    """Lower TTIR to TTNN.

    Requires tensors with TTNN layouts (`ttnn-layout`) and a device. Every TTIR op and
    `tensor.empty` becomes TTNN, in place and in order. `ttnn.get_device` is inserted once, at the
    start of each block that needs it. Ops of dialects other than builtin, func, later and ttnn are
    errors, and so are TTIR ops without a TTNN counterpart of the same semantics. Where TTNN may
    compute other values, a warning says so. Ops that no longer write into an operand leave an
    unused empty tensor behind. If a destination holds a value that is read later, the op gets a new
    destination.
    """

    name = "convert-ttir-to-ttnn"
    cpp_name = "ConvertTTIRToTTNN"
    requires = (HAS_DEVICE, TTIR_WITH_TTNN_LAYOUTS)
    ensures = (without_dialects("ttir"),)

    exact_integers: bool = option(
        False, "Keep all bits of integers that upstream passes as floats", own=True
    )

    @override
    def run(self, context: MlirContext, op: Operation) -> None:
        check_conditions(op, context.diagnostics, exact_integers=self.exact_integers)
        builder = TTNNBuilder(exact_integers=self.exact_integers)
        apply_full_conversion(op, _TARGET, _ALL, builder, context)
        separate_destinations(op, builder)
