"""Operations that both revisions' binaries have, as data: what a table and its fields are called, and which fields say nothing to the other."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, Final

from ttmlir_py.schemas.reader import BinaryError
from ttmlir_py.schemas.schema import Table, Type, Vector

FbTable = dict[str, Any]
"""A table as `TableView.as_dict` gives it."""

SCHEMA: Final = "TTNN/binary.fbs"

ALIKE: Final = frozenset(
    f"{name}Op"
    for name in [
        "Arange",
        "Concat",
        "Constant",
        "ConvTranspose2d",
        "Deallocate",
        "Embedding",
        "EmbeddingBackward",
        "Empty",
        "FillCache",
        "FromDevice",
        "GetDevice",
        "Linear",
        "Matmul",
        "Pad",
        "Permute",
        "Reduction",
        "Repeat",
        "RepeatInterleave",
        "Reshape",
        "Softmax",
        "ToDevice",
        "ToLayout",
        "ToMemoryConfig",
        "Transpose",
        "Typecast",
        "UpdateCache",
        "Upsample",
    ]
)
"""Tables that differ in fields only."""

RENAMED: Final[Mapping[str, Mapping[str, str]]] = MappingProxyType(
    {"LinearOp": {"a": "in0", "b": "in1"}, "MatmulOp": {"a": "in0", "b": "in1"}}
)
"""Fields of 2026-08 that 2025-02 calls otherwise, by table."""

HINTS: Final = frozenset(
    {
        "applied_shard_scheme",
        "compute_config",
        "config_tensors_in_dram",
        "conv2d_config",
        "conv2d_slice_config",
        "device",
        "dtype",
        "input_dtype",
        "layout",
        "matmul_program_config",
        "memcfg",
        "memory_config",
        "num_shards",
        "numeric_stable",
        "output_dtype",
        "reallocate_halo_output",
        "strategy",
    }
)
"""Fields that say how an operation is computed, or what its result's description says, too: they are left out where the other has none."""

NOTHING: Final[tuple[Any, ...]] = (None, False, "", [])
"""Values of fields that say nothing."""

WINDOW: Final = MappingProxyType(
    {"kernel_size": "kernel", "stride": "stride", "padding": "padding", "dilation": "dilation"}
)
"""Arrays of 2026-08's windows, and what 2025-02's numbers for each direction start with."""

FUNCTIONS: Final = MappingProxyType({"Divide": "Div", "Pow": "Power"})
"""Functions of element-wise tables of 2026-08 that 2025-02 calls otherwise."""
UNARY: Final = frozenset(
    [
        "Abs",
        "Ceil",
        "Cos",
        "Floor",
        "Gelu",
        "IsFinite",
        "LogicalNot",
        "Neg",
        "Relu",
        "Sqrt",
        "Rsqrt",
        "Sigmoid",
        "Sin",
        "Reciprocal",
        "Sign",
        "Tan",
        "Tanh",
        "Exp",
        "Log",
        "Expm1",
        "LeakyRelu",
        "BitwiseNot",
    ]
)
BINARY: Final = frozenset(
    [
        "Add",
        "Multiply",
        "Subtract",
        "Equal",
        "NotEqual",
        "GreaterEqual",
        "GreaterThan",
        "LessEqual",
        "LessThan",
        "Divide",
        "LogicalAnd",
        "LogicalOr",
        "LogicalXor",
    ]
)
UNARY_COMPOSITE: Final = frozenset(("Cbrt", "Log1p"))
BINARY_COMPOSITE: Final = frozenset(
    ("Maximum", "Minimum", "Remainder", "Pow", "BitwiseAnd", "BitwiseOr", "BitwiseXor")
)
"""Functions that both revisions have, by the table of 2026-08 that computes them."""


def kind_of(type_: Type) -> str:
    """The short name of a table, or of the tables in a vector; empty for other types."""
    element = type_.element if isinstance(type_, Vector) else type_
    return element.name.rpartition(".")[2] if isinstance(element, Table) else ""


def need(table: FbTable, name: str, what: str) -> Any:
    """A field that has to be there. Raises BinaryError."""
    value = table.get(name)
    if value is None:
        raise BinaryError(f"{what} has no '{name}'")
    return value


def part(table: FbTable, name: str) -> FbTable:
    """A table that may be absent."""
    return table.get(name) or {}


def refuse(what: str, revision: str) -> BinaryError:
    """The error for what has no counterpart."""
    return BinaryError(f"{what} has no counterpart in {revision}")


def pair(values: Any, what: str) -> tuple[int, int]:
    """Two numbers, or four of which opposite ones are the same. Raises BinaryError for others."""
    match values:
        case [int(height), int(width)]:
            return height, width
        case [int(top), int(bottom), int(left), int(right)] if (top, left) == (bottom, right):
            return top, left
        case _:
            raise refuse(f"{what} = {values}", "2025-02")
