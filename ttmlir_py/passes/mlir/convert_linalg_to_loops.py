"""`convert-linalg-to-loops`: write element-wise ops on buffers as loops over their elements."""

from dataclasses import dataclass

from typing_extensions import override
from xdsl.dialects import arith, memref, scf
from xdsl.dialects.builtin import AnyFloat, IndexType, IntegerAttr, Signedness
from xdsl.dialects.linalg.ops import AddOp, BroadcastOp, MulOp, SubOp
from xdsl.ir import Attribute, Block, Operation, Region, SSAValue
from xdsl.pattern_rewriter import PatternRewriter, RewritePattern

from ttmlir_py.ir.context import MlirContext
from ttmlir_py.ir.narrowing import is_integer_type, is_memref_type
from ttmlir_py.ir.unregistered import operation_name
from ttmlir_py.passes.base import Pass
from ttmlir_py.passes.mlir.memref_types import memref_type
from ttmlir_py.rewriting.builder import Builder
from ttmlir_py.rewriting.conversion import ConversionTarget, require_legal
from ttmlir_py.rewriting.greedy import apply_patterns_greedily

_SCALAR: dict[type[Operation], tuple[type[Operation], type[Operation], type[Operation] | None]] = {
    AddOp: (arith.AddfOp, arith.AddiOp, arith.OrIOp),
    MulOp: (arith.MulfOp, arith.MuliOp, arith.AndIOp),
    SubOp: (arith.SubfOp, arith.SubiOp, None),
}
"""Maps each `linalg` op class to the scalar op classes for floats, integers and booleans."""
_FASTMATH: dict[str, Attribute] = {"fastmath": arith.FastMathFlagsAttr("none")}
_OVERFLOW: dict[str, Attribute] = {"overflowFlags": arith.IntegerOverflowAttr("none")}
_PROPERTIES: dict[type[Operation], dict[str, Attribute]] = {
    **dict.fromkeys((arith.AddfOp, arith.MulfOp, arith.SubfOp), _FASTMATH),
    **dict.fromkeys((arith.AddiOp, arith.MuliOp, arith.SubiOp), _OVERFLOW),
}


@dataclass(frozen=True)
class ConvertLinalgToLoopsPass(Pass):
    """Lower the operations from the linalg dialect into loops

    `linalg.add`, `linalg.mul`, `linalg.sub` and `linalg.broadcast` on memrefs of static shape
    become nests of `scf.for` over all elements, outermost dimension first. The innermost loop
    loads, computes and stores. Equal constants are merged and moved to the start of their function.
    Other ops of `linalg` on memrefs are errors. Ops on tensors are left alone.
    """

    name = "convert-linalg-to-loops"
    cpp_name = "ConvertLinalgToLoopsPass"
    anchor = None

    @override
    def run(self, context: MlirContext, op: Operation) -> None:
        patterns = (_LowerToLoops(),)
        lowered = {*_SCALAR, BroadcastOp}
        apply_patterns_greedily(op, context, lambda cls: patterns if cls in lowered else ())
        require_legal(op, ConversionTarget(legal_if=_is_legal))


def _is_legal(op: Operation) -> bool:
    on_buffers = any(is_memref_type(operand.type) for operand in op.operands)
    return not (on_buffers and operation_name(op).startswith("linalg."))


class _LowerToLoops(RewritePattern):
    """A pattern that lowers one op to a nest of loops."""

    def match_and_rewrite(self, op: Operation, rewriter: PatternRewriter) -> None:
        """Replace `op` if its operands are buffers of known sizes with supported element types."""
        shapes = [
            memref_type(each).get_shape() for each in op.operands if is_memref_type(each.type)
        ]
        if len(shapes) < len(op.operands) or any(size < 0 for size in shapes[-1]):
            return
        scalar = None if isinstance(op, BroadcastOp) else _scalar_op(op)
        if scalar is None and not isinstance(op, BroadcastOp):
            return
        body, indices = Builder(op), list[SSAValue]()
        bounds = [[_index(body, bound) for bound in (0, size, 1)] for size in shapes[-1]]
        for bound in bounds:
            block = Block(arg_types=(IndexType(),))
            indices.append(block.args[0])
            loop = body.op(scf.ForOp, bound)
            loop.add_region(Region(block))
            block.args[0].location = op.location
            end = Builder.at_end(block, op.location).insert(scf.YieldOp())
            body = Builder(end)
        _compute(op, scalar, body, indices)
        rewriter.erase(op)


def _scalar_op(op: Operation) -> type[Operation] | None:
    """Return the class of the op that computes one element of `op`, or None if it is
    unsupported.
    """
    elements = {memref_type(each).element_type for each in op.operands}
    element = elements.pop()
    on_floats, on_integers, on_booleans = _SCALAR[op.__class__]
    if elements:
        return None
    if isinstance(element, AnyFloat):
        return on_floats
    if not is_integer_type(element) or element.signedness.data is not Signedness.SIGNLESS:
        return None
    return on_booleans if element.width.data == 1 else on_integers


def _index(builder: Builder, value: int) -> SSAValue:
    attribute = IntegerAttr.from_index_int_value(value)
    return builder.value(arith.ConstantOp, (), IndexType(), value=attribute)


def _compute(
    op: Operation, scalar: type[Operation] | None, builder: Builder, indices: list[SSAValue]
) -> None:
    """Build ops that compute the element of the output at `indices`, and store it.

    The inputs are loaded at the same indices; `linalg.broadcast` leaves out the added dimensions.
    """
    *inputs, output = op.operands
    if isinstance(op, BroadcastOp):
        added = op.dimensions.get_values()
        source = [index for i, index in enumerate(indices) if i not in added]
    else:
        source = indices
    element = memref_type(output).element_type
    values = [builder.value(memref.LoadOp, (each, *source), element) for each in inputs]
    if scalar is not None:
        properties = dict(_PROPERTIES.get(scalar, {}))
        values = [builder.value(scalar, values, element, **properties)]
    builder.op(memref.StoreOp, (*values, output, *indices))
