"""Tables of StableHLO ops on given elements. All rows of a table are one program, which XLA and the
simulator compute.
"""

from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

import ml_dtypes
import numpy as np
import pytest

import ttmlir_py
from ttmlir_py import runtime
from ttmlir_py.ir.context import MlirContext

Array = np.ndarray[Any, Any]
DTYPES: dict[str, Any] = {
    **{f"i{bits}": np.dtype(f"int{bits}") for bits in (8, 16, 32, 64)},
    **{f"ui{bits}": np.dtype(f"uint{bits}") for bits in (8, 16, 32, 64)},
    **{"f16": np.float16, "f32": np.float32, "f64": np.float64, "bf16": ml_dtypes.bfloat16},
    "i1": np.bool_,
}


class Tensor(NamedTuple):
    """An argument of a row: its elements as a list of any depth, and their type."""

    elements: Any
    element: str = "f32"

    @property
    def array(self) -> Array:
        return np.asarray(self.elements).astype(DTYPES[self.element])

    @property
    def type(self) -> str:
        return f"tensor<{''.join(f'{size}x' for size in self.array.shape)}{self.element}>"


class Row(NamedTuple):
    """Ops that compute %r from %a, %b, ..., and the largest relative error."""

    body: str
    result: str
    arguments: tuple[Tensor, ...]
    bound: float = 0
    absolute: float = 1e-37
    """Largest absolute error, for expected results near 0."""


def program(rows: Iterable[Row]) -> str:
    """Return the text of one function with all rows. The names of each row have a prefix."""
    arguments: list[str] = []
    body: list[str] = []
    results: list[tuple[str, str]] = []
    for number, each in enumerate(rows):
        prefix = f"%k{number}_"
        names = zip("abc", each.arguments, strict=False)
        arguments += [f"{prefix}{name}: {tensor.type}" for name, tensor in names]
        body.append("  " + each.body.replace("%", prefix))
        results.append((f"{prefix}r", each.result))
    values, types = (", ".join(each) for each in zip(*results, strict=True))
    lines = "\n".join(body)
    return f"func.func public @main({', '.join(arguments)}) -> ({types}) {{\n{lines}\n  return {values} : {types}\n}}"


def lines_of(rows: Sequence[Row]) -> list[int]:
    """Return the row of each line of the program, and -1 for the first line."""
    return [-1, *(n for n, each in enumerate(rows) for _ in each.body.splitlines())]


def by_xla(rows: Sequence[Row]) -> list[Array]:
    """Run the rows on XLA and return their results."""
    jax = pytest.importorskip("jax", reason="XLA, which comes with jax, is the reference")
    from jax.extend.backend import get_backend

    xla_client = pytest.importorskip("jaxlib.xla_client", reason="needs XLA's client")
    backend = get_backend("cpu")
    if not hasattr(backend, "compile_and_load"):
        pytest.skip("this jaxlib compiles text in another way")
    devices = xla_client.DeviceList(tuple(backend.local_devices()[:1]))
    options = xla_client.CompileOptions()
    found = list[Array]()
    # XLA takes less time for several programs of this size than for one large program.
    for start in range(0, len(rows), 100):
        part = rows[start : start + 100]
        executable = backend.compile_and_load(program(part), devices, options)
        with jax.enable_x64(True):
            arrays = [jax.numpy.asarray(each.array) for row in part for each in row.arguments]
            results = executable.execute_sharded(arrays).disassemble_into_single_device_arrays()
            found += [np.asarray(each[0] if isinstance(each, list) else each) for each in results]
    return found


def stored(tensor: Tensor) -> Array:
    """Return the array that the simulator takes: booleans as numbers, signed integers of 8 and 16
    bits as their bits.
    """
    array = tensor.array
    if tensor.element == "i1":
        return array * np.float32(1)
    return array.view(f"u{array.itemsize}") if tensor.element in ("i8", "i16") else array


def by_simulator(
    rows: Sequence[Row], pipeline: str, context: MlirContext | None = None
) -> list[Array]:
    """Run the program on the simulator and return its results, with booleans as numbers. If a
    context is given, emit warnings to it.
    """
    flags = ["-w"] if context is None else ["--warnings=all"]
    binary = ttmlir_py.compile(program(rows), pipeline, warnings=flags, context=context)
    tensors = [each for row in rows for each in row.arguments]
    arrays = [np.atleast_1d(stored(each)) for each in tensors]
    return [np.asarray(each) for each in runtime.load(binary).run(arrays)]
