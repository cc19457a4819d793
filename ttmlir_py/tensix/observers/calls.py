"""The effect of each kernel call on the clocks: waits, durations, and signals to other threads."""

from collections.abc import Callable
from functools import partial
from math import ceil
from typing import Any

import numpy as np

from ttmlir_py.tensix.compute import MathThread, PackThread, UnpackThread
from ttmlir_py.tensix.dataflow import PACKET, NocThread
from ttmlir_py.tensix.machine import LOCAL_MASK
from ttmlir_py.tensix.observers.clocks import COMPUTE, CONTROL, NETWORK, WAITING, Call, Clocks
from ttmlir_py.tensix.observers.costs import (
    COMMAND_CYCLES,
    MATH,
    PACK_BYTES,
    POLL_CYCLES,
    STORE_CYCLES,
    UNPACK_BYTES,
    UNPACK_PAIR_BYTES,
)
from ttmlir_py.tensix.observers.transfers import Node
from ttmlir_py.tensix.operations import OPERATIONS
from ttmlir_py.tensix.threads import Thread

Handler = Callable[[Clocks, Call], None]
_WORD_BYTES = 4
_BLOCKS = ("tilize_block", "untilize_block")


# ---- circular buffers


def _wait_front(clocks: Clocks, call: Call) -> None:
    port, count = call.arguments
    queue = clocks.port(call.thread.buffer(port))
    clocks.reach(call, WAITING, queue.full(call.cores, count))


def _reserve_back(clocks: Clocks, call: Call) -> None:
    port, count = call.arguments
    queue = clocks.port(call.thread.buffer(port))
    clocks.reach(call, WAITING, queue.free(call.cores, count))


def _push_back(clocks: Clocks, call: Call) -> None:
    port, count = call.arguments
    buffer, now = call.thread.buffer(port), clocks.now(call)
    clocks.port(buffer).fill(call.cores, count, now)
    if clocks.pages is not None:
        clocks.pages(call, buffer, count, now)


def _pop_front(clocks: Clocks, call: Call) -> None:
    port, count = call.arguments
    buffer, now = call.thread.buffer(port), clocks.now(call)
    clocks.port(buffer).empty(call.cores, count, now)
    if clocks.pages is not None:
        clocks.pages(call, buffer, -count, now)


# ---- unpack, math, pack


def _unpack(clocks: Clocks, call: Call) -> None:
    """Let the unpacker wait for a free source register, and spend the time of filling it."""
    arguments = [
        each for each in call.arguments if isinstance(each, int)
    ]  # skip template arguments
    kinds = OPERATIONS[call.function].arguments
    ports = [port for port, kind in zip(arguments, kinds, strict=False) if kind == "cb"]
    count = 1
    if call.function in _BLOCKS:
        ports, count = ports[:1], arguments[1]
    sizes = [call.thread.buffer(port).data_format.tile_bytes for port in ports]
    rate = UNPACK_BYTES if len(sizes) == 1 else UNPACK_PAIR_BYTES
    clocks.reach(call, WAITING, clocks.sources.free(call.cores))
    filled = clocks.work(call, COMPUTE, count * sum(sizes) / rate)
    clocks.sources.fill(call.cores, 1, filled)


def _math(clocks: Clocks, call: Call, *, has_sources: bool) -> None:
    """Let the math thread compute. With `has_sources`, it first waits for operands from the
    unpacker.
    """
    is_block = call.function in _BLOCKS
    cycles = MATH[call.function](call.thread.unit.config.passes)
    if is_block:
        cycles *= call.arguments[1]
        clocks.reach(call, WAITING, clocks.sections.free(call.cores))
    if has_sources:
        clocks.reach(call, WAITING, clocks.sources.full(call.cores))
    done = clocks.work(call, COMPUTE, cycles)
    if has_sources:
        clocks.sources.empty(call.cores, 1, done)
    if is_block:
        clocks.sections.fill(call.cores, 1, done)


def _acquire(clocks: Clocks, call: Call) -> None:
    clocks.reach(call, WAITING, clocks.sections.free(call.cores))


def _commit(clocks: Clocks, call: Call) -> None:
    clocks.sections.fill(call.cores, 1, clocks.now(call))


def _wait_for_section(clocks: Clocks, call: Call) -> None:
    clocks.reach(call, WAITING, clocks.sections.full(call.cores))


def _release(clocks: Clocks, call: Call) -> None:
    clocks.sections.empty(call.cores, 1, clocks.now(call))


def _pack(clocks: Clocks, call: Call) -> None:
    size = call.thread.buffer(call.arguments[1]).data_format.tile_bytes
    clocks.work(call, COMPUTE, size / PACK_BYTES)


def _pack_block(clocks: Clocks, call: Call) -> None:
    _, count, target = call.arguments
    size = count * call.thread.buffer(target).data_format.tile_bytes
    clocks.reach(call, WAITING, clocks.sections.full(call.cores))
    done = clocks.work(call, COMPUTE, size / PACK_BYTES)
    clocks.sections.empty(call.cores, 1, done)


# ---- the network


def _node(thread: Thread, address: int) -> Node:
    memory, bank, _ = thread.machine.place(address)
    return Node(bank.numbers[0], memory is thread.machine.dram)


def _commands(clocks: Clocks, call: Call, size: int = 1) -> Any:
    """Spend the time of issuing a transfer's commands, one per packet.

    Return pairs of a core and the time of its first command.
    """
    start = clocks.now(call) + COMMAND_CYCLES
    clocks.work(call, CONTROL, COMMAND_CYCLES * ceil(size / PACKET))
    return zip(call.cores.tolist(), start.tolist(), strict=True)


def _read(clocks: Clocks, call: Call) -> None:
    source, _, size = call.arguments
    _read_from(clocks, call, source, size)


def _read_from(clocks: Clocks, call: Call, source: int, size: int) -> None:
    node = _node(call.thread, source)
    for core, start in _commands(clocks, call, size):
        done = clocks.transfers.read(call.noc, Node(core), node, start, size)
        clocks.read[call.processor, core] = max(clocks.read[call.processor, core], done)


def _set_state(clocks: Clocks, call: Call) -> None:
    for core in call.cores.tolist():
        clocks.packets[call.processor, core] = call.arguments
    clocks.work(call, CONTROL, COMMAND_CYCLES)


def _read_with_state(clocks: Clocks, call: Call) -> None:
    base, size = clocks.packets[call.processor, int(call.cores[0])]
    _read_from(clocks, call, base & ~LOCAL_MASK | call.arguments[0] & LOCAL_MASK, size)


def _write(clocks: Clocks, call: Call) -> None:
    _, target, size = call.arguments
    node = _node(call.thread, target)
    for core, start in _commands(clocks, call, size):
        _, known = clocks.transfers.write(call.noc, Node(core), node, start, size)
        clocks.written[call.processor, core] = max(clocks.written[call.processor, core], known)


def _multicast(clocks: Clocks, call: Call, *, with_self: bool, sets: bool = False) -> None:
    """Send data to a rectangle of cores. With `sets`, the data is a semaphore's word."""
    target, size = call.arguments[1], _WORD_BYTES if sets else call.arguments[2]
    rectangle, address = call.thread.machine.rectangle(target)
    for core, start in _commands(clocks, call, size):
        reached = [each for each in rectangle if with_self or each != core]
        arrived, known = clocks.transfers.multicast(
            call.noc, Node(core), list(map(Node, reached)), start, size
        )
        clocks.written[call.processor, core] = max(clocks.written[call.processor, core], known)
        if sets:
            clocks.words[address][reached] = arrived


def _read_barrier(clocks: Clocks, call: Call) -> None:
    clocks.reach(call, NETWORK, clocks.read[call.processor, call.cores])


def _write_barrier(clocks: Clocks, call: Call) -> None:
    clocks.reach(call, NETWORK, clocks.written[call.processor, call.cores])


# ---- words and semaphores


def _store(clocks: Clocks, call: Call) -> None:
    clocks.work(call, CONTROL, STORE_CYCLES)


def _semaphore_set(clocks: Clocks, call: Call) -> None:
    clocks.words[call.arguments[0]][call.cores] = clocks.work(call, CONTROL, STORE_CYCLES)


def _semaphore_inc(clocks: Clocks, call: Call) -> None:
    target = call.arguments[0]
    node, words = _node(call.thread, target), clocks.words[target & LOCAL_MASK]
    for core, start in _commands(clocks, call):
        arrived = clocks.transfers.signal(call.noc, Node(core), node, start)
        words[node.number] = max(words[node.number], arrived)


def _semaphore_wait(clocks: Clocks, call: Call) -> None:
    ready = np.maximum(clocks.now(call), clocks.words[call.arguments[0]][call.cores])
    clocks.reach(call, WAITING, ready + POLL_CYCLES)


def _handlers_of_math() -> dict[str, Handler]:
    """Return the handlers of the math thread. Functions that the unpack thread implements, too,
    wait for their operands.
    """
    return {
        name: partial(_math, has_sources=hasattr(UnpackThread, name))
        for name in MATH
        if name in OPERATIONS
    }


HANDLERS: dict[type[Thread], dict[str, Handler]] = {
    UnpackThread: {
        **{name: _unpack for name in MATH if hasattr(UnpackThread, name)},
        "cb_wait_front": _wait_front,
        "cb_pop_front": _pop_front,
    },
    MathThread: {
        **_handlers_of_math(),
        "tile_regs_acquire": _acquire,
        "tile_regs_commit": _commit,
    },
    PackThread: {
        **dict.fromkeys(_BLOCKS, _pack_block),
        "pack_tile": _pack,
        "tile_regs_wait": _wait_for_section,
        "tile_regs_release": _release,
        "cb_reserve_back": _reserve_back,
        "cb_push_back": _push_back,
    },
    NocThread: {
        "cb_wait_front": _wait_front,
        "cb_pop_front": _pop_front,
        "cb_reserve_back": _reserve_back,
        "cb_push_back": _push_back,
        "noc_async_read": _read,
        "noc_async_read_one_packet_set_state": _set_state,
        "noc_async_read_one_packet_with_state": _read_with_state,
        "noc_async_read_barrier": _read_barrier,
        "noc_async_write": _write,
        "noc_async_write_barrier": _write_barrier,
        "noc_async_write_multicast": partial(_multicast, with_self=False),
        "noc_async_write_multicast_one_packet": partial(_multicast, with_self=False),
        "noc_async_write_multicast_loopback_src": partial(_multicast, with_self=True),
        "noc_semaphore_set_multicast": partial(_multicast, with_self=False, sets=True),
        "noc_semaphore_set_multicast_loopback_src": partial(_multicast, with_self=True, sets=True),
        "noc_semaphore_inc": _semaphore_inc,
        "noc_semaphore_set": _semaphore_set,
        "noc_semaphore_wait": _semaphore_wait,
        "noc_semaphore_wait_min": _semaphore_wait,
        "store_to_l1": _store,
    },
}
"""Maps thread classes and functions to handlers. Other calls take no time."""
