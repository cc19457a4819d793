"""The `ttnn` API beyond values: conversions, devices, shards, files, hooks, and wrong calls."""

import inspect
import subprocess
import sys
from contextlib import suppress
from importlib.util import find_spec
from itertools import product
from pathlib import Path

import ml_dtypes
import numpy as np
import pytest

from ttmlir_py import ttnn
from ttmlir_py.ttnn import device as devices
from ttmlir_py.ttnn.configurations import MatmulMultiCoreReuseMultiCast1DProgramConfig
from ttmlir_py.ttnn.cores import num_cores_to_corerangeset
from ttmlir_py.ttnn.tensor import TtnnError

pytestmark = pytest.mark.slow

NAMES = (Path(__file__).parent / "names.txt").read_text().split()
"""The names of TT-NN's API reference at the start of 2025, and of its tutorials."""


def present(name):
    value = ttnn
    for part in name.split("."):
        value = getattr(value, part, None)
    return value is not None


def test_ttnn_module_has_every_name_of_reference():
    pytest.importorskip("torch")
    assert [name for name in NAMES if not present(name)] == []


def run(code):
    return subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)


def test_ttnn_activation_makes_submodules_importable_once():
    done = run(
        "import ttmlir_py.bindings; ttmlir_py.bindings.activate();"
        "import ttnn, ttnn.graph, ttmlir_py.ttnn.graph; from ttnn.types import DataType;"
        "from ttnn import transformer;"
        "assert ttnn.graph is ttmlir_py.ttnn.graph and DataType is ttnn.DataType;"
        "import ttnn.nothing"
    )
    assert done.stderr.endswith("ModuleNotFoundError: No module named 'ttnn.nothing'\n")


# ---- arrays of other libraries -------------------------------------------------------------------


@pytest.mark.parametrize(
    ("dtype", "numpy_type"),
    [(ttnn.float32, np.float32), (ttnn.bfloat16, ml_dtypes.bfloat16), (ttnn.int32, np.int32)],
)
def test_numpy_asarray_of_tensor_has_values_and_type_of_tensor(dtype, numpy_type):
    values = np.arange(6).reshape(2, 3)
    tensor = ttnn.from_torch(values.astype(np.float32), dtype, layout=ttnn.TILE_LAYOUT)
    array = np.asarray(tensor)
    assert array.dtype == numpy_type
    assert array.tolist() == values.tolist()
    assert np.asarray(tensor, np.float64).dtype == np.float64
    with pytest.raises(ValueError, match="always a copy"):
        np.asarray(tensor, copy=False)


@pytest.mark.parametrize("dtype", [ttnn.float32, ttnn.bfloat16, ttnn.int32, ttnn.uint8])
def test_tensor_dlpack_gives_torch_tensor_with_same_values(dtype):
    torch = pytest.importorskip("torch")
    device = ttnn.open_device()
    tensor = ttnn.full((3, 4), 7, dtype, ttnn.TILE_LAYOUT, device)
    assert torch.equal(torch.from_dlpack(tensor), ttnn.to_torch(tensor))
    assert torch.from_dlpack(tensor).dtype == ttnn.to_torch(tensor).dtype
    with pytest.raises(BufferError):
        tensor.__dlpack__(copy=False)
    with pytest.raises(BufferError):
        tensor.__dlpack__(dl_device=(2, 0))


def test_to_torch_without_torch_raises_import_error_with_remedy():
    done = run(
        "import sys; sys.modules['torch'] = None; from ttmlir_py import ttnn;"
        "ttnn.to_torch(ttnn.ones([2]))"
    )
    assert "ImportError: ttnn.to_torch needs PyTorch" in done.stderr
    assert "numpy.asarray(tensor)" in done.stderr


def test_torch_conversions_follow_options():
    torch = pytest.importorskip("torch")
    parameter = torch.nn.Parameter(torch.ones(2, 3, dtype=torch.bfloat16))
    tensor = ttnn.from_torch(parameter)
    assert tensor.dtype is ttnn.bfloat16
    assert ttnn.to_torch(tensor, dtype=torch.float32).dtype == torch.float32
    wide = ttnn.reshape(tensor, (1, 1, 2, 3))
    assert ttnn.to_torch(wide, torch_rank=2).shape == (2, 3)
    with pytest.raises(TtnnError, match="no rank 1"):
        ttnn.to_torch(wide, torch_rank=1)
    assert ttnn.from_torch(torch.tensor([1, 2])).dtype is ttnn.uint32
    with pytest.raises(TtnnError, match="no format holds int64: give dtype="):
        ttnn.from_torch(torch.tensor([-1]))


def test_tensor_constructor_accepts_elements_or_array():
    assert ttnn.Tensor([1.0, 2.0], [2], ttnn.float32).tolist() == [1, 2]
    device = ttnn.open_device()
    tensor = ttnn.Tensor(np.ones((2, 2), np.float32), device=device, layout=ttnn.TILE_LAYOUT)
    assert (tensor.device(), tensor.layout) == (device, ttnn.TILE_LAYOUT)


def test_tensor_text_shows_first_and_last_elements():
    assert str(ttnn.full((2, 2), 0.5)) == (
        "ttnn.Tensor([[ 0.50000,  0.50000],\n             [ 0.50000,  0.50000]],"
        " shape=Shape([2, 2]), dtype=DataType::BFLOAT16, layout=Layout::ROW_MAJOR)"
    )
    long = ttnn.from_torch(np.arange(9, dtype=np.int32))
    assert str(long).startswith("ttnn.Tensor([    0,     1, ...,     7,     8]")
    ttnn.set_printoptions(profile="full")
    assert "    4," in str(long)
    ttnn.set_printoptions(profile="empty")
    assert str(long).startswith("ttnn.Tensor(..., shape=Shape([9])")
    ttnn.set_printoptions(profile="short")
    with pytest.raises(RuntimeError, match="unknown profile 'tiny'"):
        ttnn.set_printoptions(profile="tiny")


def test_tensor_methods_return_padded_shape_volume_and_storage():
    device = ttnn.open_device()
    tensor = ttnn.ones((5, 40), layout=ttnn.TILE_LAYOUT, device=device)
    assert tensor.padded_shape == (32, 64)
    assert (tensor.volume(), tensor.logical_volume()) == (2048, 200)
    assert tensor.storage_type() is ttnn.DEVICE_STORAGE_TYPE
    assert ttnn.is_tensor_storage_on_device(tensor)
    assert ttnn.has_tile_padding(tensor)
    assert tensor.element_size() == 2
    assert ttnn.ones(()).item() == 1
    with pytest.raises(TtnnError, match="5x40xbf16 has not exactly one element"):
        tensor.item()
    moved = ttnn.reallocate(tensor)
    assert not tensor.is_allocated()
    moved.deallocate(True)
    assert not moved.is_allocated()


def test_tensor_operators_match_numpy_operators():
    x = ttnn.from_torch(np.array([[1.0, 2.0], [3.0, 4.0]], np.float32))
    results = [x + 1, 1 + x, x - 1, 1 - x, x * x, 2 * x, x / 2, 2 / x, x**2, -x, x @ x, abs(x)]
    a = x.to_numpy()
    expected = [a + 1, 1 + a, a - 1, 1 - a, a * a, 2 * a, a / 2, 2 / a, a**2, -a, a @ a, abs(a)]
    for one, other in zip(results, expected, strict=True):
        assert np.allclose(one.to_numpy(), other)
    assert (x > 2).tolist() == [[0, 0], [1, 1]]
    assert (x == x).tolist() == [[1, 1], [1, 1]]
    assert isinstance(np.float32(2) * x, ttnn.Tensor)
    assert len({x, x}) == 1
    assert (x == "text") is False
    with pytest.raises(TypeError):
        x + "text"
    x += 1
    assert x.tolist() == [[2, 3], [4, 5]]


def test_tensor_shape_is_tuple_with_rank():
    shape = ttnn.Shape([2, 3])
    assert shape == (2, 3) == ttnn.Shape(2, 3)
    assert (str(shape), shape.rank) == ("Shape([2, 3])", 2)
    assert shape.to_rank(4) == (1, 1, 2, 3)
    assert shape.to_rank(4).to_rank(2) == shape
    with pytest.raises(RuntimeError, match="does not fit into rank 1"):
        shape.to_rank(1)


# ---- devices, cores, files -----------------------------------------------------------------------


def test_device_methods_return_grid_architecture_and_cores():
    with devices.manage_device(device_id=3) as device:
        assert (device.id(), device.get_num_devices()) == (3, 1)
        assert device.core_grid.num_cores == 64
        grid = device.compute_with_storage_grid_size()
        assert (grid.x, grid.y) == (8, 8)
        assert device.arch() is ttnn.Arch.WORMHOLE_B0
        assert devices.is_wormhole_b0(device)
        device.enable_program_cache()
        devices.dump_device_memory_state(device)
    core = devices.DispatchCoreConfig(devices.DispatchCoreType.ETH)
    other = ttnn.open_device(device_id=4, l1_small_size=8192, dispatch_core_config=core)
    ttnn.close_device(other)


def test_sharded_tensor_memory_config_names_cores_of_shards():
    config = ttnn.create_sharded_memory_config(
        (1, 1, 256, 512), ttnn.CoreGrid(y=2, x=4), ttnn.ShardStrategy.BLOCK
    )
    assert config.shard_spec.shape == (128, 128)
    assert config.is_sharded()
    tensor = ttnn.ones((1, 1, 256, 512), layout=ttnn.TILE_LAYOUT, device=ttnn.open_device())
    sharded = ttnn.to_memory_config(tensor, config)
    assert sharded.is_sharded()
    assert (sharded.desc.layout.shard_shape, sharded.desc.layout.cores) == ((4, 4), 8)
    assert sharded.desc.memory_layout == "BlockSharded"
    assert (ttnn.add(sharded, 1.0).to_numpy() == 2).all()
    height = ttnn.create_sharded_memory_config(
        (64, 128), ttnn.CoreGrid(y=1, x=2), ttnn.ShardStrategy.HEIGHT
    )
    width = ttnn.create_sharded_memory_config(
        (64, 128), ttnn.CoreGrid(y=1, x=2), ttnn.ShardStrategy.WIDTH
    )
    assert (height.shard_spec.shape, width.shard_spec.shape) == ((32, 128), (64, 64))


def test_core_range_set_supports_set_operations():
    first = num_cores_to_corerangeset(11, ttnn.CoreCoord(8, 8), row_wise=True)
    assert str(first) == "{[(x=0,y=0) - (x=7,y=0)], [(x=0,y=1) - (x=2,y=1)]}"
    assert first.num_cores() == 11
    assert first.contains(ttnn.CoreCoord(2, 1))
    assert not first.contains(ttnn.CoreCoord(3, 1))
    assert first.bounding_box().grid_size() == ttnn.CoreCoord(8, 2)
    by_columns = num_cores_to_corerangeset(11, ttnn.CoreCoord(8, 8))
    assert by_columns.bounding_box().grid_size() == ttnn.CoreCoord(2, 8)
    with pytest.raises(RuntimeError, match="overlap"):
        ttnn.CoreRangeSet(2 * first.ranges())
    with pytest.raises(RuntimeError, match="before start"):
        ttnn.CoreRange(ttnn.CoreCoord(1, 0), ttnn.CoreCoord(0, 0))


@pytest.mark.parametrize("dtype", [ttnn.bfloat16, ttnn.bfloat8_b, ttnn.uint32])
def test_dumped_tensor_file_loads_equal_tensor(tmp_path, dtype):
    tensor = ttnn.from_torch(np.arange(64.0).reshape(2, 32), dtype, layout=ttnn.TILE_LAYOUT)
    path = tmp_path / "tensor.bin"
    ttnn.dump_tensor(path, tensor)
    device = ttnn.open_device()
    loaded = ttnn.load_tensor(path, device=device)
    assert (loaded.dtype, loaded.layout, loaded.device()) == (dtype, ttnn.TILE_LAYOUT, device)
    assert loaded.tolist() == tensor.tolist()
    made = ttnn.as_tensor(np.ones(3), ttnn.bfloat16, cache_file_name=tmp_path / "cached")
    again = ttnn.as_tensor(np.zeros(3), ttnn.bfloat16, cache_file_name=tmp_path / "cached")
    assert made.tolist() == again.tolist()


def test_load_of_file_that_is_not_a_dumped_tensor_is_refused(tmp_path):
    other = tmp_path / "other.bin"
    other.write_bytes(b"nothing")
    for path in (other, tmp_path / "absent.bin"):
        with pytest.raises(TtnnError, match=r"ttnn\.load_tensor: "):
            ttnn.load_tensor(path)
    np.savez(other.with_suffix(".npz"), values=np.ones(2), dtype=np.ones(1), layout=np.ones(1))
    other.with_suffix(".npz").rename(other)
    with pytest.raises(TtnnError, match=r"not a file of ttnn\.dump_tensor"):
        ttnn.load_tensor(other)
    with pytest.raises(TtnnError, match=r"must have the extension \.bin"):
        ttnn.dump_tensor(tmp_path / "tensor.txt", ttnn.ones([2]))


# ---- activations, hooks, tracing -----------------------------------------------------------------


def test_matmul_fused_activation_is_applied_before_rounding():
    x = ttnn.from_torch(np.linspace(-2, 2, 64, dtype=np.float32).reshape(8, 8))
    product = x.to_numpy() @ x.to_numpy()
    relu = np.maximum(product, 0)
    config = MatmulMultiCoreReuseMultiCast1DProgramConfig(
        compute_with_storage_grid_size=(8, 8),
        in0_block_w=1,
        out_subblock_h=1,
        out_subblock_w=1,
        per_core_M=1,
        per_core_N=1,
        fused_activation=ttnn.UnaryWithParam(ttnn.UnaryOpType.RELU),
    )
    grid = ttnn.CoreGrid(y=8, x=8)
    assert ttnn.matmul(x, x, core_grid=grid).tolist() == product.tolist()
    assert ttnn.matmul(x, x, activation="relu").tolist() == relu.tolist()
    assert ttnn.linear(x, x, program_config=config).tolist() == relu.tolist()
    leaky = ttnn.UnaryWithParam("leaky_relu", 0.5)
    expected = np.where(product + 1 > 0, product + 1, (product + 1) * 0.5)
    got = ttnn.add(ttnn.matmul(x, x), 1, activations=[leaky])
    assert np.allclose(got.to_numpy(), expected)
    with pytest.raises(TtnnError, match="given twice"):
        ttnn.matmul(x, x, activation="relu", program_config=config)
    with pytest.raises(TypeError, match="program_config is int"):
        ttnn.matmul(x, x, program_config=3)


def test_operation_hooks_receive_operation_and_result():
    seen = []
    x = ttnn.ones([2])
    with (
        ttnn.register_pre_operation_hook(lambda op, *_: seen.append(op)),
        ttnn.register_post_operation_hook(lambda op, args, keywords, result: seen.append(result)),
    ):
        y = ttnn.cosh(x)
    ttnn.exp(x)
    assert seen[0].python_fully_qualified_name == "ttnn.cosh"
    assert seen[1] is y
    assert len(seen) == 2
    assert ttnn.get_fallback_function(ttnn.reshape) is ttnn.reshape
    with ttnn.manage_config("enable_logging", True):
        assert ttnn.CONFIG.enable_logging
    assert not ttnn.CONFIG.enable_logging


def test_captured_graph_names_functions_with_namespace():
    device = ttnn.open_device()
    ttnn.graph.begin_graph_capture(ttnn.graph.RunMode.NORMAL)
    x = ttnn.ones((1, 32, 96), layout=ttnn.TILE_LAYOUT, device=device)
    query, key, _ = ttnn.transformer.split_query_key_value_and_split_heads(x, num_heads=1)
    ttnn.transformer.attention_softmax_(query @ key, head_size=32) + 1
    calls = ttnn.graph.extract_calltrace(ttnn.graph.end_graph_capture())
    own = [each for each in calls if each.startswith("ttnn::") and "prim" not in each]
    heads = "ttnn::transformer::split_query_key_value_and_split_heads"
    softmax = "ttnn::transformer::attention_softmax_"
    assert own == ["ttnn::ones", *3 * [heads], "ttnn::matmul", softmax, "ttnn::add"]


def test_tracer_graph_links_torch_and_ttnn_calls(tmp_path):
    torch = pytest.importorskip("torch")
    tracer = ttnn.tracer
    with tracer.trace():
        x = ttnn.from_torch(torch.ones(2, 3))
        y = ttnn.to_torch(ttnn.exp(x)) + 1
    path = tmp_path / "graph.dot"
    graph = tracer.visualize(y, file_name=path)
    names = [node.name for node in graph.nodes]
    assert names == [
        *("torch.ones", "ttnn.from_torch", "ttnn.exp", "ttnn.to_torch", "torch.Tensor.add")
    ]
    assert graph.source == path.read_text()
    assert "n3 -> n4" in graph.source
    with pytest.raises(TtnnError, match="int holds no tensor"):
        tracer.visualize(3)


def test_torch_module_parameters_become_ttnn_tensors():
    torch = pytest.importorskip("torch")
    preprocessing = ttnn.model_preprocessing
    model = torch.nn.Sequential(
        torch.nn.Linear(4, 8),
        torch.nn.LayerNorm(8),
        torch.nn.ModuleList([torch.nn.Embedding(3, 8)]),
    )
    device = ttnn.open_device()
    parameters = preprocessing.preprocess_model_parameters(
        initialize_model=lambda: model, device=device
    )
    assert parameters[0].weight.shape == (4, 8)
    assert parameters[0].bias.shape == (1, 8)
    assert parameters[2][0].weight.layout is ttnn.ROW_MAJOR_LAYOUT
    assert parameters[1].weight.device() == device
    assert str(parameters).startswith("{\n  0: {\n    weight: ttnn.Tensor(shape=Shape([4, 8]),")
    x = torch.randn(2, 4)
    got = ttnn.linear(ttnn.from_torch(x), parameters[0].weight, bias=parameters[0].bias)
    assert torch.allclose(got.to_torch(), model[0](x).float(), atol=0.1)
    kept = preprocessing.preprocess_model_parameters(
        initialize_model=lambda: model, convert_to_ttnn=lambda *_: False
    )
    assert torch.equal(kept[0].weight, model[0].weight.T)
    with pytest.raises(AttributeError, match="there is no parameter 'scale'"):
        _ = parameters[0].scale
    with pytest.raises(TtnnError, match="at least two parameters"):
        preprocessing.preprocess_model_parameters(
            initialize_model=lambda: model, custom_preprocessor=lambda model: {}
        )


# ---- wrong calls ---------------------------------------------------------------------------------

X = ttnn.ones([2, 6])
FOUR = ttnn.ones([2, 4, 5, 8])


@pytest.mark.parametrize(
    ("call", "kind", "message"),
    [
        (lambda: ttnn.add(1, 2), TypeError, "input_tensor_a is int, expected ttnn.Tensor"),
        (lambda: ttnn.add(X, "a"), TypeError, "input_tensor_b is str"),
        (lambda: ttnn.cosh(None), TypeError, "input_tensor is NoneType"),
        (lambda: ttnn.elu(X), TypeError, "missing a required argument: 'alpha'"),
        (lambda: ttnn.elu(X, 1.0, beta=2), TypeError, "unexpected keyword argument 'beta'"),
        (lambda: ttnn.reshape([1], (1,)), TypeError, "expected ttnn.Tensor"),
        (lambda: ttnn.layer_norm(3), TypeError, "an operand is int"),
        (lambda: ttnn.to_layout(3, ttnn.TILE_LAYOUT), TypeError, "an operand is int"),
        (lambda: ttnn.matmul(X, 2), TypeError, "an operand is int"),
        (lambda: ttnn.topk(None, 2), TypeError, "an operand is NoneType"),
        (lambda: ttnn.from_torch("text"), TypeError, "str is not an array of numbers"),
        (lambda: ttnn.open_device("0"), TypeError, "device_id is str"),
        (lambda: ttnn.open_device(0, bogus=1), TypeError, "unknown argument 'bogus'"),
        (lambda: ttnn.matmul(X, X), RuntimeError, "ttnn.matmul: "),
        (lambda: ttnn.layer_norm(X, weight=ttnn.ones([5])), RuntimeError, "ttnn.layer_norm: "),
        (lambda: ttnn.group_norm(X, num_groups=2), RuntimeError, "expected N x 1 x H"),
        (lambda: ttnn.topk(X, 7), RuntimeError, "takes 7 of 6 elements"),
        (lambda: ttnn.argmax(X, dim=2), RuntimeError, "dimension 2 is out of range"),
        (lambda: ttnn.glu(ttnn.ones([3])), RuntimeError, "cannot be halved"),
        (lambda: ttnn.gcd(X, X), RuntimeError, "needs integer operands"),
        (lambda: ttnn.rdiv(X, 1.0, "up"), RuntimeError, "round_mode is 'up'"),
        (lambda: ttnn.expand(X, (3, 6)), RuntimeError, "cannot expand 2x6 to 3x6"),
        (lambda: ttnn.split(X, [1, 2], 1), RuntimeError, "do not add up to 6"),
        (lambda: ttnn.squeeze(X, 5), RuntimeError, "dimension 5 is out of range"),
        (lambda: ttnn.clamp(X), RuntimeError, "needs min or max"),
        (lambda: X[2], IndexError, "index 2 is out of range"),
        (lambda: X[0, 0, 0], IndexError, "too many indices"),
        (lambda: X["a"], TypeError, "no index 'a'"),
        (lambda: ttnn.stack([]), RuntimeError, "at least one operand"),
        (
            lambda: ttnn.transformer.scaled_dot_product_attention(FOUR, FOUR, X),
            RuntimeError,
            "value is 2x6, expected a tensor of rank 4",
        ),
        (
            lambda: ttnn.transformer.split_query_key_value_and_split_heads(X, num_heads=2),
            RuntimeError,
            "expected a tensor of rank 3",
        ),
        (
            lambda: ttnn.create_sharded_memory_config(
                (30, 64), ttnn.CoreGrid(y=4, x=1), ttnn.ShardStrategy.HEIGHT
            ),
            RuntimeError,
            "Invalid sharding core_grid",
        ),
        (lambda: ttnn.zeros([2], "float32"), TypeError, "is str, expected ttnn.DataType"),
        (lambda: ttnn.add(X, X, dtype=3), TypeError, "dtype is int, expected ttnn.DataType"),
        (lambda: ttnn.max(X, memory_config="L1"), TypeError, "memory_config is str"),
        (lambda: ttnn.max([X]), TypeError, "an operand is list"),
        (lambda: ttnn.embedding_bw(X, None, X), TypeError, "an operand is NoneType"),
        (
            lambda: ttnn.transformer.attention_softmax(FOUR, head_size=0),
            RuntimeError,
            "head_size is 0",
        ),
        (lambda: ttnn.manage_config("speed", 1).__enter__(), RuntimeError, "unknown"),
        (lambda: ttnn.reallocate(X), RuntimeError, "not on a device"),
    ],
)
def test_wrong_ttnn_call_raises_error_of_tt_nn(call, kind, message):
    with pytest.raises(kind) as caught:
        call()
    assert message in str(caught.value)


WRONG = (None, 3, -1, 2.5, "text", [X, X], [], {}, True, ttnn.ones([0, 3]), ttnn.ones(()), FOUR)
"""Arguments that hardly any function takes."""
WITHOUT = {"open_device", "manage_device", "set_printoptions", "test_hang_device_operation"}
"""Functions that take the arguments, and change the state of the process."""


def required(function):
    parameters = inspect.signature(function).parameters.values()
    return [p for p in parameters if p.default is p.empty and p.kind not in (2, 4)]


def test_wrong_ttnn_arguments_never_raise_internal_errors():
    """Each function is called with each wrong value as each of its required arguments."""
    allowed = (RuntimeError, TypeError, ValueError, IndexError, OverflowError)
    allowed += (ImportError,) if find_spec("torch") is None else ()
    homes = (ttnn, ttnn.transformer, ttnn.experimental, ttnn.kv_cache)
    functions = {
        f"{home.__name__}.{name}": getattr(home, name) for home in homes for name in home.__all__
    }
    for function in functions.values():
        if not inspect.isfunction(function) or function.__name__ in WITHOUT:
            continue
        for wrong, at in product(WRONG, range(len(required(function)))):
            given = [ttnn.ones([2, 6])] * len(required(function))
            given[at] = wrong
            arguments, keywords = [], {}
            for parameter, value in zip(required(function), given, strict=True):
                if parameter.kind is parameter.KEYWORD_ONLY:
                    keywords[parameter.name] = value
                else:
                    arguments.append(value)
            with suppress(*allowed):
                function(*arguments, **keywords)
