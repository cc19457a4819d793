"""TTKernel: ops of the vector unit, which computes on tiles in the DST registers.

The names are those of later tt-mlir. Each op is a call of TT-Metal's `compute_kernel_api` and has a
second op that prepares the math thread. All follow the same pattern, so a row of `TILE_FUNCTIONS`
declares both.
"""

from collections.abc import Iterator, Mapping
from typing import Final, NamedTuple, TypeVar, cast

from xdsl.irdl import operand_def, prop_def

from ttmlir_py.dialects.constraints import TT_DataTypeAttr
from ttmlir_py.dialects.ttkernel.interfaces import I32, TTKernelOperation
from ttmlir_py.ir.definition.operations import op_definition

OpT = TypeVar("OpT", bound=TTKernelOperation)


class InitOp(TTKernelOperation):
    """Preparation of the math thread for a function."""


class TypedInitOp(InitOp):
    """Preparation of the math thread for a function of elements of one type."""

    dtype = prop_def(TT_DataTypeAttr)


class TypecastInitOp(InitOp):
    """Preparation of the math thread for a conversion."""

    in_dtype = prop_def(TT_DataTypeAttr)
    out_dtype = prop_def(TT_DataTypeAttr)


class UnaryTileOp(TTKernelOperation):
    """`DST[dst0_index] = f(DST[dst0_index])`."""

    dst0_index = operand_def(I32)


class TypedUnaryTileOp(UnaryTileOp):
    """A function of a tile that depends on the element type."""

    dtype = prop_def(TT_DataTypeAttr)


class TypecastOp(UnaryTileOp):
    """A conversion of a tile's elements to another type."""

    in_dtype = prop_def(TT_DataTypeAttr)
    out_dtype = prop_def(TT_DataTypeAttr)


class ClampOp(TTKernelOperation):
    """Limit the elements of a tile to the range between two limits, which are given as the bits of
    f32.
    """

    dst0_index = operand_def(I32)
    min_param = operand_def(I32)
    max_param = operand_def(I32)


class LeakyReluOp(TTKernelOperation):
    """Multiply the negative elements of a tile by a slope, which is given as the bits of f32."""

    dst0_index = operand_def(I32)
    slope = operand_def(I32)


class BinaryTilesOp(TTKernelOperation):
    """`DST[odst_index] = f(DST[dst0_index], DST[dst1_index])`."""

    dst0_index = operand_def(I32)
    dst1_index = operand_def(I32)
    odst_index = operand_def(I32)


class TypedBinaryTilesOp(BinaryTilesOp):
    """A function of two tiles that depends on the element type."""

    dtype = prop_def(TT_DataTypeAttr)


class TernaryTilesOp(TTKernelOperation):
    """A function of three tiles into `DST[odst_index]` that depends on the element type."""

    dst_cond_index = operand_def(I32)
    dst_true_index = operand_def(I32)
    dst_false_index = operand_def(I32)
    odst_index = operand_def(I32)
    dtype = prop_def(TT_DataTypeAttr)


class TileFunction(NamedTuple):
    """A function of the vector unit: the op class that calls it, and the op class that prepares
    it.
    """

    init: type[TTKernelOperation]
    op: type[TTKernelOperation]


class _Row(NamedTuple):
    """The names from which the two op classes of a function are created."""

    name: str
    """The name of the op that calls the function, after `ttkernel.`."""
    stem: str
    """The name of its class without the ending `Op`."""
    base: type[TTKernelOperation]
    doc: str
    init: str = ""
    """The name of the op that prepares the function; empty for the usual name."""
    init_stem: str = ""
    """The name of the preparing op's class without the ending; empty for the usual name."""
    init_base: type[InitOp] = InitOp


def _in_place(name: str, stem: str, doc: str, init: str = "", init_stem: str = "") -> _Row:
    return _Row(
        name, stem, UnaryTileOp, f"Replace a tile of the DST registers by {doc}.", init, init_stem
    )


def _integers(name: str, stem: str, doc: str, init: str, init_stem: str) -> _Row:
    doc = f"Replace a tile of 32-bit integers by {doc}."
    return _Row(name, stem, UnaryTileOp, doc, init, init_stem)


def _binary(name: str, stem: str, doc: str) -> _Row:
    return _Row(name, stem, BinaryTilesOp, f"{doc} two tiles of the DST registers.")


def _bitwise(operator: str) -> _Row:
    doc = f"Bitwise {operator} of two tiles of integers."
    stem, name = f"Bitwise{operator.title()}BinaryTiles", f"bitwise_{operator}_binary_tile"
    init = ("binary_bitwise_tile_init", "BinaryBitwiseTile")
    return _Row(name, stem, TypedBinaryTilesOp, doc, *init)


_RELATIONS = {
    "gt": "the first is larger, as signed integers",
    "ge": "the first is not less, as signed integers",
    "lt": "the first is less, as signed integers",
    "le": "the first is not larger, as signed integers",
}
_ROUNDING = ("rounding_op_tile_init", "RoundingTile")
_ROWS = (
    _in_place("sqrt_tile", "SqrtTile", "its square root"),
    _in_place("rsqrt_tile", "RsqrtTile", "1 / its square root"),
    _in_place("negative_tile", "NegativeTile", "its negation"),
    _in_place("abs_tile", "AbsTile", "its absolute value"),
    _in_place("sign_tile", "SignTile", "its sign: -1, 0 or 1"),
    _in_place("relu_tile", "ReluTile", "the larger of it and 0"),
    _in_place("sigmoid_tile", "SigmoidTile", "its logistic function"),
    _in_place("gelu_tile", "GeluTile", "its Gaussian error linear unit"),
    _in_place("tanh_tile", "TanhTile", "its hyperbolic tangent"),
    _in_place("log_tile", "LogTile", "its natural logarithm"),
    _in_place("log1p_tile", "Log1pTile", "the natural logarithm of 1 + x"),
    _in_place("expm1_tile", "Expm1Tile", "its exponential minus 1"),
    _in_place("sin_tile", "SinTile", "its sine (radians)"),
    _in_place("cos_tile", "CosTile", "its cosine (radians)"),
    _in_place("tan_tile", "TanTile", "its tangent (radians)"),
    _in_place("ceil_tile", "CeilTile", "the least integers not below it", *_ROUNDING),
    _in_place("floor_tile", "FloorTile", "the greatest integers not above it", *_ROUNDING),
    _in_place("cbrt_tile", "CbrtTile", "its cube root"),
    _in_place("isfinite_tile", "IsfiniteTile", "1 where it is finite, 0 elsewhere"),
    _in_place("eqz_tile", "EqzTile", "1 where it is 0, 0 elsewhere"),
    _in_place("nez_tile", "NezTile", "0 where it is 0, 1 elsewhere"),
    _in_place("bitwise_not_tile", "BitwiseNotTile", "the complement of its bits"),
    _integers(
        "negative_tile_int32",
        "NegativeTileInt32",
        "its negation",
        "negative_tile_init",
        "NegativeTile",
    ),
    _integers("abs_tile_int32", "AbsTileI32", "its absolute value", "abs_tile_init", "AbsTile"),
    _integers(
        "relu_tile_int32", "ReluTileI32", "the larger of it and 0", "relu_tile_init", "ReluTile"
    ),
    _integers(
        "eqz_tile_int32", "EqzTileI32", "1 where it is 0, 0 elsewhere", "eqz_tile_init", "EqzTile"
    ),
    _integers(
        "nez_tile_int32", "NezTileI32", "0 where it is 0, 1 elsewhere", "nez_tile_init", "NezTile"
    ),
    _Row(
        "logical_not_tile",
        "LogicalNotTile",
        TypedUnaryTileOp,
        "Replace a tile of the DST registers by 1 where it is 0, 0 elsewhere.",
    ),
    _Row(
        "typecast_tile",
        "TypecastTile",
        TypecastOp,
        "Convert the elements of a tile of the DST registers to another type.",
        init_base=TypecastInitOp,
    ),
    _Row(
        "clamp_tile",
        "ClampScalarTile",
        ClampOp,
        "Limit the elements of a tile of the DST registers.",
    ),
    _binary("add_binary_tile", "AddBinaryTiles", "The sum of"),
    _binary("mul_binary_tile", "MulBinaryTiles", "The product of"),
    _binary("power_binary_tile", "PowBinaryTiles", "The first to the power of the second of"),
    _binary("eq_binary_tile", "EqBinaryTiles", "1 where the first is equal to the second of"),
    _binary("ne_binary_tile", "NeBinaryTiles", "0 where the first is equal to the second of"),
    _binary("gt_binary_tile", "GtBinaryTiles", "1 where the first is larger than the second of"),
    _binary("ge_binary_tile", "GeBinaryTiles", "1 where the first is not less than the second of"),
    _binary("lt_binary_tile", "LtBinaryTiles", "1 where the first is less than the second of"),
    _binary(
        "le_binary_tile", "LeBinaryTiles", "1 where the first is not larger than the second of"
    ),
    _binary("remainder_binary_tile", "RemainderBinaryTiles", "a - b * floor(a / b) of"),
    _binary("binary_max_tile", "BinaryMaxTile", "The larger of"),
    _binary("binary_min_tile", "BinaryMinTile", "The smaller of"),
    _binary("binary_max_int32_tile", "BinaryMaxInt32Tile", "The larger, as signed integers, of"),
    _binary("binary_min_int32_tile", "BinaryMinInt32Tile", "The smaller, as signed integers, of"),
    _binary(
        "binary_max_uint32_tile", "BinaryMaxUint32Tile", "The larger, as unsigned integers, of"
    ),
    _binary(
        "binary_min_uint32_tile", "BinaryMinUint32Tile", "The smaller, as unsigned integers, of"
    ),
    *(
        _binary(f"{name}_int32_tile", f"{name.title()}Int32Tile", f"1 where {relation}, of")
        for name, relation in _RELATIONS.items()
    ),
    _binary("div_int32_trunc_tile", "DivInt32TruncTile", "The truncated quotient of"),
    _binary("remainder_int32_tile", "RemainderInt32Tile", "a - b * floor(a / b), of integers, of"),
    _Row("add_int_tile", "AddIntTile", TypedBinaryTilesOp, "The sum of two tiles of integers."),
    _Row(
        "sub_int_tile", "SubIntTile", TypedBinaryTilesOp, "The difference of two tiles of integers."
    ),
    _Row(
        "mul_int_tile",
        "MulIntTile",
        TypedBinaryTilesOp,
        "The product of two tiles of integers.",
        init_base=TypedInitOp,
    ),
    _Row(
        "leaky_relu_tile",
        "LeakyReluTile",
        LeakyReluOp,
        "Multiply the negative elements of a tile of the DST registers by a slope.",
    ),
    *map(_bitwise, ("and", "or", "xor")),
    _Row(
        "where_tile",
        "WhereTile",
        TernaryTilesOp,
        "Choose from the second of three tiles where the first is not 0, from the third elsewhere.",
    ),
)


def _declared(base: type[OpT], name: str, stem: str, doc: str) -> type[OpT]:
    """Return a new op class derived from `base`, with the docstring `doc`."""
    fields = {"name": f"ttkernel.{name}", "__doc__": doc, "__module__": __name__}
    return op_definition(cast(type[OpT], type(f"{stem}Op", (base,), fields)))


def _functions() -> Iterator[tuple[str, TileFunction]]:
    inits: dict[str, type[InitOp]] = {}
    for row in _ROWS:
        init, stem = row.init or f"{row.name}_init", row.init_stem or row.stem
        if init not in inits:
            doc = f"Prepare for `{row.name}`" + (" and its kin." if row.init else ".")
            inits[init] = _declared(row.init_base, init, f"{stem}Init", doc)
        yield row.name, TileFunction(inits[init], _declared(row.base, row.name, row.stem, row.doc))


TILE_FUNCTIONS: Final[Mapping[str, TileFunction]] = dict(_functions())
"""Maps the name of each function to its op classes."""
VECTOR_UNIT_OPS: Final = tuple(dict.fromkeys(op for row in TILE_FUNCTIONS.values() for op in row))
"""The op classes of all functions."""
