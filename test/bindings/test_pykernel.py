"""Python functions as kernels."""

import inspect
from typing import Any

import ml_dtypes
import numpy as np
import pytest

from ttmlir_py.bindings.pykernel.pykernel_ast import ttkernel_compile
from ttmlir_py.bindings.pykernel.types import CircularBuffer
from ttmlir_py.tensix.errors import Deadlock, Fault

BUFFERS = (CircularBuffer(0), CircularBuffer(16, (32, 40), "BFloat16"))


# The compiler reads the names in kernels, Python never runs the functions.
# ruff: noqa: F821


def copy(cb_in: CircularBuffer, cb_out: CircularBuffer) -> Any:
    """Copies tiles."""
    count: int = get_compile_time_arg_val(int, 0)
    count += 1
    limit = 3 + 4 * 2
    for tile in range(0, count, 1):
        cb_wait_front(cb_in, 1)
        if tile < limit:
            copy_tile(cb_in, tile, 0)
        else:
            tile_regs_acquire()
    noc_async_read(get_noc_addr_from_bank_id(0, limit), get_write_ptr(cb_in), -limit)
    return


def test_pykernel_compiles_to_valid_module(capsys: pytest.CaptureFixture[str]):
    module = ttkernel_compile(copy)(*BUFFERS)
    text = str(module)
    assert capsys.readouterr().out == text + "\n"
    assert (
        "func.func @copy(%arg0: !ttkernel.cb<cb_in0, 0, memref<8x4x4x!tt.tile<32x32, f32>>" in text
    )
    assert "!ttkernel.cb<cb_out0, 0, memref<1x2x!tt.tile<32x32, bf16>>, 2048, 1>" in text
    assert "%alloca = memref.alloca() : memref<1xi32>" in text
    assert '"ttkernel.copy_tile"(%arg0, %arg2' in text
    assert module.operation.verify()


def sums(cb_in: CircularBuffer) -> None:
    total: int = 2
    if total > 1:
        total = total + 1


def test_pykernel_loads_variables_after_the_other_operand():
    text = str(ttkernel_compile(sums)(CircularBuffer(0)))
    order = ["constant 1", "memref.load", "cmpi", "constant 1", "memref.load", "addi"]
    places = [text.index("memref.store")]
    for each in order:
        places.append(text.index(each, places[-1]))


def unknown_function(cb_in: CircularBuffer) -> None:
    cb_wait_front(cb_in, 1)
    cb_melt(cb_in)


def unknown_name(cb_in: CircularBuffer) -> None:
    cb_wait_front(cb_in, nothing)


def too_few_arguments(cb_in: CircularBuffer) -> None:
    cb_wait_front(cb_in)


def while_loop(cb_in: CircularBuffer) -> None:
    while True:
        pass


def large_constant(cb_in: CircularBuffer) -> None:
    cb_wait_front(cb_in, 4294967296)


def without_annotation(cb_in) -> None:  # pyright: ignore
    return


@pytest.mark.parametrize(
    ("kernel", "kind", "line", "message"),
    [
        (unknown_function, NotImplementedError, 2, "Function cb_melt not supported"),
        (unknown_name, ValueError, 1, "'nothing' has no value"),
        (too_few_arguments, TypeError, 1, "missing 1 required positional argument: 'num_pages'"),
        (while_loop, NotImplementedError, 1, "visit While not supported"),
        (large_constant, ValueError, 1, "4294967296 does not fit in 32 bits"),
        (without_annotation, ValueError, 0, "Function arguments must have type annotations"),
    ],
)
def test_pykernel_with_unsupported_syntax_is_refused_at_its_line(
    kernel: Any, kind: Any, line: int, message: str
):
    first = inspect.getsourcelines(kernel)[1]
    with pytest.raises(kind) as error:
        ttkernel_compile(kernel)(BUFFERS[0])
    text = str(error.value)
    assert text.startswith(f"{__file__}:{first + line}: ")
    assert message in text


def test_pykernel_with_wrong_number_of_buffers_is_refused():
    with pytest.raises(TypeError, match=r"copy\(\) takes 2 buffers, found 1"):
        ttkernel_compile(copy)(BUFFERS[0])


def test_pykernel_with_wrong_circular_buffer_is_refused():
    with pytest.raises(ValueError, match="number of circular buffer 'cb_in': found 32, expected 0"):
        ttkernel_compile(copy)(CircularBuffer(32), BUFFERS[1])
    with pytest.raises(ValueError, match=r"found \(32,\), expected at least two dimensions"):
        CircularBuffer(0, (32,))


# ---- runs on the simulated chip ------------------------------------------------------------------


@ttkernel_compile
def add(cb_a: CircularBuffer, cb_b: CircularBuffer, cb_out: CircularBuffer) -> None:
    binary_op_init_common(cb_a, cb_b, cb_out)
    add_tiles_init(cb_a, cb_b)
    for _ in range(0, 2, 1):
        cb_wait_front(cb_a, 1)
        cb_wait_front(cb_b, 1)
        cb_reserve_back(cb_out, 1)
        tile_regs_acquire()
        add_tiles(cb_a, cb_b, 0, 0, 0)
        tile_regs_commit()
        tile_regs_wait()
        pack_tile(0, cb_out, 0)
        tile_regs_release()
        cb_pop_front(cb_a, 1)
        cb_pop_front(cb_b, 1)
        cb_push_back(cb_out, 1)


@ttkernel_compile
def read(cb_a: CircularBuffer, cb_b: CircularBuffer, cb_out: CircularBuffer) -> None:
    x = get_compile_time_arg_val(int, 3)
    y = get_compile_time_arg_val(int, 4)
    size = get_tile_size(cb_a)
    a: int = get_compile_time_arg_val(int, 0)
    b: int = get_compile_time_arg_val(int, 1)
    for _ in range(0, 2, 1):
        cb_reserve_back(cb_a, 1)
        cb_reserve_back(cb_b, 1)
        noc_async_read(get_noc_addr_xy(x, y, a), get_write_ptr(cb_a), size)
        noc_async_read(get_noc_addr_xy(x, y, b), get_write_ptr(cb_b), size)
        noc_async_read_barrier()
        cb_push_back(cb_a, 1)
        cb_push_back(cb_b, 1)
        a += size
        b += size


@ttkernel_compile
def write(cb_a: CircularBuffer, cb_b: CircularBuffer, cb_out: CircularBuffer) -> None:
    x = get_compile_time_arg_val(int, 3)
    y = get_compile_time_arg_val(int, 4)
    size = get_tile_size(cb_out)
    out: int = get_compile_time_arg_val(int, 2)
    for _ in range(0, 2, 1):
        cb_wait_front(cb_out, 1)
        noc_async_write(get_read_ptr(cb_out), get_noc_addr_xy(x, y, out), size)
        noc_async_write_barrier()
        cb_pop_front(cb_out, 1)
        out += size


@ttkernel_compile
def add_in_place(cb_a: CircularBuffer, cb_b: CircularBuffer, cb_out: CircularBuffer) -> None:
    binary_op_init_common(cb_a, cb_b, cb_out)
    add_tiles_init(cb_a, cb_b)
    for tile in range(0, 2, 1):
        tile_regs_acquire()
        add_tiles(cb_a, cb_b, tile, tile, 0)
        tile_regs_commit()
        tile_regs_wait()
        pack_tile(0, cb_out, tile)
        tile_regs_release()


@ttkernel_compile
def no_barrier(cb_a: CircularBuffer, cb_b: CircularBuffer, cb_out: CircularBuffer) -> None:
    cb_reserve_back(cb_a, 1)
    noc_async_read(get_noc_addr_xy(0, 0, 1024), get_write_ptr(cb_a), 4096)
    noc_async_write(get_write_ptr(cb_a), get_noc_addr_xy(0, 0, 1024), 4096)


@ttkernel_compile
def wrong_argument(cb_a: CircularBuffer, cb_b: CircularBuffer, cb_out: CircularBuffer) -> None:
    get_compile_time_arg_val(int, 9)


def operands(rows: int, columns: int, dtype: Any = np.float32) -> list[Any]:
    generator = np.random.default_rng(0)
    shape = (32 * rows, 64 * columns)
    values = [generator.integers(-8, 8, shape).astype(dtype) for _ in range(2)]
    return [*values, np.zeros(shape, dtype)]


@pytest.mark.parametrize("grid", [(1, 1), (2, 3)])
@pytest.mark.parametrize("dtype", [np.float32, ml_dtypes.bfloat16])
def test_pykernel_reader_compute_and_writer_together_match_numpy(grid: tuple[int, int], dtype: Any):
    a, b, out = operands(*grid, dtype)
    found = add.run(grid, [a, b, out], reader=read, writer=write)
    assert found is out
    assert np.array_equal(out, a + b)


@pytest.mark.parametrize(("reader", "writer"), [(None, None), (read, None)])
def test_pykernel_run_without_reader_or_writer_puts_tensors_into_buffers(reader: Any, writer: Any):
    a, b, out = operands(2, 1)
    kernel = add_in_place if reader is None else add
    kernel.run((2, 1), [a, b, out], reader=reader, writer=writer)
    assert np.array_equal(out, a + b)


@pytest.mark.parametrize(
    ("reader", "writer", "kind", "kernel", "line", "message"),
    [
        (None, write, Deadlock, add, 4, "cb_wait_front wants 1 page in port c_in0"),
        (no_barrier, write, Fault, no_barrier, 3, "noc_async_read_barrier did not come yet"),
        (wrong_argument, write, ValueError, wrong_argument, 1, "one of 5 arguments"),
    ],
)
def test_pykernel_run_fault_names_python_line(
    reader: Any, writer: Any, kind: Any, kernel: Any, line: int, message: str
):
    with pytest.raises(kind) as error:
        add.run((1, 1), operands(1, 1), reader=reader, writer=writer)
    assert f"{__file__}:{kernel.first_line + 1 + line}" in str(error.value)
    assert message in str(error.value)


@pytest.mark.parametrize(
    ("grid", "buffers", "message"),
    [
        ((9, 1), operands(1, 1), r"the grid is \[9, 1\]"),
        ((1,), operands(1, 1), r"the grid is \[1\]"),
        ((1, 3), operands(1, 1), "1x3 cores do not divide the tiles of 32x64 elements"),
        ((1, 1), [np.zeros(32, np.float32)], "buffer 0: expected a matrix"),
        ((1, 1), [np.zeros((32, 32))], "buffer 0: expected a matrix of float32"),
        ((1, 1), [[1.0]], "buffer 0: expected a matrix"),
        ((1, 1), [], "0 buffers, expected up to 4 inputs"),
        ((1, 1), operands(1, 1)[:2], r"add\(\) takes 3 buffers, found 2"),
    ],
)
def test_pykernel_run_with_wrong_grid_or_buffers_is_refused(grid: Any, buffers: Any, message: str):
    with pytest.raises((ValueError, TypeError), match=message):
        add.run(grid, buffers)


def test_pykernel_run_with_uncompiled_reader_is_refused():
    mover: Any = print
    with pytest.raises(TypeError, match="reader is builtin_function_or_method"):
        add.run((1, 1), operands(1, 1), reader=mover)
