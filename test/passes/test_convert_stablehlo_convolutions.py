"""StableHLO convolutions on the simulator, compared with the loops that the specification
describes.
"""

import itertools
from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np
import pytest

import ttmlir_py
from ttmlir_py import CompilationError, runtime
from ttmlir_py.compiler import PassManager, create_context, parse

pytestmark = pytest.mark.slow

TO_TTIR = "builtin.module(stablehlo-to-ttir-pipeline)"
PIPELINE = "builtin.module(stablehlo-to-ttir-pipeline,ttir-to-ttnn-backend-pipeline)"
Array = np.ndarray[Any, Any]


class Convolution(NamedTuple):
    """A convolution: sizes of the image (batch, features, spatial dimensions) and of the kernel
    (output and input features, spatial dimensions).
    """

    image: tuple[int, ...]
    kernel: tuple[int, ...]
    strides: tuple[int, ...] = (1, 1)
    padding: tuple[tuple[int, int], ...] = ((0, 0), (0, 0))
    gaps: tuple[int, ...] = (1, 1)
    dilations: tuple[int, ...] = (1, 1)
    is_reversed: tuple[bool, ...] = (False, False)
    groups: int = 1
    batch_groups: int = 1
    layouts: tuple[str, str, str] = ("bf01", "oi01", "bf01")

    def padded(self, image: Array) -> Array:
        """Return the image with zeros between its elements (dilation) and around it (padding)."""
        sizes = [(n - 1) * gap + 1 for n, gap in zip(image.shape[2:], self.gaps, strict=True)]
        wide = np.zeros((*image.shape[:2], *sizes), image.dtype)
        wide[(..., *(slice(None, None, gap) for gap in self.gaps))] = image
        for axis, (low, high) in enumerate(self.padding, 2):
            edges = [(0, 0)] * wide.ndim
            edges[axis] = (max(low, 0), max(high, 0))
            wide = np.pad(wide, edges)
            wide = wide[
                (slice(None),) * axis + (slice(max(-low, 0), wide.shape[axis] - max(-high, 0)),)
            ]
        return wide

    def expected(self, image: Array, kernel: Array) -> Array:
        """Return the result, computed element by element in the order batch, features, space."""
        image = self.padded(image.astype(np.float64))
        axes = [axis for axis, each in enumerate(self.is_reversed, 2) if each]
        kernel = np.flip(kernel.astype(np.float64), axes)
        extents = [d * (n - 1) + 1 for d, n in zip(self.dilations, kernel.shape[2:], strict=True)]
        counts = [
            (n - extent) // stride + 1
            for n, extent, stride in zip(image.shape[2:], extents, self.strides, strict=True)
        ]
        outputs, inputs = kernel.shape[:2]
        batch = image.shape[0] // self.batch_groups
        result = np.zeros((batch, outputs, *counts))
        for n, o, *place in itertools.product(*map(range, result.shape)):
            group = o * self.groups // outputs
            first = (o * self.batch_groups // outputs) * batch
            window = tuple(
                slice(i * stride, i * stride + extent, dilation)
                for i, stride, extent, dilation in zip(
                    place, self.strides, extents, self.dilations, strict=True
                )
            )
            part = image[(first + n, slice(group * inputs, (group + 1) * inputs), *window)]
            result[(n, o, *place)] = (part * kernel[o]).sum()
        return result

    @property
    def result_shape(self) -> tuple[int, ...]:
        return self.expected(np.zeros(self.image), np.zeros(self.kernel)).shape

    def program(self, element: str = "f32") -> str:
        """Return a program of one `convolution` with the given layouts."""
        shapes = (self.image, self.kernel, self.result_shape)
        orders = ("bf", "oi", "bf")
        image, kernel, result = (
            f"tensor<{'x'.join(str(shape[order.index(c) if c in order else 2 + int(c)]) for c in layout)}x{element}>"
            for shape, order, layout in zip(shapes, orders, self.layouts, strict=True)
        )
        names = [f"[{', '.join(layout)}]" for layout in self.layouts]
        window = (
            f"stride = {[*self.strides]}, pad = {[[*each] for each in self.padding]}, lhs_dilate = {[*self.gaps]}, "
            f"rhs_dilate = {[*self.dilations]}, reverse = {[*self.is_reversed]}".replace(
                "T", "t"
            ).replace("F", "f")
        )
        return f"""
func.func @f(%a: {image}, %k: {kernel}) -> {result} {{
  %0 = stablehlo.convolution(%a, %k) dim_numbers = {names[0]}x{names[1]}->{names[2]}, window = {{{window}}}
    {{batch_group_count = {self.batch_groups} : i64, feature_group_count = {self.groups} : i64}} : ({image}, {kernel}) -> {result}
  return %0 : {result}
}}
"""


def ordered(array: Array, order: str, layout: str) -> Array:
    """Return an array with its dimensions permuted from one order of names to another."""
    names = order + "01234"[: array.ndim - 2]
    return array.transpose([names.index(name) for name in layout])


LINE = {
    "strides": (1,), "padding": ((0, 0),), "gaps": (1,), "dilations": (1,), "is_reversed": (False,),
    "layouts": ("bf0", "oi0", "bf0"),
}  # fmt: skip
VOLUME = {
    "strides": (1, 1, 1), "padding": ((0, 0),) * 3, "gaps": (1, 1, 1), "dilations": (1, 1, 1),
    "is_reversed": (False,) * 3, "layouts": ("bf012", "oi012", "bf012"),
}  # fmt: skip
CONVOLUTIONS = {
    "plain": Convolution((2, 3, 5, 4), (4, 3, 3, 2)),
    "channels last": Convolution(
        (2, 3, 5, 4), (4, 3, 3, 2), (2, 1), ((1, 0), (2, 1)), layouts=("b01f", "01io", "b01f")
    ),
    "another order": Convolution((2, 3, 5, 4), (4, 3, 3, 2), layouts=("0f1b", "i1o0", "f10b")),
    "dilated": Convolution((1, 2, 7, 6), (3, 2, 3, 2), dilations=(2, 3)),
    "groups": Convolution((1, 4, 5, 4), (6, 2, 2, 2), groups=2),
    "each channel alone": Convolution((1, 3, 5, 4), (6, 1, 2, 2), groups=3),
    "reversed": Convolution((1, 2, 5, 4), (3, 2, 3, 2), is_reversed=(True, False)),
    "transposed": Convolution((2, 3, 4, 3), (4, 3, 2, 2), padding=((1, 1), (1, 1)), gaps=(2, 2)),
    "transposed, with more behind": Convolution(
        (1, 2, 4, 3), (3, 2, 3, 3), padding=((1, 2), (1, 1)), gaps=(2, 3),
        layouts=("b01f", "01oi", "b01f"), is_reversed=(True, True),
    ),
    "transposed and dilated": Convolution(
        (1, 2, 4, 3), (3, 2, 2, 2), padding=((2, 2), (2, 2)), gaps=(2, 2), dilations=(2, 2)
    ),
    "gaps and strides": Convolution(
        (1, 2, 4, 3), (3, 2, 2, 2), (2, 1), ((0, 1), (2, 1)), gaps=(3, 2)
    ),
    "gaps and groups": Convolution(
        (1, 4, 4, 3), (4, 2, 2, 2), padding=((1, 1), (1, 1)), gaps=(2, 2), groups=2
    ),
    "cut off": Convolution((1, 2, 6, 5), (3, 2, 2, 2), padding=((-1, 0), (1, -2))),
    "gaps and cut off": Convolution(
        (1, 2, 4, 3), (3, 2, 3, 2), padding=((2, -1), (-1, 1)), gaps=(2, 2)
    ),
    "batches in groups": Convolution((4, 3, 5, 4), (6, 3, 2, 2), batch_groups=2),
    "batches in groups, last": Convolution(
        (4, 3, 5, 4), (6, 3, 2, 2), batch_groups=2, layouts=("01fb", "01io", "fb01")
    ),
    "volumes": Convolution((2, 3, 4, 5, 4), (4, 3, 2, 3, 2), **VOLUME),
    "volumes, channels last": Convolution(
        (1, 2, 5, 6, 7), (3, 2, 3, 2, 2),
        **{**VOLUME, "layouts": ("b012f", "012io", "b012f"), "padding": ((1, 2), (0, 1), (2, 0)), "strides": (2, 1, 2)},
    ),
    "patches of a video": Convolution((1, 3, 4, 4, 6), (5, 3, 2, 2, 3), **{**VOLUME, "strides": (2, 2, 3)}),
    "volumes with all there is": Convolution(
        (2, 4, 4, 3, 5), (4, 2, 2, 2, 3),
        **{**VOLUME, "groups": 2, "gaps": (1, 2, 1), "dilations": (1, 1, 2), "is_reversed": (True, False, True),
           "padding": ((1, 0), (1, -1), (2, 2)), "layouts": ("0f12b", "i10o2", "f2b01")},
    ),
    "a line": Convolution((2, 3, 7), (4, 3, 3), **{**LINE, "strides": (2,), "padding": ((1, 2),)}),
    "a line, channels last": Convolution(
        (2, 3, 7), (4, 3, 3), **{**LINE, "layouts": ("b0f", "0io", "b0f"), "dilations": (2,)}
    ),
    "a line with gaps": Convolution((2, 3, 4), (4, 3, 3), **{**LINE, "gaps": (2,), "padding": ((1, -1),)}),
}  # fmt: skip


def inputs_of(convolution: Convolution) -> tuple[Array, Array]:
    """Return small whole numbers, whose sums are exact."""
    random = np.random.default_rng(0)
    image, kernel = (
        random.integers(-3, 4, shape).astype(np.float32)
        for shape in (convolution.image, convolution.kernel)
    )
    return image, kernel


def run(text: str, *inputs: Array) -> Array:
    binary = ttmlir_py.compile(text, PIPELINE, warnings=["-w"])
    (result,) = runtime.load(binary).run(list(inputs))
    return np.asarray(result)


@pytest.mark.parametrize("name", CONVOLUTIONS)
def test_convolution_matches_reference_loops(name: str):
    convolution = CONVOLUTIONS[name]
    image, kernel = inputs_of(convolution)
    layouts = convolution.layouts
    inputs = (ordered(image, "bf", layouts[0]), ordered(kernel, "oi", layouts[1]))
    result = run(convolution.program(), *map(np.ascontiguousarray, inputs))
    expected = ordered(convolution.expected(image, kernel), "bf", layouts[2])
    np.testing.assert_array_equal(result, expected)


@pytest.mark.parametrize(
    ("name", "is_one"),
    [
        ("transposed", True),
        ("transposed and dilated", True),
        ("transposed, with more behind", True),
        ("gaps and strides", False),
        ("gaps and groups", False),
        ("gaps and cut off", False),
    ],
)
def test_transposed_convolution_within_ttir_limits_becomes_one_op(name: str, is_one: bool):
    """`conv_transpose2d` supports neither strides nor different padding on opposite sides."""
    context = create_context()
    module = parse(CONVOLUTIONS[name].program(), context=context)
    PassManager(TO_TTIR, context=context).run(module)
    assert ("ttir.conv_transpose2d" in str(module)) == is_one


@pytest.mark.parametrize("special", [[np.nan], [np.inf], [-np.inf, np.inf]])
def test_convolution_of_nan_and_infinity_changes_only_their_windows(special: Sequence[float]):
    convolution = CONVOLUTIONS["plain"]
    image, kernel = inputs_of(convolution)
    image.flat[: len(special)] = special
    kernel[kernel == 0] = 1
    with np.errstate(invalid="ignore"):
        expected = convolution.expected(image, kernel)
    np.testing.assert_array_equal(run(convolution.program(), image, kernel), expected)


def test_convolution_of_integers_is_refused():
    """TTNN convolves in floats, which do not hold the sums of such integers."""
    with pytest.raises(CompilationError, match="its elements are not floats"):
        ttmlir_py.compile(CONVOLUTIONS["plain"].program("i32"), PIPELINE)


def test_convolution_with_four_spatial_dimensions_is_refused():
    four = {key: value[:1] * 4 for key, value in VOLUME.items()}
    four["layouts"] = ("bf0123", "oi0123", "bf0123")
    with pytest.raises(CompilationError, match="it has 4 spatial dimensions"):
        ttmlir_py.compile(
            Convolution((1, 1, 2, 2, 2, 2), (1, 1, 1, 1, 1, 1), **four).program(), PIPELINE
        )
