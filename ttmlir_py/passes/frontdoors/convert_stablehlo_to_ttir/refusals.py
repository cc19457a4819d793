"""Why ops of StableHLO cannot become TTIR, whatever their operands are."""

from typing import NoReturn

from xdsl.ir import Operation

from ttmlir_py.dialects import stablehlo
from ttmlir_py.passes.frontdoors.convert_stablehlo_to_ttir.state import (
    Conversion,
    Lowering,
    Lowerings,
)
from ttmlir_py.passes.frontdoors.convert_stablehlo_to_ttir.types import NO_QUANTIZED_ELEMENTS
from ttmlir_py.rewriting.conversion import UnsupportedError

_REASONS: dict[str, tuple[type[Operation], ...]] = {
    NO_QUANTIZED_ELEMENTS: (stablehlo.UniformDequantizeOp, stablehlo.UniformQuantizeOp),
    "TTIR has no complex numbers": (
        *(stablehlo.ComplexOp, stablehlo.RealOp, stablehlo.ImagOp, stablehlo.FftOp),
    ),
    "TTIR has no shifts": (
        stablehlo.ShiftLeftOp,
        stablehlo.ShiftRightArithmeticOp,
        stablehlo.ShiftRightLogicalOp,
    ),
    "TTIR does not count bits": (stablehlo.ClzOp, stablehlo.PopulationCountOp),
    "TTIR does not take elements for others of the same bits": (stablehlo.BitcastConvertOp,),
    "TTIR has no random numbers": (stablehlo.RngOp, stablehlo.RngBitGeneratorOp),
    "TTIR does not factorize matrices, nor solve equations": (
        stablehlo.CholeskyOp,
        stablehlo.TriangularSolveOp,
    ),
    "TTIR has no tokens": (
        *(stablehlo.AfterAllOp, stablehlo.CreateTokenOp, stablehlo.InfeedOp),
        *(stablehlo.OutfeedOp, stablehlo.SendOp, stablehlo.RecvOp),
    ),
    "TTIR has no tuples": (stablehlo.TupleOp, stablehlo.GetTupleElementOp),
    "TTIR's shapes are static": (
        *(stablehlo.DynamicBroadcastInDimOp, stablehlo.DynamicConvOp, stablehlo.DynamicGatherOp),
        *(stablehlo.DynamicPadOp, stablehlo.DynamicReshapeOp, stablehlo.RealDynamicSliceOp),
        stablehlo.SetDimensionSizeOp,
    ),
}


def _refusal(reason: str) -> Lowering:
    """A lowering that raises UnsupportedError."""

    def refuse(_: Operation, __: Conversion) -> NoReturn:
        raise UnsupportedError(reason)

    return refuse


REFUSALS: Lowerings = {
    cls: _refusal(reason) for reason, classes in _REASONS.items() for cls in classes
}
"""For ops that nothing lowers."""
