"""Programs of one op on all element types, and their expected results, for comparisons of
shapes.
"""

from collections.abc import Sequence

import numpy as np
from passes import stablehlo_rows
from passes.stablehlo_rows import DTYPES, Array, Row, Tensor

import ttmlir_py
from ttmlir_py import reference, runtime

PIPELINE = "builtin.module(inline,stablehlo-to-ttir-pipeline{exact-remainder=true},ttir-to-ttnn-backend-pipeline{signed-integers=true})"
TTIR_PIPELINE = "builtin.module(ttir-to-ttnn-backend-pipeline{signed-integers=true})"
FLOATS = ("f32", "bf16", "f16", "f64")
INTEGERS = ("i8", "i16", "i32", "i64", "ui8", "ui16", "ui32", "ui64")
ELEMENTS = (*FLOATS, *INTEGERS, "i1")
BOUNDS = {"f32": 1e-5, "f64": 1e-5, "f16": 2**-9, "bf16": 2**-6}
"""Largest error of floats, relative to the largest term."""


def tensor_type(shape: Sequence[int], element: str) -> str:
    return f"tensor<{''.join(f'{size}x' for size in shape)}{element}>"


def numbers(shape: Sequence[int], element: str, seed: int = 0) -> Tensor:
    """Return small numbers, without a sign for 8 and 16 bits: the device's formats of these widths
    are unsigned.
    """
    random = np.random.default_rng(seed)
    if element == "i1":
        return Tensor(random.integers(0, 2, shape), element)
    if element in FLOATS:
        return Tensor(random.integers(-8, 9, shape) / 4, element)
    return Tensor(random.integers(-5 if element in ("i32", "i64") else 0, 6, shape), element)


def factors(shape: Sequence[int], element: str, seed: int = 0) -> Tensor:
    """Return numbers whose product is small."""
    signed = element in (*FLOATS, "i32", "i64")
    values = [1, -1, 2, 1, 3] if signed else [0, 1] if element == "i1" else [1, 2, 1, 1, 3]
    return Tensor(np.random.default_rng(seed).choice(values, shape), element)


def compare_with_xla(rows: Sequence[Row]) -> None:
    """Run all rows as one program on the simulator and on XLA, and compare the results."""
    theirs = stablehlo_rows.by_xla(rows)
    ours = stablehlo_rows.by_simulator(rows, PIPELINE)
    for row, wanted, found in zip(rows, theirs, ours, strict=True):
        element = row.result.removesuffix(">").rpartition("x")[2].rpartition("<")[2]
        assert found.shape == (wanted.shape or (1,)), row.body
        assert_close(found, wanted, element, row.body)


def assert_close(found: Array, wanted: Array, element: str, message: str) -> None:
    """Check equality of integers and booleans, modulo the element width, and closeness of floats to
    the rounding of their format.
    """
    wanted = np.asarray(wanted).reshape(found.shape)
    if element in FLOATS:
        bound = BOUNDS[element]
        wide = [np.asarray(each, np.float64) for each in (found, wanted)]
        np.testing.assert_allclose(*wide, rtol=bound, atol=8 * bound, err_msg=message)
    else:
        with np.errstate(invalid="ignore"):
            np.testing.assert_array_equal(found.astype(DTYPES[element]), wanted, message)


def run_ttir(text: str, arguments: Sequence[Tensor]) -> list[Array]:
    """Return the simulator's results for a TTIR program, after checking them against the
    reference.
    """
    arrays = [each.array for each in arguments]
    binary = ttmlir_py.compile(text, TTIR_PIPELINE, warnings=["-w"])
    results = [np.asarray(each) for each in runtime.load(binary).run(arrays)]
    (function,) = reference.functions(ttmlir_py.parse(text))
    meant = reference.run(function, arrays).results
    assert [each.shape for each in results] == [np.shape(each) for each in meant]
    return results
