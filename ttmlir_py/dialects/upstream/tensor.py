"""External models of xDSL's part of the `tensor` dialect: names, verifiers, folders.

The project's own operations of the dialect are in `dialects.tensor`.
"""

from math import prod
from typing import Any

from xdsl.dialects import tensor
from xdsl.dialects.builtin import DYNAMIC_INDEX, IntegerAttr, TensorType
from xdsl.ir import Attribute, Operation
from xdsl.parser import Parser
from xdsl.parser.core import UnresolvedOperand

from ttmlir_py.dialects.upstream.known import known_dimension, preserves_static_sizes
from ttmlir_py.ir.definition.custom_form import fail, op_position, resolve_operands
from ttmlir_py.ir.external_models import ExternalModels, FoldResult, OdsWords
from ttmlir_py.ir.narrowing import is_tensor_type
from ttmlir_py.ir.writing.attributes import quoted


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


_STATIC_TENSOR = "statically shaped tensor of any type values"


def _is_static(type_: Attribute) -> bool:
    return is_tensor_type(type_) and DYNAMIC_INDEX not in type_.get_shape()


def _parse_from_elements(parser: Parser) -> Operation:
    """Parse `%a, %b {...} : type`; require as many elements as the result has."""
    position, elements = parser.pos, list[UnresolvedOperand]()
    name = tensor.FromElementsOp.name
    first = parser.parse_optional_unresolved_operand()
    if first is not None:
        elements.append(first)
        while parser.parse_optional_punctuation(",") is not None:
            elements.append(parser.parse_unresolved_operand())
    attributes = parser.parse_optional_attr_dict()
    parser.parse_punctuation(":")
    type_position = parser.pos
    type_ = parser.parse_type()
    if not is_tensor_type(type_):
        fail(parser, name, "invalid kind of type specified", type_position)
    if not _is_static(type_):
        message = f"'result' must be {_STATIC_TENSOR}, but got {quoted(type_)}"
        fail(parser, name, message, op_position(parser))
    types = [type_.element_type] * prod(type_.get_shape())
    values = resolve_operands(parser, name, elements, types, position)
    return tensor.FromElementsOp.create(
        operands=values, result_types=[type_], attributes=attributes
    )


MODELS = ExternalModels(
    parsers={"tensor.from_elements": _parse_from_elements},
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
    words=OdsWords(
        types={TensorType: "ranked tensor of any type values"},
        field_types={("tensor.from_elements", "result"): (_STATIC_TENSOR, _is_static)},
    ),
    checks="ttmlir_py.dialects.upstream.checks.tensor",
    verifiers_are_local=True,
)
