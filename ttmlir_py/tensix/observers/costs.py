"""Cycles of kernel calls: per tile for coprocessor units, per call for RISC-V cores, per hop for
the network.

Sources and assumptions are in docs/perf.md. `runtime.architectures` has the costs that all
estimates share.
"""

from collections.abc import Callable

from ttmlir_py.runtime.architectures import (
    MATRIX_UNIT_ELEMENTS_PER_CYCLE,
    PRODUCT_CYCLES,
    elementwise_cycles,
)
from ttmlir_py.runtime.kernels.elementwise import ELEMENTWISE, SIMPLE
from ttmlir_py.runtime.kernels.registry import PerElement
from ttmlir_py.tensix import tiles
from ttmlir_py.tensix.operations import (
    BINARY,
    BINARY_INTEGER,
    BINARY_SFPU,
    BINARY_SIGNED,
    BINARY_UNSIGNED,
    UNARY,
    UNARY_INTEGER,
)

UNPACK_BYTES, UNPACK_PAIR_BYTES, PACK_BYTES = 64, 80, 64
"""Bytes per cycle: from L1 to one unpacker, from L1 to both unpackers, from packers to L1."""
ROUTER_CYCLES, INTERFACE_CYCLES = 9, 5
"""Cycles of latency: from a router to the next one, and between a core and its router."""
STORE_CYCLES, POLL_CYCLES = 5, 8
"""Cycles of a RISC-V store to L1, and of a load whose value is awaited."""
COMMAND_CYCLES = 10
"""Cycles to issue a network command."""

_COPY_CYCLES = tiles.ELEMENTS // MATRIX_UNIT_ELEMENTS_PER_CYCLE


def _elementwise(case: str) -> Callable[[int], int]:
    work = ELEMENTWISE[case].cost.work
    assert isinstance(work, PerElement)
    return lambda passes: elementwise_cycles(work, passes)


def _on_vector_unit(case: str) -> Callable[[int], int]:
    """Return the cost of a function on the vector unit.

    Functions that TTNN runs on the matrix unit count as simple.
    """
    work = ELEMENTWISE[case].cost.work
    assert isinstance(work, PerElement)
    cycles = elementwise_cycles(work if work.instructions else SIMPLE, 1)
    return lambda _: cycles


_ON_VECTOR_UNIT = {**UNARY, **BINARY_SFPU, **BINARY_INTEGER, **BINARY_SIGNED, **BINARY_UNSIGNED}

MATH: dict[str, Callable[[int], int]] = {
    **{f"{name}_tiles": _elementwise(case) for name, case in BINARY.items()},
    **{f"{name}_tile": _on_vector_unit(case) for name, case in _ON_VECTOR_UNIT.items()},
    **{f"{name}_tile_int32": _on_vector_unit(case) for name, case in UNARY_INTEGER.items()},
    **dict.fromkeys(
        ("max_tile", "clamp_tile", "leaky_relu_tile", "where_tile", "nez_tile", "nez_tile_int32"),
        _on_vector_unit("Maximum"),
    ),
    "typecast_tile": _on_vector_unit("Typecast"),
    **dict.fromkeys(("copy_tile", "transpose_wh_tile", "unary_bcast"), lambda _: _COPY_CYCLES),
    **dict.fromkeys(("matmul_tiles", "reduce_tile"), lambda passes: PRODUCT_CYCLES * passes),
    **dict.fromkeys(("tilize_block", "untilize_block"), lambda _: _COPY_CYCLES),
}
"""Maps each function of the math thread to a function that returns its cycles per tile, given the
number of multiplier passes.
"""
