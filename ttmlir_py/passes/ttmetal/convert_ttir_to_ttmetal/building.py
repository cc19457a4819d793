"""Builders of kernels (constants, arithmetic, loops, calls) and of device programs."""

from collections.abc import Collection, Sequence
from typing import NamedTuple, Self

from typing_extensions import override
from xdsl.dialects import arith, scf
from xdsl.dialects.builtin import ArrayAttr, IndexType, IntegerAttr, IntegerType, UnknownLoc
from xdsl.ir import Attribute, Block, Operation, Region, SSAValue

from ttmlir_py.dialects.tt.device import get_current_scope_system_desc
from ttmlir_py.dialects.tt.layout import GridAttr
from ttmlir_py.dialects.tt.system import SystemDescAttr
from ttmlir_py.dialects.ttkernel.attributes import NocConfigAttr, TensixConfigAttr
from ttmlir_py.dialects.ttkernel.control import ReturnOp
from ttmlir_py.dialects.ttkernel.enums import CBPort, MathFidelity, NocIndex, UnpackToDestMode
from ttmlir_py.dialects.ttmetal.attributes import CoreRangeAttr
from ttmlir_py.dialects.ttmetal.ops import EnqueueProgramOp
from ttmlir_py.rewriting.attributes import i32, segments
from ttmlir_py.rewriting.builder import Builder
from ttmlir_py.rewriting.conversion import UnsupportedError
from ttmlir_py.rewriting.mutation import insert_before, replace

I32 = IntegerType(32)
_INDEX = IndexType()
_NO_OVERFLOW = arith.IntegerOverflowAttr([arith.IntegerOverflowFlag.NSW])


class KernelBuilder(Builder):
    """A builder of the ops in a kernel. Numbers are `i32`."""

    __slots__ = ()

    def i32(self, value: int) -> SSAValue:
        """Insert an i32 constant."""
        return self.value(arith.ConstantOp, (), I32, value=i32(value))

    def index(self, value: int) -> SSAValue:
        """Insert a constant of type `index`."""
        return self.value(arith.ConstantOp, (), _INDEX, value=IntegerAttr(value, _INDEX))

    def as_index(self, value: SSAValue) -> SSAValue:
        """Insert a cast of `value` to an index."""
        return self.value(arith.IndexCastOp, (value,), _INDEX)

    def add(self, lhs: SSAValue, rhs: SSAValue) -> SSAValue:
        """Insert a sum that is marked not to overflow."""
        return self.value(arith.AddiOp, (lhs, rhs), I32, overflowFlags=_NO_OVERFLOW)

    def multiply(self, lhs: SSAValue, rhs: SSAValue) -> SSAValue:
        """Insert a product that is marked not to overflow."""
        return self.value(arith.MuliOp, (lhs, rhs), I32, overflowFlags=_NO_OVERFLOW)

    def call(self, cls: type[Operation], *operands: SSAValue, **properties: Attribute) -> None:
        """Insert an op of class `cls` without results."""
        self.op(cls, operands, (), **properties)

    def loop(
        self,
        lower: SSAValue,
        upper: SSAValue,
        step: SSAValue,
        carried: Sequence[SSAValue] = (),
    ) -> tuple[scf.ForOp, Self]:
        """Insert an empty loop. Return it with a builder of its body, on which `end_loop` must be
        called.

        `carried` are the initial values that the loop passes from one iteration to the next.
        """
        body = Block(arg_types=[I32, *(value.type for value in carried)])
        for argument in body.args:
            argument.location = self.location
        loop = scf.ForOp.create(
            operands=[lower, upper, step, *carried],
            result_types=[value.type for value in carried],
            regions=[Region(body)],
        )
        self.insert(loop)
        return loop, type(self).at_end(body, self.location)

    def count(self, trips: int) -> tuple[SSAValue, Self]:
        """Insert an empty loop from 0 to `trips` (exclusive).

        Return its counter, and a builder of its body, on which `end_loop` must be called.
        """
        loop, body = self.loop(self.i32(0), self.i32(trips), self.i32(1))
        return loop.body.block.args[0], body

    def linear(self, *terms: tuple[SSAValue, int] | int) -> SSAValue:
        """Insert the sum of `terms`: numbers, and pairs of a value and its factor."""
        total: SSAValue | None = None
        constant = 0
        for term in terms:
            if isinstance(term, int):
                constant += term
                continue
            value, factor = term
            if factor == 0:
                continue
            product = value if factor == 1 else self.multiply(value, self.i32(factor))
            total = product if total is None else self.add(total, product)
        if total is None:
            return self.i32(constant)
        return self.add(total, self.i32(constant)) if constant else total

    def end_loop(self, *values: SSAValue) -> None:
        """Insert the end of a loop body. `values` are passed to the next iteration."""
        self.call(scf.YieldOp, *values)


class ComputeBuilder(KernelBuilder):
    """A builder of the ops in a compute kernel.

    Its constants have no location in the user's program.
    """

    __slots__ = ()

    @override
    def i32(self, value: int) -> SSAValue:
        location, self.location = self.location, UnknownLoc()
        constant = super().i32(value)
        self.location = location
        return constant


class Kernel(NamedTuple):
    """The code of one thread, its configuration, and the cores that run it."""

    config: Attribute
    cores: CoreRangeAttr
    block: Block


def end_kernel(block: Block, op: Operation) -> None:
    """Insert the end of a kernel of `op` into `block`."""
    Builder.at_end(block, op.location).op(ReturnOp)


def new_block(op: Operation, types: Sequence[Attribute]) -> Block:
    """Return an empty block with arguments of the given types and the location of `op`."""
    block = Block(arg_types=types)
    for argument in block.args:
        argument.location = op.location
    return block


def insert_program(
    op: Operation,
    kernels: Sequence[Kernel],
    inputs: Sequence[SSAValue],
    outputs: Sequence[SSAValue],
) -> EnqueueProgramOp:
    """Insert a program that runs `kernels` before `op`."""
    program = EnqueueProgramOp.create(
        operands=[*inputs, *outputs],
        result_types=[value.type for value in outputs],
        properties={
            "core_ranges": ArrayAttr([kernel.cores for kernel in kernels]),
            "kernelConfigs": ArrayAttr([kernel.config for kernel in kernels]),
            "operandSegmentSizes": segments(len(inputs), len(outputs)),
        },
        regions=[Region(kernel.block) for kernel in kernels],
    )
    program.location = op.location
    return insert_before(op, program)


def replace_by_program(
    op: Operation,
    kernels: Sequence[Kernel],
    inputs: Sequence[SSAValue],
    outputs: Sequence[SSAValue],
) -> None:
    """Replace `op` by a program that runs `kernels`."""
    replace(op, insert_program(op, kernels, inputs, outputs).results)


def system_desc_of(op: Operation) -> SystemDescAttr:
    """Return the descriptor of the system for which `op` is compiled.

    Raises ValueError if the module has no descriptor.
    """
    system_desc = get_current_scope_system_desc(op)
    if system_desc is None:
        name = SystemDescAttr.name
        raise ValueError(f"requires attribute '{name}' on the module (see --ttir-load-system-desc)")
    return system_desc


def tensix_config(
    op: Operation, *, is_wide: bool = False, wide_ports: Collection[CBPort] = ()
) -> TensixConfigAttr:
    """Return the configuration of the compute threads.

    `is_wide` selects 32-bit elements in the destination registers. Tiles from `wide_ports` are
    unpacked there without conversion. Raises UnsupportedError for a chip with another number of
    ports.
    """
    ports = len(CBPort)
    if system_desc_of(op).chipDescs[0].numCBs != ports:
        raise UnsupportedError("Mismatch between tt-mlir and tt-metal number of CBs")
    modes = [
        UnpackToDestMode.UnpackToDestFp32 if port in wide_ports else UnpackToDestMode.Default
        for port in CBPort
    ]
    return TensixConfigAttr(MathFidelity.HiFi4, is_wide, False, tuple(modes))


NOC_CONFIG = NocConfigAttr(NocIndex.Noc0)
"""The configuration of the data movement threads."""
NOC1_CONFIG = NocConfigAttr(NocIndex.Noc1)
"""The configuration of a second data movement thread on each core."""


def core_range(grid: GridAttr, device_grid: GridAttr) -> CoreRangeAttr:
    """Return the cores of `grid`. Raises UnsupportedError if they are not on the device."""
    fits = len(grid.shape) == len(device_grid.shape) == 2 and all(
        cores <= available for cores, available in zip(grid.shape, device_grid.shape, strict=True)
    )
    if not fits:
        cores, available = ("x".join(map(str, each.shape)) for each in (grid, device_grid))
        raise UnsupportedError(f"a grid of {cores} cores does not fit on the device's {available}")
    return CoreRangeAttr.of_grid(grid)
