"""Builds programs of TTMetal binaries with a C++ compiler and runs them on the host, to compare
their results with the machine's.
"""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

import numpy as np

from ttmlir_py.runtime.formats import Array
from ttmlir_py.runtime.kernels.elementwise import ELEMENTWISE
from ttmlir_py.standalone.metal import HostLibrary, program_text, run_program
from ttmlir_py.tensix.binary import MetalBinary


class InCpp:
    """Builds programs in a folder, each once."""

    def __init__(self, folder: Path) -> None:
        self._folder, self._library = folder, HostLibrary()
        self._built: dict[str, Path] = {}

    def run(
        self, binary: MetalBinary, inputs: Sequence[Array], program: int | str = 0
    ) -> list[Array]:
        """Return the outputs of the program's C++."""
        chosen = binary.program(program)
        text = program_text(chosen, binary.view.system_desc)
        if text not in self._built:
            output = self._folder / f"program{len(self._built)}"
            self._library.build(text, output)
            self._built[text] = output
        return run_program(self._built[text], chosen, inputs)

    def check(
        self, binary: MetalBinary, inputs: Sequence[Array], expected: Sequence[Array]
    ) -> None:
        """Check that the first program has the given outputs bit for bit, where all NaNs are
        equal.
        """
        got = self.run(binary, inputs)
        assert len(got) == len(expected)
        for ours, theirs in zip(expected, got, strict=True):
            assert (ours.dtype, ours.shape) == (theirs.dtype, theirs.shape)
            assert np.array_equal(_bits(ours), _bits(theirs)), _first_difference(ours, theirs)


def _bits(values: Array) -> Array:
    plain = np.where(values != values, np.zeros((), values.dtype), values)
    return np.where(values != values, -1, plain.view(f"i{values.dtype.itemsize}").astype(np.int64))


def _first_difference(ours: Array, theirs: Array) -> str:
    different = np.flatnonzero(_bits(ours) != _bits(theirs))
    at = int(different[0])
    values = f"{ours.reshape(-1)[at]!r} here, {theirs.reshape(-1)[at]!r} in C++"
    return f"{different.size} of {ours.size} differ, the first at {at}: {values}"


_FUNCTIONS = {
    "Exp": np.exp,
    "Log": np.log,
    "Log1p": np.log1p,
    "Power": np.power,
    "Tanh": np.tanh,
    "Sin": np.sin,
    "Cos": np.cos,
    "Tan": np.tan,
    "Expm1": np.expm1,
    "Cbrt": np.cbrt,
}


@contextmanager
def rounded_functions() -> Iterator[None]:
    """Replace functions that numpy approximates in float32 to a unit or two in the last place by
    rounded float64 functions.
    """
    before = dict(ELEMENTWISE)

    def rounded(function):
        return lambda *values: function(*(x.astype(np.float64) for x in values)).astype(np.float32)

    def sigmoid(x):
        small = rounded(np.exp)(-np.abs(x))
        return np.where(x < 0, small, np.float32(1)) / (1 + small)

    functions = {case: rounded(function) for case, function in _FUNCTIONS.items()}
    for case, function in (functions | {"Sigmoid": sigmoid}).items():

        def compute(operands, *, result_shape, function=function):
            return function(*(each.astype(np.float32, copy=False) for each in operands))

        ELEMENTWISE[case] = replace(ELEMENTWISE[case], compute=compute)
    try:
        yield
    finally:
        ELEMENTWISE.update(before)
