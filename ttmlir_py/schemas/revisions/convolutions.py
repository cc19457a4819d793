"""Conversion of convolutions whose padding differs between sides, which 2025-02 cannot express.

An image is padded before a convolution. The result of a transposed convolution is cut.
"""

from collections.abc import Generator, Iterator, Sequence
from math import prod
from types import MappingProxyType
from typing import Any, Final

from ttmlir_py.schemas.revisions.later_operations import Variant, activated, shape_of, wide
from ttmlir_py.schemas.revisions.rows import FbTable, need, pair, part, refuse

_TARGET: Final = "2025-02"
Sides = tuple[int, int, int, int]
"""The padding at the top, left, bottom and right."""


def _sides(padding: Sequence[int], what: str, *, opposite_first: bool) -> Sides:
    """Return the padding of each side, from one number per direction or one per side.

    Four numbers are top, left, bottom and right, or with `opposite_first` top, bottom, left and
    right.
    """
    sizes = [int(each) for each in padding]
    if len(sizes) == 2:
        return (sizes[0], sizes[1], sizes[0], sizes[1])
    if len(sizes) != 4 or min(sizes) < 0:
        raise refuse(f"{what} with padding = {sizes}", _TARGET)
    one, two, three, four = sizes
    return (one, three, two, four) if opposite_first else (one, two, three, four)


def padded(
    converter: Any, table: FbTable, source: FbTable, sides: Sides, value: float, channels: int
) -> Generator[Variant, None, FbTable]:
    """Yield the operations that pad the image `source` of a window operation. Return its fields
    for the padded image: `input_height` and `input_width`, and the image as `padded`.
    """
    top, left, bottom, right = sides
    batch, height, width = (
        int(table.get(each) or 0) for each in ("batch_size", "input_height", "input_width")
    )
    size = height + top + bottom, width + left + right
    image = converter.another(source, [batch, height, width, channels])
    wider = converter.another(source, [batch, *size, channels])
    yield _reshaped(converter, source, image)
    edges = [0, 0, top, bottom, left, right, 0, 0]
    ins = {"in": converter.tensor(image), "out": converter.tensor(wider)}
    yield "PadOp", {**ins, "padding": edges, "value": value, "use_multicore": True}
    return {"input_height": size[0], "input_width": size[1], "padded": wider}


def _reshaped(converter: Any, source: FbTable, out: FbTable) -> Variant:
    ins = {"in": converter.tensor(source), "out": converter.tensor(out)}
    return "ReshapeOp", {**ins, "shape": shape_of(out)}


def conv2d(converter: Any, name: str, table: FbTable) -> Iterator[Variant]:
    """Convert a convolution of images."""
    sides = _sides(need(table, "padding", name), name, opposite_first=True)
    yield from _convolution(converter, name, table, sides)


_FIELDS: Final = MappingProxyType({"kernel_size": "kernel", "stride": "stride"})
_GONE: Final = ("kernel_size", "stride", "padding", "dilation")


def _convolution(converter: Any, name: str, table: FbTable, sides: Sides) -> Iterator[Variant]:
    """Yield a convolution of an image that is padded first if its sides differ. An activation
    follows.
    """
    activation = part(table, "conv2d_config").get("activation")
    out: FbTable = need(table, "out", name)
    inner = wide(converter, out) if activation else out
    top, left, bottom, right = sides
    made: FbTable = {}
    image: FbTable = need(table, "input", name)
    if (top, left) != (bottom, right):
        channels = int(table.get("in_channels") or 0)
        made = yield from padded(converter, table, image, sides, 0.0, channels)
        image = made.pop("padded")
        count = prod(shape_of(image)[:3])
        flat = converter.another(image, [1, 1, count, channels])
        yield _reshaped(converter, image, flat)
        image, top, left = flat, 0, 0
    made |= {"padding_height": top, "padding_width": left}
    for field, own in (*_FIELDS.items(), ("dilation", "dilation")):
        sizes = pair(table.get(field), f"{name} with {field}")
        made[f"{own}_height"], made[f"{own}_width"] = sizes
    plain = {**table, "input": image, "out": inner}
    yield "Conv2dOp", converter.fields(name, "Conv2dOp", plain, made, _GONE)
    if activation:
        yield from activated(converter, name, [activation], inner, out)


def conv1d(converter: Any, name: str, table: FbTable) -> Iterator[Variant]:
    """Convert a 1-D convolution to a 2-D convolution of images that are one pixel wide."""
    padding = [int(each) for each in table.get("padding") or (0,)]
    if len(padding) > 2:
        raise refuse(f"{name} with padding = {padding}", _TARGET)
    weight, out = (need(table, each, name) for each in ("weight", "out"))
    image = converter.another(weight, [*shape_of(weight), 1])
    yield _reshaped(converter, weight, image)
    channels = int(table["out_channels"])
    flat = converter.another(out, [1, 1, prod(shape_of(out)) // channels, channels])
    plain = {
        **{
            each: table.get(each)
            for each in ("input", "bias", "device", "in_channels", "out_channels", "batch_size")
        },
        **{each: [table.get(each, 1), 1] for each in ("kernel_size", "stride", "dilation")},
        "weight": image,
        "out": flat,
        "groups": table.get("groups", 1),
        "input_height": table["input_length"],
        "input_width": 1,
        "conv2d_config": table.get("conv2d_config"),
    }
    plain = {key: value for key, value in plain.items() if value is not None}
    sides = (padding[0], 0, padding[-1], 0)
    yield from _convolution(converter, "Conv2dOp", plain, sides)
    yield _reshaped(converter, flat, out)


def conv_transpose2d(converter: Any, name: str, table: FbTable) -> Iterator[Variant]:
    """Convert a transposed convolution. An activation follows."""
    activation = part(table, "conv2d_config").get("activation")
    if not activation:
        yield from _transposed(converter, name, table)
        return
    out: FbTable = need(table, "out", name)
    inner = wide(converter, out)
    yield from _transposed(converter, name, {**table, "out": inner})
    yield from activated(converter, name, [activation], inner, out)


def _transposed(converter: Any, name: str, table: FbTable) -> Iterator[Variant]:
    """Convert a transposed convolution. If its sides differ, it is computed without padding, and
    its result is cut.
    """
    top, left, bottom, right = _sides(need(table, "padding", name), name, opposite_first=False)
    if (top, left) == (bottom, right):
        yield name, converter.fields(name, name, {**table, "padding": [top, left]})
        return
    out: FbTable = need(table, "out", name)
    batch, channels = (int(table.get(each) or 0) for each in ("batch_size", "out_channels"))
    size = [_transposed_size(table, axis) for axis in (0, 1)]
    whole = converter.another(out, [1, 1, batch * prod(size), channels])
    image = converter.another(out, [batch, *size, channels])
    ends = [batch, size[0] - bottom, size[1] - right, channels]
    cut = converter.another(out, [batch, ends[1] - top, ends[2] - left, channels])
    yield name, converter.fields(name, name, {**table, "padding": [0, 0], "out": whole})
    yield _reshaped(converter, whole, image)
    ins = {"in": converter.tensor(image), "out": converter.tensor(cut)}
    yield "SliceOp", {**ins, "begins": [0, top, left, 0], "ends": ends, "step": [1, 1, 1, 1]}
    yield _reshaped(converter, cut, out)


def _transposed_size(table: FbTable, axis: int) -> int:
    """Return the size of a transposed convolution's result along an axis, without padding."""
    size = int(table["input_height" if axis == 0 else "input_width"])
    kernel, stride, dilation, extra = (
        pair(table[each], each)[axis]
        for each in ("kernel_size", "stride", "dilation", "output_padding")
    )
    return (size - 1) * stride + dilation * (kernel - 1) + extra + 1
