"""Functions whose arguments are made as the body asks for them, and how a module is read back."""

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
    """A function under construction."""

    def __init__(self) -> None:
        self.block = Block()

    def value(self, type_: Attribute) -> SSAValue:
        """A new argument."""
        return self.block.insert_arg(type_, len(self.block.args))

    def tensor(self, *shape: int, dtype: Any = "f32") -> SSAValue:
        """A new argument without a layout."""
        return self.value(tensor(shape, dtype))

    def laid(self, *shape: int, dtype: Any = "f32", **layout: Any) -> SSAValue:
        """A new argument with a TTNN layout."""
        return self.value(ttnn_tensor(shape, dtype, **layout))

    def device(self) -> SSAValue:
        """A new argument that is a device."""
        return self.value(DEVICE)


def build(body: Callable[[Program], Any]) -> ModuleOp:
    """The module of a function with this body, which returns nothing."""
    program = Program()
    with ImplicitBuilder(program.block):
        body(program)
        ReturnOp()
    types = [argument.type for argument in program.block.args]
    return module(FuncOp("f", (types, []), Region(program.block)))


def check_round_trip(built: ModuleOp) -> None:
    """Check that printed text parses to the same module.

    The maps of layouts of rank 4 and more are summed in another order when they are parsed.
    Therefore only the text of TTNN modules is compared.
    """
    text = str(built)
    read = ttmlir_py.parse(text)
    assert str(read) == text
    assert "ttnn." in text or read.is_structurally_equivalent(built)


def result_of(body: Callable[[Program], SSAValue]) -> Attribute:
    """The type of the value that a body builds."""
    values: list[SSAValue] = []
    build(lambda program: values.append(body(program)))
    return values[0].type


def shape_of(body: Callable[[Program], SSAValue]) -> Sequence[int]:
    """The shape of the value that a body builds."""
    return result_of(body).get_shape()  # type: ignore[attr-defined]
