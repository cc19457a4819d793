"""The estimated time of all programs of a binary, and whether they fit on their device."""

from typing import NamedTuple

from ttmlir_py.runtime.binary import TTNNBinary
from ttmlir_py.runtime.errors import SimulationError
from ttmlir_py.runtime.memory import DeviceMemory
from ttmlir_py.runtime.observers.memory_tracker import MemoryTracker
from ttmlir_py.schemas import BinaryError
from ttmlir_py.ttrt.perf_model import Machine, estimate_program


class BinaryEstimate(NamedTuple):
    """The estimated time of a binary in nanoseconds, and the reason why it does not fit, or ""."""

    nanoseconds: float
    problem: str


def estimate_binary(data: bytes) -> BinaryEstimate:
    """Estimate the programs of a binary. Raise ValueError if that is not possible."""
    try:
        binary = TTNNBinary.load(data)
        machine, time = Machine.of(binary.system_desc), 0.0
        for program in binary.programs:
            time += sum(each.duration for each in estimate_program(program, machine))
    except (BinaryError, SimulationError) as error:
        raise ValueError(str(error)) from None
    return BinaryEstimate(time, _misfit(binary))


def _misfit(binary: TTNNBinary) -> str:
    """Return the error for the first operation without room on the device, or an empty text."""
    try:
        for program in binary.programs:
            MemoryTracker(DeviceMemory(binary.system_desc), keeps_rows=False).follow(program)
    except SimulationError as error:
        return str(error)
    except BinaryError:  # the system description lacks fields
        return ""
    return ""
