"""Tests of kernels that move data: network, semaphores, DRAM."""

import numpy as np
import pytest
import right_programs
from hypothesis import given, settings
from hypothesis import strategies as st
from metal_builders import (
    L1_BASE,
    Kernel,
    Port,
    Tensor,
    binary,
    command,
    enqueue,
    floats,
    ports,
    run,
)
from tiers import example_count

from ttmlir_py.tensix import load

TILE = 4096
WORD = "volatile tt_l1_ptr uint32_t* {0} = reinterpret_cast<volatile tt_l1_ptr uint32_t*>({1});"


def grid(number, rows, columns, address, **fields):
    """Return a tensor of one tile per core."""
    return Tensor(number, (32 * rows, 32 * columns), address, (0, 0, rows, columns), **fields)


@pytest.mark.parametrize("lockstep", [True, False])
def test_reads_by_address_table_move_tiles_between_cores(lockstep):
    """Each core reads the tile of the core named in the table."""
    source, target = grid(1, 2, 2, 1024), grid(2, 2, 2, 8192)
    body = """
    for (int32_t i = 0; i < 1; i += 1) {
      int32_t xy = moves[i][3];
      int32_t x = xy & 65535;
      int32_t y = xy >> 16;
      noc_async_read(get_noc_addr(x, y, moves[i][1]), moves[i][0], moves[i][2]);
    }
    noc_async_read_barrier();
    """
    x = floats(1, 64, 64)
    kernels = [
        Kernel(
            "noc0",
            body,
            (row, column, 1, 1),
            tables={"moves": np.array([[8192, 1024, TILE, (row << 16) | (1 - column)]])},
        )
        for row in range(2)
        for column in range(2)
    ]
    (got,) = run([(source, x)], [target], *kernels, lockstep=lockstep)
    assert np.array_equal(got, np.hstack(np.hsplit(x, 2)[::-1]))


def test_packet_reads_and_stores_fill_scaler_tile():
    """The scaler tile of a reduction is filled with zeros in packets, then with words."""
    out = Tensor(1, (32, 32), 8192)
    body = f"""
    int64_t zeros = get_noc_addr(MEM_ZEROS_BASE);
    noc_async_read_one_packet_set_state(zeros, MEM_ZEROS_SIZE);
    for (int32_t i = 0; i < {TILE} / MEM_ZEROS_SIZE; i += 1) {{
      noc_async_read_one_packet_with_state(zeros, 8192 + i * MEM_ZEROS_SIZE);
    }}
    noc_async_read_barrier();
    {WORD.format("p", "8192")}
    for (int32_t face = 0; face < 4; face += 1) {{
      for (int32_t k = 0; k < 16; k += 1) {{ p[face * 256 + k] = 1065353216; }}
    }}
    """
    (got,) = run([], [out], Kernel("noc0", body))
    expected = np.zeros((32, 32), np.float32)
    expected[[0, 16]] = 1
    assert np.array_equal(got, expected)


@pytest.mark.parametrize("with_self", [False, True])
def test_multicast_writes_to_rectangle_of_cores(with_self):
    """The tile of one core is written to a rectangle of cores."""
    source, target = Tensor(1, (32, 32), 1024), grid(2, 2, 3, 8192)
    call = "noc_async_write_multicast_loopback_src" if with_self else "noc_async_write_multicast"
    count = 6 if with_self else 5
    body = f"""
    {call}(1024, get_noc_multicast_addr(0, 0, 2, 1, 8192), {TILE}, {count});
    noc_async_write_barrier();
    """
    if not with_self:
        body += (
            f"noc_async_write(1024, get_noc_addr(0, 0, 8192), {TILE}); noc_async_write_barrier();"
        )
    x = floats(2, 32, 32)
    (got,) = run([(source, x)], [target], Kernel("noc1", body))
    assert np.array_equal(got, np.tile(x, (2, 3)))


@pytest.mark.parametrize("lockstep", [True, False])
def test_cores_that_each_wait_for_previous_core_finish(lockstep):
    """Each core waits for the previous one. In lockstep, all cores would wait for the first;
    therefore they are run separately.
    """
    out = grid(1, 1, 4, 8192, data_type="UInt32", tiled=False)
    first = f"""
    int32_t turn = get_semaphore(get_arg_val<uint32_t>(0));
    {WORD.format("p", "8192")}
    for (int32_t i = 0; i < 1024; i += 1) {{ p[i] = 1; }}
    noc_semaphore_inc(get_noc_addr(1, 0, turn), 1, 0);
    """
    following = f"""
    int32_t turn = get_semaphore(get_arg_val<uint32_t>(0));
    {WORD.format("word", "turn")}
    noc_semaphore_wait_min(word, 1);
    {WORD.format("p", "8192")}
    for (int32_t i = 0; i < 1024; i += 1) {{ p[i] = 2; }}
    noc_semaphore_inc(get_noc_addr(2, 0, turn), 1, 0);
    noc_semaphore_inc(get_noc_addr(3, 0, turn), 1, 0);
    """
    kernels = [
        Kernel("noc0", first, (0, 0, 1, 1), semaphores=[0]),
        Kernel("noc0", following, (0, 1, 1, 3), semaphores=[0]),
    ]
    (got,) = run([], [out], *kernels, lockstep=lockstep)
    assert np.array_equal(
        got, np.repeat([[1, 2, 2, 2]], 32, axis=1).reshape(1, -1).repeat(32, axis=0)
    )


def test_semaphore_wait_ends_after_ordinary_write_to_its_word():
    """A wait for a word ends when any operation changes the word."""
    out = Tensor(1, (1, 4), 8192, data_type="UInt32", tiled=False)
    waits = f"""
    {WORD.format("flag", "get_semaphore(get_arg_val<uint32_t>(0))")}
    noc_semaphore_wait(flag, 7);
    {WORD.format("p", "8192")}
    for (int32_t i = 0; i < 4; i += 1) {{ p[i] = i; }}
    """
    writes = """
    int32_t own = get_semaphore(get_arg_val<uint32_t>(0));
    noc_async_write(own, get_noc_addr(0, 0, own), 4);
    noc_async_write_barrier();
    """
    kernels = [
        Kernel("noc0", waits, semaphores=[0]),
        Kernel("noc0", writes, (0, 1, 1, 1), semaphores=[7]),
    ]
    (got,) = run([], [out], *kernels)
    assert got.tolist() == [[0, 1, 2, 3]]


@pytest.mark.parametrize("shape", [(64, 64), (96, 256), (512, 512)])
def test_tensor_round_trips_through_all_dram_channels(shape):
    """Tensors are written to DRAM and read back, including tensors of more than 98,304 elements,
    which use each channel more than once.
    """
    x = floats(3, *shape)
    there = Tensor(1, shape, L1_BASE, tiled=False, space="DeviceDRAM")
    (got,) = load(binary([there], [there], [])).run([x])
    assert np.array_equal(got, x)


def test_read_from_dram_bank_matches_tensor():
    source = Tensor(1, (64, 64), L1_BASE, space="DeviceDRAM")
    target = Tensor(2, (64, 64), L1_BASE)
    body = f"noc_async_read(get_noc_addr_from_bank_id<true>(0, {L1_BASE}), {L1_BASE}, {4 * TILE}); noc_async_read_barrier();"
    x = floats(4, 64, 64)
    assert np.array_equal(run([(source, x)], [target], Kernel("noc0", body))[0], x)


def test_reader_compute_and_writer_kernels_stream_tiles():
    """Tiles pass through two buffers of two pages; reader and writer are on different
    processors.
    """
    program = right_programs.stream(12, "exp", np.exp)
    (x,) = program.values()
    got = program.run()
    np.testing.assert_allclose(got, np.exp(x), rtol=1e-6)


@settings(max_examples=example_count(5))
@given(seed=st.integers(0, 10_000))
def test_lockstep_run_equals_run_of_one_core_at_a_time(seed):
    """Random chains of streams between neighbours on a random rectangle give equal bits in both
    modes.
    """
    rng = np.random.default_rng(seed)
    rows, columns, count = (int(n) for n in rng.integers(1, 4, 3))
    pages = int(rng.integers(1, 4))
    shape = (32 * rows, 32 * columns * count)
    cores = (0, 0, rows, columns)
    source, target = Tensor(1, shape, L1_BASE, cores), Tensor(2, shape, 1 << 17, cores)
    functions = rng.choice(["exp", "negative", "abs", "relu"], 2)
    step = "".join(f"{name}_tile(0); " for name in functions)
    body = f"""
    for (int32_t i = 0; i < {count}; i += 1) {{
      cb_wait_front(in1, 1);
      tile_regs_acquire(); copy_tile(in1, 0, 0); {step} tile_regs_commit();
      tile_regs_wait(); pack_tile(0, out0, i); tile_regs_release();
      cb_pop_front(in1, 1);
    }}"""
    readers = [
        Kernel(
            "noc0",
            ports(f"""
            for (int32_t i = 0; i < {count}; i += 1) {{
              cb_reserve_back(in1, 1);
              noc_async_read(get_noc_addr({x}, {y}, {L1_BASE} + i * {TILE}), get_write_ptr(in1), {TILE});
              noc_async_read_barrier(); cb_push_back(in1, 1);
            }}"""),
            (row, 0, 1, columns),
        )
        for row in range(rows)
        for x, y in [(int(rng.integers(columns)), int(rng.integers(rows)))]
    ]
    out = Port(16, target.address, tensor=target)
    compute = Kernel("tensix", ports(body), cores, [Port(1, 1 << 18, pages), out])
    x = floats(seed, *shape)
    (together,) = run([(source, x)], [target], compute, *readers)
    (alone,) = run([(source, x)], [target], compute, *readers, lockstep=False)
    assert np.array_equal(together, alone)


def test_words_stored_by_kernel_fill_buffer_after_reallocation():
    kept = Tensor(1, (32, 32), 8192)
    passing = Tensor(2, (32, 32), 1 << 16)
    word = {"src": ("ConstantBuffer32", {"data": [0x40000000]})}
    steps = [command("CreateBuffer", passing), command("EnqueueWriteBuffer", kept, **word)]
    steps += [command("DeallocateBuffer", passing), enqueue()]
    (got,) = load(binary([], [kept], steps)).run([])
    assert (got == 2).all()
