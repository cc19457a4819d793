"""JAX functions, compiled and run on the simulator, give what JAX gives."""

import functools
import runpy
from pathlib import Path

import numpy as np
import pytest
from tiers import THOROUGH

from ttmlir_py import CompilationError
from ttmlir_py.ir.diagnostics import CompilationWarning
from ttmlir_py.runtime.errors import InputError, SimulationError

jax = pytest.importorskip("jax", reason="the extra jax is not installed")
jnp = jax.numpy
from ttmlir_py.frontends import jax as ttmlir  # noqa: E402

pytestmark = pytest.mark.slow

EXAMPLES = Path(__file__).parents[2] / "examples" / "jax"


def layer(params, x, n, flag):
    """Return arrays and an integer in a dict in a tuple, computed from arrays, a scalar, an integer
    and a flag.
    """
    hidden = jax.nn.relu(x @ params["w"] + params["b"][0])
    return {"y": jnp.where(flag, hidden, -hidden), "n": n - 5}, hidden.sum()


def arguments(seed=0):
    generator = np.random.default_rng(seed)
    weight = jnp.float32(generator.normal(size=(4, 8)))
    x = jnp.float32(generator.normal(size=(2, 4)))
    return {"w": weight, "b": [jnp.ones(8)]}, x, 3, True


@pytest.fixture(scope="module")
def model():
    return ttmlir.compile(layer, *arguments())


def test_jax_model_takes_and_returns_pytrees(model):
    args = arguments(1)
    got, expected = model(*args), jax.jit(layer)(*args)
    assert jax.tree_util.tree_structure(got) == jax.tree_util.tree_structure(expected)
    for ours, theirs in zip(*map(jax.tree_util.tree_leaves, (got, expected)), strict=True):
        assert (ours.shape, ours.dtype) == (theirs.shape, theirs.dtype)
        np.testing.assert_allclose(ours, theirs, rtol=1e-5)
    assert got[0]["n"] == -2


def test_jax_arguments_have_names_of_jax(model):
    names = [each.name for each in model.signature.arguments]
    assert names == ["params['b'][0]", "params['w']", "x", "n", "flag"]
    assert model.program.argument_names == names
    assert "stablehlo.dot_general" in model.stablehlo


def test_jax_argument_of_wrong_shape_or_value_is_named_in_error(model):
    params, x, n, flag = arguments()
    for args, message in [
        ((params, x[:1], n, flag), r"\(x\) has shape 1x4, expected 2x4"),
        ((params, x, 2**40, flag), r"\(n\) holds 1099511627776, which int32 cannot represent"),
        ((params, x, n, 1.5), r"\(flag\) has type float64, expected bool"),
        (
            ({"w": params["w"]}, x, n),
            r"^found 3 arguments, expected 5: missing \(params\['b'\]\[0\]\), \(flag\)$",
        ),
        (
            (params, x, n, flag, 7),
            r"^found 6 arguments, expected 5: unexpected args\[4\]$",
        ),
        (({**params, "b": tuple(params["b"])}, x, n, flag), "was compiled for PyTreeDef"),
    ]:
        with pytest.raises(InputError, match=message):
            model(*args)


def test_check_compares_outputs_and_operations_with_jax(model):
    report = model.check(*arguments(2))
    assert report.passed
    assert [row.path for row in report.outputs] == ["[0]['n']", "[0]['y']", "[1]"]
    labels = [row.operation.label for row in report.operations.rows]
    for label in ("MatmulOp", "EltwiseOp(Add)", "EltwiseOp(Relu)", "EltwiseOp(Where)"):
        assert label in labels
    assert not report.operations.failures
    report.check()


def test_jax_check_of_wrong_kernel_fails(model, monkeypatch):
    monkeypatch.setattr(model, "function", lambda params, x, n, flag: layer(params, x + 1, n, flag))
    report = model.check(*arguments(), operations=False)
    assert [row.passed for row in report.outputs] == [True, False, False]
    with pytest.raises(SimulationError, match=r"output \[0\]\['y'\] differs from JAX's"):
        report.check()


OTHER_TYPES = ["bfloat16", "float16", "float64", "int32", "int8", "uint8", "bool"]


@pytest.mark.parametrize("dtype", OTHER_TYPES)
def test_jax_argument_of_another_type_is_named_in_error(dtype):
    def function(params, scale, n):
        return params["w"] * scale + n

    model = ttmlir.compile(function, {"w": jnp.ones(3)}, jnp.float32(2), jnp.int32(1))
    wrong = np.ones(3, jnp.dtype(dtype))
    with pytest.raises(
        InputError, match=rf"argument \(params\['w'\]\) has type {dtype}, expected float32"
    ):
        model({"w": wrong}, jnp.float32(2), 1)
    with pytest.raises(InputError, match=rf"argument \(scale\) has type {dtype}, expected float32"):
        model({"w": jnp.ones(3)}, np.ones((), wrong.dtype), 1)
    if dtype != "float64":  # JAX arrays are float32 by default
        with pytest.raises(InputError, match=rf"has type {dtype}, expected float32"):
            model({"w": jnp.asarray(wrong)}, 2.0, 1)
    if np.dtype(jnp.dtype(dtype)).kind not in "iu":
        with pytest.raises(InputError, match=rf"argument \(n\) has type {dtype}, expected int32"):
            model({"w": jnp.ones(3)}, 2.0, np.ones((), wrong.dtype))
    for scale in (2, 2.0, np.float32(2), jnp.asarray(2.0), jnp.float32(2)):
        for n in (1, np.int64(1), np.uint8(1), jnp.int8(1)):
            assert model({"w": jnp.ones(3)}, scale, n).tolist() == [3, 3, 3]


def test_jax_argument_of_64_bits_is_accepted_if_example_had_64_bits():
    model = ttmlir.compile(lambda x, y: x + y, np.ones(3), 2.0)
    assert [each.dtype for each in model.signature.arguments] == [np.float32, np.float32]
    assert model(np.arange(3.0), 1).tolist() == [1, 2, 3]
    assert model(jnp.arange(3.0), jnp.float32(1)).tolist() == [1, 2, 3]
    assert model.check(np.arange(3.0), 1).passed
    with pytest.raises(InputError, match="expected float32"):
        model(np.arange(3.0), np.ones((), np.float64))


def test_jax_model_of_narrow_floats_refuses_wider_arrays():
    model = ttmlir.compile(jnp.negative, jnp.ones(3, jnp.bfloat16))
    with pytest.raises(InputError, match=r"\(.*\) has type float32, expected bfloat16"):
        model(jnp.ones(3))


def test_jax_jit_recompiles_for_another_type():
    compiled = ttmlir.jit(lambda x, y: (x * y).sum())
    for x, y in [
        (jnp.ones(3), 2.0),
        (jnp.ones(3), jnp.float32(2)),
        (jnp.ones(3, jnp.bfloat16), 2.0),
        (jnp.ones(3, jnp.bfloat16), jnp.float32(2)),
        (np.ones(3), 2),
        (np.ones(3), np.float64(2)),
        (jnp.arange(3), 2),
        (np.arange(3), np.ones((), np.float64)),
    ]:
        ours, theirs = compiled(x, y), jax.jit(lambda x, y: (x * y).sum())(x, y)
        assert (ours.dtype, ours) == (theirs.dtype, theirs)


def test_jax_jit_compiles_once_per_type():
    @ttmlir.jit(system="n300")
    def double(x, *, scale=2):
        """Return `x` times `scale`, 2 by default."""
        return x * scale

    np.testing.assert_array_equal(double(np.float32([1, 2])), [2, 4])
    assert double.model(np.zeros(2, np.float32)) is double.model(np.ones(2, np.float32))
    assert double(np.int32([1, -2]), scale=3).tolist() == [3, -6]
    assert double.__doc__ == "Return `x` times `scale`, 2 by default."


def test_jax_jit_accepts_unhashable_callable():
    class Layer:
        __hash__ = None

        def __call__(self, x):
            return jnp.tanh(x)

    assert ttmlir.compile(Layer(), jnp.zeros(3))(jnp.zeros(3)).tolist() == [0, 0, 0]


def test_jax_compile_accepts_shapes_instead_of_arrays():
    model = ttmlir.compile(jnp.negative, jax.ShapeDtypeStruct((2, 2), jnp.bfloat16))
    got = model(jnp.ones((2, 2), jnp.bfloat16))
    assert (got.dtype, got[0, 0]) == (jnp.bfloat16, -1)


def test_jax_random_numbers_and_keys_equal_those_of_jax():
    def drawn(key, data):
        bits = jax.vmap(lambda key: jax.random.bits(key, (2,)))(jax.random.wrap_key_data(data))
        return jax.random.split(key, 2), jax.random.uniform(key, (4,)), bits

    key = jax.random.key(2**31 + 7)
    data = np.random.default_rng(0).integers(0, 2**32, (200, 2), dtype=np.uint32)
    model = ttmlir.compile(drawn, key, data)
    for ours, theirs in zip(model(key, data), jax.jit(drawn)(key, data), strict=True):
        assert ours.dtype == theirs.dtype
        if jnp.issubdtype(theirs.dtype, jax.dtypes.prng_key):
            ours, theirs = jax.random.key_data(ours), jax.random.key_data(theirs)
        np.testing.assert_array_equal(ours, theirs)
    with pytest.raises(InputError, match=r"argument \(key\) has type uint32, expected key<fry>"):
        model(jax.random.key_data(key), data)


@pytest.mark.skipif(not THOROUGH, reason="runs in make test-thorough")
def test_jax_random_functions_equal_those_of_jax():
    random = jax.random
    functions = {
        "bernoulli": lambda key: random.bernoulli(key, 0.3, (9,)),
        "bits": lambda key: random.bits(key, (7,), np.uint16),
        "categorical": lambda key: random.categorical(key, jnp.arange(4.0), shape=(6,)),
        "cauchy": lambda key: random.cauchy(key, (5,)),
        "choice": lambda key: random.choice(key, 10, (4,), replace=False),
        "double_sided_maxwell": lambda key: random.double_sided_maxwell(key, 0.0, 1.0, (5,)),
        "exponential": lambda key: random.exponential(key, (5,)),
        "geometric": lambda key: random.geometric(key, 0.3, (5,)),
        "gumbel": lambda key: random.gumbel(key, (5,)),
        "laplace": lambda key: random.laplace(key, (5,)),
        "logistic": lambda key: random.logistic(key, (5,)),
        "lognormal": lambda key: random.lognormal(key, shape=(5,)),
        "maxwell": lambda key: random.maxwell(key, (5,)),
        "multivariate_normal": lambda key: random.multivariate_normal(
            key, jnp.zeros(3), jnp.eye(3) + 0.1, (4,)
        ),
        "normal": lambda key: random.normal(key, (3, 3)),
        "pareto": lambda key: random.pareto(key, 2.0, (5,)),
        "permutation": lambda key: random.permutation(key, 10),
        "rademacher": lambda key: random.rademacher(key, (9,)),
        "randint": lambda key: random.randint(key, (9,), -5, 1000),
        "rayleigh": lambda key: random.rayleigh(key, 1.0, (5,)),
        "triangular": lambda key: random.triangular(key, 0.0, 0.3, 1.0, (5,)),
        "truncated_normal": lambda key: random.truncated_normal(key, -2, 2, (5,)),
        "uniform": lambda key: random.uniform(key, (5,), jnp.bfloat16),
        "wald": lambda key: random.wald(key, 1.0, (5,)),
        "weibull_min": lambda key: random.weibull_min(key, 1.0, 2.0, (5,)),
    }
    key = random.key(11)
    for name, function in functions.items():
        ours, theirs = ttmlir.compile(function, key)(key), jax.jit(function)(key)
        tolerance = 1e-6 if ours.dtype == np.float32 else 0
        np.testing.assert_allclose(
            np.asarray(ours, float), np.asarray(theirs, float), tolerance, tolerance, err_msg=name
        )
    data = np.random.default_rng(0).integers(0, 2**32, (10000, 2), dtype=np.uint32)
    bits = jax.vmap(lambda data: jax.random.bits(jax.random.wrap_key_data(data), (3,)))
    np.testing.assert_array_equal(ttmlir.compile(bits, data)(data), jax.jit(bits)(data))


def test_jax_gathers_of_single_positions_are_exact_without_warning(recwarn):
    generator = np.random.default_rng(0)
    x, cube = (np.float32(generator.normal(size=size)) for size in ((6, 5), (3, 6, 5)))
    labels, rows = np.int32([0, 4, 2, -1, 7, -9]), np.int32([[0, 5], [1, -6], [9, 2]])

    def gathered(x, cube, labels, rows):
        along = jnp.take_along_axis
        return (
            *(along(x, labels[:, None], -1, mode=mode) for mode in ("fill", "clip")),
            x.at[jnp.arange(6), labels].get(mode="fill", fill_value=3.0),
            along(cube, rows[..., None] % 6, 1),
            *(jax.vmap(jnp.take, (0, 0, None))(cube, rows % 5, axis) for axis in (0, 1)),
            jax.vmap(lambda x, i: jax.lax.dynamic_index_in_dim(x, i, 0))(cube, rows[:, 0]),
            x[labels[2], rows[2, 1]],
        )

    arguments = x, cube, labels, rows
    found, expected = (
        ttmlir.compile(gathered, *arguments)(*arguments),
        jax.jit(gathered)(*arguments),
    )
    for ours, theirs in zip(found, expected, strict=True):
        assert np.array_equal(ours, theirs, equal_nan=True)
    assert not recwarn.list


def test_jax_factors_and_solutions_equal_those_of_jax():
    def solved(x, y):
        factor = jnp.linalg.cholesky(x)
        solve = jax.scipy.linalg.solve_triangular
        return factor, solve(factor, y, lower=True), jax.scipy.linalg.cho_solve((factor, True), y)

    generator = np.random.default_rng(0)
    x, y = (generator.standard_normal((2, 3, size)).astype(np.float32) for size in (3, 2))
    x = x @ x.swapaxes(1, 2) + np.eye(3, dtype=np.float32)
    x[1] -= 9 * np.eye(3, dtype=np.float32)  # not positive
    ours, theirs = ttmlir.compile(solved, x, y)(x, y), jax.jit(solved)(x, y)
    for one, other in zip(ours, theirs, strict=True):
        np.testing.assert_allclose(one, other, rtol=1e-4, atol=1e-5)
    assert np.isnan(ours[0][1, 0, 0])


@pytest.mark.parametrize("shape", [(3, 2), *([(2, 3, 3), (4, 3)] if THOROUGH else [])])
def test_jax_lu_and_qr_equal_those_of_jax(shape):
    def factors(x):
        return jax.lax.linalg.lu(x), jnp.linalg.qr(x)

    x = np.random.default_rng(1).standard_normal(shape).astype(np.float32)
    x[..., 1] = x[..., 0] * (2 if x.ndim == 2 else 1)  # the second pivot is 0, or rounding
    x[..., :1, 1] += 1
    ours, theirs = ttmlir.compile(factors, x)(x), jax.jit(factors)(x)
    for one, other in zip(*map(jax.tree.leaves, (ours, theirs)), strict=True):
        np.testing.assert_allclose(one, other, rtol=1e-4, atol=1e-5)


def test_jax_special_functions_equal_those_of_jax():
    special = jax.scipy.special
    x = np.float32([-50, -8, -0.5, 0, 1e-3, 1, 7.5, 8.5, 100, np.inf, np.nan])
    q = np.float32([-2.5, -2, 0, 0.1, 1, 3, 40, 1e4, np.nan])
    edges = np.float32([0, -0.0, 1, -1, np.inf, -np.inf, 3e38, np.nan])
    others = edges[::-1].copy()
    functions = {
        special.i1e: (x,),
        lambda q: special.zeta(np.float32([[1.0], [2.0], [3.5], [30.0], [0.5]]), q): (q,),
        jnp.nextafter: (edges, others),
    }
    if THOROUGH:
        functions |= {
            lambda q: special.polygamma(np.int32([[0], [1], [4]]), q): (q,),
            lambda x: jax.lax.cumlogsumexp(x, reverse=True): (x[:9],),
            jnp.copysign: (edges, others),
            jnp.frexp: (edges[:3],),
        }

    def all_functions(*arguments):
        return [function(*each) for function, each in zip(functions, arguments, strict=True)]

    arguments = tuple(functions.values())
    model = ttmlir.compile(all_functions, *arguments, warnings=["-w"])
    ours, theirs = model(*arguments), jax.jit(all_functions)(*arguments)
    for one, other in zip(*map(jax.tree.leaves, (ours, theirs)), strict=True):
        np.testing.assert_allclose(one, other, rtol=2e-5)


def test_jax_model_accepts_keyword_arguments_and_returns_none_results():
    model = ttmlir.compile(lambda x, *, y: (None, x - y), 1.0, example_kwargs={"y": 2.0})
    nothing, difference = model(5.0, y=7.0)
    assert (nothing, difference.shape, difference) == (None, (), -2)


def test_jax_model_keeps_unused_arguments_in_signature():
    model = ttmlir.compile(lambda x, unused: -x, jnp.ones(3), jnp.ones(5))
    assert model(jnp.ones(3), jnp.ones(5)).tolist() == [-1, -1, -1]


def test_unsupported_jax_operation_error_names_line_of_user():
    def rounded(x):
        return jax.lax.reduce_precision(x, 5, 10)

    line = rounded.__code__.co_firstlineno + 1
    with pytest.raises(CompilationError, match=rf"{__file__}:{line}:\d+: error.*reduce_precision"):
        ttmlir.compile(rounded, jnp.ones(4))


def test_jax_powers_of_special_values_match_xla():
    x = np.float32([-np.inf, -8, -1, -0.5, -0.0, 0, 0.25, 1, 4, np.inf, np.nan])
    exponents = [0.5, -0.5, 1 / 3, 0.25, 1.5, -1.5, 2.5, 0, 1, 2, 2.0, 3, -1, -2, -3.0]
    exponents += [np.inf, -np.inf, np.nan]

    def function(x, given):
        scalars = [x**each for each in exponents]
        constants = [jnp.power(x, jnp.full_like(x, each)) for each in exponents]
        integers = [jax.lax.integer_pow(x, each) for each in (-2, -1, 0, 1, 2, 3, 5)]
        return [*scalars, *constants, *integers, jnp.sqrt(x), jax.lax.rsqrt(x), x**given]

    given = np.float32([0.5, 3, -3, 0.5, 3, -1, -0.5, np.nan, 0.5, 0, 0])
    model = ttmlir.compile(function, x, given, warnings=["-w"])
    for ours, theirs in zip(model(x, given), jax.jit(function)(x, given), strict=True):
        is_zero = theirs == 0
        np.testing.assert_array_equal(np.signbit(ours[is_zero]), np.signbit(theirs[is_zero]))
        np.testing.assert_allclose(ours, theirs, rtol=1e-6)


@pytest.mark.parametrize(
    ("example", "libraries"),
    [
        ("training_step", ()),
        ("transformer_block", ()),
        ("flax_network", ("flax",)),
        ("equinox_training_step", ("equinox", "optax")),
    ],
)
def test_jax_examples_of_documentation_run(example, libraries):
    for library in libraries:
        pytest.importorskip(library, reason=f"{library} is not installed")
    runpy.run_path(str(EXAMPLES / f"{example}.py"), run_name="__main__")


def decode(cache, row, place):
    cache = jax.lax.dynamic_update_slice_in_dim(cache, row, place, 2)
    return cache, jnp.einsum("bhsd,bhtd->bhst", cache, row)


@pytest.mark.parametrize("place", [0, 15, 16, -1, -16, -17, 2**31 - 1, -(2**31)])
def test_jax_donated_cache_is_written_in_place(place):
    generator = np.random.default_rng(0)
    cache = (
        jnp.asarray(generator.standard_normal((1, 2, 16, 8)), jnp.bfloat16).at[0, 0, 3].set(jnp.nan)
    )
    row = (
        jnp.asarray(generator.standard_normal((1, 2, 1, 8)), jnp.bfloat16)
        .at[0, 0, 0, 0]
        .set(-jnp.inf)
    )
    model = decode_model(donate_argnums=0)
    assert model.ttnn.count("ttnn.update_cache") == 1
    before = np.array(cache)
    written, scores = model(cache, row, np.int32(place))
    expected = jax.jit(decode)(cache, row, np.int32(place))
    np.testing.assert_array_equal(
        np.asarray(written, np.float32), np.asarray(expected[0], np.float32)
    )
    np.testing.assert_allclose(
        np.asarray(scores, np.float32), np.asarray(expected[1], np.float32), rtol=1e-2, atol=1e-2
    )
    assert before.tobytes() == np.asarray(cache).tobytes(), "the caller's array"


@functools.cache
def decode_model(**options):
    shapes = [jax.ShapeDtypeStruct((1, 2, n, 8), jnp.bfloat16) for n in (16, 1)]
    return ttmlir.compile(decode, *shapes, jax.ShapeDtypeStruct((), jnp.int32), **options)


def test_jax_cache_without_donation_is_copied():
    assert "update_cache" not in decode_model().ttnn


def test_jax_mesh_of_one_device_prints_no_warning():
    from jax.sharding import Mesh, NamedSharding, PartitionSpec

    mesh = Mesh(np.array(jax.devices()[:1]), ("x",))
    sharding = NamedSharding(mesh, PartitionSpec("x"))

    def constrained(x):
        return jax.lax.with_sharding_constraint(jnp.tanh(x), sharding), x > 0

    x = np.random.default_rng(0).standard_normal((4, 8)).astype(np.float32)
    before = jax.config.jax_use_shardy_partitioner
    for partitioner in (not before, before):
        jax.config.update("jax_use_shardy_partitioner", partitioner)
        try:
            got = ttmlir.compile(constrained, x)(x)
        finally:
            jax.config.update("jax_use_shardy_partitioner", before)
        np.testing.assert_allclose(got[0], np.tanh(x), rtol=1e-5)
        np.testing.assert_array_equal(got[1], x > 0)


def test_jax_random_numbers_of_unknown_bits_are_refused_where_drawn():
    def sampled(x):
        def step(x, _):
            return x + jax.lax.rng_uniform(0.0, 1.0, (4,)), x.sum()

        return jax.lax.scan(step, x, None, length=9)[1]

    with pytest.raises(CompilationError, match=r"draws random numbers.*draw them outside") as error:
        ttmlir.compile(sampled, jnp.ones(4))
    start = sampled.__code__.co_firstlineno
    places = [f"{__file__}:{start + line}:0: error: '" for line in range(1, 5)]
    assert str(error.value).startswith(tuple(places))


@pytest.mark.parametrize("name", ["svd", "eigh"])
def test_jax_factorization_is_refused_at_its_call(name):
    def earlier(x):
        return getattr(jnp.linalg, name)(x)

    def fitted(x):
        y = x + 1
        return getattr(jnp.linalg, name)(y)

    for function, line in ((earlier, 1), (fitted, 2)):
        with pytest.raises(CompilationError) as caught:
            ttmlir.compile(function, jnp.eye(3))
        place = f"{__file__}:{function.__code__.co_firstlineno + line}:0"
        assert str(caught.value).startswith(
            f"{place}: error: '{function.__name__}' factors a matrix ("
        )
        assert "getattr(jnp.linalg, name)" in str(caught.value)


def test_jax_factorization_of_a_large_matrix_is_refused():
    with pytest.raises(CompilationError, match=r"factors a matrix \('cholesky'\).* up to 64 rows"):
        ttmlir.compile(jnp.linalg.cholesky, jnp.eye(65))


@pytest.mark.parametrize(
    ("function", "text"),
    [
        (lambda x: jax.debug.print("sum"), "calls Python while it runs ('debug"),
        (lambda x: jax.pure_callback(abs, x, x), "calls Python while it runs ('pure_callback')"),
    ],
)
def test_jax_primitive_without_a_lowering_is_refused_at_its_call(function, text):
    with pytest.raises(CompilationError) as caught:
        ttmlir.compile(function, jnp.ones(3))
    place, _, message = str(caught.value).partition(" error: ")
    assert place == f"{__file__}:{function.__code__.co_firstlineno}:0:"
    assert text in message


def test_jax_loop_that_depends_on_data_is_refused_without_its_body():
    def repeated(x):
        return jax.lax.while_loop(lambda v: v.sum() < 9, lambda v: v + 1, x)

    with pytest.raises(CompilationError) as caught:
        ttmlir.compile(repeated, jnp.ones(3))
    reason = "note: the number of iterations depends on data: loop-bound=N computes at most N\n"
    assert str(caught.value).endswith(reason)
    assert "stablehlo.add" not in str(caught.value)


def test_unused_jax_random_numbers_are_accepted():
    def function(x):
        jax.random.normal(jax.random.key(0), (3,))
        return x * 2

    assert ttmlir.compile(function, jnp.ones(3))(jnp.ones(3)).tolist() == [2, 2, 2]


@pytest.mark.parametrize(
    ("function", "dtype", "message"),
    [
        (lambda x: x + x, jnp.float8_e4m3fn, r"argument 'x' .*'tensor<3xf8E4M3FN>'.*no f8E4M3FN"),
        (lambda x: x + x, jnp.int4, r"argument 'x' .*'tensor<3xi4>'.*use i8 or i32"),
        (lambda x: x.astype(jnp.float8_e5m2) * 2, jnp.float32, "'stablehlo.convert'.*no f8E5M2"),
        (lambda x: x.astype(jnp.uint4), jnp.float32, "'stablehlo.*no ui4"),
    ],
)
def test_unsupported_jax_type_or_function_is_refused_at_its_line(function, dtype, message):
    place = f"{__file__}:{function.__code__.co_firstlineno}:"
    with pytest.raises(CompilationError, match=message) as caught:
        ttmlir.compile(function, jnp.zeros(3, dtype))
    assert str(caught.value).startswith(place)


def test_jax_array_of_another_size_reports_remedy():
    model = ttmlir.compile(jnp.negative, jnp.ones((2, 3)))
    with pytest.raises(InputError, match=r"shape 3x3, expected 2x3: compile a model for it.*jit"):
        model(jnp.ones((3, 3)))


def test_jax_warnings_show_source_line_once(recwarn, capfd):
    def picked(x):
        return x[:, ::2] + x[:, 1::2]

    model = ttmlir.compile(picked, jnp.ones((4, 8)))
    warning = recwarn.pop(CompilationWarning)
    shown = str(warning.message)
    assert warning.filename == __file__
    assert [each.message for each in model.diagnostics] == [warning.message.diagnostic.message]
    line = picked.__code__.co_firstlineno + 1
    assert shown.startswith(f"{__file__}:{line}:")
    assert shown.count("warning: ") == 1
    assert "see current operation" not in shown
    assert "called from" not in shown
    assert shown.splitlines()[1].strip() == "return x[:, ::2] + x[:, 1::2]"
    assert len(shown.splitlines()) == 3  # message, source line and caret
    recwarn.clear()
    assert model.check(jnp.ones((4, 8))).passed
    assert not [each for each in recwarn if each.category is CompilationWarning]
    assert capfd.readouterr().err == ""
