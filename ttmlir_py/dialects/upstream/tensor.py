"""External models of xDSL's part of the `tensor` dialect: names, verifiers, folders.

The project's own operations of the dialect are in `dialects.tensor`.
"""

from typing import Any

from xdsl.dialects.builtin import DYNAMIC_INDEX, IntegerAttr, TensorType
from xdsl.ir import Operation

from ttmlir_py.dialects.upstream.known import known_dimension, preserves_static_sizes
from ttmlir_py.ir.external_models import ExternalModels, FoldResult, OdsWords


def _fold_cast(op: Any) -> FoldResult | None:
    """Return the source of a cast to the same type, otherwise None.

    Law: `cast(x, type(x)) == x`.
    """
    return [op.source] if op.source.type == op.dest.type else None


def _fold_dim(op: Any) -> FoldResult | None:
    """Return a static size, otherwise None.

    A cast that adds no static size is skipped in place.

    Law: `dim(x, i) == shape(x)[i]` and `dim(cast(x), i) == dim(x, i)`.
    """
    dimension = known_dimension(op.source, op.index)
    if dimension is None:
        return None
    size = op.source.type.get_shape()[dimension]
    if size != DYNAMIC_INDEX:
        return [IntegerAttr.from_index_int_value(size)]
    cast = op.source.owner
    if not isinstance(cast, Operation) or cast.name != "tensor.cast":
        return None
    if not preserves_static_sizes(op.source.type, cast.operands[0].type):
        return None
    op.operands = [cast.operands[0], op.index]
    return []


MODELS = ExternalModels(
    folders={"tensor.cast": _fold_cast, "tensor.dim": _fold_dim},
    canonicalization="ttmlir_py.dialects.upstream.canonicalization.tensor",
    result_names={
        "tensor.cast": "cast",
        "tensor.concat": "concat",
        "tensor.dim": "dim",
        "tensor.expand_shape": "expanded",
        "tensor.extract": "extracted",
        "tensor.extract_slice": "extracted_slice",
        "tensor.from_elements": "from_elements",
        "tensor.gather": "gather",
        "tensor.generate": "generated",
        "tensor.insert": "inserted",
        "tensor.insert_slice": "inserted_slice",
        "tensor.pad": "padded",
        "tensor.rank": "rank",
        "tensor.reshape": "reshape",
        "tensor.scatter": "scatter",
        "tensor.splat": "splat",
    },
    words=OdsWords(types={TensorType: "ranked tensor of any type values"}),
    checks="ttmlir_py.dialects.upstream.checks.tensor",
    verifiers_are_local=True,
)
