"""Test programs built by functions: helpers that make arguments, build a module and read its text
back.
"""

from collections.abc import Callable, Sequence
from typing import Any

from xdsl.builder import ImplicitBuilder
from xdsl.ir import Attribute, Block, Region, SSAValue

import ttmlir_py
from ttmlir_py.building import module, tensor
from ttmlir_py.building.layouts import ttnn_tensor
from ttmlir_py.dialects.func import FuncOp, ReturnOp
from ttmlir_py.dialects.tt.device import DeviceAttr, DeviceType
from ttmlir_py.dialects.tt.system import SystemDescAttr
from ttmlir_py.ir.module import ModuleOp

DEVICE = DeviceType(DeviceAttr.get(SystemDescAttr.get_default()))


class Program:
    """A function under construction; its methods add arguments and return their values."""

    def __init__(self) -> None:
        self.block = Block()

    def value(self, type_: Attribute) -> SSAValue:
        """Add an argument of type `type_` and return it."""
        return self.block.insert_arg(type_, len(self.block.args))

    def tensor(self, *shape: int, dtype: Any = "f32") -> SSAValue:
        """Add an argument that is a tensor without a layout, and return it."""
        return self.value(tensor(shape, dtype))

    def laid(self, *shape: int, dtype: Any = "f32", **layout: Any) -> SSAValue:
        """Add an argument that is a tensor with a TTNN layout, and return it."""
        return self.value(ttnn_tensor(shape, dtype, **layout))

    def device(self) -> SSAValue:
        """Add an argument of the device type, and return it."""
        return self.value(DEVICE)


def build(body: Callable[[Program], Any]) -> ModuleOp:
    """Return a module with one function that `body` fills and that returns nothing."""
    program = Program()
    with ImplicitBuilder(program.block):
        body(program)
        ReturnOp()
    types = [argument.type for argument in program.block.args]
    return module(FuncOp("f", (types, []), Region(program.block)))


def check_round_trip(built: ModuleOp) -> None:
    """Check that the printed text of `built` parses to the same module.

    The maps of layouts of rank 4 and more are summed in another order when they are parsed.
    Therefore only the text of TTNN modules is compared.
    """
    text = str(built)
    read = ttmlir_py.parse(text)
    assert str(read) == text
    assert "ttnn." in text or read.is_structurally_equivalent(built)


def result_of(body: Callable[[Program], SSAValue]) -> Attribute:
    """Return the type of the value that `body` builds."""
    values: list[SSAValue] = []
    build(lambda program: values.append(body(program)))
    return values[0].type


def shape_of(body: Callable[[Program], SSAValue]) -> Sequence[int]:
    """Return the shape of the value that `body` builds."""
    return result_of(body).get_shape()  # type: ignore[attr-defined]
