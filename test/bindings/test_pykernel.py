"""Python functions as kernels."""

import inspect
from typing import Any

import pytest

from ttmlir_py.bindings.pykernel.pykernel_ast import ttkernel_compile
from ttmlir_py.bindings.pykernel.types import CircularBuffer

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


def test_kernel_compiles_to_valid_module(capsys: pytest.CaptureFixture[str]):
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


def without_annotation(cb_in) -> None:  # pyright: ignore
    return


@pytest.mark.parametrize(
    ("kernel", "kind", "line", "message"),
    [
        (unknown_function, NotImplementedError, 2, "Function cb_melt not supported"),
        (unknown_name, ValueError, 1, "'nothing' has no value"),
        (too_few_arguments, TypeError, 1, "missing 1 required positional argument: 'num_pages'"),
        (while_loop, NotImplementedError, 1, "visit While not supported"),
        (without_annotation, ValueError, 0, "Function arguments must have type annotations"),
    ],
)
def test_unsupported_kernel_is_refused_at_its_line(kernel: Any, kind: Any, line: int, message: str):
    first = inspect.getsourcelines(kernel)[1]
    with pytest.raises(kind) as error:
        ttkernel_compile(kernel)(BUFFERS[0])
    text = str(error.value)
    assert text.startswith(f"{__file__}:{first + line}: ")
    assert message in text


def test_wrong_number_of_buffers_is_refused():
    with pytest.raises(TypeError, match=r"copy\(\) takes 2 buffers, found 1"):
        ttkernel_compile(copy)(BUFFERS[0])
