"""Compare calls of compute kernels with numpy, on one tile and on blocks of tiles."""

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from metal_builders import BFLOAT, FLOAT, Kernel, Port, Tensor, floats, over, ports, run
from tiers import example_count

from ttmlir_py.runtime.formats import FORMATS, Array, round_to
from ttmlir_py.runtime.registers import stored
from ttmlir_py.tensix.registers import Numerics

pytestmark = pytest.mark.slow

ADDRESSES = (1024, 1 << 16, 1 << 17, 1 << 18)


def tensors(count: int, shape=(32, 32), data_type: str = FLOAT, **fields) -> list[Tensor]:
    return [Tensor(i + 1, shape, ADDRESSES[i], data_type=data_type, **fields) for i in range(count)]


SECTION = "tile_regs_acquire();\n{}\ntile_regs_commit(); tile_regs_wait();\npack_tile({}, out0, 0);\ntile_regs_release();"


def compute(body: str, *operands: Array, data_type: str = FLOAT, result: int = 0) -> Array:
    """Run one section of a kernel on a tile of each operand, and return the packed tile."""
    *inputs, out = tensors(len(operands) + 1, data_type=data_type)
    bound = [over(i, each) for i, each in enumerate(inputs)] + [over(16, out)]
    kernel = Kernel("tensix", ports(SECTION.format(body, result)), ports=bound)
    pairs = list(zip(inputs, operands, strict=True))
    (got,) = run(pairs, [out], kernel)
    return got.astype(np.float32)


@pytest.mark.parametrize("data_type", [FLOAT, BFLOAT])
@pytest.mark.parametrize(
    ("name", "function"), [("add", np.add), ("sub", np.subtract), ("mul", np.multiply)]
)
@settings(max_examples=example_count(5))
@given(seed=st.integers(0, 1000))
def test_binary_tile_call_matches_numpy(name, function, data_type, seed):
    a, b = floats(seed, 32, 32), floats(seed + 1, 32, 32)
    got = compute(
        f"{name}_tiles_init(in0, in1); {name}_tiles(in0, in1, 0, 0, 3);",
        a,
        b,
        data_type=data_type,
        result=3,
    )
    assert np.array_equal(got, round_to(function(a, b), FORMATS[data_type]))


UNARY = {
    "exp": np.exp,
    "recip": np.reciprocal,
    "sqrt": np.sqrt,
    "rsqrt": lambda x: 1 / np.sqrt(x),
    "relu": lambda x: np.maximum(x, 0),
    "sigmoid": lambda x: 1 / (1 + np.exp(-x)),
    "negative": np.negative,
    "abs": np.abs,
    "tanh": np.tanh,
    "log": np.log,
}


@pytest.mark.parametrize("name", UNARY)
def test_unary_tile_call_matches_numpy(name):
    x = np.abs(floats(4, 32, 32)) + np.float32(0.5)
    got = compute(
        f"copy_tile_init(in0); copy_tile(in0, 0, 1); {name}_tile_init(); {name}_tile(1);",
        x,
        result=1,
    )
    np.testing.assert_allclose(got, UNARY[name](x), rtol=1e-6)


def test_maximum_of_two_tiles_matches_numpy():
    a, b = floats(5, 32, 32), floats(6, 32, 32)
    body = "max_tile_init(); copy_tile(in0, 0, 0); copy_tile(in1, 0, 1); max_tile(0, 1);"
    assert np.array_equal(compute(body, a, b), np.maximum(a, b))


@pytest.mark.parametrize(
    ("name", "function"),
    [
        ("binary_min", np.minimum),
        ("binary_max", np.maximum),
        ("sub_binary", np.subtract),
        ("div_binary", np.divide),
    ],
)
def test_binary_vector_unit_call_matches_numpy(name, function):
    a, b = floats(5, 32, 32), np.abs(floats(6, 32, 32)) + 1
    body = f"copy_tile(in0, 0, 4); copy_tile(in1, 0, 5); {name}_tile(4, 5, 6);"
    np.testing.assert_allclose(compute(body, a, b, result=6), function(a, b), rtol=1e-6)


@settings(max_examples=example_count(5))
@given(seed=st.integers(0, 1000), transpose=st.booleans())
def test_matmul_tiles_call_adds_to_dst_tile(seed, transpose):
    a, b = floats(seed, 32, 32), floats(seed + 1, 32, 32)
    call = f"matmul_tiles(in0, in1, 0, 0, 2, {int(transpose)});"
    got = compute(f"mm_init(in0, in1, out0); {call} {call}", a, b, result=2)
    assert np.array_equal(got, 2 * (a @ (b.T if transpose else b)))


def test_transpose_tile_call_matches_numpy():
    x = floats(7, 32, 32)
    assert np.array_equal(
        compute("transpose_wh_init(in0, out0); transpose_wh_tile(in0, 0, 0);", x), x.T
    )


def test_typecast_tile_call_rounds_to_target_format():
    x = floats(8, 32, 32) * np.float32(1.001)
    got = compute(
        "copy_tile(in0, 0, 0); typecast_tile<DataFormat::Float32, DataFormat::Float16_b>(0);", x
    )
    assert np.array_equal(got, round_to(x, FORMATS[BFLOAT]))


def expected_reduction(x: Array, pool: str, dimension: str, weight: float) -> Array:
    result = np.zeros_like(x)
    reduce = np.max if pool == "MAX" else np.sum
    if dimension == "ROW":
        result[:, 0] = reduce(x, axis=1) * weight
    elif dimension == "COL":
        result[0, :] = reduce(x, axis=0) * weight
    else:  # sums are scaled along both dimensions
        result[0, 0] = reduce(x) * (weight if pool == "MAX" else weight * weight)
    return result


@pytest.mark.parametrize("dimension", ["ROW", "COL", "SCALAR"])
@pytest.mark.parametrize("pool", ["SUM", "MAX"])
@settings(max_examples=example_count(5))
@given(seed=st.integers(0, 1000), weight=st.sampled_from([0.5, 1.0, 2.0]))
def test_reduce_tile_call_matches_numpy(pool, dimension, seed, weight):
    x, scaler = floats(seed, 32, 32), np.full((32, 32), weight, np.float32)
    template = f"PoolType::{pool}, ReduceDim::REDUCE_{dimension}"
    body = f"reduce_init<true, {template}>(in0, in1, out0); reduce_tile<{template}>(in0, in1, 0, 0, 0);"
    assert np.array_equal(compute(body, x, scaler), expected_reduction(x, pool, dimension, weight))


def test_reduce_tile_uses_first_rows_of_scaler_faces():
    x, scaler = floats(1, 32, 32), floats(2, 32, 32)
    scaler[0], scaler[16] = 1, 1
    template = "PoolType::SUM, ReduceDim::REDUCE_ROW"
    got = compute(f"reduce_tile<{template}>(in0, in1, 0, 0, 0);", x, scaler)
    assert np.array_equal(got, expected_reduction(x, "SUM", "ROW", 1))


@pytest.mark.parametrize("data_type", [FLOAT, BFLOAT, "UInt16"])
def test_tilize_and_untilize_round_trip(data_type):
    """32 rows of scalars become tiles, and tiles become rows again, which is a permutation."""
    values = np.arange(32 * 96).reshape(32, 96) % 251
    given_ = values.astype(FORMATS_EXTERNAL[data_type])
    rows, back = (
        Tensor(i, (32, 96), ADDRESSES[i], data_type=data_type, tiled=False) for i in (0, 2)
    )
    tiled = Tensor(1, (32, 96), ADDRESSES[1], data_type=data_type)
    body = "tilize_init(in0, 3, out0); tilize_block(in0, 3, out0); cb_push_back(out0, 3);"
    there = Kernel("tensix", ports(body), ports=[over(0, rows), over(16, tiled)])
    (got,) = run([(rows, given_)], [tiled], there)
    assert np.array_equal(got, given_)  # tiles are read to the host as a matrix
    body = "untilize_init(in0, out0); untilize_block(in0, 3, out0); cb_push_back(out0, 3);"
    home = Kernel("tensix", ports(body), ports=[over(0, tiled), over(16, back)])
    (got,) = run([(tiled, given_)], [back], home)
    assert np.array_equal(got, given_)


FORMATS_EXTERNAL = {name: FORMATS[name].external for name in (FLOAT, BFLOAT, "UInt16")}


def test_pack_tile_rounds_to_nearest_even():
    """The value 1 + 2^-8 is halfway between two bfloat16 numbers."""
    x = np.full((32, 32), 1 + 2**-8, np.float32)
    source, target = (
        Tensor(1, (32, 32), ADDRESSES[0]),
        Tensor(2, (32, 32), ADDRESSES[1], data_type=BFLOAT),
    )
    kernel = Kernel(
        "tensix",
        ports(SECTION.format("copy_tile(in0, 0, 0);", 0)),
        ports=[over(0, source), over(16, target)],
    )
    (got,) = run([(source, x)], [target], kernel)
    assert (got.astype(np.float32) == 1).all()


def test_pack_tile_in_order_ignores_index():
    x = floats(9, 32, 64)
    source, target = tensors(2, (32, 64))
    copy = SECTION.replace("pack_tile({}, out0, 0)", "pack_tile(0, out0, {})")
    body = copy.format("copy_tile(in0, 1, 0);", 1) + copy.format("copy_tile(in0, 0, 0);", 0)
    (got,) = run(
        [(source, x)],
        [target],
        Kernel("tensix", ports(body), ports=[over(0, source), over(16, target)]),
    )
    assert np.array_equal(got, np.hstack(np.hsplit(x, 2)[::-1]))


def truncated(x: Array, bits: int) -> Array:
    """Return floats without the given number of low mantissa bits."""
    return (x.view(np.uint32) >> bits << bits).view(np.float32)


@pytest.mark.parametrize("wide", [False, True])
def test_device_numerics_truncate_source_registers_and_round_sums(wide):
    """With narrow registers, sources are truncated to bf16 and sums rounded to bf16. With wide
    ones, sources are truncated to tf32.
    """
    rng = np.random.default_rng(3)
    a, b = (rng.uniform(0.5, 2, (32, 32)).astype(np.float32) for _ in range(2))
    first, second, out = tensors(3)
    kernel = Kernel(
        "tensix",
        ports(SECTION.format("add_tiles(in0, in1, 0, 0, 0);", 0)),
        ports=[over(0, first), over(1, second), over(16, out)],
        wide=wide,
    )
    pairs = [(first, a), (second, b)]
    (ideal,), (device,) = (run(pairs, [out], kernel, numerics=each) for each in Numerics)
    assert np.array_equal(ideal, a + b)
    total = sum(truncated(x, 13 if wide else 16) for x in (a, b))
    assert np.array_equal(device, total if wide else stored(total, FORMATS[BFLOAT]))
    assert not np.array_equal(device, ideal)


@settings(max_examples=example_count(5))
@given(pages=st.integers(1, 4), count=st.integers(1, 9), seed=st.integers(0, 100))
def test_tiles_pass_through_smaller_circular_buffer_in_order(pages, count, seed):
    """Within one kernel, tiles pass in order through a buffer with fewer pages than there are
    tiles.
    """
    x = floats(seed, 32, 32 * count)
    source = Tensor(1, (32, 32 * count), ADDRESSES[0])
    target = Tensor(2, (32, 32 * count), ADDRESSES[1])
    ring = Port(24, ADDRESSES[2], pages)
    body = f"""
    for (int32_t i = 0; i < {count}; i += 1) {{
      cb_reserve_back(mid0, 1);
      tile_regs_acquire(); copy_tile(in0, i, 0); tile_regs_commit();
      tile_regs_wait(); pack_tile(0, mid0, 0); tile_regs_release();
      cb_push_back(mid0, 1);
      cb_wait_front(mid0, 1);
      tile_regs_acquire(); copy_tile(mid0, 0, 0); negative_tile(0); tile_regs_commit();
      tile_regs_wait(); pack_tile(0, out0, 0); tile_regs_release();
      cb_pop_front(mid0, 1);
    }}
    """
    kernel = Kernel("tensix", ports(body), ports=[over(0, source), over(16, target), ring])
    (got,) = run([(source, x)], [target], kernel)
    assert np.array_equal(got, -x)


REDUCED = "reduce_tile<PoolType::SUM, ReduceDim::REDUCE_ROW>(in0, in1, 0, 0, 0);"


@pytest.mark.filterwarnings("error")
@pytest.mark.parametrize(
    "body", ["matmul_tiles(in0, in1, 0, 0, 0);", "mul_tiles(in0, in1, 0, 0, 0);", REDUCED]
)
def test_tile_call_that_overflows_gives_infinity_without_warning(body):
    """The same holds for products and reductions. Users of kernels must not see numpy's
    warnings.
    """
    large = np.full((32, 32), 3e38, np.float32)
    assert np.isposinf(compute(body, large, large)[:, 0]).all()


@pytest.mark.parametrize("schedule", [None, 1, 2, 3])
@pytest.mark.parametrize("lockstep", [True, False])
def test_dst_register_of_16_bits_has_format_of_operand(schedule, lockstep):
    """Tiles of float16 and bfloat16 alternate. Each result has the format of its operand."""
    fine = (1 + np.arange(1024).reshape(32, 32) / 1024).astype(np.float16)  # 10 bits of mantissa
    coarse = fine.astype(np.float32) * 2.0**100
    a, b = tensors(2, data_type="Float16")
    b = replace(b, data_type=BFLOAT)
    outs = [replace(each, number=each.number + 2) for each in tensors(4)[2:]]
    body = ports(
        "".join(
            f"""
            tile_regs_acquire(); copy_tile(in{n}, 0, 0); negative_tile(0); tile_regs_commit();
            tile_regs_wait(); pack_tile(0, out{n}, 0); tile_regs_release();"""
            for n in range(2)
        )
    )
    bound = [over(0, a), over(1, b), over(16, outs[0]), over(17, outs[1])]
    kernel = Kernel("tensix", body, ports=bound)
    options = {"numerics": Numerics.DEVICE, "schedule": schedule, "lockstep": lockstep}
    got = run([(a, fine), (b, coarse)], outs, kernel, **options)
    assert np.array_equal(got[0], -fine.astype(np.float32))
    assert np.array_equal(got[1], -round_to(coarse, FORMATS["BFloat16"]))
