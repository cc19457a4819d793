"""The named structured operations of `linalg`, as a table: the dimensions that each operand is
indexed by, and what is computed for each point.

A row's dimensions are letters. `mnk|m,k|k,n|m,n` is a matrix product: the loops m, n and k, and the
indices of two inputs and the output. `h+y` is a window: `h * stride + y * dilation`. Operations on
all elements have no dimensions.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple, cast

from xdsl.dialects import arith, complex, math
from xdsl.dialects.builtin import (
    AnyFloat,
    ComplexType,
    DenseIntOrFPElementsAttr,
    FloatAttr,
    IntegerType,
)
from xdsl.ir import Attribute, Block, Operation, SSAValue
from xdsl.ir.affine import AffineConstantExpr, AffineDimExpr, AffineExpr, AffineMap
from xdsl.irdl import IRDLOperation
from xdsl.utils.exceptions import VerifyException

from ttmlir_py.dialects.upstream.operations.arith import TruncFOp
from ttmlir_py.ir.narrowing import is_integer_type


class Builder:
    """The construction of a body, operation by operation."""

    def __init__(self, block: Block, attributes: Mapping[str, Attribute]) -> None:
        self.block = block
        self.attributes = attributes

    def add(self, op_class: type[Operation], *operands: SSAValue, type_: Any = None) -> SSAValue:
        """Add an operation with default properties. Its result has the type `type_`, by default
        that of the first operand.
        """
        assert issubclass(op_class, IRDLOperation)
        inherent = op_class.get_irdl_definition().properties
        op = op_class.create(
            operands=operands,
            result_types=[operands[0].type if type_ is None else type_],
            properties={
                name: each.default_value for name, each in inherent.items() if each.default_value
            },
        )
        self.block.add_op(op)
        return op.results[0]

    def cast(self, value: SSAValue, type_: Attribute) -> SSAValue:
        """Convert a scalar to another type, as the attribute `cast` says: signed by default."""
        if value.type == type_:
            return value
        is_unsigned = getattr(self.attributes.get("cast"), "data", "") == "cast_unsigned"
        source, target = value.type, type_
        if is_integer_type(source) and is_integer_type(target):
            if target.width.data > source.width.data:
                op_class = arith.ExtUIOp if is_unsigned else arith.ExtSIOp
            else:
                op_class = arith.TruncIOp
        elif is_integer_type(source) and isinstance(target, AnyFloat):
            op_class = arith.UIToFPOp if is_unsigned else arith.SIToFPOp
        elif isinstance(source, AnyFloat) and is_integer_type(target):
            op_class = arith.FPToUIOp if is_unsigned else arith.FPToSIOp
        elif isinstance(source, AnyFloat) and isinstance(target, AnyFloat):
            op_class = arith.ExtFOp if target.bitwidth > source.bitwidth else TruncFOp
        else:
            raise VerifyException(f"unsupported cast from {source} to {target}")
        return self.add(op_class, value, type_=target)

    def unary(self, function: str, value: SSAValue) -> SSAValue:
        """Add a unary function."""
        is_float = isinstance(value.type, AnyFloat)
        if function in ("square", "reciprocal") and not is_float:
            raise VerifyException(f"unsupported type of unary function '{function}'")
        if function == "square":
            return self.binary("mul", value, value)
        if function == "reciprocal":
            one = arith.ConstantOp(FloatAttr(1.0, cast(Any, value.type)))
            self.block.add_op(one)
            return self.add(arith.DivfOp, one.result, value)
        return self.add(_UNARY[function], value)

    def binary(self, function: str, left: SSAValue, right: SSAValue) -> SSAValue:
        """Add a binary function, for the type of its operands."""
        choices = _BINARY[function]
        type_ = left.type
        if isinstance(type_, ComplexType):
            op_class: Any = getattr(complex, choices.complex_, None)
        elif isinstance(type_, AnyFloat):
            op_class = choices.float_
        elif type_ == IntegerType(1) and choices.bool_ is not None:
            op_class = choices.bool_
        else:
            op_class = choices.integer
        if op_class is None:
            raise VerifyException(f"unsupported type of binary function '{function}'")
        return self.add(op_class, left, right)


class _Choices(NamedTuple):
    """The operations of a binary function, by type of the operands."""

    float_: type[Operation] | None
    integer: type[Operation] | None
    bool_: type[Operation] | None = None
    complex_: str = ""


_UNARY: dict[str, type[Operation]] = {
    "exp": math.ExpOp,
    "log": math.LogOp,
    "abs": math.AbsFOp,
    "ceil": math.CeilOp,
    "floor": math.FloorOp,
    "negf": arith.NegfOp,
    "round": math.RoundOp,
    "sqrt": math.SqrtOp,
    "rsqrt": math.RsqrtOp,
    "tanh": math.TanhOp,
    "erf": math.ErfOp,
}
UNARY_FUNCTIONS = (
    *("exp", "log", "abs", "ceil", "floor", "negf", "reciprocal"),
    *("round", "sqrt", "rsqrt", "square", "tanh", "erf"),
)
"""The members of the enum `#linalg.unary_fn`."""
_BINARY = {
    "add": _Choices(arith.AddfOp, arith.AddiOp, arith.OrIOp, "AddOp"),
    "sub": _Choices(arith.SubfOp, arith.SubiOp, None, "SubOp"),
    "mul": _Choices(arith.MulfOp, arith.MuliOp, arith.AndIOp, "MulOp"),
    "div": _Choices(arith.DivfOp, arith.DivSIOp, None, "DivOp"),
    "div_unsigned": _Choices(None, arith.DivUIOp),
    "max_signed": _Choices(arith.MaximumfOp, arith.MaxSIOp),
    "min_signed": _Choices(arith.MinimumfOp, arith.MinSIOp),
    "max_unsigned": _Choices(arith.MaximumfOp, arith.MaxUIOp),
    "min_unsigned": _Choices(arith.MinimumfOp, arith.MinUIOp),
    "powf": _Choices(math.PowFOp, None),
}
BINARY_FUNCTIONS = tuple(_BINARY)
"""The members of the enum `#linalg.binary_fn`."""

Body = Callable[[Builder, Sequence[SSAValue]], SSAValue]
"""A function that builds ops which compute an element of the output from the elements of all
operands.
"""


def _function_of(builder: Builder, default: str) -> str:
    return cast(Any, builder.attributes.get("fun")).data if "fun" in builder.attributes else default


def _unary(function: str) -> Body:
    return lambda b, values: b.unary(function, values[0])


def _binary(function: str) -> Body:
    return lambda b, values: b.binary(function, values[0], values[1])


def _pooling(function: str) -> Body:
    return lambda b, v: b.binary(function, v[2], b.cast(v[0], v[2].type))


def _elementwise_unary(b: Builder, v: Sequence[SSAValue]) -> SSAValue:
    return b.unary(_function_of(b, "exp"), b.cast(v[0], v[1].type))


def _elementwise_binary(b: Builder, v: Sequence[SSAValue]) -> SSAValue:
    left, right = (b.cast(each, v[2].type) for each in v[:2])
    return b.binary(_function_of(b, "add"), left, right)


def _copy(b: Builder, v: Sequence[SSAValue]) -> SSAValue:
    return b.cast(v[0], v[1].type)


def _select(b: Builder, v: Sequence[SSAValue]) -> SSAValue:
    return b.add(arith.SelectOp, *v[:3], type_=v[1].type)


def _contraction(b: Builder, v: Sequence[SSAValue]) -> SSAValue:
    left, right = (b.cast(each, v[2].type) for each in v[:2])
    return b.binary("add", v[2], b.binary("mul", left, right))


def _quantized(b: Builder, v: Sequence[SSAValue]) -> SSAValue:
    target = v[4].type
    shifted: list[SSAValue] = []
    for value, zero in ((v[0], v[2]), (v[1], v[3])):
        shifted.append(b.binary("sub", b.cast(value, target), b.cast(zero, target)))
    return b.binary("add", v[4], b.binary("mul", *shifted))


class NamedOp(NamedTuple):
    """A row of the table."""

    inputs: int
    """The number of input operands."""
    dims: str
    """The loops as letters, then the index expressions of each operand, separated by `|`. Empty for
    operations that apply to all elements.
    """
    body: Body
    attributes: tuple[str, ...] = ()
    """The names of the inherent attributes."""


_WINDOW = ("strides", "dilations")
_FIXED_WINDOWS = frozenset({"conv_1d", "conv_2d", "conv_3d"})
"""Names of the convolutions that have no strides and dilations."""

_CONTRACTIONS = {
    "batch_matmul": "bmnk|b,m,k|b,k,n|b,m,n",
    "batch_matmul_transpose_a": "bmnk|b,k,m|b,k,n|b,m,n",
    "batch_matmul_transpose_b": "bmnk|b,m,k|b,n,k|b,m,n",
    "batch_matvec": "bmk|b,m,k|b,k|b,m",
    "batch_mmt4d": "Bmnkabc|B,m,k,a,c|B,n,k,b,c|B,m,n,a,b",
    "batch_reduce_matmul": "bmnk|b,m,k|b,k,n|m,n",
    "batch_vecmat": "bnk|b,k|b,k,n|b,n",
    "dot": "k|k|k|",
    "matmul": "mnk|m,k|k,n|m,n",
    "matmul_transpose_a": "mnk|k,m|k,n|m,n",
    "matmul_transpose_b": "mnk|m,k|n,k|m,n",
    "matvec": "mk|m,k|k|m",
    "mmt4d": "mnkabc|m,k,a,c|n,k,b,c|m,n,a,b",
    "vecmat": "nk|k|k,n|n",
}
_MATMUL = {
    "matmul": ("cast", "indexing_maps"),
    "matmul_transpose_a": ("cast",),
    "matmul_transpose_b": ("cast",),
}
"""The inherent attributes that matrix products have."""
_CONVOLUTIONS = {
    "conv_1d": "wx|w+x|x|w",
    "conv_1d_ncw_fcw": "nfwcx|n,c,w+x|f,c,x|n,f,w",
    "conv_1d_nwc_wcf": "nwfxc|n,w+x,c|x,c,f|n,w,f",
    "conv_2d": "hwyx|h+y,w+x|y,x|h,w",
    "conv_2d_nchw_fchw": "nfhwcyx|n,c,h+y,w+x|f,c,y,x|n,f,h,w",
    "conv_2d_nhwc_fhwc": "nhwfyxc|n,h+y,w+x,c|f,y,x,c|n,h,w,f",
    "conv_2d_nhwc_hwcf": "nhwfyxc|n,h+y,w+x,c|y,x,c,f|n,h,w,f",
    "conv_2d_ngchw_fgchw": "ngfhwcyx|n,g,c,h+y,w+x|f,g,c,y,x|n,g,f,h,w",
    "conv_2d_ngchw_gfchw": "ngfhwcyx|n,g,c,h+y,w+x|g,f,c,y,x|n,g,f,h,w",
    "conv_2d_nhwgc_gfhwc": "nhwgfyxc|n,h+y,w+x,g,c|g,f,y,x,c|n,h,w,g,f",
    "conv_3d": "dhwzyx|d+z,h+y,w+x|z,y,x|d,h,w",
    "conv_3d_ncdhw_fcdhw": "ndhwfzyxc|n,c,d+z,h+y,w+x|f,c,z,y,x|n,f,d,h,w",
    "conv_3d_ndhwc_dhwcf": "ndhwfzyxc|n,d+z,h+y,w+x,c|z,y,x,c,f|n,d,h,w,f",
    "depthwise_conv_1d_ncw_cw": "nwcx|n,c,w+x|c,x|n,c,w",
    "depthwise_conv_1d_nwc_wc": "nwcx|n,w+x,c|x,c|n,w,c",
    "depthwise_conv_1d_nwc_wcm": "nwcmx|n,w+x,c|x,c,m|n,w,c,m",
    "depthwise_conv_2d_nchw_chw": "nhwcyx|n,c,h+y,w+x|c,y,x|n,c,h,w",
    "depthwise_conv_2d_nhwc_hwc": "nhwcyx|n,h+y,w+x,c|y,x,c|n,h,w,c",
    "depthwise_conv_2d_nhwc_hwcm": "nhwcmyx|n,h+y,w+x,c|y,x,c,m|n,h,w,c,m",
    "depthwise_conv_3d_ncdhw_cdhw": "ndhwzyxc|n,c,d+z,h+y,w+x|c,z,y,x|n,c,d,h,w",
    "depthwise_conv_3d_ndhwc_dhwc": "ndhwzyxc|n,d+z,h+y,w+x,c|z,y,x,c|n,d,h,w,c",
    "depthwise_conv_3d_ndhwc_dhwcm": "ndhwmzyxc|n,d+z,h+y,w+x,c|z,y,x,c,m|n,d,h,w,c,m",
}
_QUANTIZED_CONVOLUTIONS = (
    "conv_2d_ngchw_gfchw",
    "conv_2d_nhwc_fhwc",
    "conv_2d_nhwc_hwcf",
    "conv_3d_ndhwc_dhwcf",
    "depthwise_conv_2d_nhwc_hwc",
    "depthwise_conv_2d_nhwc_hwcm",
)
"""Convolutions that also exist with zero points, under a name with `_q`."""
_POOLINGS = {
    "ncw": ("ncwx|n,c,w+x|x|n,c,w", "sum max"),
    "nchw": ("nchwyx|n,c,h+y,w+x|y,x|n,c,h,w", "sum max"),
    "nwc": ("nwcx|n,w+x,c|x|n,w,c", "sum max max_unsigned min min_unsigned"),
    "nhwc": ("nhwcyx|n,h+y,w+x,c|y,x|n,h,w,c", "sum max max_unsigned min min_unsigned"),
    "ndhwc": ("ndhwczyx|n,d+z,h+y,w+x,c|z,y,x|n,d,h,w,c", "sum max min"),
}
_POOLING_FUNCTIONS = {"sum": "add", "max": "max_signed", "min": "min_signed"}


def _with_zero_points(dims: str) -> str:
    """Return `dims` with two scalar operands, the zero points, after the first two operands."""
    loops, first, second, output = dims.split("|")
    return "|".join((loops, first, second, "", "", output))


def _named_ops() -> dict[str, NamedOp]:
    table: dict[str, NamedOp] = {
        "copy": NamedOp(1, "", _copy, ("cast",)),
        "elemwise_binary": NamedOp(2, "", _elementwise_binary, ("cast", "fun")),
        "elemwise_unary": NamedOp(1, "", _elementwise_unary, ("cast", "fun")),
        "fill": NamedOp(1, "", _copy),
        "max": NamedOp(2, "", _binary("max_signed")),
        "min": NamedOp(2, "", _binary("min_signed")),
        "select": NamedOp(3, "", _select),
        "quantized_matmul": NamedOp(4, "mnk|m,k|k,n|||m,n", _quantized),
        "quantized_batch_matmul": NamedOp(4, "bmnk|b,m,k|b,k,n|||b,m,n", _quantized),
    }
    table.update({name: NamedOp(1, "", _unary(name)) for name in UNARY_FUNCTIONS})
    names = ("add", "sub", "mul", "div", "div_unsigned", "powf")
    table.update({name: NamedOp(2, "", _binary(name)) for name in names})
    for name, dims in _CONTRACTIONS.items():
        attributes = _MATMUL.get(name, ())
        table[name] = NamedOp(2, dims, _contraction, attributes)
    for name, dims in _CONVOLUTIONS.items():
        attributes = () if name in _FIXED_WINDOWS else _WINDOW
        table[name] = NamedOp(2, dims, _contraction, attributes)
    for name in _QUANTIZED_CONVOLUTIONS:
        dims = _with_zero_points(_CONVOLUTIONS[name])
        table[f"{name}_q"] = NamedOp(4, dims, _quantized, _WINDOW)
    for layout, (dims, kinds) in _POOLINGS.items():
        for kind in kinds.split():
            body = _pooling(_POOLING_FUNCTIONS.get(kind, kind))
            table[f"pooling_{layout}_{kind}"] = NamedOp(2, dims, body, _WINDOW)
    return dict(sorted(table.items()))


NAMED_OPS = _named_ops()
"""Maps names of operations, without the dialect, to their rows."""


def window_rank(row: NamedOp) -> int:
    """Return the number of window dimensions, which is also the number of strides."""
    return row.dims.count("+")


def window_factors(row: NamedOp, attributes: Mapping[str, Attribute]) -> list[tuple[int, int]]:
    """Return the stride and the dilation of each window dimension."""
    rank = window_rank(row)
    strides, dilations = (_factors(attributes.get(name), rank) for name in _WINDOW)
    return list(zip(strides, dilations, strict=True))


def indexing_maps(
    row: NamedOp, operands: Sequence[SSAValue], attributes: Mapping[str, Attribute]
) -> list[AffineMap]:
    """Return, for each operand, the map from the loops to the operand's indices."""
    if "indexing_maps" in attributes:
        return [each.data for each in cast(Any, attributes["indexing_maps"])]
    if not row.dims:
        rank = _rank(operands[-1])
        identity = AffineMap.identity(rank)
        return [identity if _rank(each) else AffineMap(rank, 0, ()) for each in operands]
    loops, *groups = row.dims.split("|")
    factors = window_factors(row, attributes)
    maps: list[AffineMap] = []
    for group in groups:
        results: list[AffineExpr] = []
        windows = iter(factors)
        for term in group.split(",") if group else ():
            first, _, second = term.partition("+")
            result: AffineExpr = AffineDimExpr(loops.index(first))
            if second:
                stride, dilation = next(windows)
                result = _scaled(result, stride) + _scaled(
                    AffineDimExpr(loops.index(second)), dilation
                )
            results.append(result)
        maps.append(AffineMap(len(loops), 0, tuple(results)))
    return maps


def _rank(value: SSAValue) -> int:
    type_ = cast(Any, value.type)
    return type_.get_num_dims() if hasattr(type_, "get_num_dims") else 0


def _factors(attribute: Attribute | None, count: int) -> Sequence[int]:
    if isinstance(attribute, DenseIntOrFPElementsAttr):
        values = [int(each) for each in cast(Any, attribute).get_values()]
        values = values * count if len(values) == 1 else values
        return values if len(values) == count else [1] * count
    return [1] * count


def _scaled(expression: AffineExpr, factor: int) -> AffineExpr:
    return expression if factor == 1 else expression * AffineConstantExpr(factor)


def element_type_of(value: SSAValue) -> Attribute:
    """Return the element type of an operand, which is the type of the body's argument."""
    return getattr(value.type, "element_type", value.type)
