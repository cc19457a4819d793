"""Device numerics: programs computed with the precision of the device's units.

Options give the known settings of kernels. Without an option, the compute configuration of the
operation counts, if its binary has one, and otherwise TTNN's defaults:

| operation | phases | Dst of 32 bits |
|---|---|---|
| matrix product | 2; 4 of float32, 1 of two block formats | if the first operand is float32 |
| convolution, softmax | 4 | no |
| sum, mean | 4 | yes |
| cumulative sum | 4 | if the result is float32 |
| add, subtract, multiply | 4 | if the result is float32 |
| other functions, on the vector unit | | if an operand or the result has 32 bits |
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

import numpy as np

from ttmlir_py.common.suggestions import unknown_name
from ttmlir_py.runtime.architectures import PASSES, default_passes
from ttmlir_py.runtime.errors import InputError
from ttmlir_py.runtime.evaluation import Finish, as_on_device, evaluate
from ttmlir_py.runtime.formats import Array, DataFormat
from ttmlir_py.runtime.kernels.matrix_unit import MatrixUnit
from ttmlir_py.runtime.kernels.registry import PerElement
from ttmlir_py.runtime.operation import Operation
from ttmlir_py.runtime.registers import flushed, packed, source, stored
from ttmlir_py.runtime.tensor import Tensor

_SWITCH = {"on": True, "off": False}
_USUAL_BLOCK = 2
"""Number of tiles per block of the inner dimension in TTNN's products with operands in DRAM."""


@dataclass(frozen=True, slots=True)
class DeviceNumerics:
    """The precision of the device's arithmetic. None means TTNN's default, or unknown."""

    fidelity: int | None = None
    """Number of fidelity phases of products: 1 (LoFi) to 4 (HiFi4)."""
    fp32_acc: bool | None = None
    """Whether the destination register, Dst, has 32 bits (`fp32_dest_acc_en`)."""
    in0_block_w: int | None = None
    """Number of tiles per block of a product's inner dimension; 0 for a single block.

    None, for an unknown number, also computes in a single block.
    """

    @classmethod
    def named(cls, text: str) -> DeviceNumerics | None:
        """Return what `device` or `device:OPTIONS` names, or None for `ideal`.

        Raises `InputError`.
        """
        how, _, options = text.partition(":")
        if text != "ideal" and how != "device":
            known = ("ideal", "device", "device:OPTIONS")
            raise InputError(unknown_name("numerics", text, known))
        return cls.parse(options) if how == "device" else None

    @classmethod
    def parse(cls, text: str) -> DeviceNumerics:
        """Parse `fidelity=HiFi2,fp32_acc=on,in0_block_w=2`, with each key at most once.

        Raises `InputError`.
        """
        given: dict[str, Any] = {}
        for part in filter(None, text.split(",")):
            name, _, value = part.partition("=")
            read = {"fidelity": PASSES.get, "fp32_acc": _SWITCH.get, "in0_block_w": _count}.get(
                name
            )
            if read is None:
                raise InputError(f"'{name}' is not an option of device numerics: {_OPTIONS}")
            if name in given:
                raise InputError(f"'{name}' of device numerics is given twice")
            given[name] = read(value)
            if given[name] is None:
                raise InputError(f"'{part}' of device numerics: {_OPTIONS}")
        return cls(**given)

    def bounds(self) -> tuple[DeviceNumerics, ...]:
        """Return these numerics with each of the two extreme block sizes, or only these numerics if
        their block size is known.
        """
        if self.in0_block_w is not None:
            return (self,)
        return tuple(
            DeviceNumerics(self.fidelity, self.fp32_acc, block) for block in (0, _USUAL_BLOCK)
        )

    def evaluate(self, operation: Operation, operands: Sequence[Tensor], copies: int = 1) -> Tensor:
        """Return an operation's result with the device's precision; see `evaluation.evaluate`.

        Raise `KernelError`.
        """
        assert operation.result is not None
        descs = [each.desc for each in operands]
        if all(each.on_host for each in (*descs, operation.result.desc)):
            return evaluate(operation, operands, as_on_device, copies)
        step = _OnDevice(operation, [each.data_type for each in descs], self)
        return evaluate(operation, operands, step.finish, copies, step.compute)


def _count(text: str) -> int | None:
    return int(text) if text.isascii() and text.isdigit() and len(text) < 10 else None


_OPTIONS = "fidelity=LoFi|HiFi2|HiFi3|HiFi4,fp32_acc=on|off,in0_block_w=N"


@dataclass(frozen=True, slots=True)
class _OnDevice:
    """An operation on the device, with the formats of its operands."""

    operation: Operation
    formats: Sequence[DataFormat]
    numerics: DeviceNumerics

    @property
    def _result(self) -> DataFormat:
        assert self.operation.result is not None
        return self.operation.result.desc.data_type

    @property
    def _is_real(self) -> bool:
        """Whether any operand or the result has a floating-point format."""
        return not all(each.is_integer for each in (*self.formats, self._result))

    @property
    def _on_vector_unit(self) -> bool:
        """Whether the vector unit computes the operation.

        TTNN also uses the vector unit for sums, differences and products of two float32 tensors.
        """
        work = self.operation.kernel.cost.work
        if not isinstance(work, PerElement):
            return False
        return work.instructions > 0 or all(each.name == "Float32" for each in self.formats)

    @property
    def _is_wide(self) -> bool:
        """Whether the destination register, Dst, has 32 bits."""
        if self.numerics.fp32_acc is not None:
            return self.numerics.fp32_acc
        if self.operation.accumulates_wide is not None:
            return self.operation.accumulates_wide
        cost = self.operation.kernel.cost
        match cost.work:
            case "product" | "attention":
                return self.formats[0].name == "Float32"
            case PerElement():
                others = self.formats if self._on_vector_unit else ()
                return any(each.bits == 32 for each in (self._result, *others))
            case work:
                return work == "reduction" and (self._result.bits == 32 or not cost.rounds_steps)

    def compute(self, operands: tuple[Any, ...], **context: Any) -> Array:
        """Return the kernel's result in the precision of Dst."""
        work, compute = self.operation.kernel.cost.work, self.operation.compute
        if not self._is_real or work == "none":
            return compute(operands, **context)
        unit = MatrixUnit(self._passes, self._is_wide, self.numerics.in0_block_w)
        if self.operation.kernel.takes_arithmetic:
            return compute(operands, **context, arithmetic=unit)
        if not isinstance(work, PerElement):
            return compute(operands, **context)
        if self._on_vector_unit:
            return unit.function(compute(_each(operands, flushed)))
        if work.takes_passes:
            return self._multiplied(operands, unit)
        values = compute(_each(operands, partial(source, wide=unit.wide)))
        return values if unit.wide or values.dtype != np.float32 else stored(values)

    def _multiplied(self, operands: tuple[Any, ...], unit: MatrixUnit) -> Array:
        """Return the element-wise product of two tensors, phase by phase. `compute` checks that
        they fit.
        """
        values = self.operation.compute(operands)
        pair = operands[0]
        if any(each.dtype != np.float32 for each in pair):
            return values
        return unit.multiply(*pair)

    @property
    def _passes(self) -> int:
        chosen = default_passes(self.operation.kernel.cost.work, self.formats)
        return self.numerics.fidelity or self.operation.passes or chosen

    @property
    def finish(self) -> Finish:
        """Return the function that rounds results: the packer's rounding, or one that leaves values
        unchanged if the operation only moves them.
        """
        moved = self.operation.kernel.cost.work == "none"
        if moved and all(each is self._result for each in self.formats):
            return as_on_device
        return packed


def _each(operands: tuple[Any, ...], change: Callable[[Array], Array]) -> tuple[Any, ...]:
    """Return the kernel's operands, a value or list of values each, with `change` applied to all
    float32 arrays.
    """

    def one(values: Any) -> Any:
        if isinstance(values, list):
            return [one(each) for each in values]  # pyright: ignore[reportUnknownVariableType]
        return values if values is None or values.dtype != np.float32 else change(values)

    return tuple(map(one, operands))
