"""Tests that loops over tiles executed as one step give the same bits and reports as call by
call.
"""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from metal_builders import L1_BASE, Kernel, Port, Tensor, over, ports, run
from tiers import example_count

from ttmlir_py.runtime.errors import SimulationError
from ttmlir_py.tensix import tile_loops
from ttmlir_py.tensix.errors import Fault
from ttmlir_py.tensix.memory import Checks

pytestmark = pytest.mark.slow

TILES = 6
SHAPE = (64, 32 * TILES // 2)


def tensors(data_type="Float32", cores=(0, 0, 1, 1)):
    """Two operands and a result, of six tiles on each core."""
    shape = (SHAPE[0] * cores[2], SHAPE[1] * cores[3])
    a = Tensor(1, shape, L1_BASE, cores, data_type)
    b = Tensor(2, shape, a.address + a.bytes, cores, data_type)
    return a, b, Tensor(3, shape, b.address + b.bytes, cores, data_type)


def outcome(body, *, a, b, out, lockstep, more=(), checks=Checks.DEFAULT):
    """Return the result that a kernel leaves, as bits, or its report."""
    rng = np.random.default_rng(5)
    left, right = (rng.standard_normal(a.shape).astype(np.float32) for _ in range(2))
    left[0, :4] = np.nan, np.inf, -np.inf, -0.0
    bound = [over(0, a), over(1, b), over(16, out), *more]
    kernel = Kernel("tensix", ports(body), a.cores, bound)
    try:
        (result,) = run([(a, left), (b, right)], [out], kernel, lockstep=lockstep, checks=checks)
    except SimulationError as error:
        return str(error)
    return result.tobytes()


def reported(*kernels, a, b, out, lockstep):
    """Return the report of kernels with a race."""
    values = [np.ones(each.shape, np.float32) for each in (a, b)]
    with pytest.raises(Fault) as caught:
        run(list(zip((a, b), values, strict=True)), [out], *kernels, lockstep=lockstep)
    return str(caught.value)


def section(compute, pack="pack_tile(0, out0, i);"):
    return (
        f"tile_regs_acquire(); {compute} tile_regs_commit(); "
        f"tile_regs_wait(); {pack} tile_regs_release();"
    )


def nest(body, rows=2, columns=3):
    """Return two nested loops that carry the index of a tile, as the compiler writes them."""
    return f"""
int32_t i = 0;
for (int32_t r = 0; r < {rows}; r += 1) {{
  for (int32_t c = 0; c < {columns}; c += 1) {{
    {body}
    i = i + 1;
  }};
}}"""


@pytest.fixture
def together(monkeypatch):
    """Return the number of sections executed at once, for each time that there were several."""
    counts = []
    perform = tile_loops._perform

    def counting(group, threads):
        perform(group, threads)
        counts.append(group.sections)

    monkeypatch.setattr(tile_loops, "_perform", counting)
    return counts


SECTIONS = {
    "two tiles": "add_tiles(in0, in1, i, i, 0);",
    "three": "mul_tiles(in0, in1, i, i, 0); copy_tile(in1, i, 1); sub_binary_tile(0, 1, 0);",
    "backwards": "sub_tiles(in0, in1, i, 5 - i, 0);",
    "one for all": "sub_tiles(in0, in1, i, 2, 3); exp_tile(3); copy_tile(in1, 0, 0); add_binary_tile(0, 3, 0);",
    "functions": "copy_tile(in0, i, 0); sigmoid_tile(0); sqrt_tile(0); tanh_tile(0);",
    "transposed": "transpose_wh_tile(in0, i, 0); copy_tile(in1, i, 1); add_binary_tile(0, 1, 0);",
    "products": "for (int32_t k = 0; k < 2; k += 1) { matmul_tiles(in0, in1, r * 3 + k, k * 3 + c, 0); }",
    "reduced": "reduce_tile<PoolType::SUM, ReduceDim::REDUCE_ROW>(in0, in1, i, 0, 0);",
    "spread": "unary_bcast<BroadcastType::ROW>(in0, i, 0); copy_tile(in1, i, 1); mul_binary_tile(0, 1, 0);",
    "cast": "copy_tile(in0, i, 0); typecast_tile<DataFormat::Float32, DataFormat::Float16_b>(0);",
}


@pytest.mark.parametrize("data_type", ["Float32", "BFloat16"])
@pytest.mark.parametrize("compute", SECTIONS.values(), ids=SECTIONS)
def test_tile_loop_run_in_one_step_equals_run_call_by_call(compute, data_type, together):
    a, b, out = tensors(data_type, (1, 2, 2, 3))
    body = nest(section(compute))
    fast = outcome(body, a=a, b=b, out=out, lockstep=True)
    assert together == [6]
    assert fast == outcome(body, a=a, b=b, out=out, lockstep=False)
    assert together == [6]
    assert isinstance(fast, bytes)


@pytest.mark.parametrize(
    ("place", "access"),
    [
        ("in0", "unpack on core 0x0 reads at 11:6: add_tiles"),
        ("out0", "pack on core 0x0 writes at 13:6: pack_tile"),
    ],
)
def test_race_with_tile_loop_reports_racing_calls(place, access, together):
    """Another thread writes to a tile that the loop used, before or after the loop. To report it,
    the loop is executed call by call.
    """
    a, b, out = tensors()
    target = {"in0": a, "out0": out}[place].address
    text = nest(section("\n     add_tiles(in0, in1, i, i, 0);\n", "\n     pack_tile(0, out0, i);"))
    bound = [over(0, a), over(1, b), over(16, out)]
    loop = Kernel("tensix", ports(text), a.cores, bound)
    read = f"noc_async_read(get_noc_addr(0, 0, 256), {target}, 32); noc_async_read_barrier();"
    other = Kernel("noc0", read, a.cores)
    first, then = (
        {reported(*order, a=a, b=b, out=out, lockstep=each) for each in (True, False)}
        for order in ((loop, other), (other, loop))
    )
    assert together == [6]
    assert len(first) == len(then) == 1
    report = first.pop()
    assert (
        f"kernel 1 noc0 on core 0x0, 3:1: noc_async_read: writes L1 of core 0x0 at {target}"
        in report
    )
    assert f"which kernel 0 tensix {access}: nothing orders the two" in report
    report = then.pop()
    thread, _, call = access.partition(" on core 0x0 ")
    verb, _, call = call.partition(" at ")
    assert (
        f"kernel 1 tensix {thread} on core 0x0, {call}: {verb} L1 of core 0x0 at {target}" in report
    )
    assert "which kernel 0 noc0 on core 0x0 writes at 3:1: noc_async_read: nothing orders" in report


ALONE = {
    "two results": section(
        "copy_tile(in0, i, 0); copy_tile(in1, i, 1);",
        "pack_tile(0, out0, i); pack_tile(1, out0, i);",
    ),
    "registers by turns": section("copy_tile(in0, i, i); exp_tile(i);", "pack_tile(i, out0, i);"),
    "a result that is used": section("copy_tile(in0, i, 0);")
    + section("copy_tile(out0, i, 0); exp_tile(0);", "pack_tile(0, in1, i);"),
}


@pytest.mark.parametrize("body", ALONE.values(), ids=ALONE)
def test_tile_loop_with_dependent_sections_runs_call_by_call(body, together):
    a, b, out = tensors()
    whole = nest(body, 1) + nest(
        section("add_tiles(in0, in1, j, j, 0);", "pack_tile(0, out0, j);")
    ).replace("i = ", "j = ").replace("j = i + 1", "j = j + 1")
    fast = outcome(whole, a=a, b=b, out=out, lockstep=True)
    assert fast == outcome(whole, a=a, b=b, out=out, lockstep=False)
    assert together in ([], [3])  # the second nest alone, if it is reached


def test_tile_loop_with_in_place_results_runs_call_by_call(together):
    a, b, _ = tensors()
    body = nest(section("add_tiles(in0, in1, i, i, 0); exp_tile(0);"))
    fast = outcome(body, a=a, b=b, out=a, lockstep=True)
    assert not together
    assert fast == outcome(body, a=a, b=b, out=a, lockstep=False)


def test_tile_loop_variables_have_same_values_after_loop(together):
    a, b, out = tensors()
    body = nest(section("copy_tile(in0, i, 0);"), 1) + nest(
        section("copy_tile(in1, i, 0);"), 1
    ).replace("int32_t i = 0;", "")
    fast = outcome(body, a=a, b=b, out=out, lockstep=True)
    assert together == [3, 3]
    assert fast == outcome(body, a=a, b=b, out=out, lockstep=False)


AFTER_THE_LOOP = """
cb_reserve_back(mid0, 1);
tile_regs_acquire(); copy_tile(in0, 0, 0); tile_regs_commit();
tile_regs_wait(); pack_tile(0, mid0, 0); tile_regs_release();
cb_push_back(mid0, 1);
cb_wait_front(mid0, 1);
cb_reserve_back(mid0, 1);
{loops}
cb_pop_front(mid0, 1);
"""


def test_thread_that_waits_after_tile_loop_does_not_wait_before_loop(together):
    a, b, out = tensors()
    ring = Port(24, out.address + out.bytes)
    for columns in (1, 3):  # more than two tiles are more than the unpacker can do alone
        body = AFTER_THE_LOOP.format(loops=nest(section("copy_tile(in1, i, 0);"), 2, columns))
        fast = outcome(body, a=a, b=b, out=out, lockstep=True, more=[ring])
        assert fast == outcome(body, a=a, b=b, out=out, lockstep=False, more=[ring])
        assert ("nothing was written" in fast) if columns == 1 else ("deadlock" in fast)
    assert not together


CALLS = st.sampled_from(
    [
        *SECTIONS.values(),
        "copy_tile(in0, i + 1, 0);",
        "copy_tile(in0, 0 - i, 0);",
        "copy_tile(in0, i, 8);",
        "copy_tile(in0, 6 / (4 - i), 0);",
        "copy_tile(in2, i, 0);",
        "copy_tile(out0, i, 0);",
        "exp_tile(1);",
        "tile_regs_acquire();",
        "tile_regs_commit();",
        "",
    ]
)
PACKS = st.sampled_from(
    [
        "pack_tile(0, out0, i);",
        "pack_tile(1, out0, i);",
        "pack_tile(0, in0, i);",
        "",
        "tile_regs_wait();",
    ]
)


@settings(max_examples=example_count(20))
@given(
    sections=st.lists(st.tuples(CALLS, PACKS), min_size=1, max_size=2),
    rows=st.integers(0, 3),
    step=st.integers(-1, 2),
    checks=st.sampled_from([Checks.DEFAULT, Checks.DEFAULT, Checks.STRICT, Checks.OFF]),
)
def test_random_tile_loop_run_in_one_step_equals_run_call_by_call(sections, rows, step, checks):
    a, b, out = tensors()
    body = nest(" ".join(section(*each) for each in sections), rows).replace(
        "c += 1", f"c += {step}"
    )
    if checks is Checks.STRICT:
        body = f"cb_reserve_back(out0, 6);\n{body}"
    both = [
        outcome(body, a=a, b=b, out=out, lockstep=each, checks=checks) for each in (True, False)
    ]
    assert both[0] == both[1]


def test_tile_loop_counts_all_its_iterations(monkeypatch):
    monkeypatch.setattr("ttmlir_py.tensix.threads.STEP_LIMIT", 7)
    a, b, out = tensors()
    reports = {
        outcome(nest(section("copy_tile(in0, i, 0);")), a=a, b=b, out=out, lockstep=each)
        for each in (True, False)
    }
    assert len(reports) == 1
    assert "takes more than 7 iterations" in reports.pop()
