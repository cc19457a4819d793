"""Linear algebra on tensors and memrefs."""

from collections.abc import Callable, Sequence
from enum import StrEnum
from typing import Any

from xdsl.dialects.builtin import AffineMapAttr as XdslMapAttr
from xdsl.dialects.builtin import ArrayAttr as XdslArray
from xdsl.dialects.builtin import DenseIntOrFPElementsAttr, TensorType, i64
from xdsl.ir import Block, Region
from xdsl.ir.affine import AffineDimExpr

from ttmlir_py.bindings.ir.builders import register_attribute_builder
from ttmlir_py.bindings.ir.core import Attribute, to_attribute
from ttmlir_py.bindings.ir.kinds import is_a
from ttmlir_py.bindings.ir.operations import OpView
from ttmlir_py.bindings.ir.shaped_types import RankedTensorType
from ttmlir_py.bindings.ods import define, specifications
from ttmlir_py.bindings.ods.support import (
    get_default_loc_context,
    get_op_result_or_op_results,
    get_op_result_or_value,
    get_op_results_or_values,
)


class TypeFn(StrEnum):
    """The conversion of elements to the type of the result."""

    cast_signed = "cast_signed"
    cast_unsigned = "cast_unsigned"


class UnaryFn(StrEnum):
    """The function of `linalg.elemwise_unary`."""

    exp = "exp"
    log = "log"
    abs = "abs"
    ceil = "ceil"
    floor = "floor"
    negf = "negf"
    reciprocal = "reciprocal"
    round = "round"
    sqrt = "sqrt"
    rsqrt = "rsqrt"
    square = "square"
    tanh = "tanh"
    erf = "erf"


class BinaryFn(StrEnum):
    """The function of `linalg.elemwise_binary`."""

    add = "add"
    sub = "sub"
    mul = "mul"
    div = "div"
    div_unsigned = "div_unsigned"
    max_signed = "max_signed"
    min_signed = "min_signed"
    max_unsigned = "max_unsigned"
    min_unsigned = "min_unsigned"
    powf = "powf"


def _register_functions() -> None:
    def builder(mnemonic: str, cases: type[StrEnum]) -> Callable[..., Any]:
        def build(value: Any, context: Any = None) -> Any:
            return Attribute.parse(f"#linalg.{mnemonic}<{cases(value)}>", context)

        return build

    for kind, mnemonic, cases in (
        ("TypeFnAttr", "type_fn", TypeFn),
        ("UnaryFnAttr", "unary_fn", UnaryFn),
        ("BinaryFnAttr", "binary_fn", BinaryFn),
    ):
        register_attribute_builder(kind)(builder(mnemonic, cases))


_register_functions()
_generated: dict[str, Any] = globals()
define(_generated, "linalg", "BinaryFn", "TypeFn", "UnaryFn", "fill_builtin_region")


def _row(op: Any) -> Any:
    """Return the table entry of a named structured operation, or None for another operation."""
    from ttmlir_py.dialects.upstream.operations.linalg_named import NAMED_OPS

    return NAMED_OPS.get(op.OPERATION_NAME.partition(".")[2])


def fill_builtin_region(op: Any) -> None:
    """Build the body that a structured operation has by its definition, such as a sum."""
    from ttmlir_py.dialects.upstream.operations.linalg import named_body
    from ttmlir_py.dialects.upstream.operations.linalg_named import element_type_of

    op = op.operation.opview
    raw = op.operation.checked
    row = _row(op)
    if row is not None:
        body = named_body(row, raw.operands, raw.properties)
    elif op.OPERATION_NAME in ("linalg.broadcast", "linalg.transpose"):
        from xdsl.dialects.linalg.ops import YieldOp as XdslYield

        block = Block(arg_types=[element_type_of(each) for each in raw.operands])
        block.add_op(XdslYield(block.args[0]))
        body = Region(block)
    else:
        raise ValueError(f"'{op.OPERATION_NAME}' has no body by its definition")
    if not raw.regions[0].blocks:
        body.move_blocks(raw.regions[0])


def _outputs(outs: Any) -> list[Any]:
    is_list = is_a(outs, list, tuple)
    given = list(outs) if is_list else list(get_op_results_or_values(outs))
    return [get_op_result_or_value(each) for each in given]


def _result_types(outputs: Sequence[Any]) -> list[Any]:
    """Return the types of the results: those of outputs that are tensors."""
    return [each.type for each in outputs if isinstance(each.type, RankedTensorType)]


_DEFAULTS = {"cast": "cast_signed"}
"""Values of attributes that name a function. MLIR's Python functions set them if they are not
given.
"""
_DEFAULT_FUNCTIONS = {"linalg.elemwise_binary": "add", "linalg.elemwise_unary": "exp"}


def _with_defaults(view: type[OpView], attributes: dict[str, Any], context: Any) -> dict[str, Any]:
    """Return the attributes of a named operation, with default values, and with strides and
    dilations as dense constants.
    """
    from ttmlir_py.dialects.upstream.operations.linalg_named import window_rank

    row = _row(view)
    found = dict(attributes)
    for name in row.attributes:
        if name == "fun":
            found.setdefault(name, _DEFAULT_FUNCTIONS[view.OPERATION_NAME])
        elif name in ("strides", "dilations"):
            rank = window_rank(row)
            sizes = found.get(name) or [1] * rank
            if not isinstance(sizes, Attribute):
                raw = DenseIntOrFPElementsAttr.from_list(TensorType(i64, [rank]), list(sizes))
                found[name] = to_attribute(raw, context)
        elif name in _DEFAULTS:
            found.setdefault(name, _DEFAULTS[name])
    return found


def _structured(view: Any) -> Callable[..., Any]:
    """Return the function that builds a named operation from inputs and outputs."""

    def build(
        *ins: Any,
        outs: Any,
        emit_generic: bool = False,
        loc: Any = None,
        ip: Any = None,
        **attributes: Any,
    ) -> Any:
        """Build the operation. Return its results, or the operation if it writes to memrefs.

        With `emit_generic`, build a `linalg.generic` that computes the same.
        """
        inputs = [get_op_result_or_value(each) for each in ins]
        outputs = _outputs(outs)
        types = _result_types(outputs)
        if len(inputs) + len(outputs) != _row(view).inputs + 1:
            raise ValueError(
                f"{view.OPERATION_NAME} has {_row(view).inputs} inputs and 1 output, found "
                f"{len(inputs)} and {len(outputs)}"
            )
        attributes = _with_defaults(view, attributes, get_default_loc_context(loc))
        place = False if emit_generic else ip
        op = view(types, inputs, outputs, loc=loc, ip=place, **attributes)
        fill_builtin_region(op)
        if emit_generic:
            op = _generic(op, types, inputs, outputs, loc, ip)
        return get_op_result_or_op_results(op)

    build.__name__ = build.__qualname__ = view.OPERATION_NAME.partition(".")[2]
    return build


def _generic(named: Any, types: Any, inputs: Any, outputs: Any, loc: Any, ip: Any) -> Any:
    """Build a `linalg.generic` that computes the same as `named`, and move the body of `named` into
    it.
    """
    from ttmlir_py.dialects.upstream.operations.linalg_named import indexing_maps

    raw = named.operation.checked
    maps = indexing_maps(_row(named), raw.operands, raw.properties)
    kept = {each.position for each in maps[-1].results if isinstance(each, AffineDimExpr)}
    kinds = ["parallel" if i in kept else "reduction" for i in range(maps[-1].num_dims)]
    context = named.operation.context
    op = _generated["GenericOp"](
        types,
        inputs,
        outputs,
        to_attribute(XdslArray([XdslMapAttr(each) for each in maps]), context),
        Attribute.parse(f"[{', '.join(f'#linalg.iterator_type<{each}>' for each in kinds)}]"),
        loc=loc,
        ip=ip,
    )
    raw.regions[0].move_blocks(op.operation.checked.regions[0])
    return op


def _define_structured() -> None:
    """Replace the generated functions of named operations, as MLIR does."""
    for each in specifications("linalg"):
        view = _generated[each.class_name]
        if _row(view) is not None:
            _generated[each.function_name] = _structured(view)


def _with_dimensions(view: Any, input: Any, outs: Any, dimensions: Any, loc: Any, ip: Any) -> Any:
    outputs = _outputs(outs)
    if len(outputs) != 1:
        raise ValueError(f"{view.OPERATION_NAME} has one output, found {len(outputs)}")
    source, output = get_op_result_or_value(input), outputs[0]
    op = view(_result_types(outputs), source, output, dimensions, loc=loc, ip=ip)
    fill_builtin_region(op)
    return get_op_result_or_op_results(op)


def transpose(
    input: Any, *, outs: Any, permutation: Sequence[int], loc: Any = None, ip: Any = None
) -> Any:
    """Build a transpose into an output."""
    return _with_dimensions(_generated["TransposeOp"], input, outs, permutation, loc, ip)


def broadcast(
    input: Any, *, outs: Any, dimensions: Sequence[int], loc: Any = None, ip: Any = None
) -> Any:
    """Build a broadcast into an output along dimensions that the input lacks."""
    return _with_dimensions(_generated["BroadcastOp"], input, outs, dimensions, loc, ip)


_define_structured()
