"""Differences between the operations of 2025-02 and 2026-08: tables, fields, omissible fields."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, Final

from ttmlir_py.schemas.reader import BinaryError
from ttmlir_py.schemas.schema import Table, Type, Vector

FbTable = dict[str, Any]
"""A table, as returned by `TableView.as_dict`."""

SCHEMA: Final = "TTNN/binary.fbs"
CONST_EVAL_ENDING: Final = "_const_eval"
"""The end of the name of a program that computes the constants of another one."""

CONFIGURED: Final = ("math_fidelity", "fp32_dest_acc_en")
"""Fields of a compute configuration that change results or times."""

FIRST_NEW: Final = 1 << 31
"""The first number of tensors that a conversion adds."""
FIRST_INNER: Final = FIRST_NEW | 1 << 30
"""The first number of tensors that exist only inside of a fused kernel."""

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
"""Operations whose tables differ only in fields."""

RENAMED: Final[Mapping[str, Mapping[str, str]]] = MappingProxyType(
    {"LinearOp": {"a": "in0", "b": "in1"}, "MatmulOp": {"a": "in0", "b": "in1"}}
)
"""Maps tables to their renamed fields. These map the names in 2026-08 to those in 2025-02."""

HINTS: Final = frozenset(
    {
        "applied_shard_scheme",
        "compute_config",
        "config_tensors_in_dram",
        "conv2d_config",
        "conv2d_slice_config",
        "device",
        "dtype",
        "fp32_exact",
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
"""Fields with hints, or copies of the result's description.

They are omitted if the target revision lacks them.
"""

NOTHING: Final[tuple[Any, ...]] = (None, False, "", [])
"""Values that mean that a field carries no information."""

WINDOW: Final = MappingProxyType(
    {"kernel_size": "kernel", "stride": "stride", "padding": "padding", "dilation": "dilation"}
)
"""Maps window fields of 2026-08, which are arrays, to the prefix of 2025-02's fields per
direction.
"""

FUNCTIONS: Final = MappingProxyType({"Divide": "Div", "Pow": "Power"})
"""Maps element-wise functions of 2026-08 to their names in 2025-02, where these differ."""
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
"""Functions that 2026-08 computes with composite tables, by number of operands."""


def kind_of(type_: Type) -> str:
    """Return the unqualified name of a table type, or of a vector's tables; empty for other
    types.
    """
    element = type_.element if isinstance(type_, Vector) else type_
    return element.name.rpartition(".")[2] if isinstance(element, Table) else ""


def need(table: FbTable, name: str, what: str) -> Any:
    """Return a required field. Raises BinaryError, which names `what`, if it is missing."""
    value = table.get(name)
    if value is None:
        raise BinaryError(f"{what} has no '{name}'")
    return value


def require_known(name: str, table: FbTable, *known: str) -> None:
    """Raise BinaryError for a field that has information and is not in `known`.

    Execution hints and tags of unions are known.
    """
    for field, value in table.items():
        plain = field.removesuffix("_type")
        if plain not in known and field not in (*known, *HINTS) and value not in NOTHING:
            raise refuse(f"{name} with {field} = {value}", "2025-02")


def part(table: FbTable, name: str) -> FbTable:
    """Return a field that is a table, or an empty table if it is absent."""
    return table.get(name) or {}


def refuse(what: str, revision: str) -> BinaryError:
    """Return the error for `what`, which cannot be expressed in `revision`."""
    return BinaryError(f"{what} has no counterpart in {revision}")


def pair(values: Any, what: str) -> tuple[int, int]:
    """Return the numbers for both directions. They are given as two numbers, or as four of which
    opposite sides are equal. Raises BinaryError.
    """
    match values:
        case [int(height), int(width)]:
            return height, width
        case [int(top), int(bottom), int(left), int(right)] if (top, left) == (bottom, right):
            return top, left
        case _:
            raise refuse(f"{what} = {values}", "2025-02")
