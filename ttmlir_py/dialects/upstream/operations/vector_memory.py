"""Operations of `vector` on memory."""

from collections.abc import Mapping
from typing import Any, ClassVar, cast

from xdsl.dialects.builtin import MemRefType, NoneAttr
from xdsl.irdl import operand_def, result_def, traits_def, var_operand_def
from xdsl.traits import MemoryReadEffect, MemoryWriteEffect, Pure

from ttmlir_py.dialects.upstream.operations.types import (
    AnyVector,
    BoolVector,
    Index,
    IndexVector,
    Inferred,
    InferringOperation,
    RankedMemRef,
    TensorOrMemRef,
    element_type,
    indices,
    require_of,
)
from ttmlir_py.dialects.upstream.operations.vector import (
    make_vector,
    shape_of,
)
from ttmlir_py.ir.definition.operation_format import FormattedOperation
from ttmlir_py.ir.definition.operations import local_verifier, op_definition
from ttmlir_py.ir.narrowing import is_memref_type


def _require_indices(op: Any) -> None:
    rank = op.base.type.get_num_dims()
    require_of(len(op.indices) == rank, f"requires {rank} indices")


@op_definition
class GatherOp(InferringOperation):
    """The elements at indices, where a mask is true."""

    name = "vector.gather"
    FORM: ClassVar[str] = """$base `[` $indices `]` `[` $index_vec `]` `,` $mask `,` $pass_thru
        attr-dict `:` type($base) `,` type($index_vec) `,` type($mask) `,` type($pass_thru)
        `into` type($result)"""
    INFERRED: ClassVar[Mapping[str, Inferred]] = {"indices": indices("indices")}

    base = operand_def(TensorOrMemRef)
    indices = var_operand_def(Index)
    index_vec = operand_def(IndexVector)
    mask = operand_def(BoolVector)
    pass_thru = operand_def(AnyVector)
    result = result_def(AnyVector)
    traits = traits_def(MemoryReadEffect())

    @local_verifier
    def verify_op(self) -> None:
        """Check `vector.gather`: result, indices, mask and `pass_thru` have the same sizes, and the
        result has the element type of the memory.
        """
        require_of(
            element_type(self.base.type) == element_type(self.result.type),
            "base and result element type should match",
        )
        _require_indices(self)
        result = shape_of(self.result)
        require_of(result == shape_of(self.index_vec), "expected result dim to match indices dim")
        require_of(result == shape_of(self.mask), "expected result dim to match mask dim")
        require_of(
            self.result.type == self.pass_thru.type,
            "expected pass_thru of same type as result type",
        )


@op_definition
class ScatterOp(InferringOperation):
    """A store of elements at indices, where a mask is true."""

    name = "vector.scatter"
    FORM: ClassVar[str] = """$base `[` $indices `]` `[` $index_vec `]` `,` $mask `,` $valueToStore
        attr-dict `:` type($base) `,` type($index_vec) `,` type($mask) `,` type($valueToStore)"""
    INFERRED: ClassVar[Mapping[str, Inferred]] = {"indices": indices("indices")}

    base = operand_def(RankedMemRef)
    indices = var_operand_def(Index)
    index_vec = operand_def(IndexVector)
    mask = operand_def(BoolVector)
    valueToStore = operand_def(AnyVector)
    traits = traits_def(MemoryWriteEffect())

    @local_verifier
    def verify_op(self) -> None:
        """Check `vector.scatter`: value, indices and mask have the same sizes, and the value has
        the element type of the memory.
        """
        require_of(
            element_type(self.base.type) == element_type(self.valueToStore.type),
            "base and valueToStore element type should match",
        )
        _require_indices(self)
        value = shape_of(self.valueToStore)
        require_of(
            value == shape_of(self.index_vec), "expected valueToStore dim to match indices dim"
        )
        require_of(value == shape_of(self.mask), "expected valueToStore dim to match mask dim")


@op_definition
class ExpandLoadOp(InferringOperation):
    """Successive elements of memory, at the places where a mask is true."""

    name = "vector.expandload"
    FORM: ClassVar[str] = """$base `[` $indices `]` `,` $mask `,` $pass_thru attr-dict
        `:` type($base) `,` type($mask) `,` type($pass_thru) `into` type($result)"""
    INFERRED: ClassVar[Mapping[str, Inferred]] = {"indices": indices("indices")}

    base = operand_def(RankedMemRef)
    indices = var_operand_def(Index)
    mask = operand_def(BoolVector)
    pass_thru = operand_def(AnyVector)
    result = result_def(AnyVector)
    traits = traits_def(MemoryReadEffect())

    @local_verifier
    def verify_op(self) -> None:
        """Check `vector.expandload`: result, mask and `pass_thru` have the same size, and the
        result has the element type of the memory.
        """
        require_of(
            element_type(self.base.type) == element_type(self.result.type),
            "base and result element type should match",
        )
        _require_indices(self)
        require_of(
            shape_of(self.result)[:1] == shape_of(self.mask)[:1],
            "expected result dim to match mask dim",
        )
        require_of(
            self.result.type == self.pass_thru.type,
            "expected pass_thru of same type as result type",
        )


@op_definition
class CompressStoreOp(InferringOperation):
    """A store of the elements for which a mask is true, one after another."""

    name = "vector.compressstore"
    FORM: ClassVar[str] = """$base `[` $indices `]` `,` $mask `,` $valueToStore attr-dict
        `:` type($base) `,` type($mask) `,` type($valueToStore)"""
    INFERRED: ClassVar[Mapping[str, Inferred]] = {"indices": indices("indices")}

    base = operand_def(RankedMemRef)
    indices = var_operand_def(Index)
    mask = operand_def(BoolVector)
    valueToStore = operand_def(AnyVector)
    traits = traits_def(MemoryWriteEffect())

    @local_verifier
    def verify_op(self) -> None:
        """Check `vector.compressstore`: value and mask have the same size, and the value has the
        element type of the memory.
        """
        require_of(
            element_type(self.base.type) == element_type(self.valueToStore.type),
            "base and valueToStore element type should match",
        )
        _require_indices(self)
        require_of(
            shape_of(self.valueToStore)[:1] == shape_of(self.mask)[:1],
            "expected valueToStore dim to match mask dim",
        )


@op_definition
class TypeCastOp(FormattedOperation):
    """A memref of scalars as a memref of one vector."""

    name = "vector.type_cast"
    FORM: ClassVar[str] = "$memref attr-dict `:` type($memref) `to` type($result)"

    memref = operand_def(RankedMemRef)
    result = result_def(RankedMemRef)
    traits = traits_def(Pure())

    @local_verifier
    def verify_op(self) -> None:
        """Check `vector.type_cast`: the result is a memref of one vector with all sizes of the
        operand.
        """
        source, result = cast(Any, self.memref.type), cast(Any, self.result.type)
        require_of(
            is_memref_type(source) and isinstance(source.layout, NoneAttr),
            "expects operand to be a memref with identity layout",
        )
        expected = MemRefType(
            make_vector(source.element_type, source.get_shape()),
            [],
            source.layout,
            source.memory_space,
        )
        require_of(
            result == expected,
            "expects concatenated result and operand shapes to be equal",
        )


OPERATIONS = (GatherOp, ScatterOp, ExpandLoadOp, CompressStoreOp, TypeCastOp)
