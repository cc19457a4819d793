"""PyTorch modules, compiled and run on the simulator, give what PyTorch gives."""

import runpy
import sys
import types
from pathlib import Path

import numpy as np
import pytest

from ttmlir_py import CompilationError
from ttmlir_py.ir.diagnostics import CompilationWarning
from ttmlir_py.runtime.errors import InputError, SimulationError

torch = pytest.importorskip("torch", reason="the extra torch is not installed")
pytest.importorskip("torch_mlir", reason="the extra torch is not installed")
from ttmlir_py.frontends import torch as ttmlir  # noqa: E402
from ttmlir_py.frontends import torch_caches, torch_refusals  # noqa: E402

pytestmark = pytest.mark.slow

EXAMPLES = Path(__file__).parents[2] / "examples" / "torch"
nn = torch.nn


class Network(nn.Module):
    """A module with parameters, persistent and other buffers, and a tensor attribute. It returns
    nested tensors and integers, None and a truth value.
    """

    def __init__(self):
        super().__init__()
        self.linear = nn.Linear(4, 3)
        self.norm = nn.BatchNorm1d(3)
        self.register_buffer("scale", torch.full((3,), 2.0), persistent=False)
        self.shift = torch.tensor([1.0, 2.0, 3.0])

    def forward(self, x, times=3, *, n):
        y = self.norm(self.linear(x) * times) * self.scale + self.shift
        return {"y": y, "n": n - 5, "times": times}, None, y.to(torch.bfloat16), n > 2


def arguments(seed=0):
    generator = torch.Generator().manual_seed(seed)
    return (torch.randn(2, 4, generator=generator), 5), {"n": torch.tensor(3)}


@pytest.fixture(scope="module")
def network():
    torch.manual_seed(0)
    network = Network().eval()
    network.norm.running_mean.normal_()
    return network


@pytest.fixture(scope="module")
def model(network):
    args, kwargs = arguments()
    return ttmlir.compile(network, args, example_kwargs=kwargs)


def same(found, expected, **tolerance):
    torch.testing.assert_close(found, expected, **{"rtol": 1e-5, "atol": 1e-5} | tolerance)


def test_torch_model_takes_and_returns_pytrees(network, model):
    args, kwargs = arguments(1)
    got, expected = model(*args, **kwargs), network(*args, **kwargs)
    assert (got[0]["times"], got[1], got[0]["n"]) == (5, None, torch.tensor(-2))
    same(got[0]["y"], expected[0]["y"].detach())
    same(got[2], expected[2].detach(), rtol=1e-2)
    assert (got[0]["n"].dtype, got[3].dtype) == (torch.int64, torch.bool)


def test_torch_module_state_is_constant_or_argument_as_requested(network, model):
    args, kwargs = arguments()
    assert [each.name for each in model.signature.arguments] == ["x", "n"]
    assert "dense_resource" in model.stablehlo
    again = ttmlir.compile(network, args, example_kwargs=kwargs, state_as_arguments=True)
    names = ["linear.weight", "linear.bias", "norm.weight", "norm.bias", "scale", "shift"]
    names += ["norm.running_mean", "norm.running_var", "x", "n"]
    assert sorted(again.program.argument_names) == sorted(names)
    assert again.program.argument_names[-2:] == ["x", "n"]
    same(again(*args, **kwargs)[0]["y"], model(*args, **kwargs)[0]["y"])


def test_torch_load_state_dict_does_not_recompile():
    first, second = (nn.Linear(3, 2).eval() for _ in range(2))
    x = torch.ones(1, 3)
    model = ttmlir.compile(first, x, state_as_arguments=True)
    same(model(x), first(x).detach())
    with torch.no_grad():
        first.weight.zero_()  # the model shares the module's tensors
    same(model(x), first.bias.detach()[None])
    model.load_state_dict(second.state_dict())
    same(model(x), second(x).detach())
    assert model.check(x).passed
    with pytest.raises(KeyError, match=r"the state has no 'bias'"):
        model.load_state_dict({"weight": second.weight})
    model.load_state_dict({"weight": torch.ones(3, 3), "bias": second.bias})
    with pytest.raises(InputError, match=r"\(weight\) has shape 3x3, expected 2x3"):
        model(x)
    with pytest.raises(ValueError, match="state_as_arguments"):
        ttmlir.compile(first, x).load_state_dict(second.state_dict())


def test_torch_argument_of_wrong_shape_is_named_in_error(model):
    (x, _), kwargs = arguments()
    for args, message in [
        ((x[:1], 5), r"\(x\) has shape 1x4, expected 2x4"),
        ((x.double(), 5), r"\(x\) has type torch.float64, expected float32"),
        ((x, 6), r"\(times\) is 6, but the model was compiled for 5"),
        ((x, torch.tensor(5)), r"\(times\) is tensor\(5\), but the model was compiled for 5"),
        ((x,), r"^found \d arguments, expected \d: missing \(times\)$"),
        ((x, 5, x), r"^found \d arguments, expected \d: unexpected args\[2\]$"),
        ((x.clone().requires_grad_(), 5), r"\(x\) requires a gradient"),
    ]:
        with pytest.raises(InputError, match=message):
            model(*args, **kwargs)
    with pytest.raises(InputError, match=r"\(n\).*2147483648"):
        model(x, 5, n=torch.tensor(2**31))


@pytest.mark.parametrize("dtype", ["bfloat16", "float16", "float64", "int32", "int8", "bool"])
def test_torch_argument_of_another_type_is_named_in_error(dtype):
    model = ttmlir.compile(lambda x, n: x + n, (torch.ones(3), torch.tensor(2)))
    message = rf"argument \(x\) has type (torch\.)?{dtype}, expected float32"
    wrong = torch.ones(3).to(getattr(torch, dtype))
    with pytest.raises(InputError, match=message):
        model(wrong, 2)
    if dtype != "bfloat16":  # numpy has no bfloat16
        with pytest.raises(InputError, match=message):
            model(wrong.numpy(), 2)
    if not dtype.startswith("int"):
        with pytest.raises(InputError, match=r"argument \(n\) has type .*, expected int64"):
            model(torch.ones(3), wrong[0])
    assert model(np.ones(3, np.float32), np.int8(2)).tolist() == [3, 3, 3]


def test_torch_model_accepts_arrays_and_numbers_as_tensors(model):
    (x, times), kwargs = arguments()
    expected = model(x, times, **kwargs)[0]["y"]
    same(model(x.numpy(), times, n=3)[0]["y"], expected)
    strided = torch.stack((x, x), -1)[..., 0]
    same(model(strided, times, n=np.int64(3))[0]["y"], expected)


def test_check_compares_outputs_and_operations_with_torch(model):
    args, kwargs = arguments(2)
    report = model.check(*args, **kwargs)
    assert report.passed
    assert [row.path for row in report.outputs] == ["[0]['y']", "[0]['n']", "[2]", "[3]"]
    labels = [row.operation.label for row in report.operations.rows]
    for label in ("MatmulOp", "EltwiseOp(Add)", "EltwiseOp(Multiply)", "EltwiseOp(GreaterThan)"):
        assert label in labels
    assert not report.operations.failures
    report.check()


def test_torch_check_of_wrong_kernel_names_output_and_operation(model, monkeypatch):
    monkeypatch.setattr(model, "module", lambda x, times, n: Network.forward(other, x, times, n=n))
    torch.manual_seed(1)
    other = Network().eval()
    args, kwargs = arguments()
    report = model.check(*args, **kwargs, operations=False)
    assert [row.passed for row in report.outputs] == [False, True, False, True]
    with pytest.raises(SimulationError, match=r"output \[0\]\['y'\] differs from PyTorch's"):
        report.check()


def test_torch_function_of_one_tensor_or_no_argument_compiles():
    model = ttmlir.compile(torch.neg, torch.ones(3))
    assert model(torch.ones(3)).tolist() == [-1, -1, -1]
    assert ttmlir.compile(lambda: torch.arange(3) * 2)().tolist() == [0, 2, 4]


def test_torch_model_returns_results_that_are_arguments_or_constants():
    model = ttmlir.compile(lambda x: (x, torch.eye(2), x, 7), torch.ones(2))
    same(
        model(torch.tensor([3.0, 4.0]))[:3],
        (torch.tensor([3.0, 4.0]), torch.eye(2), torch.tensor([3.0, 4.0])),
    )


@pytest.mark.parametrize(
    ("module", "message"),
    [
        (torch.linalg.inv, "more than compute on tensors: aten._linalg_check_errors"),
    ],
)
def test_torch_compile_of_object_that_is_not_a_tensor_function_is_refused(module, message):
    with pytest.raises(CompilationError, match=message):
        ttmlir.compile(module, torch.ones(4, 4))


def test_torch_argument_of_unsupported_type_is_named_in_error():
    with pytest.raises(TypeError, match=r"\(z\) has type torch.float8_e4m3fn"):
        ttmlir.compile(lambda z: z.float(), torch.ones(2).to(torch.float8_e4m3fn))
    model = ttmlir.compile(lambda x: -x, torch.ones(2))
    with pytest.raises(InputError, match=r"\(x\) is torch.sparse_coo"):
        model(torch.ones(2).to_sparse())


def test_unsupported_torch_operation_error_names_lines_of_user():
    class Spectrum(nn.Module):
        def forward(self, x):
            y, _ = torch.frexp(x)
            return torch.special.i1(y)

    line = Spectrum.forward.__code__.co_firstlineno + 1
    with pytest.raises(CompilationError) as caught:
        ttmlir.compile(Spectrum(), torch.ones(4))
    text = str(caught.value)
    assert f"{__file__}:{line}:0: error: torch-mlir does not lower 'aten.frexp" in text
    assert f"{__file__}:{line + 1}:0: note: torch-mlir does not lower 'aten.special_i1" in text


def test_torch_64_bit_integers_are_compared_and_divided_exactly():
    def function(x):
        return x // 3, x % -5, x > 2**24, x.clamp(min=-(2**31) + 1), x == 2**24 + 1

    x = torch.tensor([2**31 - 1, -(2**31), 2**24 + 1, -(2**24) - 1, 7, -7])
    for ours, theirs in zip(ttmlir.compile(function, x)(x), function(x), strict=True):
        assert torch.equal(ours, theirs)
    with pytest.raises(CompilationError, match="4294967296 does not fit"):
        ttmlir.compile(lambda x: x + 2**32, x)


EXPONENTS = [0.5, -0.5, 1 / 3, 0.25, -0.25, 1.5, -1.5, 2.5, -3.0]
EXPONENTS += [0, 1, 2, 2.0, 3, 4, 5, -1, -2, -3, -0.0, float("inf"), -float("inf"), float("nan")]
SPECIAL = [
    -float("inf"),
    -8.0,
    -1.0,
    -0.5,
    -0.0,
    0.0,
    0.25,
    1.0,
    4.0,
    9.0,
    float("inf"),
    float("nan"),
]


@pytest.mark.parametrize("dtype", [torch.float32, torch.bfloat16, torch.float64, torch.int32])
def test_torch_powers_of_special_values_match_pytorch(dtype):
    x = torch.tensor(SPECIAL if dtype.is_floating_point else [-8, -1, 0, 1, 4, 9], dtype=dtype)
    exponents = [each for each in EXPONENTS if dtype.is_floating_point or isinstance(each, float)]

    def function(x):
        scalars = [x**each for each in exponents]
        tensors = [x ** torch.full_like(x, each, dtype=torch.float32) for each in exponents]
        ranks = [torch.pow(x, torch.tensor(each)) for each in (0.5, -0.5, 2.0)]
        bases = [torch.pow(each, x) for each in (0.5, 2.0, -2.0)] if dtype.is_floating_point else []
        rest = [x.sqrt(), x.rsqrt(), 1 / x.sqrt(), torch.float_power(x.float(), 0.5).float()]
        return [*scalars, *tensors, *ranks, *bases, *rest]

    for ours, theirs in zip(
        ttmlir.compile(function, x, warnings=["-w"])(x), function(x), strict=True
    ):
        assert ours.dtype == theirs.dtype
        is_zero = theirs == 0
        assert torch.equal(ours[is_zero].signbit(), theirs[is_zero].signbit())
        bound = 1e-2 if torch.bfloat16 in (dtype, theirs.dtype) else 1e-6
        torch.testing.assert_close(ours, theirs, rtol=bound, atol=0, equal_nan=True)


def test_torch_constants_match_pytorch():
    """torch-mlir's own folding turns -1 into 2**64 - 1."""

    def function(x):
        two = torch.full((3,), 2.0)
        return two < -1, two + -1, torch.full((), -3.5).trunc() * x, torch.arange(3) - 2

    x = torch.ones(3)
    for ours, theirs in zip(ttmlir.compile(function, x)(x), function(x), strict=True):
        assert torch.equal(ours, theirs)


@pytest.mark.parametrize("example", ["convolutional_network", "transformer_encoder"])
def test_torch_examples_of_documentation_run(example):
    runpy.run_path(str(EXAMPLES / f"{example}.py"), run_name="__main__")


def test_torch_factorization_error_names_function_and_line():
    def singular(x):
        return torch.linalg.svdvals(x)

    def lower(x):
        return torch.linalg.cholesky(x)

    line = singular.__code__.co_firstlineno + 1
    with pytest.raises(
        CompilationError,
        match=rf":{line}:0: error: .*_linalg_svd.* in 'singular': compute it outside",
    ):
        ttmlir.compile(singular, torch.eye(3))
    line = lower.__code__.co_firstlineno + 1
    with pytest.raises(
        CompilationError, match=rf"{__file__}:{line}:0: error: in 'lower': .*compute that outside"
    ):
        ttmlir.compile(lower, torch.eye(3))


def test_torch_tensor_of_another_size_or_dynamic_shape_reports_remedy():
    model = ttmlir.compile(torch.neg, torch.ones(2, 3))
    with pytest.raises(InputError, match=r"shape 3x3, expected 2x3: .*torch.compile"):
        model(torch.ones(3, 3))
    shapes = ({0: torch.export.Dim("batch")},)
    with pytest.raises(ValueError, match=r"dynamic_shapes: .*compile one for each size"):
        ttmlir.compile(torch.neg, torch.ones(2, 3), dynamic_shapes=shapes)


def test_torch_warnings_show_source_line_once(recwarn, capfd):
    def picked(x):
        return x[torch.tensor([2, 1])].double().sum(1)

    model = ttmlir.compile(picked, torch.ones(4, 8), warnings=["-Wno-wide-integers"])
    shown = [each for each in recwarn if each.category is CompilationWarning]
    assert {each.filename for each in shown} == {__file__}
    lines = [line for each in shown for line in str(each.message).splitlines()]
    assert [str(each.message.diagnostic.message) for each in shown] == [
        each.message for each in model.diagnostics
    ]
    place = f"{__file__}:{picked.__code__.co_firstlineno + 1}:0: warning: "
    assert [each for each in lines if each.startswith(place)] == lines[::2]
    assert len(lines) == 4
    assert any("-Wwide-floats" in each for each in lines)
    assert {each.strip() for each in lines[1::2]} == {
        "return x[torch.tensor([2, 1])].double().sum(1)"
    }
    recwarn.clear()
    assert model.check(torch.ones(4, 8)).passed
    assert not [each for each in recwarn if each.category is CompilationWarning]
    assert capfd.readouterr().err == ""


def test_torch_float8_is_refused_where_it_is_created():
    def narrow(x):
        return x.to(torch.float8_e4m3fn).float()

    line = narrow.__code__.co_firstlineno + 1
    with pytest.raises(CompilationError, match=rf"{__file__}:{line}:0: error: .*no f8E4M3FN"):
        ttmlir.compile(narrow, torch.ones(3))


def test_module_that_returns_unknown_object_is_refused_with_remedy():
    class Cache:
        def __init__(self, keys):
            self.keys = keys

    with pytest.raises(TypeError, match=r"returns a .*Cache, .*use_cache=False"):
        ttmlir.compile(lambda x: Cache(x * 2), (torch.ones(2),))


def test_transformers_cache_is_argument_and_result(monkeypatch):
    caches = types.ModuleType(torch_caches._CACHES)
    monkeypatch.setitem(sys.modules, caches.__name__, caches)

    class Layer:
        __module__ = caches.__name__

        def __init__(self, keys):
            self.keys, self.dtype, self.length = keys, keys.dtype, keys.shape[0]

    class Cache:
        __module__ = caches.__name__

        def __init__(self, layers):
            self.layers, self.sizes = layers, {"layers": len(layers)}

    caches.Cache = Cache
    x, cache = torch.ones(2, 3), Cache([Layer(torch.zeros(4, 3)), Layer(torch.ones(1, 3))])

    def step(x, cache):
        return x.sum(), Cache([Layer(torch.cat((each.keys, x))) for each in cache.layers])

    (total, found), (_, expected) = ttmlir.compile(step, (x, cache))(x, cache), step(x, cache)
    assert total == 6
    assert (type(found), found.sizes, found.layers[1].length) == (Cache, {"layers": 2}, 3)
    for ours, theirs in zip(found.layers, expected.layers, strict=True):
        torch.testing.assert_close(ours.keys, theirs.keys)
    longer = Cache([Layer(torch.zeros(5, 3)), Layer(torch.ones(1, 3))])
    with pytest.raises(InputError, match="compiled for"):
        ttmlir.compile(step, (x, cache))(x, longer)


def test_function_of_a_stack_trace_is_not_taken_from_source_lines():
    trace = (
        'File "a.py", line 3, in forward\n    return sum(x for x in\n    items for items in values)'
    )
    assert torch_refusals.caller_in(trace) == " in 'forward'"
