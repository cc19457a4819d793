"""Tests that damaged files cause errors, never tracebacks."""

from functools import cache

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st
from metal_builders import L1_BASE, Kernel, Port, Tensor, binary, enqueue, floats, over, ports
from tiers import example_count

from ttmlir_py.runtime import SimulationError
from ttmlir_py.schemas import BinaryError
from ttmlir_py.tensix import load
from ttmlir_py.tensix.memory import Checks

BODY = """
for (int32_t i = 0; i < 2; i += 1) {
  tile_regs_acquire(); copy_tile(in0, i, 0); exp_tile(0); tile_regs_commit();
  tile_regs_wait(); pack_tile(0, out0, i); tile_regs_release();
}
"""


@cache
def sample() -> bytes:
    source, target = Tensor(1, (32, 64), L1_BASE), Tensor(2, (32, 64), 1 << 16)
    bound = [over(0, source), over(16, target), Port(24, 1 << 17)]
    moves = np.array([[1, 2, 3, 4]])
    reader = Kernel(
        "noc0",
        "int32_t a = get_semaphore(get_arg_val<uint32_t>(0));",
        semaphores=[3],
        tables={"t": moves},
    )
    return binary([source], [target], [enqueue(Kernel("tensix", ports(BODY), ports=bound), reader)])


def test_undamaged_ttmetal_binary_runs():
    (got,) = load(sample()).run([floats(1, 32, 64)])
    np.testing.assert_allclose(got, np.exp(floats(1, 32, 64)), rtol=1e-6)


@settings(max_examples=example_count(40))
@given(data=st.data())
def test_damaged_ttmetal_binary_is_refused_without_traceback(data):
    damaged = bytearray(sample())
    for _ in range(data.draw(st.integers(1, 3))):
        position = data.draw(st.integers(8, len(damaged) - 1))
        damaged[position] = data.draw(
            st.sampled_from([0, 1, 2, 0x20, 0x7F, 0x80, 0xFF, damaged[position] ^ 1])
        )
    try:
        opened = load(bytes(damaged))
        opened.executable()  # refuses shapes that no array can have
        shapes = [each.desc.shape for each in opened.program().inputs]
        zeros = [np.broadcast_to(np.float32(0), shape) for shape in shapes]
        opened.run(
            zeros,
            memory_limit=1 << 28,
            checks=data.draw(st.sampled_from([Checks.OFF, *Checks, Checks.STRICT])),
        )
    except (BinaryError, SimulationError):
        pass
