"""The reference semantics of TTIR compared with StableHLO in XLA: the `lax` functions of the same
names, in 64 bits.
"""

import numpy as np
import pytest
from one_op import Array, meaning

pytestmark = pytest.mark.slow

jax = pytest.importorskip("jax", reason="JAX is not installed (pip install 'ttmlir-py[jax]')")
lax = jax.lax

EDGES = np.array([0.0, -0.0, 1.0, -1.0, 0.5, -2.5, 3.7, np.inf, -np.inf, np.nan, 1e10, -1e10])
INTEGERS = np.array([0, 1, -1, 2, -3, 7, -256, 2**31 - 1, -(2**31)], np.int32)


@pytest.fixture(autouse=True)
def _wide_numbers():
    with jax.enable_x64(True):
        yield


def listed(values) -> str:
    return f": {', '.join(map(str, values))}" if len(values) else ""


@pytest.mark.parametrize("name", ["sign", "cbrt", "expm1", "log1p", "is_finite", "rsqrt", "tan"])
def test_ttir_unary_semantics_match_xla(name: str):
    got = meaning(name.replace("_", ""), [(EDGES, "f32")], "", (EDGES.shape, "f32"))
    expected = np.asarray(getattr(lax, name)(EDGES)).astype(np.float64)
    np.testing.assert_allclose(got, expected, rtol=1e-10, atol=1e-15)


@pytest.mark.parametrize("name", ["div", "rem", "max", "min", "mul", "sub"])
@pytest.mark.parametrize("values", [EDGES, INTEGERS], ids=["floats", "integers"])
def test_ttir_binary_semantics_match_xla(name: str, values: Array):
    a, b = (x.reshape(-1) for x in np.meshgrid(values, values))
    element = "f32" if values is EDGES else "i32"
    names = {"rem": "remainder", "max": "maximum", "min": "minimum"}
    ours = names.get(name) or {"mul": "multiply", "sub": "subtract"}.get(name, name)
    got = meaning(ours, [(a, element), (b, element)], "", (a.shape, element))
    expected = np.asarray(getattr(lax, name)(a, b))
    np.testing.assert_allclose(got, expected, rtol=1e-15, atol=0)


def test_ttir_integer_power_semantics_match_xla():
    a, b = (x.reshape(-1) for x in np.meshgrid(np.arange(-3, 4), np.arange(-3, 8)))
    got = meaning("power", [(a, "i32"), (b, "i32")], "", (a.shape, "i32"))
    expected = [int(float(x) ** float(y)) if x or y >= 0 else 0 for x, y in zip(a, b, strict=True)]
    np.testing.assert_array_equal(got, expected)
    natural = b >= 0
    raised = np.array(
        [lax.integer_pow(x, int(y)) for x, y in zip(a[natural], b[natural], strict=True)]
    )
    np.testing.assert_array_equal(got[natural], raised)


@pytest.mark.parametrize("element", ["i32", "ui32", "i16", "ui8", "i1"])
def test_ttir_typecast_semantics_match_xla(element: str):
    types = {"i32": np.int32, "ui32": np.uint32, "i16": np.int16, "ui8": np.uint8, "i1": bool}
    got = meaning("typecast", [(EDGES, "f32")], "", (EDGES.shape, element))
    expected = np.asarray(lax.convert_element_type(EDGES, types[element]))
    np.testing.assert_array_equal(got, expected)
    got = meaning("typecast", [(INTEGERS, "i32")], "", (INTEGERS.shape, element))
    expected = np.asarray(lax.convert_element_type(INTEGERS, types[element]))
    np.testing.assert_array_equal(got, expected)


DOTS = [
    ((4, 3), (3, 5), ((1,), (0,)), ((), ())),
    ((3, 2, 4, 5), (6, 5, 2, 3), ((3,), (1,)), ((0, 1), (3, 2))),
    ((2, 3, 4), (4, 3, 2), ((0, 2), (2, 0)), ((), ())),
    ((2, 3), (3, 2), ((0, 1), (1, 0)), ((), ())),
]


@pytest.mark.parametrize(("left", "right", "contract", "batch"), DOTS)
def test_ttir_dot_general_semantics_match_xla(left, right, contract, batch):
    rng = np.random.default_rng(0)
    x, y = rng.standard_normal(left), rng.standard_normal(right)
    expected = np.asarray(lax.dot_general(x, y, (contract, batch)))
    properties = ", ".join(
        f"{kind}_dims_{side} = array<i64{listed(dims)}>"
        for kind, pair in (("contract", contract), ("batch", batch))
        for side, dims in zip(("lhs", "rhs"), pair, strict=True)
    )
    got = meaning("dot_general", [(x, "f32"), (y, "f32")], properties, (expected.shape, "f32"))
    np.testing.assert_allclose(got, expected, rtol=1e-12, atol=1e-14)


GATHERS = [
    # operand, indices, offset, collapsed, operand batching, indices batching, start map, sizes,
    # vector dimension
    ((9, 8), (2, 3, 1), (2,), (0,), (), (), (0,), (1, 8), 2),
    ((9, 8), (2, 3), (2,), (0,), (), (), (0,), (1, 8), 2),
    ((5, 6, 7), (4, 2), (1, 2), (1,), (), (), (2, 0), (2, 1, 3), 1),
    ((5, 6, 7), (2, 4), (0, 2), (0,), (), (), (0, 1), (1, 3, 2), 0),
    ((3, 6, 7), (4, 3, 2), (2, 3), (), (0,), (1,), (2, 1), (1, 2, 3), 2),
    ((6,), (5, 1), (), (0,), (), (), (0,), (1,), 1),
]


@pytest.mark.parametrize("case", GATHERS)
def test_ttir_gather_semantics_match_xla(case):
    operand, indices, offset, collapsed, batching, from_, start_map, sizes, vector = case
    rng = np.random.default_rng(1)
    x, starts = rng.standard_normal(operand), rng.integers(-2, 9, indices)
    numbers = lax.GatherDimensionNumbers(offset, collapsed, start_map, batching, from_)
    lasting = np.moveaxis(starts if vector < starts.ndim else starts[..., None], vector, -1)
    shifted = [dim - (dim > vector) for dim in from_]
    assert shifted == list(from_)
    mode = lax.GatherScatterMode.CLIP
    expected = np.asarray(lax.gather(x, lasting, numbers, sizes, mode=mode))
    properties = (
        f"offset_dims = array<i64{listed(offset)}>, collapsed_slice_dims = array<i64{listed(collapsed)}>, "
        f"operand_batching_dims = array<i64{listed(batching)}>, "
        f"start_indices_batching_dims = array<i64{listed(from_)}>, start_index_map = array<i64{listed(start_map)}>, "
        f"index_vector_dim = {vector} : si64, slice_sizes = array<i64{listed(sizes)}>, indices_are_sorted = false"
    )
    got = meaning("gather", [(x, "f32"), (starts, "i32")], properties, (expected.shape, "f32"))
    np.testing.assert_array_equal(got, expected)


SCATTERS = [
    # input, indices, update, update window, inserted, map to operand, vector dimension
    ((1, 3), (1, 1), (1, 3), (1,), (0,), (0,), 1),
    ((1, 9, 8), (3, 2), (3, 4, 5), (1, 2), (0,), (1, 2), 1),
    ((1, 9, 8), (2, 3), (4, 3, 5), (0, 2), (0,), (2, 1), 0),
    ((9, 8), (4,), (4, 2, 3), (1, 2), (), (1,), 1),
]


@pytest.mark.parametrize("case", SCATTERS)
def test_ttir_scatter_semantics_match_xla(case):
    shape, indices, update_shape, window, inserted, places, vector = case
    rng = np.random.default_rng(2)
    # All updates are equal, because StableHLO does not define which of two updates of an element
    # counts.
    x, update = rng.standard_normal(shape), np.ones(update_shape)
    starts = rng.integers(-1, 8, indices)
    numbers = lax.ScatterDimensionNumbers(window, inserted, places)
    # If the window of an update is partly outside the tensor, XLA drops the whole window, and
    # StableHLO only the outside part. Padding the tensor and cropping the result gives
    # StableHLO's result with XLA.
    room = [(9, 9) if dim in places else (0, 0) for dim in range(x.ndim)]
    lasting = np.moveaxis(starts if vector < starts.ndim else starts[..., None], vector, -1)
    made = lax.scatter(
        np.pad(x, room), lasting + 9, update, numbers, mode=lax.GatherScatterMode.FILL_OR_DROP
    )
    cut = (slice(low, -high or None) for low, high in room)
    expected = np.asarray(made)[tuple(cut)]
    properties = (
        f"update_window_dims = array<i32{listed(window)}>, inserted_window_dims = array<i32{listed(inserted)}>, "
        "input_batching_dims = array<i32>, scatter_indices_batching_dims = array<i32>, "
        f"scatter_dims_to_operand_dims = array<i32{listed(places)}>, index_vector_dim = {vector} : i32, "
        "indices_are_sorted = false, unique_indices = false"
    )
    operands = [(x, "f32"), (starts, "i32"), (update, "f32")]
    got = meaning("scatter", operands, properties, (x.shape, "f32"))
    np.testing.assert_array_equal(got, expected)


CONVOLUTIONS = [
    # strides, padding, input dilation, weight dilation, reversal, feature groups, batch groups
    ((1, 1), ((0, 0), (0, 0)), (1, 1), (1, 1), (False, False), 1, 1),
    ((2, 1), ((1, 2), (0, 3)), (1, 1), (1, 2), (False, False), 2, 1),
    ((1, 2), ((2, 2), (1, 1)), (3, 2), (1, 1), (True, False), 1, 1),
    ((1, 1), ((-1, 0), (2, -2)), (2, 1), (2, 1), (False, True), 1, 2),
]
LAYOUTS = [
    (("NHWC", "OIHW", "NHWC"), (0, 3, [1, 2], 0, 1, [2, 3], 0, 3, [1, 2])),
    (("NCHW", "HWIO", "HWNC"), (0, 1, [2, 3], 3, 2, [0, 1], 2, 3, [0, 1])),
    (("CWNH", "IOWH", "NHCW"), (2, 0, [3, 1], 1, 0, [3, 2], 0, 2, [1, 3])),
]
SIZES = {"N": 4, "C": 4, "O": 6, "H": 7, "W": 6}


@pytest.mark.parametrize("case", CONVOLUTIONS)
@pytest.mark.parametrize(("letters", "layout"), LAYOUTS, ids=["nhwc", "nchw", "mixed"])
def test_ttir_convolution_semantics_match_xla(case, letters, layout):
    strides, padding, input_dilation, weight_dilation, reversal, groups, batch_groups = case
    rng = np.random.default_rng(3)
    kernel = {"O": 6, "I": 4 // groups, "H": 3, "W": 2}
    x = rng.standard_normal([SIZES[letter] for letter in letters[0]])
    w = rng.standard_normal([kernel[letter] for letter in letters[1]])
    dims = [letters[1].index(letter) for letter, flip in zip("HW", reversal, strict=True) if flip]
    dimension_numbers = lax.conv_dimension_numbers(x.shape, w.shape, letters)
    # JAX orders spatial dimensions by the letters in the layout of the kernel. Here H and W are
    # given by name.
    order = [letter for letter in letters[1] if letter in "HW"]
    by_name = [
        dict(zip("HW", each, strict=True))
        for each in (strides, padding, input_dilation, weight_dilation)
    ]
    ordered = [[each[letter] for letter in order] for each in by_name]
    expected = np.asarray(
        lax.conv_general_dilated(
            x, np.flip(w, dims), ordered[0], ordered[1], ordered[2], ordered[3],
            dimension_numbers, groups, batch_groups,
        )
    )  # fmt: skip
    names = (
        *("input_batch", "input_feature", "input_spatial_dimensions", "kernel_output_feature"),
        *("kernel_input_feature", "kernel_spatial_dimensions", "output_batch", "output_feature"),
        "output_spatial_dimensions",
    )
    written = ", ".join(
        f"{name} = {'x'.join(map(str, value)) if isinstance(value, list) else value}"
        for name, value in zip(names, layout, strict=True)
    )
    flat = [number for pair in padding for number in pair]
    properties = (
        f"window_strides = array<i64{listed(strides)}>, padding = array<i64{listed(flat)}>, "
        f"input_dilation = array<i64{listed(input_dilation)}>, weight_dilation = array<i64{listed(weight_dilation)}>, "
        f"window_reversal = array<i1{listed([str(flip).lower() for flip in reversal])}>, "
        f"convolution_layout = #ttir<convolution_layout {written}>, "
        f"feature_group_count = {groups} : i64, batch_group_count = {batch_groups} : i64"
    )
    got = meaning("convolution", [(x, "f32"), (w, "f32")], properties, (expected.shape, "f32"))
    np.testing.assert_allclose(got, expected, rtol=1e-11, atol=1e-12)


@pytest.mark.parametrize("method", ["Max", "Average"])
@pytest.mark.parametrize("element", ["f32", "i32"])
def test_ttir_pooling_semantics_match_xla(method: str, element: str):
    rng = np.random.default_rng(4)
    x = rng.integers(-90, -10, (2, 9, 8, 3)).astype(np.int32 if element == "i32" else np.float64)
    window, strides, base, dilations = (1, 3, 2, 1), (1, 2, 1, 1), (1, 2, 1, 1), (1, 1, 3, 1)
    padding = ((0, 0), (1, 2), (0, 3), (0, 0))
    initial, combine = (-np.inf if element == "f32" else np.iinfo(np.int32).min, lax.max)
    if method == "Average":
        initial, combine = 0, lax.add
    expected = np.asarray(
        lax.reduce_window(
            x, x.dtype.type(initial), combine, window, strides, padding, base, dilations
        )
    )
    if method == "Average":
        expected = lax.div(expected, x.dtype.type(6))
    properties = (
        f"pooling_method = #ttir<pooling_method {method}>, window_dimensions = array<i64{listed(window)}>, "
        f"window_strides = array<i64{listed(strides)}>, base_dilations = array<i64{listed(base)}>, "
        f"window_dilations = array<i64{listed(dilations)}>, operandSegmentSizes = array<i32: 1, 1>, "
        f"padding = array<i64{listed([n for pair in padding for n in pair])}>"
    )
    got = meaning("pooling", [(x, element)], properties, (expected.shape, element))
    np.testing.assert_allclose(got, expected, rtol=1e-14)
