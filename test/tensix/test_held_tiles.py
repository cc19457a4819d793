"""Tests of held tiles: tensors that stay in the host's row order until their tiles are read. Only
the run time may differ.
"""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from metal_builders import (
    L1_BASE,
    Kernel,
    Tensor,
    binary,
    command,
    enqueue,
    over,
    ports,
)
from tiers import example_count

from ttmlir_py.runtime.errors import SimulationError
from ttmlir_py.tensix import buffers, load
from ttmlir_py.tensix.operations import MIXES_PLACES, OPERATIONS, is_configuration
from ttmlir_py.tensix.tile_loops import _IN_SECTIONS

pytestmark = pytest.mark.slow

CORES = (1, 2, 2, 3)
TILES = 4
SHAPE = (64 * CORES[2], 64 * CORES[3])


def tensors(count, *types):
    """Return tensors in sequence, of four tiles on each of six cores."""
    made, address = [], L1_BASE
    for number in range(count):
        kind = types[number % len(types)] if types else "Float32"
        made.append(Tensor(number + 1, SHAPE, address, CORES, kind))
        address += made[-1].bytes
    return made


def values_of(tensor, seed=0):
    rng = np.random.default_rng(seed + tensor.number)
    if tensor.data_type in ("Float32", "BFloat16"):
        values = rng.standard_normal(tensor.shape).astype(np.float32)
        values[0, :6] = np.nan, np.inf, -np.inf, -0.0, 0.0, 1e30
        return values
    high = 200 if tensor.data_type == "UInt8" else 1000
    return rng.integers(0, high, tensor.shape)


def loop(compute, packs="pack_tile(0, out0, i);", tiles=TILES):
    """Return a loop over the tiles of a shard."""
    return ports(f"""
    for (int32_t i = 0; i < {tiles}; i += 1) {{
      tile_regs_acquire(); {compute} tile_regs_commit();
      tile_regs_wait(); {packs} tile_regs_release();
    }}""")


def step(
    compute, operands, out, *, packs="pack_tile(0, out0, i);", more=(), wide=False, tiles=TILES
):
    """Return a command whose kernel computes one tensor from one or two."""
    bound = [*(over(port, each) for port, each in enumerate(operands)), over(16, out), *more]
    return enqueue(Kernel("tensix", loop(compute, packs, tiles), CORES, bound, wide=wide))


def outcome(data, inputs, **options):
    """Return the bits of all results, or the report."""
    try:
        return [each.tobytes() for each in load(data).run(inputs, **options)]
    except SimulationError as error:
        return str(error)


@pytest.fixture
def written_out(monkeypatch):
    """Return the addresses of tensors whose tiles were read."""
    asked = []
    for kind in (buffers.HeldTiles, buffers.HeldInDram):

        def counting(held, windows, write_out=kind.write_out):
            asked.append(held.address)
            write_out(held, windows)

        monkeypatch.setattr(kind, "write_out", counting)
    return asked


def call(name):
    """Return a section that calls a function. A function on registers first gets tiles of two
    ports.
    """
    operation = OPERATIONS[name]
    kinds = [each for each in operation.arguments if not each.endswith("?")]
    template = {
        "typecast_tile": "<DataFormat::Float32, DataFormat::Float16_b>",
        "reduce_tile": "<PoolType::SUM, ReduceDim::REDUCE_ROW>",
        "unary_bcast": "<BroadcastType::ROW>",
        "where_tile": "<DataFormat::Float32>",
        "logical_not_tile": "<DataFormat::Float32>",
    }.get(name, "<DataFormat::Int32>" if operation.template else "")
    if "cb" in kinds:
        given = ["in0", "in1"][: kinds.count("cb")] + ["i"] * kinds.count("cb") + ["0"]
        return f"{name}{template}({', '.join(given)});"
    given = ["0", "0", "1065353216"] if name == "clamp_tile" else ["0", "1", "0", "0"][: len(kinds)]
    return f"copy_tile(in0, i, 0); copy_tile(in1, i, 1); {name}{template}({', '.join(given)});"


FUNCTIONS = sorted(
    name
    for name in OPERATIONS
    if _IN_SECTIONS.fullmatch(name)
    and not is_configuration(name)
    and not name.startswith(("tile_regs_", "pack_tile"))
)


@pytest.mark.parametrize("name", FUNCTIONS)
def test_tile_function_is_independent_of_element_order_or_listed(name, written_out):
    """Tile functions that are not listed as mixing positions compute each value separately."""
    done = 0
    for kind in ("Float32", "Int32", "UInt16"):
        a, b, out = tensors(3, kind)
        data = binary([a, b], [out], [step(call(name), [a, b], out, wide=kind == "Int32")])
        inputs = [values_of(a), values_of(b)]
        written_out.clear()
        together, alone = (outcome(data, inputs, lockstep=each) for each in (True, False))
        if isinstance(together, list):
            done += 1
            used = {a.address, b.address} if "in1" in call(name) else {a.address}
            assert (used <= set(written_out)) == (name in MIXES_PLACES), written_out
            assert together == alone
        else:  # integers are wanted, or floating point: the report names the cores
            assert together.partition("wants")[1:] == alone.partition("wants")[1:]
    assert done


def test_chain_of_tile_functions_holds_results_without_writing_tiles(written_out):
    a, b, c, d = tensors(4, "Float32", "BFloat16")
    steps = [
        step("add_tiles(in0, in1, i, i, 0);", [a, b], c),
        step("copy_tile(in0, i, 0); exp_tile(0);", [c], d),
    ]
    data = binary([a, b], [d, c], steps)
    x, y = values_of(a), values_of(b)
    one, two = load(data).run([x, y])
    assert not written_out
    other = load(data).run([x, y], lockstep=False)
    assert [one.tobytes(), two.tobytes()] == [each.tobytes() for each in other]
    assert not written_out  # each core alone: nothing is held


def test_buffer_filled_with_constant_is_held_without_writing_tiles(written_out):
    a, b, out = tensors(3)
    word = int(np.float32(2.5).view(np.uint32))
    fill = command("EnqueueWriteBuffer", b, src=("ConstantBuffer32", {"data": [word]}))
    create = command("CreateBuffer", b)
    data = binary([a], [out], [create, fill, step("mul_tiles(in0, in1, i, i, 0);", [a, b], out)])
    x = values_of(a)
    (got,) = load(data).run([x])
    np.testing.assert_array_equal(got, x * np.float32(2.5))
    assert not written_out


def test_reader_of_held_tiles_in_another_order_causes_write(written_out):
    """Operands are transposed, read in another order, read in part, or read by another core or by a
    port of another format.
    """
    a, b, c, out = tensors(4)
    first = step("add_tiles(in0, in1, i, i, 0);", [a, b], c)
    readers = {
        "transposed": step("transpose_wh_tile(in0, i, 0);", [c], out),
        "backwards": step("copy_tile(in0, 3 - i, 0);", [c], out),
        "with another order": step("sub_tiles(in0, in1, i, 3 - i, 0);", [c, a], out),
        "in part": enqueue(
            Kernel("tensix", loop("copy_tile(in0, 0, 0);"), CORES, [over(0, c), over(16, out)])
        ),
        "moved": enqueue(
            Kernel(
                "noc0",
                f"noc_async_read(get_noc_addr(3, 2, {c.address}), {out.address}, {out.bytes}); "
                "noc_async_read_barrier();",
                CORES,
            )
        ),
    }
    x, y = values_of(a), values_of(b)
    for name, reader in readers.items():
        data = binary([a, b], [out], [command("CreateBuffer", c), first, reader])
        written_out.clear()
        got = outcome(data, [x, y])
        assert isinstance(got, list)
        assert got == outcome(data, [x, y], lockstep=False), name
        assert c.address in written_out, name


FAR = "DeviceDRAM"


@pytest.mark.parametrize(
    ("cores", "rows", "half", "is_written"),
    [((0, 0, 2, 8), 2, 0, False), ((0, 0, 2, 8), 2, 1, True), ((1, 2, 2, 3), 2, 0, False)],
    ids=["shards", "half a shard", "not one behind the other"],
)
def test_read_of_shards_from_held_dram_tensor_gives_tiles(
    written_out, cores, rows, half, is_written
):
    """Each core of the chip's first row reads a shard, or half of it."""
    shape = (32 * rows * cores[2], 32 * cores[3])
    source = Tensor(1, shape, L1_BASE, cores, space=FAR)
    target = Tensor(2, (32 * rows, 256), L1_BASE, (0, 0, 1, 8))
    first = cores[0] * 8 + cores[1]
    reads = [
        Kernel(
            "noc0",
            f"noc_async_read(get_noc_addr_from_bank_id<true>(0, {L1_BASE + (first + i % 3) * source.bytes}), "
            f"{L1_BASE}, {source.bytes // (1 + half)}); noc_async_read_barrier();",
            (0, i, 1, 1),
        )
        for i in range(8)
    ]
    data = binary([source], [target, source], [enqueue(*reads)])
    x = values_of(source)
    got = outcome(data, [x])
    assert isinstance(got, list) is not bool(half)  # the other half is missing
    assert got == outcome(data, [x], lockstep=False)
    assert bool(written_out) is is_written


def test_metal_run_inputs_and_outputs_share_no_arrays():
    """Programs have an input that is also an output, or return an output twice. Each array is
    separate, and inputs are unchanged.
    """
    a, out = tensors(2)
    data = binary([a], [a, out, out], [step("copy_tile(in0, i, 0);", [a], out)])
    x = values_of(a)
    before = x.copy()
    given, one, two = load(data).run([x])
    assert not np.shares_memory(given, x)
    assert not np.shares_memory(one, two)
    assert not np.shares_memory(one, x)
    for each in (given, one, two):
        each[:] = 7
    np.testing.assert_array_equal(x, before)
    assert not (one == 8).any()


SECTIONS = [
    ("add_tiles(in0, in1, i, i, 0);", 2, {}),
    ("copy_tile(in0, i, 0); abs_tile(0); copy_tile(in1, i, 3); max_tile(0, 3);", 2, {}),
    ("copy_tile(in0, i, 0); negative_tile(0);", 1, {}),
    ("copy_tile(in0, i, 0); typecast_tile<DataFormat::Float32, DataFormat::Float16_b>(0);", 1, {}),
    ("transpose_wh_tile(in0, i, 0);", 1, {}),
    ("sub_tiles(in0, in1, i, 3 - i, 0);", 2, {}),
    ("copy_tile(in0, i, 0);", 1, {"tiles": 3}),
    ("copy_tile(in0, i, 0); copy_tile(in1, i, 1);", 2, {"packs": "pack_tile(1, out0, i);"}),
]


@settings(max_examples=example_count(20))
@given(
    types=st.lists(st.sampled_from(["Float32", "BFloat16"]), min_size=5, max_size=5),
    steps=st.lists(
        st.tuples(st.sampled_from(SECTIONS), st.permutations(range(5))), min_size=1, max_size=5
    ),
    again=st.booleans(),
)
def test_random_programs_with_and_without_held_tiles_give_same_results(types, steps, again):
    """Random chains over five tensors of two types, each of which may be written and read again."""
    made = tensors(5, *types)
    commands = [
        step(compute, [made[i] for i in places[:operands]], made[places[2]], **options)
        for (compute, operands, options), places in steps
    ]
    data = binary(made, made, commands)
    inputs = [values_of(each) for each in made]
    loaded = load(data)
    if again:  # on a machine that has held something
        loaded.run([values_of(each, 9) for each in made])
    together = [each.tobytes() for each in loaded.run(inputs)]
    assert together == outcome(data, inputs, lockstep=False)
