"""`tt-wrap-device-module`: move the module's contents into a device module."""

from dataclasses import dataclass

from typing_extensions import override
from xdsl.dialects.builtin import ModuleOp
from xdsl.ir import Block, Operation, Region

from ttmlir_py.dialects.tt.ops import DeviceModuleOp
from ttmlir_py.ir import module
from ttmlir_py.ir.context import MlirContext
from ttmlir_py.passes.base import Pass


@dataclass(frozen=True)
class TTWrapDeviceModulePass(Pass):
    """Wrap top-level builtin.module in tt.device_module

    The contents of the top-level module move into a module in a `tt.device_module`. The attributes
    of the top-level module stay on it. A module that has a `tt.device_module`, or is not at the top
    level, is left alone.
    """

    name = "tt-wrap-device-module"
    cpp_name = "TTWrapDeviceModulePass"

    @override
    def run(self, context: MlirContext, op: Operation) -> None:
        assert isinstance(op, ModuleOp)
        if op.parent is not None or any(isinstance(each, DeviceModuleOp) for each in op.ops):
            return
        inner = module.ModuleOp.create(regions=[op.detach_region(op.body)])
        wrapper = DeviceModuleOp.around(inner)
        inner.location = wrapper.location = op.location
        op.add_region(Region(Block([wrapper])))
