"""Lowering of embeddings, and of ops that update attention caches in place."""

from math import prod

from xdsl.ir import Operation, Use

from ttmlir_py.dialects import ttir, ttnn
from ttmlir_py.dialects.tensor_types import tensor_type
from ttmlir_py.dialects.tt.attributes import DataTypeAttr
from ttmlir_py.dialects.ttnn.interfaces import InplaceOp
from ttmlir_py.passes.ttnn.builder import TTNNBuilder
from ttmlir_py.passes.ttnn.convert_ttir_to_ttnn.one_to_one import Lowering
from ttmlir_py.passes.ttnn.layouts import layout_of
from ttmlir_py.rewriting.builder import Builder
from ttmlir_py.rewriting.mutation import replace, supersede


def lower_embedding_backward(op: ttir.EmbeddingBackwardOp, builder: TTNNBuilder) -> None:
    """Lower `ttir.embedding_backward` to `ttnn.embedding_bw`, with a gradient of 1 x 1 x rows x
    columns.
    """
    source, weight, gradient, output = op.operands
    shape = tensor_type(gradient).get_shape()
    rows = builder.reshape(gradient, (1, 1, prod(shape[:-1]), shape[-1]), op)
    layout = layout_of(tensor_type(op.results[0]))
    supersede(
        op,
        ttnn.EmbeddingBackwardOp,
        {
            "dtype": DataTypeAttr.get(layout.get_data_type()),
            "memory_config": builder.memory_config(layout),
        },
        (source, weight, rows, output),
    )


def _lower_in_place(cls: type[Operation]) -> Lowering:
    """Return a lowering to the op class `cls`, which writes into the cache in place.

    Users of the new cache then read the old one. This is correct only if the old cache has no other
    uses, so other uses are rejected.
    """

    def lower(op: Operation, builder: TTNNBuilder) -> bool:
        cache = op.operands[0]
        if sum(not _is_earlier_write(use) for use in cache.uses) != 1:
            return False
        Builder(op).op(cls, tuple(op.operands), **op.properties)
        replace(op, (cache,))
        return True

    return lower


def _is_earlier_write(use: Use) -> bool:
    """Whether `use` is an earlier in-place write to the cache that was just lowered."""
    return use.index == 0 and isinstance(use.operation, InplaceOp)


RENAMED = {ttir.EmbeddingOp: ttnn.EmbeddingOp}
LOWERINGS: dict[type[Operation], Lowering] = {
    ttir.EmbeddingBackwardOp: lower_embedding_backward,
    ttir.UpdateCacheOp: _lower_in_place(ttnn.UpdateCacheOp),
    ttir.FillCacheOp: _lower_in_place(ttnn.FillCacheOp),
}
