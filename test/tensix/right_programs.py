"""Correct programs of hand-written kernels, by name, with their expected results. Tests plant
faults in their texts.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from functools import cache

import multicast_matmul
import numpy as np
from metal_builders import L1_BASE, Kernel, Port, Tensor, binary, enqueue, floats, over, ports

from ttmlir_py.runtime.formats import Array
from ttmlir_py.tensix import load

TILE = 4096
WORD = "volatile tt_l1_ptr uint32_t* {0} = reinterpret_cast<volatile tt_l1_ptr uint32_t*>({1});"
FLAG = "int32_t flag = get_semaphore(get_arg_val<uint32_t>(0));\n" + WORD.format("word", "flag")


@dataclass(frozen=True)
class Program:
    """Kernels, with the tensors that they read and write."""

    kernels: Mapping[str, Kernel]
    inputs: tuple[Tensor, ...]
    output: Tensor
    expected: Callable[..., Array]

    def changed(self, name: str, old: str, new: str) -> "Program":
        """Return a copy with another text in one of its kernels."""
        kernel = self.kernels[name]
        assert old in kernel.body, (name, old)
        body = kernel.body.replace(old, new)
        return replace(self, kernels={**self.kernels, name: replace(kernel, body=body)})

    def kernel_name(self, name: str) -> str:
        """Return the name of a kernel in reports."""
        return f"kernel {list(self.kernels).index(name)} {self.kernels[name].kind}"

    def place(self, name: str, text: str) -> str:
        """Return the line and column of a text in a kernel."""
        before, found, _ = self.kernels[name].text().partition(text)
        assert found, (name, text)
        return f"{before.count(chr(10)) + 1}:{len(before) - before.rfind(chr(10))}"

    def values(self) -> list[Array]:
        """Return the values of the inputs."""
        return [floats(index, *tensor.shape) for index, tensor in enumerate(self.inputs)]

    def run(self, **options) -> Array:
        """Run the program and return the output."""
        data = binary(self.inputs, [self.output], [enqueue(*self.kernels.values())])
        return load(data).run(self.values(), **options)[0]


def _tile(number: int, address: int, **fields) -> Tensor:
    return Tensor(number, (32, 32), address, **fields)


@cache
def copy() -> Program:
    """Return a program whose compute kernel copies a tensor. The circular buffers lie over the
    tensors.
    """
    source, target = Tensor(1, (32, 64), L1_BASE), Tensor(2, (32, 64), 1 << 16)
    text = """
    for (int32_t i = 0; i < 2; i += 1) {
      tile_regs_acquire();
      copy_tile(in0, i, 0);
      exp_tile(0);
      tile_regs_commit();
      tile_regs_wait();
      pack_tile(0, out0, i);
      tile_regs_release();
    }"""
    kernel = Kernel("tensix", ports(text), ports=[over(0, source), over(16, target)])
    return Program({"compute": kernel}, (source,), target, np.exp)


@cache
def stream(
    count: int = 4, function: str = "negative", expected: Callable[..., Array] = np.negative
) -> Program:
    """Return a program that passes tiles through a reader, a compute kernel and a writer, in two
    circular buffers of two pages.
    """
    source = Tensor(1, (32, 32 * count), L1_BASE)
    target = Tensor(2, (32, 32 * count), 1 << 17, (0, 1, 1, 1))
    buffers = [Port(0, 1 << 18, 2), Port(16, (1 << 18) + 2 * TILE, 2)]
    reader = f"""
    for (int32_t i = 0; i < {count}; i += 1) {{
      cb_reserve_back(in0, 1);
      noc_async_read(get_noc_addr(0, 0, {L1_BASE} + i * {TILE}), get_write_ptr(in0), {TILE});
      noc_async_read_barrier();
      cb_push_back(in0, 1);
    }}"""
    computes = f"""
    for (int32_t i = 0; i < {count}; i += 1) {{
      cb_wait_front(in0, 1);
      cb_reserve_back(out0, 1);
      tile_regs_acquire();
      copy_tile(in0, 0, 0);
      {function}_tile(0);
      tile_regs_commit();
      tile_regs_wait();
      pack_tile(0, out0, 0);
      tile_regs_release();
      cb_pop_front(in0, 1);
      cb_push_back(out0, 1);
    }}"""
    writer = f"""
    for (int32_t i = 0; i < {count}; i += 1) {{
      cb_wait_front(out0, 1);
      noc_async_write(get_read_ptr(out0), get_noc_addr(1, 0, {1 << 17} + i * {TILE}), {TILE});
      noc_async_write_barrier();
      cb_pop_front(out0, 1);
    }}"""
    kernels = {
        "compute": Kernel("tensix", ports(computes), ports=buffers),
        "reader": Kernel("noc0", ports(reader)),
        "writer": Kernel("noc1", ports(writer)),
    }
    return Program(kernels, (source,), target, expected)


SLOTS, SENDERS = 1 << 17, 3


@cache
def gather() -> Program:
    """Return a program in which three cores each write a tile to a fourth, whose kernel waits for
    all and stores the row of tiles.
    """
    source = Tensor(1, (32, 32 * SENDERS), L1_BASE, (0, 1, 1, SENDERS))
    target = Tensor(2, (32, 32 * SENDERS), 1 << 16)
    slots = Port(24, SLOTS, SENDERS)
    collect = f"""{FLAG}
noc_semaphore_wait(word, {SENDERS});
noc_async_read(get_noc_addr(0, 0, {SLOTS}), {1 << 16}, {SENDERS * TILE});
noc_async_read_barrier();
"""
    kernels = {"collect": Kernel("noc0", collect, (0, 0, 1, 1), [slots], semaphores=[0])}
    for index in range(SENDERS):
        send = f"""{FLAG}
noc_async_write({L1_BASE}, get_noc_addr(0, 0, {SLOTS + index * TILE}), {TILE});
noc_async_write_barrier();
noc_semaphore_inc(get_noc_addr(0, 0, flag), 1, 0);
"""
        kernels[f"send{index}"] = Kernel("noc0", send, (0, 1 + index, 1, 1), semaphores=[0])
    return Program(kernels, (source,), target, lambda x: x)


@cache
def ring() -> Program:
    """Return a program in which a core gives two tiles to a neighbour at the same address, one
    after the other: each waits for the other's semaphore.
    """
    source, target = Tensor(1, (32, 64), L1_BASE), Tensor(2, (32, 64), 1 << 16, (0, 1, 1, 1))
    words = f"""
int32_t full = get_semaphore(get_arg_val<uint32_t>(0));
int32_t free = get_semaphore(get_arg_val<uint32_t>(1));
{WORD.format("full_word", "full")}
{WORD.format("free_word", "free")}"""
    give = f"""{words}
for (int32_t i = 0; i < 2; i += 1) {{
  noc_semaphore_wait_min(free_word, i + 1);
  noc_async_write({L1_BASE} + i * {TILE}, get_noc_addr(1, 0, {SLOTS}), {TILE});
  noc_async_write_barrier();
  noc_semaphore_inc(get_noc_addr(1, 0, full), 1, 0);
}}"""
    take = f"""{words}
for (int32_t i = 0; i < 2; i += 1) {{
  noc_semaphore_inc(get_noc_addr(0, 0, free), 1, 0);
  noc_semaphore_wait_min(full_word, i + 1);
  noc_async_read(get_noc_addr(1, 0, {SLOTS}), {1 << 16} + i * {TILE}, {TILE});
  noc_async_read_barrier();
}}"""
    slot = Port(24, SLOTS, 1)
    kernels = {
        "give": Kernel("noc0", give, (0, 0, 1, 1), semaphores=[0, 0]),
        "take": Kernel("noc0", take, (0, 1, 1, 1), [slot], semaphores=[0, 0]),
    }
    return Program(kernels, (source,), target, lambda x: x)


@cache
def constants() -> Program:
    """Return a program that makes a tile of zeros, read in packets, with a row of ones, stored word
    by word.
    """
    target = _tile(1, 8192)
    text = f"""
int64_t zeros = get_noc_addr(0, 0, MEM_ZEROS_BASE);
noc_async_read_one_packet_set_state(zeros, MEM_ZEROS_SIZE);
for (int32_t i = 0; i < {TILE} / MEM_ZEROS_SIZE; i += 1) {{
  noc_async_read_one_packet_with_state(zeros, 8192 + i * MEM_ZEROS_SIZE);
}}
noc_async_read_barrier();
{WORD.format("p", "8192")}
for (int32_t k = 0; k < 16; k += 1) {{
  p[k] = 1065353216;
}}"""
    ones = np.zeros((32, 32), np.float32)
    ones[0, :16] = 1
    return Program({"fill": Kernel("noc0", text)}, (), target, lambda: ones)


@cache
def multicast() -> Program:
    """Return a product on the whole grid, to which rows and columns of cores multicast the
    operands.
    """
    product = multicast_matmul.MulticastMatmul(1, 3, 1)
    kernels = {f"{index}": kernel for index, kernel in enumerate(product.kernels())}
    return Program(kernels, (product.a, product.b), product.out, np.matmul)


PROGRAMS = {each.__name__: each for each in (copy, stream, gather, ring, constants, multicast)}
