"""A matrix product on the whole grid: rows of tiles of A are multicast along rows of cores, rows of
B along columns.
"""

from metal_builders import GRID, L1_BASE, Kernel, Port, Tensor, binary, enqueue, over, ports

from ttmlir_py.runtime.formats import Array
from ttmlir_py.tensix import load

_TILE = 4096

_START = """
int32_t ready = get_semaphore(get_arg_val<uint32_t>(0));
int32_t valid = get_semaphore(get_arg_val<uint32_t>(1));
volatile tt_l1_ptr uint32_t* ready_word = reinterpret_cast<volatile tt_l1_ptr uint32_t*>(ready);
volatile tt_l1_ptr uint32_t* valid_word = reinterpret_cast<volatile tt_l1_ptr uint32_t*>(valid);
"""
_RECEIVE = """
cb_reserve_back({cb}, {pages});
noc_semaphore_set(valid_word, 0);
noc_semaphore_inc(get_noc_addr({x}, {y}, ready), 1, 0);
noc_semaphore_wait(valid_word, 1);
cb_push_back({cb}, {pages});
"""
_SEND = """
cb_reserve_back({cb}, {pages});
int32_t target = get_write_ptr({cb});
noc_async_read(get_noc_addr_from_bank_id<true>(0, {base} + ({tile}) * {unit}), target, {size});
noc_async_read_barrier();
noc_semaphore_wait(ready_word, 7);
noc_semaphore_set(ready_word, 0);
noc_async_write_multicast(target, get_noc_multicast_addr({others}, target), {size}, 7);
noc_semaphore_set_multicast(valid, get_noc_multicast_addr({others}, valid), 7);
noc_async_write_barrier();
cb_push_back({cb}, {pages});
"""
_COMPUTE = """
mm_init(in0, in1, out0);
for (int32_t m = 0; m < {rows}; m += 1) {{
  tile_regs_acquire();
  for (int32_t k = 0; k < {inner}; k += 1) {{
    cb_wait_front(in0, 1);
    cb_wait_front(in1, {columns});
    for (int32_t n = 0; n < {columns}; n += 1) {{
      matmul_tiles(in0, in1, 0, n, n);
    }}
    cb_pop_front(in0, 1);
    cb_pop_front(in1, {columns});
  }}
  tile_regs_commit();
  tile_regs_wait();
  for (int32_t n = 0; n < {columns}; n += 1) {{
    pack_tile(n, out0, n);
  }}
  cb_push_back(out0, {columns});
  tile_regs_release();
}}
"""


class MulticastMatmul:
    """A @ B, where each core computes `rows` x `columns` tiles and the inner dimension has `inner`
    tiles.
    """

    def __init__(self, rows: int, inner: int, columns: int) -> None:
        self.rows, self.inner, self.columns = rows, inner, columns
        height, depth, width = 32 * rows * GRID, 32 * inner, 32 * columns * GRID
        a = Tensor(1, (height, depth), L1_BASE, space="DeviceDRAM")
        b = Tensor(2, (depth, width), a.address + a.bytes, space="DeviceDRAM")
        out = Tensor(3, (height, width), L1_BASE, (0, 0, GRID, GRID))
        free = out.address + out.bytes
        self.a, self.b, self.out = a, b, out
        self._ports = [Port(0, free, 2), Port(1, free + 2 * _TILE, 2 * columns), over(16, out)]

    def _loops(self, step: str) -> str:
        return _START + (
            f"for (int32_t m = 0; m < {self.rows}; m += 1) {{\n"
            f"for (int32_t k = 0; k < {self.inner}; k += 1) {{\n{step}\n}}\n}}"
        )

    def kernels(self) -> list[Kernel]:
        """Return a kernel for the matrix units, and a sender and its receivers for each row and
        column.
        """
        compute = _COMPUTE.format(rows=self.rows, inner=self.inner, columns=self.columns)
        made = [Kernel("tensix", ports(compute), (0, 0, GRID, GRID), self._ports)]
        last, pages = GRID - 1, self.columns
        # All of noc0 first: senders and their receivers then have semaphores of the same numbers.
        for i in range(GRID):
            row = {"cb": "in0", "pages": 1, "x": 0, "y": i, "size": _TILE}
            row |= {"others": f"1, {i}, {last}, {i}"}
            row |= {"base": self.a.address, "unit": _TILE}
            row |= {"tile": f"({i * self.rows} + m) * {self.inner} + k"}
            made += self._pair("noc0", row, (i, 0, 1, 1), (i, 1, 1, last))
        for i in range(GRID):
            column = {"cb": "in1", "pages": pages, "x": i, "y": 0, "size": pages * _TILE}
            column |= {"others": f"{i}, 1, {i}, {last}"}
            column |= {"base": self.b.address, "unit": _TILE}
            column |= {"tile": f"k * {GRID * pages} + {i * pages}"}
            made += self._pair("noc1", column, (0, i, 1, 1), (1, i, last, 1))
        return made

    def _pair(self, kind, values, sender, receivers) -> list[Kernel]:
        send, receive = (self._loops(text.format(**values)) for text in (_SEND, _RECEIVE))
        return [
            Kernel(kind, ports(send), sender, semaphores=(0, 1)),
            Kernel(kind, ports(receive), receivers, semaphores=(0, 0)),
        ]

    def binary(self) -> bytes:
        """Return the file."""
        return binary([self.a, self.b], [self.out], [enqueue(*self.kernels())])

    def run(self, a: Array, b: Array, **options) -> Array:
        """Run the program and return the product."""
        (product,) = load(self.binary()).run([a, b], **options)
        return product
