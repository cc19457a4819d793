"""StableHLO ops that are never lowered to TTIR, with the reasons."""

from typing import NoReturn

from xdsl.ir import Operation

from ttmlir_py.dialects import chlo, stablehlo
from ttmlir_py.passes.stablehlo.convert_stablehlo_to_ttir.state import (
    Conversion,
    Lowering,
    Lowerings,
)
from ttmlir_py.passes.stablehlo.convert_stablehlo_to_ttir.types import (
    NO_COMPLEX_NUMBERS,
    NO_QUANTIZED_ELEMENTS,
)
from ttmlir_py.rewriting.conversion import legalization_failure

_REASONS: dict[str, tuple[type[Operation], ...]] = {
    NO_QUANTIZED_ELEMENTS: (stablehlo.UniformDequantizeOp, stablehlo.UniformQuantizeOp),
    NO_COMPLEX_NUMBERS: (
        *(stablehlo.ComplexOp, stablehlo.RealOp, stablehlo.ImagOp, stablehlo.FftOp),
        *(chlo.ConjOp, chlo.BroadcastComplexOp),
    ),
    "TTIR does not take floats for their bits": (chlo.BroadcastNextAfterOp, chlo.NextAfterOp),
    "TTIR does not have the special functions that it needs": (
        *(chlo.BesselI1eOp, chlo.BroadcastPolygammaOp, chlo.BroadcastZetaOp),
        *(chlo.PolygammaOp, chlo.ZetaOp),
    ),
    "TTIR has no random numbers: compute them outside, and pass them as arguments": (
        stablehlo.RngOp,
        stablehlo.RngBitGeneratorOp,
    ),
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
    "TTIR does not round to formats that are not element types": (stablehlo.ReducePrecisionOp,),
    "dot_general, gather and element-wise ops say the same, and become TTIR": (
        *(stablehlo.EinsumOp, stablehlo.UnaryEinsumOp, stablehlo.TorchIndexSelectOp),
        stablehlo.MapOp,
    ),
    "--stablehlo-legalize-composite-to-call makes it a call": (stablehlo.CompositeOp,),
    "StableHLO's op of that name with broadcast_in_dim says the same, and becomes TTIR": (
        *(chlo.BroadcastAddOp, chlo.BroadcastAndOp, chlo.BroadcastAtan2Op),
        *(chlo.BroadcastCompareOp, chlo.BroadcastDivOp, chlo.BroadcastMaxOp),
        *(chlo.BroadcastMinOp, chlo.BroadcastMulOp, chlo.BroadcastOrOp, chlo.BroadcastPowOp),
        *(chlo.BroadcastRemOp, chlo.BroadcastSelectOp, chlo.BroadcastSubOp),
        *(chlo.BroadcastShiftLeftOp, chlo.BroadcastShiftRightArithmeticOp),
        *(chlo.BroadcastShiftRightLogicalOp, chlo.BroadcastXorOp, chlo.ConstantLikeOp),
    ),
    "TTIR has no such function": (chlo.AsinAcosKernelOp,),
}


def _refusal(reason: str) -> Lowering:
    """Return a lowering that raises OperationError with `reason` in the line of the error."""

    def refuse(op: Operation, _: Conversion) -> NoReturn:
        raise legalization_failure(op, f": {reason}")

    return refuse


REFUSALS: Lowerings = {
    cls: _refusal(reason) for reason, classes in _REASONS.items() for cls in classes
}
"""Maps the classes of unsupported ops to lowerings that raise OperationError."""
