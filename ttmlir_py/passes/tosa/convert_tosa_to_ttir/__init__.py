"""The pass `convert-tosa-to-ttir`. Each module of this package converts one family of ops."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from typing_extensions import override
from xdsl.dialects.builtin import DYNAMIC_INDEX
from xdsl.ir import Operation

from ttmlir_py.dialects import tosa
from ttmlir_py.dialects.tosa.constraints import is_quantized
from ttmlir_py.ir.context import MlirContext
from ttmlir_py.ir.diagnostics import OperationError
from ttmlir_py.ir.narrowing import is_tensor_type
from ttmlir_py.ir.writing.attributes import quoted
from ttmlir_py.passes.base import option
from ttmlir_py.passes.contracts import without_dialects
from ttmlir_py.passes.conversion_to_ttir import (
    ConversionToTTIRPass,
    warn_of_dropped_attributes,
)
from ttmlir_py.passes.tosa.convert_tosa_to_ttir import (
    data_movement,
    elementwise,
    products,
    reduction,
)
from ttmlir_py.passes.tosa.convert_tosa_to_ttir.builder import Constants, TosaBuilder
from ttmlir_py.passes.tosa.convert_tosa_to_ttir.truth_values import (
    store_truth_values_as_bf16,
)
from ttmlir_py.rewriting.conversion import ConversionTarget, apply_full_conversion
from ttmlir_py.rewriting.mutation import replace

_FAMILIES = (elementwise, reduction, data_movement, products)
_LEGAL_OPS = frozenset({"builtin.module", "func.func", "func.return", "tensor.empty"})
_TARGET = ConversionTarget(legal=("ttir", *_LEGAL_OPS), illegal=("tosa",))


@dataclass(frozen=True)
class ConvertTosaToTTIRPass(ConversionToTTIRPass):
    """Convert TOSA dialect to TTIR dialect.

    Each TOSA op becomes one or a few TTIR ops that write into new tensors. Types stay the same,
    except that `i1-as-bf16` stores booleans as bf16, which TTNN needs. Constants that held an order
    or sizes are erased. Besides TOSA, the input may have modules, functions and `tensor.empty`.
    Other ops are errors. So are ops that TTIR cannot express exactly, tensors of dynamic shape or
    unknown rank, and quantized ops with zero points.
    """

    name = "convert-tosa-to-ttir"
    cpp_name = "ConvertTosaToTTIR"
    ensures = (without_dialects("tosa"),)

    i1_as_bf16: bool = option(
        False,
        "Store booleans as 0 and 1 of type bf16, because TTNN has no i1.",
        own=True,
    )

    @override
    def run(self, context: MlirContext, op: Operation) -> None:
        constants = Constants(context)
        warn_of_dropped_attributes(context, op, ("builtin", "func", "tensor", "ttir"))
        apply_full_conversion(op, _TARGET, LOWERINGS, constants, context, report=self.report)
        constants.erase_unused()
        if self.i1_as_bf16:
            store_truth_values_as_bf16(op)


def _lowering(convert: Callable[[Any, TosaBuilder], Any]) -> Callable[[Any, Constants], bool]:
    """Return a lowering that replaces an op by the value that `convert` returns."""

    def lower(op: Operation, constants: Constants) -> bool:
        _require_supported_types(op)
        replace(op, [convert(op, TosaBuilder(op, constants))])
        return True

    return lower


def _require_supported_types(op: Operation) -> None:
    for value in (*op.operands, *op.results):
        type = value.type
        if not is_tensor_type(type) or DYNAMIC_INDEX in type.get_shape():
            raise OperationError(op, f"needs tensors of static shape, but has {quoted(type)}")
        if is_quantized(type.element_type):
            message = f"has {quoted(type)}, but TTIR has no quantized elements"
            raise OperationError(op, message)


LOWERINGS = {
    cls: _lowering(convert) for family in _FAMILIES for cls, convert in family.CONVERSIONS.items()
} | {tosa.ConstOp: _lowering(data_movement.constant)}
