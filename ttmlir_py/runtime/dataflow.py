"""Static checks of a program: definitions, liveness, devices and types of its tensors.

They run once, when a program is decoded, and do not slow down its runs.
"""

from collections.abc import Iterable

from ttmlir_py.runtime.errors import SimulationError
from ttmlir_py.runtime.mesh import Mesh
from ttmlir_py.runtime.operation import Operation
from ttmlir_py.runtime.tensor import TensorDesc, TensorRef


class DataFlow:
    """The devices and tensors that are defined before an operation of the program.

    Raises `SimulationError` for uses of undefined ones.
    """

    def __init__(self, inputs: Iterable[TensorRef]) -> None:
        self._tensors = {ref.global_id: ref.desc for ref in inputs}
        self._deallocated: set[int] = set()
        self._devices: dict[int, Mesh] = {}

    def define_device(self, device: int, mesh: Mesh) -> None:
        """Record the device that a `GetDeviceOp` defines."""
        self._devices[device] = mesh

    def mesh(self, device: int | None) -> Mesh | None:
        """Return the mesh of `device`, or None if `device` is None.

        Raises `SimulationError` for an undefined device.
        """
        if device is not None and device not in self._devices:
            raise SimulationError(f"device {device} is not defined")
        return None if device is None else self._devices[device]

    def placed(self, ref: TensorRef) -> TensorRef:
        """Return `ref` with the place where the tensor was defined.

        A tensor that was defined on the host stays there, even if the use says that it is on the
        device.
        """
        desc = self._tensors.get(ref.global_id)
        moved = desc is not None and desc.on_host and not ref.desc.on_host
        return ref.on_host() if moved else ref

    def use(self, ref: TensorRef) -> TensorDesc:
        """Return the descriptor with which a tensor was defined.

        Raises `SimulationError` if the tensor is not live, or if `ref` has another descriptor.
        """
        desc = self._tensors.get(ref.global_id)
        if desc is None:
            state = "deallocated" if ref.global_id in self._deallocated else "not defined"
            raise SimulationError(f"tensor {ref.global_id} is {state}")
        if not desc.agrees_with(ref.desc):
            raise SimulationError(
                f"tensor {ref.global_id} is {desc.type_text}, used as {ref.desc.type_text}"
            )
        return desc

    def enter(self, operation: Operation) -> None:
        """Check the operands of `operation`, and record its result as defined."""
        wanted = operation.kernel.device.operands_on_host
        for ref in operation.refs:
            on_host = self.use(ref).on_host
            if wanted is not None and on_host != wanted:
                side = "the host" if on_host else "a device"
                raise SimulationError(f"tensor {ref.global_id} is on {side}")
        for ref in operation.freed:
            del self._tensors[ref.global_id]
            self._deallocated.add(ref.global_id)
        if operation.result is not None:
            self._tensors[operation.result.global_id] = operation.result.desc
