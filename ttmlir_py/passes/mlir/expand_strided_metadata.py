"""`expand-strided-metadata`: write views of buffers in terms of offset, sizes and strides."""

from dataclasses import dataclass
from typing import cast

from xdsl.dialects import memref
from xdsl.dialects.builtin import (
    DYNAMIC_INDEX,
    ArrayAttr,
    DenseArrayBase,
    IndexType,
    IntegerAttr,
    IntegerType,
    MemRefType,
    i32,
    i64,
)
from xdsl.ir import Operation, SSAValue
from xdsl.pattern_rewriter import PatternRewriter, RewritePattern

from ttmlir_py.ir.context import MlirContext
from ttmlir_py.passes.base import Pass
from ttmlir_py.passes.mlir.memref_types import memref_type, strides_and_offset
from ttmlir_py.rewriting.builder import Builder
from ttmlir_py.rewriting.greedy import apply_patterns_greedily


@dataclass(frozen=True)
class ExpandStridedMetadataPass(Pass):
    """Expand memref operations into easier to analyze constructs

    `memref.collapse_shape` of a memref of static shape becomes `memref.reinterpret_cast` of its
    base buffer. `memref.extract_strided_metadata` reads the offset and strides that the type does
    not give.
    """

    name = "expand-strided-metadata"
    cpp_name = "ExpandStridedMetadata"
    anchor = None

    def run(self, context: MlirContext, op: Operation) -> None:
        """Replace the views inside of `op`."""
        patterns = (_ExpandCollapseShape(),)
        apply_patterns_greedily(
            op, context, lambda cls: patterns if cls is memref.CollapseShapeOp else ()
        )


class _ExpandCollapseShape(RewritePattern):
    """A pattern that replaces `memref.collapse_shape` by a reinterpretation of the buffer."""

    def match_and_rewrite(self, op: Operation, rewriter: PatternRewriter) -> None:
        """Replace `op` if all of its sizes are known."""
        source, type_ = memref_type(op.operands[0]), memref_type(op.results[0])
        if not source.has_static_shape():
            return
        reassociation = cast(
            "ArrayAttr[ArrayAttr[IntegerAttr[IntegerType]]]", op.properties["reassociation"]
        )
        groups = [[index.value.data for index in group] for group in reassociation]
        strides, offset = strides_and_offset(type_)
        unknown = [i for i, stride in enumerate(strides) if stride is None]
        if any(len(groups[i]) > 1 for i in unknown):
            return
        builder, base = Builder(op), op.operands[0]
        offsets: list[SSAValue] = []
        dynamic: list[SSAValue] = []
        if not isinstance(base.owner, memref.AllocOp):
            rank = source.get_num_dims()
            metadata = builder.op(
                memref.ExtractStridedMetaDataOp,
                (base,),
                (MemRefType(source.element_type, ()), *[IndexType()] * (1 + 2 * rank)),
            )
            base = metadata.base_buffer
            offsets = [metadata.offset] if offset is None else []
            dynamic = [metadata.strides[groups[i][0]] for i in unknown]
        static = [
            DenseArrayBase.from_list(
                i64, [DYNAMIC_INDEX if each is None else each for each in values]
            )
            for values in ([offset], type_.get_shape(), strides)
        ]
        segments = [1, len(offsets), 0, len(dynamic)]
        view = builder.value(
            memref.ReinterpretCastOp,
            (base, *offsets, *dynamic),
            type_,
            **dict(zip(("static_offsets", "static_sizes", "static_strides"), static, strict=True)),
            operandSegmentSizes=DenseArrayBase.from_list(i32, segments),
        )
        rewriter.replace(op, [], [view])
