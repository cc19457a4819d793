"""The pass `convert-stablehlo-to-ttir`. Each module of this package lowers one family of ops."""

from dataclasses import dataclass

from typing_extensions import override
from xdsl.ir import Operation

from ttmlir_py.ir.context import MlirContext
from ttmlir_py.ir.diagnostics import OperationError
from ttmlir_py.passes.base import option
from ttmlir_py.passes.contracts import without_dialects
from ttmlir_py.passes.conversion_to_ttir import (
    ConversionToTTIRPass,
    warn_of_dropped_attributes,
)
from ttmlir_py.passes.stablehlo.convert_stablehlo_to_ttir import (
    bits,
    collectives,
    constants,
    control_flow,
    convolutions,
    data_movement,
    elementwise,
    functions,
    indexing,
    normalization,
    products,
    reductions,
    scatters,
    sorting,
    window_selections,
    windows,
)
from ttmlir_py.passes.stablehlo.convert_stablehlo_to_ttir.approximate_top_k import (
    resolve_approximate_top_k,
)
from ttmlir_py.passes.stablehlo.convert_stablehlo_to_ttir.refusals import REFUSALS
from ttmlir_py.passes.stablehlo.convert_stablehlo_to_ttir.state import Conversion
from ttmlir_py.passes.stablehlo.convert_stablehlo_to_ttir.types import convert_kept_types
from ttmlir_py.passes.stablehlo.convert_stablehlo_to_ttir.wide_numbers import (
    warn_of_wide_numbers,
)
from ttmlir_py.passes.stablehlo.convert_stablehlo_to_ttir.words import compute_in_words
from ttmlir_py.rewriting.conversion import ConversionTarget, apply_full_conversion

_FAMILIES = (
    *(constants, bits, elementwise, data_movement, products, convolutions, reductions),
    *(windows, window_selections, indexing, scatters, sorting, normalization),
    *(collectives, functions, control_flow),
)
_TARGET = ConversionTarget(
    legal=(
        *("ttir", "later", "sdy", "tensor.empty", "builtin.module"),
        *("func.func", "func.return", "func.call"),
    )
)
_KEPT_DIALECTS = frozenset({"func", "sdy", "tensor"})
_ATTRIBUTES_KEPT = (
    *("builtin", "func", "sdy", "tensor", "ttir"),
    *("stablehlo.all_reduce", "stablehlo.custom_call"),
)
"""Dialects and operations whose discardable attributes are not dropped."""
LOWERINGS = {cls: lower for family in _FAMILIES for cls, lower in family.LOWERINGS.items()}
_ALL = {**REFUSALS, **collectives.ON_ONE_DEVICE, **LOWERINGS}


@dataclass(frozen=True)
class ConvertStableHLOToTTIRPass(ConversionToTTIRPass):
    """Convert StableHLO dialect to TTIR dialect.

    Each op becomes TTIR ops that compute the same values and write into new tensors. Booleans
    become bf16, 64-bit numbers become 32-bit numbers, and scalars become tensors with one element.
    Function signatures change accordingly. Regions are recognized by the values that they compute.
    Besides StableHLO, the input may have modules, functions, calls, `tensor.empty` and sdy. An op
    that TTIR cannot compute exactly is an error.
    """

    name = "convert-stablehlo-to-ttir"
    cpp_name = "ConvertStableHLOToTTIR"
    ensures = (without_dialects("stablehlo", "chlo", "sdy"),)

    exact_gather: bool = option(
        False,
        "Clamp the indices of gathered rows to the valid range, as StableHLO does.",
        own=True,
    )
    exact_conversions: bool = option(
        False,
        "Convert to integers as XLA does: floats saturate and NaN is 0, integers keep their low "
        "bits. Compute ops on i8 and i16 with their sign.",
        own=True,
    )
    exact_remainder: bool = option(
        False,
        "Give remainders of floats the sign of the dividend, which TTNN's remainder does not.",
        own=True,
    )
    exact_scatter: bool = option(
        False,
        "Let scatters into the leading corner read unknown indices, which TTNN's scatter ignores.",
        own=True,
    )
    loop_bound: int = option(
        0,
        "Compute loops whose number of iterations depends on data for at most this many "
        "iterations.",
        own=True,
    )

    @override
    def run(self, context: MlirContext, op: Operation) -> None:
        if self.loop_bound < 0:
            raise OperationError(op, f"loop-bound: found {self.loop_bound}, expected at least 0")
        conversion = Conversion(
            op,
            context.diagnostics,
            exact_gathers=self.exact_gather,
            exact_conversions=self.exact_conversions,
            exact_remainders=self.exact_remainder,
            exact_scatters=self.exact_scatter,
            loop_bound=self.loop_bound,
        )
        if any(dialect.name == "sdy" for dialect in context.loaded_dialects):
            from ttmlir_py.passes.stablehlo.convert_stablehlo_to_ttir import shardy

            shardy.resolve_shardings(op, conversion, context.diagnostics)
        resolve_approximate_top_k(op)
        warn_of_dropped_attributes(context, op, _ATTRIBUTES_KEPT)
        control_flow.flatten_control_flow(op, conversion)
        if self.exact_conversions:
            compute_in_words(op, conversion)
        warn_of_wide_numbers(op, context.diagnostics)
        convert_kept_types(op, _KEPT_DIALECTS, conversion.types)
        apply_full_conversion(op, _TARGET, _ALL, conversion, report=self.report)
        constants.refuse_kept_constants(conversion)
        conversion.types.require_supported()
