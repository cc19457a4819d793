"""Conversion of ttnn programs of 2025 to 2026-08.

In 2025, operations repeat the format, the page layout and the memory of their results, and some
have other names.
"""

from collections.abc import Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import Any, Final, cast

from xdsl.dialects.builtin import (
    DenseArrayBase,
    IntegerAttr,
    IntegerType,
    StringAttr,
    TensorType,
    i32,
)
from xdsl.ir import Attribute, Operation, SSAValue
from xdsl.ir.affine import AffineMap

from ttmlir_py.dialects.revisions.definitions import attribute_class, enum_class
from ttmlir_py.dialects.tt.device import DeviceType, core_rectangles
from ttmlir_py.dialects.tt.layout import build_memref, eval_shape, volume
from ttmlir_py.dialects.tt.tile import TileType
from ttmlir_py.ir.definition.constraints import unwrapped
from ttmlir_py.ir.diagnostics import OperationError
from ttmlir_py.passes.revisions.attributes import (
    OLD_SYSTEM_DESC,
    SYSTEM_DESC,
    AttributeConverter,
)
from ttmlir_py.passes.revisions.by_name import Converter as ByName
from ttmlir_py.revisions import without_destinations_from

_REPEATED: Final = ("memory_config", "dtype", "output_dtype", "layout")
"""Properties that the type of the result determines, too."""
_WITHOUT_EFFECT: Final = ("in_place_halo", "use_multicore")
"""Properties that only tell the device how to compute."""
_ON_ONE_DEVICE: Final = AffineMap.from_callable(lambda y, x: (0, y, x))
_WINDOW: Final = {"kernel": "kernel_size"} | {
    each: each for each in ("stride", "padding", "dilation")
}
"""Maps stems of the properties that early poolings have for each side to properties of poolings."""
_SUCCESSORS: Mapping[str, str] = MappingProxyType(
    {
        "ttnn.div": "ttnn.divide",
        "ttnn.clamp": "ttnn.clamp_scalar",
        "ttnn.slice": "ttnn.slice_static",
        "ttnn.pow": "ttnn.pow_tensor",
        "ttnn.to_dtype": "ttnn.typecast",
        "ttnn.batch_norm": "ttnn.batch_norm_inference",
        "ttnn.moreh_cumsum": "ttnn.cumsum",
    }
)


def convert_ttnn(module: Operation, source: str) -> str:
    """Convert a ttnn program in place to the next revision without destinations, and return that
    revision.

    The description of the system keeps its form. Raises OperationError for an operation that the
    later revision cannot express.
    """
    target = without_destinations_from(source)
    Converter(source, target).convert(module)
    return target


class Converter(ByName):
    """A converter of ttnn programs to 2026-08."""

    def __init__(self, source: str, target: str) -> None:
        super().__init__(source, target)
        self._operations |= _SUCCESSORS
        self._attribute = _AttributeConverter(target, lambda name: self._names.get(name, name))

    def _operation(self, op: Any) -> None:
        if op.name in ("tt.device", "ttcore.device"):
            return  # Programs do not refer to it.
        if op.name == "ttnn.batch_norm" and op.properties["training"].value.data:
            raise OperationError(op, "with training has no counterpart in 2026-08")
        super()._operation(op)

    def _operands(self, op: Any, cls: Any) -> tuple[SSAValue, ...]:
        known = {name for name, _ in cls.get_irdl_definition().operands}
        fields = [name for name, _ in op.get_irdl_definition().operands]
        if known.issuperset(fields):
            return tuple(op.operands)
        kept: list[SSAValue] = []
        for name in fields:
            value: Any = getattr(op, name)
            if name in known and value is not None:
                kept += [value] if isinstance(value, SSAValue) else value
        return tuple(kept)

    def _known_properties(self, op: Any, cls: Any) -> dict[str, Attribute]:
        known = cls.get_irdl_definition().properties
        _require_form_of_result(op)
        for name in (*_REPEATED, *_WITHOUT_EFFECT):
            if name not in known:
                op.properties.pop(name, None)
        if op.name == "ttnn.batch_norm":
            del op.properties["training"], op.properties["momentum"]
        elif op.name == "ttnn.full" and "fillValue" in op.properties:
            op.properties["fill_value"] = op.properties.pop("fillValue")
            op.properties["shape"] = self._shape(op.results[0].type)
        elif op.name == "ttnn.max_pool2d":
            _join_sides(op)
        elif op.name == "ttnn.prod":
            everything = op.properties.pop("all_dimensions", None)
            if everything is not None and everything.value.data:
                del op.properties["dim_arg"]
        config = op.properties.get("conv2d_config")
        if config is not None:
            op.properties["conv2d_config"] = self._convolution(op, config)
        for name, value in op.properties.items():
            described: Any = unwrapped(known[name].constr) if name in known else None
            type_: Any = getattr(described, "value_type", None)
            if isinstance(value, IntegerAttr) and isinstance(type_, IntegerType):
                op.properties[name] = IntegerAttr(cast(Any, value).value.data, cast(Any, type_))
        found = super()._known_properties(op, cls)
        if op.name == "ttnn.scatter":
            kind: Any = attribute_class(self._target, "ttcore.reduce_type")
            found["scatter_reduce_type"] = kind(kind.enum().from_keyword("invalid"))
        return found

    def _shape(self, type_: Any) -> Attribute:
        """Return the shape of a tensor type as an attribute."""
        made: Any = attribute_class(self._target, "ttnn.shape")
        return made(tuple(type_.get_shape()))

    def _converted(self, op: Operation, attribute: Any) -> Any:
        if isinstance(attribute, DeviceType):
            return cast(Any, attribute_class(self._target, "ttnn.device"))()
        return super()._converted(op, attribute)

    def _convolution(self, op: Any, config: Any) -> Attribute:
        """Return a convolution's configuration of the target.

        Parameters that only one of the revisions has do not change the result.
        """
        made: Any = attribute_class(self._target, config.name)
        names: Any = cast(Any, type(config)).parameter_names
        given: dict[str, Any] = dict(zip(names, config.parameters, strict=True))
        if given.get("dtype") is not None:
            encoding = op.results[0].type.encoding
            _require(op, "format", given["dtype"].keyword, _format(encoding.memref.element_type))
        if isinstance(given["activation"], StringAttr):
            given["activation"] = self._activation(op, given["activation"].data)
        return made(*(given.get(name) for name in made.parameter_names))

    def _activation(self, op: Any, name: str) -> Attribute | None:
        """Return the activation `name` as an attribute; None for an empty name."""
        if not name:
            return None
        made: Any = attribute_class(self._target, "ttnn.unary_with_param")
        function = enum_class(self._target, "ttnn.UnaryOpType").from_keyword(name)
        if function is None:
            raise OperationError(op, f"has the unknown activation '{name}'")
        return made(function, ())

    def _attributes(self, op: Operation) -> None:
        op.attributes.pop("tt.device", None)  # Programs do not refer to it.
        described = [op.attributes.pop(each, None) for each in (SYSTEM_DESC, OLD_SYSTEM_DESC)]
        super()._attributes(op)
        for each in filter(None, described):
            op.attributes[SYSTEM_DESC] = each


class _AttributeConverter(AttributeConverter):
    """A converter of attributes to 2026-08."""

    def __call__(self, attribute: Any) -> Any:
        encoding = getattr(attribute, "encoding", None)
        if getattr(encoding, "name", "") != "ttnn.ttnn_layout":
            return super().__call__(attribute)
        shape = attribute.get_shape()
        return TensorType(attribute.element_type, shape, self._layout(encoding, shape))

    def _layout(self, layout: Any, shape: Sequence[int]) -> Attribute:
        """Return the layout of a tensor of shape `shape`.

        A sharded tensor names its cores. Until 2025-07-08, other tensors may be divided by a grid,
        too, which has no meaning.
        """
        made: Any = attribute_class(self._revision, layout.name)
        memref, grid, cores = layout.memref, layout.grid.shape, None
        if layout.mem_layout is not None and layout.mem_layout.value.keyword.endswith("_sharded"):
            cores = self._cores(layout.grid)
        elif volume(grid) != 1:
            grid = (1,) * len(grid)
            whole = eval_shape(layout.linear, shape)
            memref = build_memref(whole, memref.element_type, memref.memory_space)
        kept = {
            name: self._parameter(getattr(layout, name))
            for name in ("mem_layout", "tensor_mesh", "ignorePhysicalLayout")
        }
        return made(layout.linear, grid, self(memref), **kept, core_range_set=cores)

    def _cores(self, grid: Any) -> Attribute:
        """Return the cores of a grid. Without a mapping, its corner is the first core."""
        core, cores, set_ = (
            cast(Any, attribute_class(self._revision, f"ttnn.{name}"))
            for name in ("core_coord", "core_range", "core_range_set")
        )
        mapping: Any = grid.mapping if grid.mapping.results else _ON_ONE_DEVICE
        return set_(
            tuple(
                cores(core(x, y), core(x + width - 1, y + height - 1))
                for x, y, width, height in core_rectangles(grid.shape, mapping)
            )
        )


def _join_sides(op: Any) -> None:
    """Replace properties such as `kernel_height` and `kernel_width` of a pooling by one for both.

    Raises OperationError unless each property is stated in one of these forms.
    """
    for stem, name in _WINDOW.items():
        sides = [op.properties.pop(f"{stem}_{each}", None) for each in ("height", "width")]
        if (name in op.properties) == (None not in sides) or (sides.count(None) == 1):
            raise OperationError(op, f"needs {name}, or {stem}_height and {stem}_width")
        if name not in op.properties:
            op.properties[name] = DenseArrayBase.from_list(i32, [each.value.data for each in sides])


def _require_form_of_result(op: Any) -> None:
    """Raise OperationError if `op` states another format, page layout or memory than the type of
    its result.
    """
    encoding: Any = getattr(op.results[0].type, "encoding", None) if op.results else None
    memref: Any = getattr(encoding, "memref", None)
    if memref is None:
        return
    for name, value in op.properties.items():
        if name in _REPEATED and value is not None:
            for form in _forms(name, value, encoding):
                _require(op, *form)


def _require(op: Any, what: str, stated: str, found: str) -> None:
    if stated != found:
        raise OperationError(op, f"states the {what} {stated}, but its result has {found}")


def _forms(name: str, value: Any, encoding: Any) -> Iterator[tuple[str, str, str]]:
    """Yield what a property states: the kind of form, the stated one, and that of the result."""
    element: Any = encoding.memref.element_type
    is_tiled = isinstance(element, TileType)
    if name == "layout":
        yield "page layout", value.value.keyword, "tile" if is_tiled else "row_major"
    elif name == "memory_config":
        space: Any = encoding.memref.memory_space
        yield "memory", value.bufferType.value.keyword, space.value.keyword
        yield "memory layout", _keyword(value.tensorMemoryLayout), _keyword(encoding.mem_layout)
        mode: Any = getattr(value.shardSpec, "shardMode", None)
        yield "shard mode", "physical" if mode is None else mode.value.keyword, "physical"
    else:
        yield "format", value.value.keyword, _format(element)


def _format(element: Any) -> str:
    """Return the format of elements, such as `bf16` or `u32`."""
    is_tiled = isinstance(element, TileType)
    return element.dataType.keyword if is_tiled else str(element).replace("ui", "u")


def _keyword(layout: Any) -> str:
    """Return the name of a memory layout, which tensors in the memory of the host lack."""
    return "none" if layout is None else layout.value.keyword
