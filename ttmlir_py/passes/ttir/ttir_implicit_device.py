"""`ttir-implicit-device`: give the module a device."""

from dataclasses import dataclass
from math import prod

from typing_extensions import override
from xdsl.dialects.builtin import ModuleOp
from xdsl.ir import Operation

from ttmlir_py.dialects.tt.device import DeviceAttr
from ttmlir_py.dialects.tt.system import SystemDescAttr
from ttmlir_py.ir.context import MlirContext
from ttmlir_py.ir.diagnostics import OperationError
from ttmlir_py.passes.base import Pass, option
from ttmlir_py.passes.contracts import HAS_DEVICE, HAS_SYSTEM_DESC


@dataclass(frozen=True)
class TTIRImplicitDevicePass(Pass):
    """Create an implicit device

    If the module has no device, the pass adds `tt.device`, built from the mesh shape and the
    module's `tt.system_desc` (required). An existing device, and everything else, is left alone.
    """

    name = "ttir-implicit-device"
    cpp_name = "TTIRImplicitDevice"
    changes_attributes_only = True
    requires = (HAS_SYSTEM_DESC,)
    ensures = (HAS_DEVICE,)

    mesh_shape: tuple[int, ...] = option((), "Set the multi-device mesh shape.")

    @override
    def run(self, context: MlirContext, op: Operation) -> None:
        assert isinstance(op, ModuleOp)
        if DeviceAttr.name in op.attributes:
            return
        system_desc = op.attributes.get(SystemDescAttr.name)
        if not isinstance(system_desc, SystemDescAttr):
            raise OperationError(
                op, f"requires attribute '{SystemDescAttr.name}' (see --ttir-load-system-desc)"
            )
        if any(size <= 0 for size in self.mesh_shape):
            raise _mesh_error(op, "expected a mesh shape of positive sizes")
        try:
            # Errors of `DeviceAttr.get` have upstream's text.
            device = DeviceAttr.get(system_desc, self.mesh_shape, mesh_modulus=True)
            op.attributes[DeviceAttr.name] = device
        except ValueError as error:
            raise _mesh_error(op, f"{error}{self._advice(system_desc)}") from None

    def _advice(self, system_desc: SystemDescAttr) -> str:
        """Return what the user can do if the mesh has more devices than the system, or an empty
        text.
        """
        devices, chips = prod(self.mesh_shape), len(system_desc.chipDescIndices)
        if devices <= chips:
            return ""
        shape = "x".join(map(str, self.mesh_shape))
        return (
            f"; mesh shape {shape} needs {devices} chips: choose a larger system or a smaller mesh"
        )


def _mesh_error(op: ModuleOp, message: str) -> OperationError:
    """Return an error that does not show the module, because the mesh is an option of the pass."""
    return OperationError(op.location, f"'{op.name}' op {message}")
