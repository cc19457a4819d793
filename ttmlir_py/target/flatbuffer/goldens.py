"""Golden tensors: expected values of results, in the debug information of a TTNN binary."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from ttmlir_py.dialects.func import FuncOp, ReturnOp
from ttmlir_py.dialects.tt.enums import DataType
from ttmlir_py.ir.module import ModuleOp
from ttmlir_py.ir.writing.printer import MlirPrinter
from ttmlir_py.target.flatbuffer.types import FbTable, enum_name

_FORMATS = {
    "float32": DataType.Float32,
    "float16": DataType.Float16,
    "bfloat16": DataType.BFloat16,
    "uint32": DataType.UInt32,
    "uint16": DataType.UInt16,
    "uint8": DataType.UInt8,
}
"""Maps names of numpy types to data types."""


@dataclass(frozen=True)
class GoldenTensor:
    """The expected value of a result. `data` holds its elements in row-major order."""

    name: str
    shape: Sequence[int]
    strides: Sequence[int]
    """Strides in elements."""
    dtype: DataType
    data: bytes

    @staticmethod
    def of(key: str, value: Any) -> GoldenTensor:
        """Return the golden tensor for a value of a golden map: a `GoldenTensor`, or anything
        array-like.

        float64 is rounded to float32. Integers without a format of their type become u32. Raise
        ValueError for values that no format holds.
        """
        if isinstance(value, GoldenTensor):
            return value

        import numpy as np

        array = np.ascontiguousarray(value).reshape(np.shape(value))
        if array.dtype == np.float64:
            array = array.astype(np.float32)
        elif array.dtype.kind in "biu" and array.dtype.name not in _FORMATS:
            if array.size and not 0 <= array.min() <= array.max() < 1 << 32:
                raise ValueError(
                    f"golden '{key}': elements of type {array.dtype} must be in the range of u32"
                )
            array = array.astype(np.uint32)
        if array.dtype.name not in _FORMATS:
            raise ValueError(f"golden '{key}': no format holds elements of type {array.dtype}")
        strides = [stride // array.itemsize for stride in array.strides]
        return GoldenTensor(key, array.shape, strides, _FORMATS[array.dtype.name], array.tobytes())

    def table(self) -> FbTable:
        """Return this tensor as a `GoldenTensor` table."""
        return {
            "name": self.name,
            "shape": self.shape,
            "stride": self.strides,
            "dtype": enum_name(self.dtype),
            "data": self.data,
        }


def unused_keys(module: ModuleOp, keys: Iterable[str]) -> Iterator[tuple[str, str]]:
    """Yield unused keys of a golden map, each with the most similar location.

    Used keys are locations of operations, and `input_0`, `output_0`, ...
    """
    known: set[str] = set()
    printer = MlirPrinter()
    for function in module.walk():
        if not isinstance(function, FuncOp):
            continue
        for op in function.body.walk():
            known.add(printer.location_text(op.location))
            if isinstance(op, ReturnOp):
                known.update(f"output_{index}" for index in range(len(op.operands)))
        arguments = function.function_type.inputs.data
        known.update(f"input_{index}" for index in range(len(arguments)))
    for key in keys:
        if key not in known:
            meant = (f'loc("{key}")', f"loc({key})")
            yield key, next((each for each in meant if each in known), "")
