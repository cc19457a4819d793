"""What operations of ttir verify otherwise than in 2025-02, in upstream's words."""

from collections.abc import Mapping, Sequence
from math import prod
from typing import Any

from xdsl.utils.exceptions import VerifyException

from ttmlir_py.dialects.revisions.verifiers.types import Verifier
from ttmlir_py.dialects.shape_rules.common import broadcast_all
from ttmlir_py.dialects.shape_rules.matmul import verify_matmul
from ttmlir_py.dialects.tensor_types import Shape, integers, joined, shape_of


def verify_broadcastable(op: Any) -> None:
    """Element-wise: operands broadcast to the shape of the result."""
    shape: Shape = ()
    for operand in op.operands:
        wider = broadcast_all((shape, shape_of(operand)))
        if wider is None:
            raise VerifyException(
                f"operand shape ({joined(shape_of(operand), ', ')}) is not broadcast compatible with "
                f"inferred operand shapes ({joined(shape, ', ')})"
            )
        shape = wider
    result = shape_of(op.results[0])
    if shape != result:
        raise VerifyException(
            f"result shape ({joined(result, ', ')}) doesn't match expected shape after broadcasting "
            f"({joined(shape, ', ')})"
        )


def _reshape(op: Any) -> None:
    """The shape of the attribute is the result's and has as many elements as the input; that of a scalar is empty."""
    shape, given = shape_of(op.results[0]), integers(op.shape)
    if len(given) != len(shape):
        raise VerifyException("Shape attribute size must match output tensor rank")
    if prod(shape_of(op.input)) != prod(shape):
        raise VerifyException("Input and output tensors must have the same number of elements")
    if given.count(-1) > 1:
        raise VerifyException("Shape attribute must have at most one -1 element")
    for size, wanted in zip(given, shape, strict=True):
        if size < -1:
            raise VerifyException("All dimensions must be positive except the one with -1")
        if size not in (wanted, -1):
            raise VerifyException(
                "Shape attribute must match the output tensor shape for dimensions that are not -1"
            )


def _reduction(op: Any) -> None:
    """Reduced dimensions exist, once each; the shape of the result follows."""
    source = shape_of(op.input)
    rank = len(source)
    dims = range(rank) if op.dim_arg is None else integers(op.dim_arg)
    for dim in dims:
        if not -rank <= dim < rank:
            raise VerifyException(
                f"Reduce dimension {dim} is out of range for input tensor of rank {rank}"
            )
    if len(set(dims)) != len(dims):
        raise VerifyException("Reduce dimensions are not unique")
    along = {dim % rank for dim in dims}
    kept = bool(op.keep_dim.value.data)
    expected = [1 if i in along else n for i, n in enumerate(source) if kept or i not in along]
    if expected != list(shape_of(op.results[0])):
        found = joined(shape_of(op.results[0]), ", ")
        raise VerifyException(f"Expected output shape ({joined(expected, ', ')}), got ({found})")


def _normalization(op: Any) -> None:
    """The shape that is normalized is the input's end, and that of weight and bias."""
    source, normalized = shape_of(op.input), integers(op.normalized_shape)
    if source != shape_of(op.results[0]):
        raise VerifyException("input and output must have the same shape")
    if not normalized:
        raise VerifyException("normalized_shape cannot be empty")
    if len(normalized) > len(source):
        raise VerifyException("normalized_shape has more dimensions than input tensor")
    if source[len(source) - len(normalized) :] != normalized:
        raise VerifyException(
            "normalized_shape dimensions must match trailing dimensions of input tensor"
        )
    for name in ("weight", "bias"):
        value = getattr(op, name)
        if value is not None and shape_of(value) != normalized:
            raise VerifyException(f"{name} tensor shape must match normalized_shape")


def _rand(op: Any) -> None:
    """Bounds in order, and the shape of the result."""
    if op.low.value.data >= op.high.value.data:
        raise VerifyException("'low' value must be < 'high' value.")
    if integers(op.size) != shape_of(op.results[0]):
        size = ", ".join(f"{each} : i32" for each in integers(op.size))
        raise VerifyException(
            f"Size argument does not match with output tensor shape. [Size = [{size}], "
            f"output tensor shape = ({joined(shape_of(op.results[0]), ', ')})]."
        )


def _replica_groups(attribute: Any) -> None:
    """A table of devices, each once."""
    if len(attribute.get_shape()) != 2:
        raise VerifyException("replica_groups must be a 2D array")


def _all_to_all(op: Any) -> None:
    """Split and concatenated dimensions exist, and the shape of the result follows."""
    shape = list(shape_of(op.input))
    split, concat, count = (
        getattr(op, name).value.data for name in ("split_dim", "concat_dim", "split_count")
    )
    if not 0 <= split < len(shape):
        raise VerifyException(f"splitDim must be in the range [0, {len(shape) - 1}], got {split}")
    if count <= 0:
        raise VerifyException("splitCount must be a positive integer")
    if shape[split] % count:
        raise VerifyException("splitDim size must be divisible by splitCount")
    if not 0 <= concat < len(shape):
        raise VerifyException(f"concatDim must be in the range [0, {len(shape) - 1}], got {concat}")
    shape[split] //= count
    shape[concat] *= count
    found = shape_of(op.results[0])
    if tuple(shape) != found:
        raise VerifyException(
            f"Output shape mismatch: expected = <{joined(shape, ', ')}> output = <{joined(found, ', ')}>"
        )
    _replica_groups(op.replica_groups)
    if op.replica_groups.get_shape()[1] != count:
        raise VerifyException("replicaGroup count must match splitCount")


def _collective_broadcast(op: Any) -> None:
    """One type, and a table of devices."""
    if op.input.type != op.results[0].type:
        raise VerifyException("input and output must have the same type")
    _replica_groups(op.replica_groups)


def _turned(shape: Shape, flag: Any) -> Shape:
    """A factor's shape as it is multiplied."""
    if flag.value.data and len(shape) > 1:
        return (*shape[:-2], shape[-1], shape[-2])
    return shape


def _matmul(op: Any) -> None:
    """As in 2025-02, of factors that may be transposed."""
    bias = getattr(op, "bias", None)
    verify_matmul(
        _turned(shape_of(op.a), op.transpose_a),
        _turned(shape_of(op.b), op.transpose_b),
        None if bias is None else shape_of(bias),
        shape_of(op.results[0]),
    )


def _index_select(op: Any) -> None:
    """Each stride begins with a run of the given length."""
    shape = shape_of(op.input)
    dim: int = op.dim.value.data
    begin: int = op.begin.value.data
    length: int = op.length.value.data
    stride: int = 0 if op.stride is None else op.stride.value.data
    if not -len(shape) <= dim < len(shape):
        raise VerifyException(
            f"Invalid dimension {dim} for select op with input tensor rank {len(shape)}"
        )
    size = shape[dim]
    if begin < 0 or begin >= size:
        raise VerifyException(f"Invalid begin index {begin} for select op along dimension {dim}")
    if length < 1 or length > min(size - begin, stride if stride > 0 else size):
        raise VerifyException(
            f"Invalid length {length} for begin index {begin} along dimension {dim}"
        )
    if stride < 0 or stride > size:
        raise VerifyException(f"Invalid stride {stride} for dimension {dim}")


_REDUCTIONS: Sequence[str] = ("max", "mean", "min", "prod", "reduce_and", "reduce_or", "sum")

TTIR: Mapping[str, Verifier] = {
    **{f"ttir.{name}": _reduction for name in _REDUCTIONS},
    "ttir.all_to_all": _all_to_all,
    "ttir.argmax": _reduction,
    "ttir.collective_broadcast": _collective_broadcast,
    "ttir.index_select": _index_select,
    "ttir.layer_norm": _normalization,
    "ttir.linear": _matmul,
    "ttir.matmul": _matmul,
    "ttir.rand": _rand,
    "ttir.reshape": _reshape,
    "ttir.rms_norm": _normalization,
    "ttnn.linear": _matmul,
    "ttnn.matmul": _matmul,
}
"""By the operation's name."""
