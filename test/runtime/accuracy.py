"""The error bounds of the simulator's float32 results, in one table for tests and documentation."""

from typing import NamedTuple


class Bound(NamedTuple):
    """A bound on the error of a float32 result, in units in the last place (ULP).

    `of` says of which number: the exact `result`; the `sum` of the magnitudes of what is added, for
    each term; the `product`, for each factor; the `largest` operand; or `1`.
    """

    ulp: float
    of: str = "result"


EXACT = Bound(0)
ROUNDED = Bound(0.5)
FUNCTION = Bound(4)
SUM = Bound(0.5, "sum")

# Names: an element-wise function or reduction has the name of its enum case in the schema. Any
# other op has the name of its table.
BOUNDS: dict[str, Bound] = {
    **dict.fromkeys(
        [
            *("Abs", "Ceil", "Floor", "Neg", "Relu", "Sign", "IsFinite", "Typecast", "Where"),
            *("Equal", "NotEqual", "GreaterEqual", "GreaterThan", "LessEqual", "LessThan"),
            *("LogicalAnd", "LogicalOr", "LogicalXor", "LogicalNot", "Maximum", "Minimum"),
            *("BitwiseAnd", "BitwiseOr", "BitwiseXor", "BitwiseNot", "Clamp", "Scatter"),
            *("Max", "Min", "MaxPool2dOp", "EmbeddingOp", "FillCacheOp", "UpdateCacheOp"),
            *("ConstantOp", "FullOp", "EmptyOp", "ZerosOp", "OnesOp", "ArangeOp"),
            *("ToLayoutOp", "ToDTypeOp", "TypecastOp", "ToDeviceOp", "FromDeviceOp"),
            *("ToMemoryConfigOp", "ReshapeOp", "TransposeOp", "PermuteOp", "ConcatOp", "SliceOp"),
            *("RepeatOp", "RepeatInterleaveOp", "PadOp", "AllGatherOp", "MeshShardOp"),
        ],
        EXACT,
    ),
    **dict.fromkeys(
        [
            *("Add", "Subtract", "Multiply", "Div", "Remainder"),
            *("Sqrt", "Reciprocal", "LeakyRelu"),
        ],
        ROUNDED,
    ),
    **dict.fromkeys(
        [
            *("Exp", "Expm1", "Log", "Log1p", "Sin", "Cos", "Tan", "Tanh"),
            *("Cbrt", "Power", "Rsqrt", "Sigmoid"),
        ],
        FUNCTION,
    ),
    **dict.fromkeys(
        [
            *("Sum", "Mean", "MorehCumSumOp", "EmbeddingBackwardOp", "ReduceScatterOp"),
            *("MatmulOp", "LinearOp", "Conv2dOp", "ConvTranspose2dOp"),
        ],
        SUM,
    ),
    "Gelu": Bound(1),
    "ReductionProdOp": Bound(0.5, "product"),
    "SoftmaxOp": Bound(4, "1"),
    "UpsampleOp": Bound(2, "largest"),
}

WORDS = {
    EXACT: "exact",
    ROUNDED: "rounded correctly: 1/2 ULP",
    Bound(1): "1 ULP",
    FUNCTION: "4 ULP",
    SUM: "1/2 ULP of the sum of magnitudes, for each term",
    Bound(0.5, "product"): "1/2 ULP, for each factor",
    Bound(4, "1"): "4 ULP of 1",
    Bound(2, "largest"): "2 ULP of the largest operand",
}


def markdown() -> str:
    """Return the bounds as a Markdown table, one row for each bound."""
    rows = ["| within | ops |", "|---|---|"]
    for bound, words in WORDS.items():
        ops = ", ".join(op.removesuffix("Op") for op, each in BOUNDS.items() if each == bound)
        rows.append(f"| {words} | {ops} |")
    return "\n".join(rows)
