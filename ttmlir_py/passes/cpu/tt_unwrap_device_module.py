"""`tt-unwrap-device-module`: move the contents of the device module to the top-level module."""

from dataclasses import dataclass
from typing import TypeVar

from typing_extensions import override
from xdsl.dialects.builtin import ModuleOp
from xdsl.ir import Operation

from ttmlir_py.dialects.tt.ops import CPUModuleOp, DeviceModuleOp, ModuleWrapper
from ttmlir_py.ir.context import MlirContext
from ttmlir_py.ir.diagnostics import OperationError
from ttmlir_py.passes.base import Pass

WrapperT = TypeVar("WrapperT", bound=ModuleWrapper)


@dataclass(frozen=True)
class TTUnwrapDeviceModulePass(Pass):
    """Move tt.device_module contents to top-level builtin.module

    The ops in the module of the `tt.device_module` move to the end of the top-level module. The
    wrapper, the attributes of its module and a `tt.cpu_module` are erased. A module without
    `tt.device_module`, or not at the top level, is left alone.
    """

    name = "tt-unwrap-device-module"
    cpp_name = "TTUnwrapDeviceModulePass"

    @override
    def run(self, context: MlirContext, op: Operation) -> None:
        assert isinstance(op, ModuleOp)
        device = _only(op, DeviceModuleOp) if op.parent is None else None
        if device is None:
            return
        cpu = _only(op, CPUModuleOp)
        if cpu is not None:
            cpu.detach()
            cpu.erase()
        inner = device.bodyRegion.block.first_op
        assert isinstance(inner, ModuleOp)
        for each in list(inner.ops):
            each.detach()
            op.body.block.add_op(each)
        device.detach()
        device.erase()


def _only(module: ModuleOp, cls: type[WrapperT]) -> WrapperT | None:
    """Return the only op of class `cls` in `module`, or None. Raises OperationError if there are
    several.
    """
    found = [op for op in module.ops if isinstance(op, cls)]
    if len(found) > 1:
        kind = f"{cls.__name__}s"
        raise OperationError(module, f"Top-level ModuleOp must contain 0 or 1 {kind}!")
    return found[0] if found else None
