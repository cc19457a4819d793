"""A builder of TTIR ops that write into new tensors."""

from collections.abc import Sequence
from typing import Any, cast

from xdsl.dialects.builtin import DenseIntOrFPElementsAttr
from xdsl.ir import Attribute, Operation, SSAValue

from ttmlir_py.dialects import ttir
from ttmlir_py.dialects.tensor import EmptyOp
from ttmlir_py.dialects.tensor_types import RankedTensor, ranked_tensor, shape_of, tensor_type
from ttmlir_py.dialects.ttir.interfaces import ElementwiseOp
from ttmlir_py.ir.definition.operations import inherits
from ttmlir_py.rewriting.attributes import (
    dense_i32_array,
    dense_i64_array,
    f32_attr,
    i32_array,
    i64,
    segments,
    si32,
    si64,
)
from ttmlir_py.rewriting.builder import Builder


class TTIRBuilder(Builder):
    """A builder of TTIR ops, which creates the tensor that each op writes into."""

    __slots__ = ()

    def into(
        self,
        cls: type[Operation],
        inputs: Sequence[SSAValue],
        result_type: Attribute,
        /,
        **properties: Attribute,
    ) -> SSAValue:
        """Return the result of the op `cls`, which writes into a new `tensor.empty` of type
        `result_type`.
        """
        output = self.value(EmptyOp, (), result_type)
        if inherits(cls, ElementwiseOp):
            properties["operandSegmentSizes"] = segments(len(inputs), 1)
        return self.value(cls, (*inputs, output), result_type, **properties)

    def dps(
        self,
        cls: type[Operation],
        inputs: Sequence[SSAValue],
        like: RankedTensor,
        shape: Sequence[int],
        /,
        **properties: Attribute,
    ) -> SSAValue:
        """Return the result of the op `cls`, which writes into a new `tensor.empty` of shape
        `shape`.

        Its other properties are those of the type `like`.
        """
        return self.into(
            cls, inputs, ranked_tensor(like.element_type, tuple(shape), like.encoding), **properties
        )

    def reshape(self, value: SSAValue, shape: Sequence[int]) -> SSAValue:
        """Insert a reshape of `value` to `shape`, even if it has that shape already."""
        return self.dps(ttir.ReshapeOp, [value], tensor_type(value), shape, shape=i32_array(shape))

    def reshaped(self, value: SSAValue, shape: Sequence[int]) -> SSAValue:
        """Return `value` with the given shape, reshaped if necessary."""
        return value if shape_of(value) == tuple(shape) else self.reshape(value, shape)

    def permute(self, value: SSAValue, permutation: Sequence[int]) -> SSAValue:
        """Insert a permutation of the dimensions of `value`, even if it changes nothing."""
        shape = [shape_of(value)[dim] for dim in permutation]
        order = dense_i64_array(permutation)
        return self.dps(ttir.PermuteOp, [value], tensor_type(value), shape, permutation=order)

    def slice(
        self,
        value: SSAValue,
        begins: Sequence[int],
        ends: Sequence[int],
        steps: Sequence[int] | None = None,
    ) -> SSAValue:
        """Return the slice of `value` from `begins` to `ends` (exclusive). The default step is
        1.
        """
        steps = [1] * len(begins) if steps is None else steps
        shape = [
            max(0, -(-(end - begin) // step))
            for begin, end, step in zip(begins, ends, steps, strict=True)
        ]
        bounds = {"begins": i32_array(begins), "ends": i32_array(ends), "step": i32_array(steps)}
        return self.dps(ttir.SliceOp, (value,), tensor_type(value), shape, **bounds)

    def part(self, value: SSAValue, dim: int, begin: int, end: int) -> SSAValue:
        """Return the slice of `value` from `begin` to `end` (exclusive) along `dim`."""
        begins, ends = [0] * len(shape_of(value)), list(shape_of(value))
        begins[dim], ends[dim] = begin, end
        return self.slice(value, begins, ends)

    def pad(self, value: SSAValue, edges: Sequence[int], number: float) -> SSAValue:
        """Insert a pad of `value`, even if all of `edges` are 0.

        `edges` has the low and the high padding of each dimension; `number` is the padding value.
        """
        type_, pairs = tensor_type(value), zip(edges[::2], edges[1::2], strict=True)
        sizes = zip(shape_of(value), pairs, strict=True)
        shape = tuple(size + low + high for size, (low, high) in sizes)
        padded = ranked_tensor(type_.element_type, shape, type_.encoding)
        properties = {"padding": dense_i32_array(edges), "value": f32_attr(number)}
        return self.value(ttir.PadOp, (value,), padded, **properties)

    def padded(self, value: SSAValue, edges: Sequence[int], number: float) -> SSAValue:
        """Return `value` padded as by `pad`, or `value` itself if all of `edges` are 0."""
        return self.pad(value, edges, number) if any(edges) else value

    def constant(self, type_: RankedTensor, numbers: Sequence[float]) -> SSAValue:
        """Return a constant of type `type_`. `numbers` is one number for all elements, or one for
        each.
        """
        value: Attribute = DenseIntOrFPElementsAttr.from_list(cast(Any, type_), numbers)
        return self.value(ttir.ConstantOp, (), type_, value=value)

    def arange(self, type_: RankedTensor, dim: int, step: int = 1) -> SSAValue:
        """Return a tensor of type `type_` that counts 0, step, 2 * step, ... along `dim`."""
        return self.value(
            ttir.ArangeOp,
            (),
            type_,
            start=si64(0),
            end=si64(type_.get_shape()[dim] * step),
            step=si64(step),
            arange_dimension=i64(dim),
        )

    def concat(self, values: Sequence[SSAValue], dim: int, shape: Sequence[int]) -> SSAValue:
        """Return the concatenation of `values` along `dim`, which has the given shape."""
        return self.dps(ttir.ConcatOp, values, tensor_type(values[0]), shape, dim=si32(dim))
