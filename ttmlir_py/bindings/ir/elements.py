"""Constants of many elements: `dense<...>` and `dense_resource<...>`."""

from collections.abc import Sequence
from importlib import import_module
from math import prod
from types import ModuleType
from typing import Any, ClassVar, Self, cast

from xdsl.dialects import builtin
from xdsl.dialects.builtin import BytesAttr, DenseIntOrFPElementsAttr, DenseResourceAttr

from ttmlir_py.bindings.ir.core import (
    Attribute,
    Type,
    raw_attribute,
    raw_type,
    register_wrapper,
    to_attribute,
    to_type,
)
from ttmlir_py.bindings.ir.kinds import is_a
from ttmlir_py.bindings.ir.shaped_types import ShapedType
from ttmlir_py.bindings.ir.state import resolve_context
from ttmlir_py.bindings.ir.types import FloatType, from_mlir_size

__all__ = [
    "DenseElementsAttr",
    "DenseFPElementsAttr",
    "DenseIntElementsAttr",
    "DenseResourceElementsAttr",
    "np",
]


class _Numpy(ModuleType):
    """The module numpy, which is imported when a member is used."""

    def __getattr__(self, name: str) -> Any:
        return getattr(import_module("numpy"), name)


np: Any = _Numpy("numpy")


_FLOATS = {"f2": builtin.f16, "f4": builtin.f32, "f8": builtin.f64}
_COMPLEX = {"c8": builtin.f32, "c16": builtin.f64}


def _element_type(array: Any, signless: bool) -> Any:
    """Return the element type that follows from the type of an array, or None."""
    kind = f"{array.dtype.kind}{array.dtype.itemsize}"
    if kind in _FLOATS:
        return _FLOATS[kind]
    if kind in _COMPLEX:
        return builtin.ComplexType(_FLOATS["f4" if kind == "c8" else "f8"])
    if array.dtype.kind == "b":
        return builtin.i1
    if array.dtype.kind in "iu":
        signedness = builtin.Signedness.SIGNLESS
        if not signless:
            is_signed = array.dtype.kind == "i"
            signedness = builtin.Signedness.SIGNED if is_signed else builtin.Signedness.UNSIGNED
        return builtin.IntegerType(array.dtype.itemsize * 8, signedness)
    return None


def _splat_count(raw: Any) -> tuple[int, int]:
    """Return the number of elements of a constant, and the number of elements that are stored for
    it.
    """
    size = raw.type.element_type.compile_time_size
    return prod(raw.get_shape()), len(raw.data.data) // size if size else 0


class DenseElementsAttr(Attribute):
    """`dense<[1, 2]> : tensor<2xi32>`."""

    XDSL = DenseIntOrFPElementsAttr

    @classmethod
    def get(
        cls,
        array: Any = None,
        signless: Any = True,
        type: Type | None = None,
        shape: Sequence[int] | None = None,
        context: Any = None,
        *,
        attrs: Sequence[Attribute] | None = None,
    ) -> Any:
        """Return the elements of a buffer, such as a NumPy array, or of a list of attributes.

        Args:
            array: the buffer, or the list of attributes.
            signless: whether the type of integers has no sign; ignored if `type` is given.
            type: the element type of a buffer, or the shaped type of attributes.
            shape: the shape, if it differs from that of the buffer.
            context: the context.
            attrs: the list of attributes.
        """
        if attrs is not None or isinstance(array, list | tuple):
            # `get(attributes, type)`: here the second argument is the type.
            if isinstance(signless, Type):
                type = signless
            return cls._from_attributes(cast(Any, array if attrs is None else attrs), type, context)
        context = resolve_context(context)
        try:
            data = np.asarray(memoryview(array) if not hasattr(array, "dtype") else array)
        except TypeError:
            raise TypeError(
                "get(): expected a buffer or a list of attributes, found "
                f"{array.__class__.__name__}"
            ) from None
        element = _element_type(data, signless) if type is None else raw_type(type)
        if element is None:
            raise ValueError(
                f"unimplemented array format conversion from format: {data.dtype.char}"
            )
        sizes = list(data.shape if shape is None else shape)
        if is_a(element, builtin.TensorType, builtin.VectorType):
            tensor: Any = element
            element = tensor.element_type
            sizes = list(tensor.get_shape())
        else:
            tensor = builtin.TensorType(element, [from_mlir_size(size) for size in sizes])
        return cls.wrap(_from_array(data, element, tensor, sizes), context)

    @classmethod
    def _from_attributes(
        cls, attributes: Sequence[Attribute], type: Type | None, context: Any
    ) -> Any:
        context = resolve_context(context)
        if not attributes:
            raise ValueError("Attributes list must be non-empty.")
        for each in attributes:
            if not isinstance(each, Attribute):  # pyright: ignore[reportUnnecessaryIsInstance]
                raise RuntimeError(
                    "Invalid attribute when attempting to create an ArrayAttribute (found "
                    f"{each.__class__.__name__})"
                )
        elements = [raw_attribute(each) for each in attributes]
        if type is None:
            first = attributes[0].type
            shaped: Any = builtin.TensorType(first.xdsl, [len(elements)])
        else:
            if not isinstance(type, ShapedType) or not type.has_static_shape:
                raise ValueError(
                    "Expected a static ShapedType for the shaped_type parameter: "
                    f"{type.plain_text()}"
                )
            shaped = type.xdsl
        found = [each for each in elements if getattr(each, "type", None) != shaped.element_type]
        if found:
            index = elements.index(found[0])
            raise ValueError(
                "All attributes must be of the same type and match the type parameter: "
                f"expected={to_type(shaped, context)!r}, but got={attributes[index].type!r}"
            )
        raw = DenseIntOrFPElementsAttr.from_list(
            shaped, [each.value.data for each in cast(list[Any], elements)]
        )
        return cls.wrap(raw, context)

    @classmethod
    def get_splat(cls, shaped_type: Type, element_attr: Attribute) -> Any:
        """Return a constant whose elements are all equal to the given attribute."""
        raw: Any = raw_type(shaped_type)
        element: Any = raw_attribute(element_attr)
        if not is_a(element, builtin.IntegerAttr, builtin.FloatAttr):
            raise ValueError(
                "Illegal element type for DenseElementsAttr: expected an integer or a float, "
                f"found {element_attr.plain_text()}"
            )
        if not isinstance(shaped_type, ShapedType) or not shaped_type.has_static_shape:
            raise ValueError(
                f"Expected a static ShapedType for the shaped_type parameter: "
                f"{shaped_type.plain_text()}"
            )
        if raw.element_type != element.type:
            raise ValueError(
                f"Shaped element type and attribute type must be equal: "
                f"shaped={shaped_type.plain_text()}, element={element_attr.plain_text()}"
            )
        found = DenseIntOrFPElementsAttr.from_list(raw, [element.value.data])
        return cls.wrap(found, shaped_type.context)

    def __len__(self) -> int:
        return _splat_count(self.xdsl)[0]

    @property
    def is_splat(self) -> bool:
        """Whether all elements are equal."""
        count, stored = _splat_count(self.xdsl)
        return stored == 1 or (count > 0 and bool(self.xdsl.is_splat()))

    def get_splat_value(self) -> Any:
        """Return the value that all elements have."""
        if not self.is_splat:
            raise ValueError("get_splat_value called on a non-splat attribute")
        return to_attribute(self._attribute(0), self.context)

    def _attribute(self, index: int) -> Any:
        element = self.xdsl.get_element_type()
        size = element.compile_time_size
        data = self.xdsl.data.data
        if len(data) == size:
            index = 0
        part = data[index * size : (index + 1) * size]
        kind = builtin.FloatAttr if isinstance(element, FloatType.XDSL) else builtin.IntegerAttr
        return next(iter(kind.iter_unpack(element, part)))

    def __array__(self, dtype: Any = None, copy: bool | None = None) -> Any:
        """Return the elements as a NumPy array."""
        array = as_array(self.xdsl)
        return array if dtype is None else array.astype(dtype)

    def __buffer__(self, flags: int) -> memoryview:
        """Return the memory of the elements (Python 3.12 and later)."""
        return memoryview(self.__array__())


_WIDTHS = (1, 8, 16, 32, 64)


class _Indexed(DenseElementsAttr):
    """The base of constants whose elements are Python numbers."""

    def __getitem__(self, index: int) -> Any:
        if not -len(self) <= index < len(self):
            raise IndexError("attempt to access out of bounds element")
        element = self.xdsl.get_element_type()
        if is_a(element, builtin.IntegerType) and element.width.data not in _WIDTHS:
            raise TypeError("Unsupported integer type")
        value = self._attribute(index % len(self)).value.data
        is_bit = self.xdsl.get_element_type() == builtin.i1
        return abs(value) if is_bit else value


class DenseIntElementsAttr(_Indexed):
    """A constant of integers."""

    @classmethod
    def accepts(cls, raw: Any) -> bool:
        """Whether an attribute of xDSL is a constant of integers."""
        if not is_a(raw, DenseIntOrFPElementsAttr):
            return False
        return isinstance(raw.get_element_type(), builtin.IntegerType | builtin.IndexType)


class DenseFPElementsAttr(_Indexed):
    """A constant of floating point numbers."""

    @classmethod
    def accepts(cls, raw: Any) -> bool:
        """Whether an attribute of xDSL is a constant of floating point numbers."""
        is_dense = is_a(raw, DenseIntOrFPElementsAttr)
        return is_dense and isinstance(raw.get_element_type(), FloatType.XDSL)


def _choose(raw: Any) -> type[Attribute]:
    for cls in (DenseIntElementsAttr, DenseFPElementsAttr):
        if cls.accepts(raw):
            return cls
    return DenseElementsAttr


register_wrapper(DenseIntOrFPElementsAttr, choose=_choose)


def _from_array(data: Any, element: Any, tensor: Any, sizes: Sequence[int]) -> Any:
    """Return a constant with the elements of an array, converted to bytes of the element type."""
    count = prod(sizes)
    stored = element.compile_time_size
    is_i1 = element == builtin.i1
    if is_i1 and data.nbytes == 1 and data.tobytes() in (b"\x00", b"\xff"):
        return DenseIntOrFPElementsAttr.from_list(tensor, [-int(data.tobytes() == b"\xff")])
    if is_i1 and data.dtype.kind != "b":  # MLIR packs eight booleans into a byte
        if data.nbytes != (count + 7) // 8:
            raise ValueError(
                f"Shape and element type of the buffer do not fit: {data.nbytes} bytes for {tensor}"
            )
        data = np.unpackbits(data.reshape(-1).view("u1"), bitorder="little")[:count]
    if is_i1:
        data = data.astype("u1")
        if data.size == count or data.size == 1:
            numbers = [-int(each) for each in data.reshape(-1).tolist()]
            return DenseIntOrFPElementsAttr.from_list(tensor, numbers)
    content = np.ascontiguousarray(data)
    if is_a(element, builtin.IndexType) and content.dtype.itemsize != 8:
        content = content.astype("i8")
    found = content.tobytes()
    if len(found) == stored and count != 1:
        found *= count
    if len(found) != stored * count:
        raise ValueError(
            f"Shape and element type of the buffer do not fit: {len(found)} bytes for {tensor}"
        )
    return DenseIntOrFPElementsAttr(tensor, BytesAttr(found))


def as_array(raw: Any) -> Any:
    """Return the elements of a constant as a NumPy array."""
    element = raw.get_element_type()
    shape = raw.get_shape()
    if is_a(element, builtin.IntegerType) and element.width.data == 1:
        values = np.frombuffer(raw.data.data, "u1").astype(bool)
    else:
        values = np.frombuffer(raw.data.data, _dtype(element))
    if values.size == 1 and prod(shape) != 1:
        return np.broadcast_to(values, shape)
    return values.reshape(shape)


def _dtype(element: Any) -> Any:
    """Return NumPy's type for an element type. Raise ValueError if NumPy lacks it."""
    if is_a(element, builtin.IntegerType) and element.width.data in (8, 16, 32, 64):
        is_unsigned = element.signedness.data is builtin.Signedness.UNSIGNED
        return f"<{'u' if is_unsigned else 'i'}{element.width.data // 8}"
    if is_a(element, builtin.IndexType):
        return "<i8"
    if is_a(element, builtin.ComplexType):
        part = _dtype(element.element_type)
        return {"<f4": "<c8", "<f8": "<c16"}[part]
    names = {"f16": "<f2", "f32": "<f4", "f64": "<f8"}
    if str(element) in names:
        return names[str(element)]
    if str(element) == "bf16":
        import ml_dtypes

        return np.dtype(ml_dtypes.bfloat16)
    raise ValueError(f"unsupported data type for conversion to Python buffer: {element}")


class DenseResourceElementsAttr(Attribute):
    """`dense_resource<name> : tensor<2xi32>`, elements that are stored apart from the IR."""

    XDSL = DenseResourceAttr
    attr_name: ClassVar[str] = "builtin.dense_resource"

    @classmethod
    def get_from_buffer(
        cls,
        array: Any,
        name: str,
        type: Type,
        alignment: int | None = None,
        is_mutable: bool = False,
        context: Any = None,
    ) -> Self:
        """Return a constant with the elements of a buffer. The buffer is copied, and the copy gets
        a name in the context.
        """
        context = resolve_context(context)
        if not isinstance(type, ShapedType):
            raise ValueError("Constructing a DenseResourceElementsAttr requires a ShapedType.")
        view = memoryview(array)
        if not view.c_contiguous:
            raise ValueError("Contiguous buffer is required.")
        key = name
        number = 0
        while key in context.resources:
            number += 1
            key = f"{name}_{number}"
        size = view.itemsize if alignment is None else alignment
        blob = size.to_bytes(4, "little") + view.tobytes()
        context.resources[key] = f'"0x{blob.hex().upper()}"'
        raw = DenseResourceAttr.from_params(key, type.xdsl)
        return cls.wrap(raw, context)
