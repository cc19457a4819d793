"""Fusion of activations into the operations of a program of a later revision.

A function of one tensor becomes an activation of the operation that makes its operand, or of the
binary operation that reads its result:

    relu(matmul(a, b))        matmul(a, b) with the activation relu
    add(a, sigmoid(b))        add(a, b) with the activation sigmoid of its second operand

Laws: `f(op(a, b)) == op(a, b){f}`, and `op(a, f(b)) == op(a, b){f of b}`. Inside of the operation
values are f32, so that only the result is rounded.
"""

from collections import Counter
from collections.abc import Iterator, Mapping
from types import MappingProxyType
from typing import Any, Final, cast

from ttmlir_py.schemas.revisions.rows import FbTable

_FUNCTIONS: Final[Mapping[str, str]] = MappingProxyType(
    {
        **{
            each: each
            for each in (
                *("Abs", "Exp", "Floor", "Gelu", "Log", "Neg", "Relu", "Rsqrt", "Sigmoid"),
                *("Silu", "Sqrt", "Tanh"),
            )
        },
        "Reciprocal": "Recip",
    }
)
"""Maps functions of `EltwiseUnaryOp` to activations (`UnaryOpType`)."""
_OF_PRODUCTS: Final = frozenset(("Exp", "Gelu", "Relu", "Sigmoid", "Silu", "Sqrt", "Tanh"))
"""Activations of products, whose names are written in lower case."""
_BINARY: Final = frozenset(("Add", "Divide", "Multiply", "Subtract"))
_MOVES: Final = ("ReshapeOp", "ToLayoutOp")
"""Operations that commute with a function of each element, if the format stays."""
_SIDES: Final = {"lhs": "input_tensor_a_activations", "rhs": "input_tensor_b_activations"}
_FLOATS: Final = ("Float32", "BFloat16")


def fuse_activations(operations: list[FbTable], outputs: list[FbTable]) -> list[FbTable]:
    """Return the operations of a program with fused activations. Tables are changed in place."""
    fusion = _Fusion(operations, outputs)
    for operation in operations:
        fusion.into_maker(operation)
    for operation in operations:
        fusion.into_reader(operation)
    return _freed_last([each for each in operations if fusion.is_kept(each)])


def _freed_last(operations: list[FbTable]) -> list[FbTable]:
    """Return the operations in an order that frees each tensor after the last operation that reads
    it.
    """
    last: dict[int, int] = {}
    for index, operation in enumerate(operations):
        if operation["type"][0] != "DeallocateOp":
            last.update(dict.fromkeys(_read(operation["type"][1]), index))
    delayed: dict[int, list[FbTable]] = {}
    found: list[FbTable] = []
    for index, operation in enumerate(operations):
        name, table = operation["type"]
        reader = last.get(table["in"]["global_id"], 0) if name == "DeallocateOp" else 0
        if reader > index:
            delayed.setdefault(reader, []).append(operation)
        else:
            found.append(operation)
        found += delayed.pop(index, ())
    return found


class _Fusion:
    """The tensors of a program: their makers, and the operations that read them."""

    def __init__(self, operations: list[FbTable], outputs: list[FbTable]) -> None:
        self._makers: dict[int, FbTable] = {}
        self._readers: dict[int, FbTable] = {}
        self._gone: set[int] = set()
        self._fused: set[int] = set()
        self._uses = Counter(each["global_id"] for each in outputs)
        for operation in operations:
            name, table = operation["type"]
            if name == "DeallocateOp":
                continue
            for number in _read(table):
                self._uses[number] += 1
                self._readers[number] = operation
            if out := table.get("out"):
                self._makers[out["global_id"]] = operation

    def is_kept(self, operation: FbTable) -> bool:
        """Whether the operation is not fused, and does not free a tensor that is not made."""
        name, table = operation["type"]
        if name == "DeallocateOp" and table["in"]["global_id"] in self._gone:
            return False
        return id(operation) not in self._fused

    def into_maker(self, operation: FbTable) -> None:
        """Fuse a function into the operation that makes its operand, perhaps before moves."""
        function = _function(operation)
        if function is None:
            return
        table: FbTable = operation["type"][1]
        source, out = table["in"], table["out"]
        if self._uses[source["global_id"]] != 1 or _format(source) != _format(out):
            return
        last = maker = self._makers.get(source["global_id"])
        while maker is not None and maker["type"][0] in _MOVES:
            inner: FbTable = maker["type"][1]["in"]
            if self._uses[inner["global_id"]] != 1 or _format(inner) != _format(out):
                return
            maker = self._makers.get(inner["global_id"])
        if last is None or maker is None or not _activate(maker["type"], function):
            return
        last["type"][1]["out"] = out
        self._makers[out["global_id"]] = last
        self._remove(operation, source)

    def into_reader(self, operation: FbTable) -> None:
        """Fuse a function into the binary operation that reads its result."""
        function = _function(operation)
        if function is None or id(operation) in self._fused:
            return
        table: FbTable = operation["type"][1]
        source, out = table["in"], table["out"]
        reader = self._readers.get(out["global_id"])
        if self._uses[out["global_id"]] != 1 or reader is None or _format(source) != _format(out):
            return
        name, given = reader["type"]
        if name != "EltwiseBinaryOp" or given["type"] not in _BINARY or id(reader) in self._fused:
            return
        if _format(given["out"]) not in _FLOATS:
            return
        side = next(each for each in _SIDES if given[each]["global_id"] == out["global_id"])
        given[side] = source
        given[_SIDES[side]] = [{"op_type": _FUNCTIONS[function], "params": []}]
        self._readers[source["global_id"]] = reader
        self._remove(operation, out)

    def _remove(self, operation: FbTable, tensor: FbTable) -> None:
        self._gone.add(tensor["global_id"])
        self._fused.add(id(operation))


def _function(operation: FbTable) -> str | None:
    """Return the function of an operation that can be an activation, or None."""
    name, table = operation["type"]
    function = str(table.get("type"))
    if name != "EltwiseUnaryOp" or function not in _FUNCTIONS or table.get("params"):
        return None
    return function if _format(table["out"]) in _FLOATS else None


def _activate(variant: tuple[str, FbTable], function: str) -> bool:
    """Add an activation to an operation. Return False if it cannot have this one."""
    name, table = variant
    activation: FbTable = {"op_type": _FUNCTIONS[function], "params": []}
    if name == "EltwiseBinaryOp" and table["type"] in _BINARY and not table.get("activations"):
        table["activations"] = [activation]
    elif name in ("MatmulOp", "LinearOp") and not table.get("activation"):
        if function not in _OF_PRODUCTS:
            return False
        table["activation"] = function.lower()
    elif name == "Conv2dOp" and function == "Relu" and not table.get("conv2d_config"):
        table["conv2d_config"] = {"activation": activation}
    else:
        return False
    return True


def _format(ref: FbTable) -> Any:
    return ref["desc"]["layout"]["memory_desc"].get("data_type")


def _read(table: FbTable) -> Iterator[int]:
    """Yield the numbers of the tensors that an operation reads."""
    for name, value in table.items():
        if name in ("out", "outputs", "device"):
            continue
        for each in cast(list[Any], value) if isinstance(value, list) else [value]:
            if isinstance(each, dict) and "global_id" in each:
                yield cast(FbTable, each)["global_id"]
            elif isinstance(each, tuple):
                yield from _read(cast(tuple[str, FbTable], each)[1])
