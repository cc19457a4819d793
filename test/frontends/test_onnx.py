"""ONNX models on the simulator compute the results of ONNX's reference implementation."""

import numpy as np
import pytest

from ttmlir_py import CompilationError
from ttmlir_py.frontends.sources import SourceError
from ttmlir_py.runtime.binary import TTNNBinary
from ttmlir_py.runtime.errors import InputError
from ttmlir_py.tools.driver import ToolError
from ttmlir_py.tools.ttmlir_compile import run

onnx = pytest.importorskip("onnx", reason="the extra onnx is not installed")
pytest.importorskip("torch_mlir.ir", reason="the extra onnx is not installed")
from onnx import TensorProto, helper, numpy_helper  # noqa: E402
from onnx.reference import ReferenceEvaluator  # noqa: E402

from ttmlir_py.frontends import onnx as ttmlir  # noqa: E402

pytestmark = pytest.mark.slow

FLOAT = TensorProto.FLOAT
RANDOM = np.random.default_rng(0)


def graph_of(nodes, inputs, outputs, constants=(), opset=18):
    """Return a model. Inputs and outputs are pairs of a name and a shape of floats."""
    graph = helper.make_graph(
        nodes,
        "graph",
        [helper.make_tensor_value_info(name, FLOAT, shape) for name, shape in inputs],
        [helper.make_tensor_value_info(name, FLOAT, shape) for name, shape in outputs],
        [numpy_helper.from_array(np.asarray(value), name) for name, value in constants],
    )
    return helper.make_model(graph, opset_imports=[helper.make_opsetid("", opset)])


def floats(*shape):
    return RANDOM.standard_normal(shape).astype(np.float32)


@pytest.fixture(scope="module")
def network():
    """A network with a dynamic batch, shapes computed by operators, and a large weight."""
    nodes = [
        helper.make_node("Shape", ["x"], ["shape"], "shape", end=1),
        helper.make_node("Concat", ["shape", "rest"], ["flat"], "flat", axis=0),
        helper.make_node("Reshape", ["x", "flat"], ["rows"], "rows"),
        helper.make_node("MatMul", ["rows", "weight"], ["product"], "product"),
        helper.make_node("Gelu", ["product"], ["y"], "gelu"),
    ]
    constants = [("rest", np.array([-1])), ("weight", floats(32, 40))]
    return graph_of(nodes, [("x", ["n", 4, 8])], [("y", ["n", 40])], constants, opset=20)


@pytest.fixture(scope="module")
def model(network):
    return ttmlir.compile(network, input_shapes={"x": (3, 4, 8)})


def test_onnx_model_equals_reference(network, model):
    x = floats(3, 4, 8)
    (expected,) = ReferenceEvaluator(network).run(None, {"x": x})
    np.testing.assert_allclose(model(x)[0], expected, rtol=1e-3, atol=1e-3)
    np.testing.assert_array_equal(model(x=x)[0], model(x)[0])
    assert model.graph.inputs == ["x"]
    assert "stablehlo.dot_general" in model.stablehlo


def test_onnx_check_compares_every_node(model):
    report = model.check(floats(3, 4, 8))
    assert report.passed
    assert report.operations is not None
    places = {row.operation.location for row in report.operations.rows}
    assert any(":4:" in place for place in places)  # the product is the fourth node


def test_onnx_call_with_wrong_input_names_that_input(model):
    with pytest.raises(InputError, match=r"missing \(x\); unexpected z"):
        model(z=floats(3, 4, 8))
    with pytest.raises(InputError, match="input 1"):
        model(floats(3, 4, 8), floats(3, 4, 8))


def test_onnx_model_with_dynamic_dimension_is_refused_with_remedy(network):
    with pytest.raises(
        CompilationError, match=r"input 'x' .* input_shapes=.*--input-shapes=x=1x4x8"
    ):
        ttmlir.compile(network)
    with pytest.raises(CompilationError, match="no input 'z', expected one of 'x'"):
        ttmlir.compile(network, input_shapes={"z": (1,)})
    with pytest.raises(CompilationError, match=r"\[n, 4, 8\], which \[1, 4\] does not fit"):
        ttmlir.compile(network, input_shapes={"x": (1, 4)})


def test_onnx_operator_that_is_not_lowered_is_named_with_its_node():
    nodes = [
        helper.make_node("Relu", ["x"], ["positive"], "first"),
        helper.make_node("Det", ["positive"], ["y"], "second"),
    ]
    proto = graph_of(nodes, [("x", [2, 2])], [("y", [])])
    with pytest.raises(CompilationError) as error:
        ttmlir.compile(proto)
    assert str(error.value).startswith("<graph>:2:0: error: torch-mlir does not lower 'Det'")
    assert "second: y = Det(positive)" in str(error.value)


def test_onnx_shape_computed_from_input_is_refused_unless_input_is_constant():
    nodes = [helper.make_node("Reshape", ["x", "shape"], ["y"])]
    proto = graph_of(nodes, [("x", [6])], [("y", None)])
    proto.graph.input.append(helper.make_tensor_value_info("shape", TensorProto.INT64, [2]))
    with pytest.raises(CompilationError, match="constants="):
        ttmlir.compile(proto)
    model = ttmlir.compile(proto, constants={"shape": [2, 3]})
    x = floats(6)
    np.testing.assert_array_equal(model(x)[0], x.reshape(2, 3))


def test_onnx_setting_that_is_an_input_is_refused_with_its_name():
    proto = graph_of([helper.make_node("Trilu", ["x", "k"], ["y"])], [("x", (3, 3))], [("y", None)])
    proto.graph.input.append(helper.make_tensor_value_info("k", TensorProto.INT64, []))
    with pytest.raises(CompilationError, match=r"if .* fixed, .* constants=\{'k': value\}"):
        ttmlir.compile(proto)
    model, x = ttmlir.compile(proto, constants={"k": np.int64(1)}), floats(3, 3)
    assert (model(x)[0] == np.triu(x, 1)).all()


def test_onnx_large_constant_of_booleans_equals_numpy():
    mask = np.tril(np.ones((12, 12), bool))
    nodes = [helper.make_node("Where", ["mask", "x", "zero"], ["y"])]
    constants = [("mask", mask), ("zero", np.float32(0))]
    model = ttmlir.compile(graph_of(nodes, [("x", (12, 12))], [("y", (12, 12))], constants))
    x = floats(12, 12)
    assert (model(x)[0] == np.where(mask, x, 0)).all()


def test_damaged_onnx_file_is_refused():
    with pytest.raises(SourceError, match="not an ONNX model"):
        ttmlir.compile(b"\x08\x07\x12\x05")


POOL = {"kernel_shape": [3, 2], "strides": [2, 2]}
EXPANDED = (
    helper.make_node("MaxPool", ["x"], ["max-ceil"], ceil_mode=1, **POOL),
    helper.make_node("MaxPool", ["x"], ["max-same"], auto_pad="SAME_UPPER", **POOL),
    helper.make_node("AveragePool", ["x"], ["mean"], ceil_mode=1, pads=[1, 0, 1, 0], **POOL),
    helper.make_node("AveragePool", ["x"], ["all"], count_include_pad=1, pads=[1] * 4, **POOL),
    helper.make_node("LpPool", ["x"], ["norm"], **POOL),
    helper.make_node("LpNormalization", ["x"], ["unit"], axis=2),
    helper.make_node("Resize", ["x", "", "scales"], ["linear"], mode="linear"),
    helper.make_node("Resize", ["x", "", "scales"], ["nearest"]),
    helper.make_node("ReduceMax", ["x"], ["largest"], keepdims=0),
    helper.make_node("Mod", ["a", "b"], ["rest"]),
    helper.make_node("Swish", ["x"], ["swish"]),
)


def test_expanded_onnx_operators_equal_reference():
    constants = [("scales", np.array([1, 1, 2, 1.5], np.float32))]
    outputs = [(name, None) for node in EXPANDED for name in node.output]
    proto = graph_of(EXPANDED, [("x", [1, 2, 7, 6])], outputs, constants, opset=24)
    a, b = np.array([7, -7, 7, -7, 6, -6], np.int32), np.array([3, 3, -3, -3, 3, -3], np.int32)
    for name in "ab":
        proto.graph.input.append(helper.make_tensor_value_info(name, TensorProto.INT32, [6]))
    proto.graph.output[9].type.tensor_type.elem_type = TensorProto.INT32
    x = floats(1, 2, 7, 6)
    x[0, 0, :, 0] = 0  # a vector without a direction
    expected = ReferenceEvaluator(proto).run(None, {"x": x, "a": a, "b": b})
    found = ttmlir.compile(proto, warnings=["-w"])(x, a, b)
    for (name, _), one, other in zip(outputs, found, expected, strict=True):
        np.testing.assert_allclose(one, other, rtol=1e-2, atol=1e-2, err_msg=name)
    np.testing.assert_array_equal(found[9], np.mod(a, b))


SAMPLED = (
    {"mode": "nearest"},
    {"mode": "nearest", "align_corners": 1, "padding_mode": "reflection"},
    {"mode": "linear", "padding_mode": "border"},
    {"mode": "cubic", "padding_mode": "reflection"},
)


def test_onnx_grid_samples_equal_reference():
    names = [f"y{index}" for index in range(len(SAMPLED))]
    nodes = [
        helper.make_node("GridSample", ["x", "grid"], [name], **given)
        for name, given in zip(names, SAMPLED, strict=True)
    ]
    shapes = [("x", [2, 3, 4, 2]), ("grid", [2, 3, 5, 2])]
    proto = graph_of(nodes, shapes, [(name, None) for name in names], opset=20)
    x, grid = floats(2, 3, 4, 2), 1.5 * floats(2, 3, 5, 2)
    grid[0, 0] = [[0, 0], [-0.5, 0.5], [1, -1], [-1, 1], [0.5, -0.5]]  # between two elements
    expected = ReferenceEvaluator(proto).run(None, {"x": x, "grid": grid})
    found = ttmlir.compile(proto, warnings=["-Werror"])(x, grid)
    for given, one, other in zip(SAMPLED, found, expected, strict=True):
        np.testing.assert_allclose(one, other, rtol=1e-4, atol=1e-4, err_msg=str(given))


@pytest.mark.parametrize("dtype", ["bool", "uint8"])
def test_onnx_extremes_without_sign_equal_numpy(dtype):
    element = helper.np_dtype_to_tensor_dtype(np.dtype(dtype))
    nodes = [helper.make_node(f"Reduce{each}", ["x", "axes"], [each]) for each in ("Max", "Min")]
    proto = graph_of(nodes, [("x", [2, 2])], [("Max", None), ("Min", None)], [("axes", [1])], 20)
    for value in (*proto.graph.input, *proto.graph.output):
        value.type.tensor_type.elem_type = element
    x = np.array([[0, 0], [255, 255]]).astype(dtype)
    for found in ttmlir.compile(proto, warnings=["-w"])(x):
        np.testing.assert_array_equal(found, x[:, :1])


@pytest.mark.skipif(
    onnx.defs.onnx_opset_version() < 28, reason="this version of ONNX has one order of blocks"
)
def test_onnx_blocks_to_depth_equal_reference():
    nodes = [
        helper.make_node("SpaceToDepth", ["x"], ["deep"], blocksize=2, mode="CRD"),
        helper.make_node("DepthToSpace", ["deep"], ["wide"], blocksize=2, mode="DCR"),
    ]
    proto = graph_of(nodes, [("x", [1, 3, 4, 2])], [("deep", None), ("wide", None)], opset=28)
    x = floats(1, 3, 4, 2)
    for found, expected in zip(
        ttmlir.compile(proto)(x), ReferenceEvaluator(proto).run(None, {"x": x}), strict=True
    ):
        np.testing.assert_array_equal(found, expected)


@pytest.mark.parametrize("fmod", [0, 1])
def test_onnx_remainders_of_infinities_equal_reference(fmod):
    node = helper.make_node("Mod", ["a", "b"], ["rest"], fmod=fmod)
    proto = graph_of([node], [("a", [6]), ("b", [6])], [("rest", [6])], opset=24)
    a = np.array([1, -1, np.inf, 5, np.nan, 2.5], np.float32)
    b = np.array([np.inf, np.inf, 2, 0, 1, -np.inf], np.float32)
    with np.errstate(invalid="ignore"):
        (expected,) = ReferenceEvaluator(proto).run(None, {"a": a, "b": b})
    (found,) = ttmlir.compile(proto, warnings=["-w"])(a, b)
    np.testing.assert_array_equal(found, expected)


def test_onnx_recurrent_layers_equal_reference():
    nodes, constants, outputs = [], [], []
    for layer, gates in (("LSTM", 4), ("GRU", 3), ("RNN", 1)):
        names = [f"{layer}-{each}" for each in ("w", "r", "b", "all", "last")]
        nodes.append(helper.make_node(layer, ["x", *names[:3]], names[3:], hidden_size=5))
        shapes = (1, gates * 5, 4), (1, gates * 5, 5), (1, gates * 10)
        constants += [(name, floats(*shape)) for name, shape in zip(names, shapes, strict=False)]
        outputs += [(name, None) for name in names[3:]]
    proto = graph_of(nodes, [("x", [3, 2, 4])], outputs, constants)
    x = floats(3, 2, 4)
    expected = ReferenceEvaluator(proto).run(None, {"x": x})
    found = ttmlir.compile(proto)(x)
    for (name, _), one, other in zip(outputs, found, expected, strict=True):
        np.testing.assert_allclose(one, other, rtol=1e-4, atol=1e-4, err_msg=name)


def test_compile_tool_reads_an_onnx_file(network, tmp_path, capfd):
    path, binary = tmp_path / "model.onnx", tmp_path / "model.ttnn"
    onnx.save(network, path)
    assert run("ttmlir-compile", [str(path), "--input-shapes=x=3x4x8", "-o", str(binary)]) == 0
    assert TTNNBinary.load(binary.read_bytes()).program("main").inputs[0].desc.shape == (3, 4, 8)
    with pytest.raises(ToolError, match="input 'x' has the shape"):
        run("ttmlir-compile", [str(path), "-o", str(binary)])
    with pytest.raises(ToolError, match="expected shapes such as"):
        run("ttmlir-compile", [str(path), "--input-shapes=x", "-o", str(binary)])
