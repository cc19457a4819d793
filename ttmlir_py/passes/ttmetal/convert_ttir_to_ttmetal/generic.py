"""Lowering of `ttir.generic` to a program.

Its kernels compute the tiles of each core, and stream the operands that are on other cores.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from math import prod
from typing import Final, NamedTuple

from xdsl.dialects.arith import DivfOp
from xdsl.dialects.builtin import MemRefType, NoneAttr
from xdsl.ir import Operation, SSAValue

from ttmlir_py.dialects.tensor_types import integers, tensor_type
from ttmlir_py.dialects.tt.attributes import MemorySpaceAttr
from ttmlir_py.dialects.tt.device import scope_device
from ttmlir_py.dialects.tt.enums import BufferAccess, IteratorType, MemorySpace
from ttmlir_py.dialects.tt.layout import BufferAttr, volume
from ttmlir_py.dialects.tt.tile import TileType
from ttmlir_py.dialects.ttir import GenericOp, KernelOp, YieldOp
from ttmlir_py.dialects.ttkernel.circular_buffers import CBPopFrontOp, CBWaitFrontOp
from ttmlir_py.dialects.ttkernel.enums import CBPort, ReduceDim, ReduceType
from ttmlir_py.dialects.ttkernel.types import CBType
from ttmlir_py.dialects.ttmetal.attributes import CoreRangeAttr
from ttmlir_py.ir import affine
from ttmlir_py.passes.ttmetal.convert_ttir_to_ttmetal.building import (
    NOC_CONFIG,
    ComputeBuilder,
    Kernel,
    KernelBuilder,
    core_range,
    end_kernel,
    new_block,
    replace_by_program,
    system_desc_of,
    tensix_config,
)
from ttmlir_py.passes.ttmetal.convert_ttir_to_ttmetal.compute import (
    DIVISION_IN_PLACE,
    ELEMENTWISE,
    Reduction,
)
from ttmlir_py.passes.ttmetal.convert_ttir_to_ttmetal.memory import (
    address_of,
    is_freed_after,
)
from ttmlir_py.passes.ttmetal.convert_ttir_to_ttmetal.scaler import Scaler
from ttmlir_py.passes.ttmetal.convert_ttir_to_ttmetal.transfers import (
    DataMovement,
    Movement,
    PhysicalCores,
    Route,
    Transfer,
)
from ttmlir_py.passes.ttmetal.layouts import TILE_SIZE, metal_layout_of
from ttmlir_py.rewriting.conversion import Lowerings, UnsupportedError
from ttmlir_py.rewriting.destination_style import destination

_REDUCED: Final[Mapping[tuple[bool, ...], ReduceDim]] = {
    (True, True): ReduceDim.Scalar,
    (True, False): ReduceDim.Col,
    (False, True): ReduceDim.Row,
}
"""Maps whether rows and whether columns are reduced to the kind of reduction."""

Compute = Callable[[ComputeBuilder, Sequence[SSAValue], Sequence[SSAValue]], None]
"""A function that builds a computation, given the buffers of the operands and further buffers."""

_PORTS = 8
"""The number of ports of each purpose: inputs, outputs, and intermediate buffers."""


class _Stream(NamedTuple):
    """The reads of each core from an operand whose shards are on other cores."""

    transfers: Movement
    movement: DataMovement


class _Operand(NamedTuple):
    """An input or output: its circular buffer, its tensor, and its stream."""

    buffer: CBType
    tensor: SSAValue
    stream: _Stream | None = None
    """The reads of tiles on other cores; None if the tensor is read or written in place."""


class _Program:
    """The program for a `ttir.generic`. One kernel computes, and the others move data."""

    def __init__(self, op: GenericOp):
        self._op = op
        self._work = _work(op)
        self._operands = [_operand(op, index) for index in range(len(op.region.block.args))]
        self._cores = core_range(op.grid, scope_device(op).workerGrid)

    def replace(self) -> None:
        """Replace the op by the program."""
        op = self._op
        if isinstance(self._work, KernelOp):
            reduction = _reduction(op, self._work)
            scaler = _scaler(op, self._work, reduction.dim, self._operands[0].buffer)
            buffer = self._scratch(CBPort(len(op.inputs)), scaler.tile)
            compute = self._compute_kernel((buffer,), reduction.build)
            kernels = [compute, *self._noc_kernels(scaler, buffer)]
        else:
            compute = self._elementwise_kernel(self._work)
            kernels = [compute, *self._noc_kernels()]
        inputs = [each.tensor for each in self._operands[: len(op.inputs)]]
        replace_by_program(op, kernels, inputs, op.outputs)

    def _elementwise_kernel(self, work: Operation) -> Kernel:
        computation = ELEMENTWISE.get(type(work))
        if computation is None:
            raise UnsupportedError(f"no kernel computes '{work.name}'")
        if isinstance(work, DivfOp) and self._may_overwrite_divisor():
            computation = DIVISION_IN_PLACE
        buffers = [
            self._scratch(CBPort(CBPort.Intermed0.value + index), _tile(self._operands[0].buffer))
            for index in range(computation.intermediates)
        ]
        return self._compute_kernel(buffers, computation.build)

    def _may_overwrite_divisor(self) -> bool:
        """Whether the divisor of a division is not read after the current tile."""
        dividend, divisor, *_ = self._operands
        return (
            divisor.stream is None
            and destination(dividend.tensor) is not destination(divisor.tensor)
            and is_freed_after(divisor.tensor, self._op)
        )

    def _compute_kernel(self, extra: Sequence[CBType], build: Compute) -> Kernel:
        """Return the kernel that waits for streamed tiles, computes with `build`, and frees the
        tiles.
        """
        op = self._op
        block = new_block(op, (*(each.buffer for each in self._operands), *extra))
        buffers, others = block.args[: len(self._operands)], block.args[len(self._operands) :]
        kernel = KernelBuilder.at_end(block, op.location)
        waited: list[tuple[SSAValue, SSAValue]] = []
        for buffer, each in reversed(list(zip(buffers, self._operands, strict=True))):
            if each.stream is not None:
                tiles = volume(each.buffer.get_shape())
                waited.append((buffer, kernel.i32(tiles)))
                kernel.call(CBWaitFrontOp, *waited[-1])
        build(ComputeBuilder.at_end(block, op.location), buffers, others)
        for buffer, pages in reversed(waited):
            kernel.call(CBPopFrontOp, buffer, pages)
        end_kernel(block, op)
        return Kernel(tensix_config(op), self._cores, block)

    def _noc_kernels(
        self, scaler: Scaler | None = None, buffer: CBType | None = None
    ) -> Iterator[Kernel]:
        """Yield a kernel for each core that streams.

        Without streams, yield one kernel for all cores; it writes the factor of a reduction, if the
        op is one.
        """
        streams = [(each.buffer, each.stream) for each in self._operands if each.stream is not None]
        if not streams:
            yield self._noc_kernel(self._cores, (), scaler, buffer)
        for core in dict.fromkeys(core for _, stream in streams for core in stream.transfers):
            reads = [
                (held, stream.movement, stream.transfers[core])
                for held, stream in streams
                if core in stream.transfers
            ]
            cores = CoreRangeAttr((core.y, core.x), (1, 1))
            yield self._noc_kernel(cores, reads, scaler, buffer)

    def _noc_kernel(
        self,
        cores: CoreRangeAttr,
        reads: Sequence[tuple[CBType, DataMovement, Sequence[Transfer]]],
        scaler: Scaler | None,
        scaler_buffer: CBType | None,
    ) -> Kernel:
        """Return a kernel that writes the factor of a reduction to its buffer, and then reads into
        the buffers in order.
        """
        types = [*(held for held, _, _ in reads), *([scaler_buffer] if scaler_buffer else ())]
        block = new_block(self._op, types)
        kernel = KernelBuilder.at_end(block, self._op.location)
        if scaler is not None:
            scaler.build(kernel, block.args[-1])
        for (_, movement, transfers), buffer in zip(reads, block.args, strict=False):
            movement.build(kernel, transfers, buffer)
        end_kernel(block, self._op)
        return Kernel(NOC_CONFIG, cores, block)

    def _scratch(self, port: CBPort, tile: TileType) -> CBType:
        """Return a buffer of one tile in the part of L1 without tensors."""
        address = system_desc_of(self._op).chipDescs[0].get_scratch_l1_region_address()
        memref = MemRefType(tile, (1, 1), NoneAttr(), MemorySpaceAttr(MemorySpace.DeviceL1))
        return CBType.get(port, address, memref)


def _tile(buffer: CBType) -> TileType:
    """Return the type of the tiles in `buffer`."""
    tile = buffer.memref.element_type
    if not isinstance(tile, TileType):
        raise UnsupportedError("kernels compute with tiles only (see --ttir-layout)")
    return tile


def _work(op: GenericOp) -> Operation:
    """Return the op in the region that computes with the region's arguments.

    Raises UnsupportedError if there are other ops.
    """
    block = op.region.block
    ops = list(block.ops)
    if len(ops) != 2 or not isinstance(ops[1], YieldOp):
        raise UnsupportedError("the region must hold one op and a 'ttir.yield'")
    work = ops[0]
    arguments = block.args if isinstance(work, KernelOp) else block.args[: len(op.inputs)]
    if tuple(work.operands) != tuple(arguments) or tuple(ops[1].operands) != tuple(work.results):
        raise UnsupportedError(f"'{work.name}' must compute with the region's arguments in order")
    return work


def _operand(op: GenericOp, index: int) -> _Operand:
    """Return the operand that region argument `index` refers to."""
    encoding = tensor_type(op.region.block.args[index]).encoding
    if not isinstance(encoding, BufferAttr):
        raise UnsupportedError("requires buffers (see --ttir-generic-region-operands-to-memref)")
    mapping = integers(op.operand_cb_mapping)
    if len(mapping) != len(op.region.block.args):
        raise UnsupportedError("requires circular buffers (see --ttir-generic-op-cbs)")
    source = op.matching_operand(index)
    tensor = source if mapping[index] < 0 else op.cbs[mapping[index]]
    if metal_layout_of(tensor.type).get_memory_space() is not MemorySpace.DeviceL1:
        raise UnsupportedError("circular buffers must be in L1")
    buffer = CBType.get(_port(op, index), address_of(tensor), encoding.memref)
    if _tile(buffer).dataType.name.startswith("BFP"):
        raise UnsupportedError("tiles of block formats have no room for their exponents")
    if encoding.buffer_access is not BufferAccess.Stream:
        return _Operand(buffer, tensor)
    if index >= len(op.inputs):
        raise UnsupportedError("outputs are not streamed")
    stream = _stream(op, source, tensor)
    tiles = [sum(each.elements for each in moved) for moved in stream.transfers.values()]
    if tiles != [volume(buffer.get_shape())] * op.grid.get_grid_volume():
        raise UnsupportedError(
            "the tiles of a streamed operand do not fill the shards of all cores"
        )
    return _Operand(buffer, tensor, stream)


def _stream(op: GenericOp, source: SSAValue, target: SSAValue) -> _Stream:
    """Return the stream that copies the tensor `source` into the buffer `target`."""
    device, system_desc = scope_device(op), system_desc_of(op)
    space = metal_layout_of(source.type).get_memory_space()
    movement = DataMovement(
        address_of(source),
        address_of(target),
        system_desc.get_address_align_bytes(),
        PhysicalCores(device, system_desc, space),
        reads=True,
    )
    return _Stream(_transfers(op, source, target), movement)


def _port(op: GenericOp, index: int) -> CBPort:
    """Return the port of the buffer of operand `index`."""
    inputs = len(op.inputs)
    number, first, kind = (
        (index, CBPort.In0, "input") if index < inputs else (index - inputs, CBPort.Out0, "output")
    )
    if number >= _PORTS:
        raise UnsupportedError(f"Exceeds max {_PORTS} {kind} ports")
    return CBPort(first.value + number)


def _iterators(op: GenericOp) -> list[IteratorType]:
    """Return the iterator type of each dimension of `op`."""
    return [each.value for each in op.iterator_types]


def _transfers(op: GenericOp, source: SSAValue, target: SSAValue) -> Movement:
    """Return the reads of each core from the streamed operand `source`.

    They are column by column if rows are reduced.
    """
    layouts = metal_layout_of(source.type), metal_layout_of(target.type)
    if not all(layout.is_tiled() for layout in layouts):
        raise UnsupportedError("only tiles are streamed")
    shape = layouts[0].get_tiled_shape(tensor_type(source).get_shape())
    order = affine.identity(len(shape))
    if _iterators(op)[-2:] == [IteratorType.Reduction, IteratorType.Parallel]:
        *outer, rows, columns = order.results
        order = affine.make_map(len(shape), *outer, columns, rows)
    device = scope_device(op)
    read_from, written_to = (
        affine.compose(
            layout.project_onto(
                layout.get_identity_tile_linear_map(),
                device.get_map_for_memory_space(layout.get_memory_space()),
            ),
            order,
        )
        for layout in layouts
    )
    route = Route(
        read_from,
        written_to,
        reads=True,
        element_bytes=layouts[0].get_element_size_bytes(),
        capacity=layouts[1].get_shard_size_in_bytes(),
    )
    return route.movement(affine.evaluate(order, shape))


def _reduction(op: GenericOp, work: KernelOp) -> Reduction:
    """Return the reduction that the kernel op `work` computes."""
    if work.op.string_value() != "reduce":
        raise UnsupportedError(f"there is no kernel '{work.op.string_value()}'")
    iterators = _iterators(op)
    layout, result = (metal_layout_of(value.type) for value in (op.inputs[0], op.outputs[0]))
    rank = len(layout.grid.shape)
    flags = tuple(each is IteratorType.Reduction for each in iterators[-rank:])
    flags = (False,) * (rank - len(flags)) + flags
    if flags not in _REDUCED or IteratorType.Reduction in iterators[:-rank]:
        raise UnsupportedError("only the last two dimensions are reduced")
    shape = tensor_type(op.inputs[0]).get_shape()
    if flags[0] and prod(shape[:-rank]) > 1:
        raise UnsupportedError("the rows of several matrices would be reduced into one")
    sizes = zip(
        flags,
        layout.get_physical_shape(shape),
        layout.get_padded_shape(),
        result.get_physical_shape(tensor_type(op.outputs[0]).get_shape()),
        strict=True,
    )
    for is_reduced, size, padded, reduced in sizes:
        if is_reduced and size != padded:
            raise UnsupportedError("padding would be reduced, too")
        if reduced > TILE_SIZE if is_reduced else reduced != size:
            raise UnsupportedError("the result must keep the reduced dimensions (keep_dim)")
    kind = ReduceType.Max if work.kind.string_value() == "max" else ReduceType.Sum
    return Reduction(kind, _REDUCED[flags])


def _scaler(op: GenericOp, work: KernelOp, dim: ReduceDim, buffer: CBType) -> Scaler:
    """Return the factor of the reduction that `work` computes."""
    shape = tensor_type(op.inputs[0]).get_shape()
    pairs = zip(shape, _iterators(op), strict=True)
    elements = prod(size for size, iterator in pairs if iterator is IteratorType.Reduction)
    return Scaler.of(work.kind.string_value(), elements, dim, _tile(buffer))


def _lower_generic(op: GenericOp, state: None) -> None:
    _Program(op).replace()


LOWERINGS: Lowerings[None] = {GenericOp: _lower_generic}
