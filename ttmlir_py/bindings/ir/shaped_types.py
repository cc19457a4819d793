"""The builtin types with a shape."""

from collections.abc import Sequence
from functools import lru_cache
from typing import Any, ClassVar, Self

from xdsl.dialects import builtin
from xdsl.dialects.builtin import NoneAttr

from ttmlir_py.bindings.ir.core import (
    Type,
    optional_attribute,
    raw_attribute,
    raw_type,
    to_attribute,
    to_type,
    wrapper_of,
)
from ttmlir_py.bindings.ir.diagnostics import DiagnosticInfo, MLIRError, as_info
from ttmlir_py.bindings.ir.kinds import is_a
from ttmlir_py.bindings.ir.state import current_location, resolve_context
from ttmlir_py.bindings.ir.types import (
    DYNAMIC,
    FloatType,
    from_mlir_size,
    location_context,
    optional_space,
    space_of,
    to_mlir_size,
    whole_number,
)
from ttmlir_py.ir.affine import identity
from ttmlir_py.ir.diagnostics import Diagnostic, Severity
from ttmlir_py.ir.writing.attributes import attribute_text

__all__ = [
    "MemRefType",
    "RankedTensorType",
    "ShapedType",
    "UnrankedMemRefType",
    "UnrankedTensorType",
    "VectorType",
]


def invalid(what: str, message: str, loc: Any, context: Any) -> MLIRError:
    """Return the error for a type or attribute that its verifier rejects."""
    place = current_location() if loc is None else loc
    location = builtin.UNKNOWN_LOC if place is None else place.xdsl
    found: DiagnosticInfo = as_info(context, Diagnostic(Severity.ERROR, location, message))
    return MLIRError(f"Invalid {what}", [found])


def _sizes(shape: Sequence[int], what: str, loc: Any, context: Any) -> list[int]:
    given = [whole_number(size) for size in shape]
    if any(size < 0 and size != DYNAMIC for size in given):
        raise invalid("type", f"invalid {what} size", loc, context)
    return [from_mlir_size(size) for size in given]


class ShapedType(Type):
    """A type with a shape and an element type."""

    XDSL = (
        builtin.TensorType,
        builtin.UnrankedTensorType,
        builtin.MemRefType,
        builtin.UnrankedMemRefType,
        builtin.VectorType,
    )

    @property
    def element_type(self) -> Any:
        """The type of the elements."""
        return to_type(self.xdsl.element_type, self.context)

    @property
    def has_rank(self) -> bool:
        """Whether the number of dimensions is known."""
        return hasattr(self.xdsl, "shape")

    def _shape(self) -> tuple[int, ...]:
        if not self.has_rank:
            raise ValueError("calling this method requires that the type has a rank.")
        return self.xdsl.get_shape()

    @property
    def rank(self) -> int:
        """The number of dimensions."""
        return len(self._shape())

    @property
    def shape(self) -> list[int]:
        """The sizes of the dimensions."""
        return [to_mlir_size(size) for size in self._shape()]

    @property
    def has_static_shape(self) -> bool:
        """Whether all sizes are known."""
        return self.has_rank and all(size >= 0 for size in self._shape())

    def get_dim_size(self, dim: int) -> int:
        """Return the size of a dimension."""
        shape = self._shape()
        if not 0 <= dim < len(shape):
            raise IndexError(f"dimension {dim} is out of range, the type has rank {len(shape)}")
        return to_mlir_size(shape[dim])

    def is_dynamic_dim(self, dim: int) -> bool:
        """Whether the size of a dimension is unknown."""
        return self.get_dim_size(dim) == DYNAMIC

    def is_static_dim(self, dim: int) -> bool:
        """Whether the size of a dimension is known."""
        return not self.is_dynamic_dim(dim)

    @staticmethod
    def is_dynamic_size(dim_size: int) -> bool:
        """Whether a number stands for an unknown size."""
        return dim_size == DYNAMIC

    @staticmethod
    def is_static_size(dim_size: int) -> bool:
        """Whether a number is a known size."""
        return dim_size != DYNAMIC

    @staticmethod
    def get_dynamic_size() -> int:
        """Return the number that stands for an unknown size."""
        return DYNAMIC

    @staticmethod
    def get_dynamic_stride_or_offset() -> int:
        """Return the number that stands for an unknown stride or offset."""
        return DYNAMIC

    def is_dynamic_stride_or_offset(self, dim_size: int) -> bool:
        """Whether a number stands for an unknown stride or offset."""
        self._shape()
        return dim_size == DYNAMIC

    def is_static_stride_or_offset(self, dim_size: int) -> bool:
        """Whether a number is a known stride or offset."""
        self._shape()
        return dim_size != DYNAMIC


@wrapper_of(builtin.VectorType)
class VectorType(ShapedType):
    """`vector<4x[4]xf32>`."""

    type_name: ClassVar[str] = "builtin.vector"

    @classmethod
    def get(
        cls,
        shape: Sequence[int],
        element_type: Type,
        *,
        scalable: Sequence[bool] | None = None,
        scalable_dims: Sequence[int] | None = None,
        loc: Any = None,
    ) -> Self:
        """Return a vector type. Raise MLIRError if it is invalid."""
        return cls._make(shape, element_type, scalable, scalable_dims, location_context(loc), loc)

    @classmethod
    def get_unchecked(
        cls,
        shape: Sequence[int],
        element_type: Type,
        *,
        scalable: Sequence[bool] | None = None,
        scalable_dims: Sequence[int] | None = None,
        context: Any = None,
    ) -> Self:
        """Return a vector type."""
        context = resolve_context(context)
        return cls._make(shape, element_type, scalable, scalable_dims, context, None)

    @classmethod
    def _make(
        cls,
        shape: Sequence[int],
        element_type: Type,
        scalable: Sequence[bool] | None,
        scalable_dims: Sequence[int] | None,
        context: Any,
        loc: Any,
    ) -> Self:
        if scalable is not None and scalable_dims is not None:
            raise ValueError("'scalable' and 'scalable_dims' kwargs are mutually exclusive.")
        flags = [False] * len(shape)
        if scalable is not None:
            if len(scalable) != len(shape):
                raise ValueError("Expected len(scalable) == len(shape).")
            flags = [bool(each) for each in scalable]
        for dim in scalable_dims or ():
            if not 0 <= dim < len(shape):
                raise ValueError("Scalable dimension index out of bounds.")
            flags[dim] = True
        element: Any = raw_type(element_type)
        shape = [whole_number(size) for size in shape]
        if any(size <= 0 for size in shape):
            sizes = ", ".join(map(str, shape))
            message = f"vector types must have positive constant sizes but got {sizes}"
            raise invalid("type", message, loc, context)
        if not isinstance(element, (builtin.IntegerType, builtin.IndexType, *FloatType.XDSL)):
            text = attribute_text(element)
            message = f"vector elements must be int/index/float type but got '{text}'"
            raise invalid("type", message, loc, context)
        scalables = builtin.ArrayAttr(builtin.BoolAttr.from_bool(flag) for flag in flags)
        return cls.wrap(builtin.VectorType(element, shape, scalables), context)

    @property
    def scalable(self) -> bool:
        """Whether a dimension is scalable."""
        return any(self.scalable_dims)

    @property
    def scalable_dims(self) -> list[bool]:
        """Whether each dimension is scalable."""
        return [bool(each) for each in self.xdsl.get_scalable_dims()]


@wrapper_of(builtin.TensorType)
class RankedTensorType(ShapedType):
    """`tensor<4x?xf32>`."""

    type_name: ClassVar[str] = "builtin.tensor"

    @classmethod
    def get(
        cls,
        shape: Sequence[int],
        element_type: Type,
        encoding: Any = None,
        loc: Any = None,
    ) -> Self:
        """Return a tensor type. Raise MLIRError if it is invalid."""
        return cls._make(shape, element_type, encoding, location_context(loc), loc)

    @classmethod
    def get_unchecked(
        cls, shape: Sequence[int], element_type: Type, encoding: Any = None, context: Any = None
    ) -> Self:
        """Return a tensor type."""
        return cls._make(shape, element_type, encoding, resolve_context(context), None)

    @classmethod
    def _make(
        cls, shape: Sequence[int], element_type: Type, encoding: Any, context: Any, loc: Any
    ) -> Self:
        from ttmlir_py.ir.reading.attributes import is_tensor_element

        element: Any = raw_type(element_type)
        sizes = _sizes(shape, "tensor dimension", loc, context)
        if not is_tensor_element(element):
            message = f"invalid tensor element type: '{attribute_text(element)}'"
            raise invalid("type", message, loc, context)
        if encoding is None:
            return cls.wrap(_tensor_type(element, tuple(sizes)), context)
        return cls.wrap(builtin.TensorType(element, sizes, raw_attribute(encoding)), context)

    @property
    def encoding(self) -> Any:
        """The encoding, or None."""
        return optional_attribute(self.xdsl.encoding, self.context)


@lru_cache(maxsize=1024)
def _tensor_type(element: Any, sizes: tuple[Any, ...]) -> Any:
    """Return a tensor type without encoding. Builders request few types, many times."""
    return builtin.TensorType(element, sizes)


@wrapper_of(builtin.UnrankedTensorType)
class UnrankedTensorType(ShapedType):
    """`tensor<*xf32>`."""

    type_name: ClassVar[str] = "builtin.unranked_tensor"

    @classmethod
    def get(cls, element_type: Type, loc: Any = None) -> Self:
        """Return an unranked tensor type. Raise MLIRError if it is invalid."""
        return cls._make(element_type, location_context(loc), loc)

    @classmethod
    def get_unchecked(cls, element_type: Type, context: Any = None) -> Self:
        """Return an unranked tensor type."""
        return cls._make(element_type, resolve_context(context), None)

    @classmethod
    def _make(cls, element_type: Type, context: Any, loc: Any) -> Self:
        from ttmlir_py.ir.reading.attributes import is_tensor_element

        element: Any = raw_type(element_type)
        if not is_tensor_element(element):
            message = f"invalid tensor element type: '{attribute_text(element)}'"
            raise invalid("type", message, loc, context)
        return cls.wrap(builtin.UnrankedTensorType(element), context)


@wrapper_of(builtin.MemRefType)
class MemRefType(ShapedType):
    """`memref<4x?xf32, strided<[8, 1]>, 1 : i32>`."""

    type_name: ClassVar[str] = "builtin.memref"

    @classmethod
    def get(
        cls,
        shape: Sequence[int],
        element_type: Type,
        layout: Any = None,
        memory_space: Any = None,
        loc: Any = None,
    ) -> Self:
        """Return a memref type. Raise MLIRError if it is invalid."""
        context = location_context(loc)
        return cls._make(shape, element_type, layout, memory_space, context, loc)

    @classmethod
    def get_unchecked(
        cls,
        shape: Sequence[int],
        element_type: Type,
        layout: Any = None,
        memory_space: Any = None,
        context: Any = None,
    ) -> Self:
        """Return a memref type."""
        context = resolve_context(context)
        return cls._make(shape, element_type, layout, memory_space, context, None)

    @classmethod
    def _make(
        cls,
        shape: Sequence[int],
        element_type: Type,
        layout: Any,
        memory_space: Any,
        context: Any,
        loc: Any,
    ) -> Self:
        from ttmlir_py.ir.reading.attributes import (
            is_tensor_element,
            layout_mistake,
            normal_layout,
        )

        element: Any = raw_type(element_type)
        never = (builtin.TensorType, builtin.UnrankedTensorType)
        is_memref = is_a(element, builtin.MemRefType, builtin.UnrankedMemRefType)
        if is_a(element, *never) or not (is_memref or is_tensor_element(element)):
            raise invalid("type", "invalid memref element type", loc, context)
        sizes = _sizes(shape, "memref", loc, context)
        raw: Any = NoneAttr() if layout is None else raw_attribute(layout)
        if not isinstance(raw, NoneAttr | builtin.MemRefLayoutAttr):
            raise TypeError(f"expected a memref layout, found {layout}")
        if (mistake := layout_mistake(raw, len(sizes))) is not None:
            raise invalid("type", mistake, loc, context)
        space = space_of(memory_space)
        return cls.wrap(builtin.MemRefType(element, sizes, normal_layout(raw), space), context)

    def _layout(self) -> Any:
        raw = self.xdsl.layout
        if isinstance(raw, NoneAttr):
            return builtin.AffineMapAttr(identity(self.rank))
        return raw

    @property
    def layout(self) -> Any:
        """The layout."""
        return to_attribute(self._layout(), self.context)

    @property
    def affine_map(self) -> Any:
        """The layout as an affine map."""
        from ttmlir_py.bindings.ir.affine import AffineMap
        from ttmlir_py.bindings.ir.strides import strided_map

        raw = self._layout()
        found = raw.data if isinstance(raw, builtin.AffineMapAttr) else strided_map(raw)
        return AffineMap.wrap(found, self.context)

    @property
    def memory_space(self) -> Any:
        """The memory space, or None."""
        return optional_space(self.xdsl.memory_space, self.context)

    def get_strides_and_offset(self) -> tuple[list[int], int]:
        """Return the strides and the offset. Raise RuntimeError if the layout is not strided."""
        from ttmlir_py.bindings.ir.strides import strides_and_offset

        return strides_and_offset(self._layout(), [to_mlir_size(size) for size in self._shape()])

    @property
    def strides(self) -> list[int]:
        """The strides."""
        return self.get_strides_and_offset()[0]


@wrapper_of(builtin.UnrankedMemRefType)
class UnrankedMemRefType(ShapedType):
    """`memref<*xf32>`."""

    type_name: ClassVar[str] = "builtin.unranked_memref"

    @classmethod
    def get(cls, element_type: Type, memory_space: Any = None, loc: Any = None) -> Self:
        """Return an unranked memref type. Raise MLIRError if it is invalid."""
        return cls._make(element_type, memory_space, location_context(loc), loc)

    @classmethod
    def get_unchecked(
        cls, element_type: Type, memory_space: Any = None, context: Any = None
    ) -> Self:
        """Return an unranked memref type."""
        return cls._make(element_type, memory_space, resolve_context(context), None)

    @classmethod
    def _make(cls, element_type: Type, memory_space: Any, context: Any, loc: Any) -> Self:
        from ttmlir_py.ir.reading.attributes import is_tensor_element

        element: Any = raw_type(element_type)
        if not is_tensor_element(element):
            raise invalid("type", "invalid memref element type", loc, context)
        raw = builtin.UnrankedMemRefType.from_type(element, space_of(memory_space))
        return cls.wrap(raw, context)

    @property
    def memory_space(self) -> Any:
        """The memory space, or None."""
        return optional_space(self.xdsl.memory_space, self.context)
