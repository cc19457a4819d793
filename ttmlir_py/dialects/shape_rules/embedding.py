"""Shape rules of `embedding` and of ops on key/value caches."""

from xdsl.ir import SSAValue
from xdsl.irdl import operand_def, prop_def
from xdsl.utils.exceptions import VerifyException

from ttmlir_py.dialects.shape_rules.common import verify_4d
from ttmlir_py.dialects.tensor_types import Shape, joined, shape_of, tensor_type
from ttmlir_py.dialects.tt.enums import DataType
from ttmlir_py.dialects.tt.tile import element_type_to_data_type, without_sign
from ttmlir_py.ir.definition.constraints import AnyRankedTensor, I32Attr
from ttmlir_py.ir.definition.operations import OdsOperation, local_verifier


def verify_embedding(source: Shape, weight: Shape, result: Shape) -> None:
    """Check that the shape of the result is that of the indices `source`, and then the row length
    of `weight`.
    """
    if len(weight) != 2:
        raise VerifyException("Weight must be a 2D tensor")
    if len(result) - len(source) != 1:
        raise VerifyException("Output must have one dimension more than input")


def verify_weight_gradient(weight: SSAValue, gradient: SSAValue, output: SSAValue) -> None:
    """Check that the result `output` of `embedding_backward` has the shape of `weight`.

    Its data type must be that of `gradient`, the incoming gradient.
    """
    if tensor_type(gradient).element_type != tensor_type(output).element_type:
        raise VerifyException("Input gradient and output must have the same dtype")
    if shape_of(output) != shape_of(weight):
        raise VerifyException("Output must have the same shape as weight")


def verify_cache_update(cache: SSAValue, source: SSAValue, batch_offset: int) -> None:
    """Check that `update_cache` writes one position of dimension 2 of `cache`."""
    _verify_single_batch(batch_offset)
    verify_cache_kinds(cache, source)
    size = shape_of(source)[2]
    if size != 1:
        raise VerifyException(
            f"Input tensor requires that dim 2 have size 1, got input dim 2 size = {size}"
        )
    # The misplaced parenthesis is part of upstream's message.
    _verify_cache_shapes(cache, source, f"(){joined(shape_of(source), 'x')})")


def verify_cache_fill(cache: SSAValue, source: SSAValue, batch_offset: int) -> None:
    """Check that `fill_cache` writes the first positions of dimension 2 of `cache`."""
    _verify_single_batch(batch_offset)
    verify_cache_kinds(cache, source)
    capacity, size = shape_of(cache)[2], shape_of(source)[2]
    if size > capacity:
        raise VerifyException(
            "Input tensor requires that dim 2 have a size which is less than or equal to the size "
            f"of dim 2 of the cache tensor. Got cache dim 2 size = {capacity}, input dim 2 size = "
            f"{size}"
        )
    _verify_cache_shapes(cache, source, f"({joined(shape_of(source), ', ')})")


def _verify_single_batch(batch_offset: int) -> None:
    if batch_offset != 0:
        raise VerifyException("Only single-batch is supported. Batch offset must be 0")


def verify_cache_kinds(cache: SSAValue, source: SSAValue) -> None:
    """Check that `cache` and `source` have the same data type and rank 4."""
    cache_dtype, source_dtype = _data_type(cache), _data_type(source)
    if cache_dtype != source_dtype:
        raise VerifyException(
            "Cache and input tensors must have the same dtype. Got cache dtype = "
            f"{cache_dtype.keyword}, input dtype = {source_dtype.keyword}"
        )
    verify_4d(shape_of(cache), "Cache tensor")
    verify_4d(shape_of(source), "Input tensor")


def _data_type(value: SSAValue) -> DataType:
    element_type = tensor_type(value).element_type
    try:
        return element_type_to_data_type(without_sign(element_type))
    except ValueError:
        raise VerifyException(f"unsupported element type {element_type}") from None


def _verify_cache_shapes(cache: SSAValue, source: SSAValue, source_text: str) -> None:
    a, b = shape_of(cache), shape_of(source)
    if any(a[i] != b[i] for i in (0, 1, 3)):
        raise VerifyException(
            "Cache tensor shape must match input tensor shape on all dimensions except dim 2. "
            f"Got cache shape ({joined(a, ', ')}), input shape {source_text}"
        )


class UpdateCacheBase(OdsOperation):
    """The fields and rules of `update_cache` in TTIR and TTNN."""

    cache = operand_def(AnyRankedTensor)
    input = operand_def(AnyRankedTensor)
    update_index = operand_def(AnyRankedTensor)
    batch_offset = prop_def(I32Attr)

    @local_verifier
    def verify_op(self) -> None:
        """Check the op with `verify_cache_update`."""
        verify_cache_update(self.cache, self.input, self.batch_offset.value.data)


class FillCacheBase(OdsOperation):
    """The fields and rules of `fill_cache` in TTIR and TTNN."""

    cache = operand_def(AnyRankedTensor)
    input = operand_def(AnyRankedTensor)
    batch_offset = prop_def(I32Attr)

    @local_verifier
    def verify_op(self) -> None:
        """Check the op with `verify_cache_fill`."""
        verify_cache_fill(self.cache, self.input, self.batch_offset.value.data)
