"""Lowering of mixture-of-experts products of 2026-08.

All products are computed, and those that are not selected are replaced by zero.
"""

from typing import Any

from xdsl.dialects.builtin import TensorType, f32
from xdsl.ir import SSAValue

from ttmlir_py.dialects import ttir
from ttmlir_py.dialects.tensor_types import shape_of, tensor_type
from ttmlir_py.passes.revisions.state import RevisionBuilder, Table, result_type


def _sparse_matmul(builder: RevisionBuilder, op: Any) -> SSAValue:
    """Return the products of `a` with one matrix per expert, in f32.

    Blocks whose sparsity is 0 are 0; the device skips them. If `a` is sparse, its shape is A x E x
    M x K, with tokens for one expert each. Otherwise it is A x B x M x K, with tokens for all
    experts. The matrices are 1 x E x K x N.
    """
    a, b = builder.f32(op.a), builder.f32(op.b)
    outer, blocks, rows, inner = shape_of(a)
    experts, columns = shape_of(b)[1], shape_of(b)[3]
    if op.is_input_a_sparse.value.data:
        lead: tuple[int, ...] = (outer, experts)
    else:
        a = builder.reshape(a, (outer, blocks, 1, rows, inner))
        b = builder.reshape(b, (1, 1, experts, inner, columns))
        lead = (outer, blocks, experts)
    product = builder.into(ttir.MatmulOp, (a, b), TensorType(f32, (*lead, rows, columns)))
    wanted = builder.nonzero(builder.reshaped(builder.f32(op.sparsity), (*lead, 1, 1)))
    wanted = builder.stretched(wanted, shape_of(product))
    none = builder.splat(0, tensor_type(product))
    kept = builder.into(ttir.WhereOp, (wanted, product, none), tensor_type(product))
    type_ = result_type(op)
    return builder.typecast(builder.reshaped(kept, type_.get_shape()), type_.element_type)


EXPERTS: Table = {"ttir.sparse_matmul": _sparse_matmul}
