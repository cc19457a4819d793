"""`--ttmetal-to-flatbuffer`: write a module of the ttmetal dialect as a TTMetal binary (`.ttm`).

A binary holds the system descriptor, and a program for each function. A program has references to
its input and output tensors, and one command queue. The queue creates buffers, writes constants and
runs kernels, which are stored as C++.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final, cast

from xdsl.dialects.builtin import ArrayAttr
from xdsl.ir import Attribute, Block, Operation, Region, SSAValue

from ttmlir_py.dialects.func import FuncOp, ReturnOp
from ttmlir_py.dialects.tt.attributes import ArgumentAllocationAttr
from ttmlir_py.dialects.tt.enums import MemorySpace
from ttmlir_py.dialects.ttkernel.attributes import (
    EthernetConfigAttr,
    NocConfigAttr,
    TensixConfigAttr,
)
from ttmlir_py.dialects.ttkernel.types import CBType, SemaphoreType
from ttmlir_py.dialects.ttmetal.attributes import CoreRangeAttr
from ttmlir_py.dialects.ttmetal.ops import (
    CreateBufferOp,
    DeallocateBufferOp,
    EnqueueProgramOp,
    EnqueueReadBufferOp,
    EnqueueWriteBufferOp,
)
from ttmlir_py.ir.diagnostics import OperationError
from ttmlir_py.ir.elements import splat_data
from ttmlir_py.ir.memo import AttributeMap
from ttmlir_py.ir.module import ModuleOp
from ttmlir_py.ir.resources import ResourceError, dense_elements
from ttmlir_py.passes.ttmetal.layouts import metal_layout_of
from ttmlir_py.target.cpp.kernels import kernel_text
from ttmlir_py.target.flatbuffer.binary import BinaryFormat, require_one_block
from ttmlir_py.target.flatbuffer.debug_info import operation_printer
from ttmlir_py.target.flatbuffer.references import References
from ttmlir_py.target.flatbuffer.types import FbTable, UntranslatableError, dim2d, enum_name

FORMAT: Final = BinaryFormat(
    "TTMetal",
    "TTMetal/binary.fbs",
    "ttir-to-ttmetal-backend-pipeline",
    "device_programs[0].command_queues[0].commands",
)

_CONSTANT_BYTES = 4
"""Size in bytes of a constant's element.

The format has 8 and 16 bits as well, but the runtime accepts only this size.
"""


def translate(module: ModuleOp) -> bytes:
    """Return the TTMetal binary of a module.

    Requires `tt.system_desc` and `tt.device` on the module, metal layouts on all tensors, and
    addresses. Raises OperationError for contents that the format cannot express.
    """
    FORMAT.description_of(module)
    writer = _ModuleWriter()
    functions = [op for op in module.walk() if isinstance(op, FuncOp)]
    return FORMAT.write(module, [writer.program(function) for function in functions])


class _ModuleWriter:
    """A writer of the programs of a module.

    Tensors and circular buffers share one sequence of numbers. Equal descriptions are stored once.
    """

    def __init__(self) -> None:
        self._references = References()
        self._buffers = AttributeMap[FbTable]()

    def program(self, function: FuncOp) -> FbTable:
        """Return the `Program` table of a function."""
        require_one_block(function)
        printer = operation_printer(function)
        inputs = self._inputs(function)
        outputs: list[FbTable] = []
        commands: list[FbTable] = []
        for op in function.body.block.ops:
            if isinstance(op, ReturnOp):
                outputs += [self._references.known_tensor(value) for value in op.operands]
                continue
            text = printer.operation_text(op)
            commands.append({"type": self._command(op), "debug_info": text})
        name = function.sym_name.data
        return {
            "name": name,
            "inputs": inputs,
            "outputs": outputs,
            "device_programs": [
                {
                    "inputs": inputs,
                    "outputs": outputs,
                    "command_queues": [{"name": name, "commands": commands}],
                }
            ],
        }

    def _inputs(self, function: FuncOp) -> list[FbTable]:
        """Return the `TensorRef`s of a function's arguments, at the addresses that `ttir-allocate`
        chose.
        """
        arguments = function.args
        allocations = _allocations(function)
        if len(allocations) != len(arguments):
            message = (
                f"needs an address in '{ArgumentAllocationAttr.name}' for each argument (see "
                "--ttir-allocate)"
            )
            raise OperationError(function, message)
        return [
            self._argument(function, argument, allocation)
            for argument, allocation in zip(arguments, allocations, strict=True)
        ]

    def _argument(self, function: FuncOp, argument: SSAValue, allocation: Attribute) -> FbTable:
        if not isinstance(allocation, ArgumentAllocationAttr):
            raise OperationError(function, f"'{allocation}' is not the address of an argument")
        if allocation.memorySpace is not _memory_space(function, argument):
            message = "argument allocation memory space does not match tensor type memory space"
            raise OperationError(function, message)
        return self._references.tensor(argument, allocation.address, allocation.size)

    def _command(self, op: Operation) -> tuple[str, FbTable]:
        make = _COMMANDS.get(type(op))
        if make is None:
            message = "cannot be translated: TTMetal binaries have no such operation"
            raise OperationError(op, message)
        try:
            return make(self, op)
        except UntranslatableError as error:
            raise OperationError(op, f"cannot be translated: {error}") from None

    def create_buffer(self, op: CreateBufferOp) -> tuple[str, FbTable]:
        """Return the command that creates a buffer."""
        address, size = op.address.value.data, op.size.value.data
        ref = self._references.tensor(op.result, address, size)
        return "CreateBufferCommand", {"ref": ref}

    def deallocate_buffer(self, op: DeallocateBufferOp) -> tuple[str, FbTable]:
        """Return the command that frees a buffer."""
        return "DeallocateBufferCommand", {"ref": self._references.known_tensor(op.input)}

    def read_buffer(self, op: EnqueueReadBufferOp) -> tuple[str, FbTable]:
        """Return the command that copies a buffer to the host."""
        known = self._references.known_tensor
        return "EnqueueReadBufferCommand", {"src": known(op.input), "dst": known(op.output)}

    def write_buffer(self, op: EnqueueWriteBufferOp) -> tuple[str, FbTable]:
        """Return the command that fills a buffer with one number."""
        target = self._references.known_tensor(op.output)
        constant: FbTable = {"data": [int.from_bytes(_splat(op), "little")]}
        return "EnqueueWriteBufferCommand", {"src": ("ConstantBuffer32", constant), "dst": target}

    def program_command(self, op: EnqueueProgramOp) -> tuple[str, FbTable]:
        """Return the command that runs a program's kernels."""
        operands = [self._references.known_tensor(value) for value in op.operands]
        if not len(op.regions) == len(op.core_ranges) == len(op.kernelConfigs):
            raise UntranslatableError("each kernel needs its cores and its configuration")
        kernels = [
            self._kernel(region, cores, config, operands)
            for region, cores, config in zip(
                op.regions, op.core_ranges, op.kernelConfigs, strict=True
            )
        ]
        return "EnqueueProgramCommand", {"operands": operands, "program": {"kernels": kernels}}

    def _kernel(
        self, region: Region, cores: Attribute, config: Any, operands: list[FbTable]
    ) -> FbTable:
        """Return the `KernelDesc` of a kernel's region.

        The n-th circular buffer of the region belongs to the n-th operand of the program.
        """
        assert isinstance(cores, CoreRangeAttr)
        block = region.blocks.first or Block()
        buffers = [each.type for each in block.args if isinstance(each.type, CBType)]
        semaphores = [each.type for each in block.args if isinstance(each.type, SemaphoreType)]
        tensors = [*operands, *[None] * len(buffers)]
        configuration = _KERNEL_CONFIGS[type(config)](config)
        thread = config.get_thread_type()
        return {
            "kernel": (
                "KernelSource",
                {"source": kernel_text(region, thread), "config": configuration},
            ),
            "core_range_set": [{"loc": dim2d(cores.offset), "size": dim2d(cores.size)}],
            "cbs": [
                self._buffer(type_, tensor) for type_, tensor in zip(buffers, tensors, strict=False)
            ],
            "runtime_args": [
                ("RuntimeArgSemaphoreAddress", {"initial_value": each.initial_value})
                for each in semaphores
            ],
        }

    def _buffer(self, type_: CBType, tensor: FbTable | None) -> FbTable:
        """Return the `CBRef` of a circular buffer."""
        return {
            "global_id": self._references.new_id(),
            "tensor_ref": tensor,
            "address": type_.address,
            "desc": self._buffers.get_or_create(type_, lambda: self._buffer_desc(type_)),
        }

    def _buffer_desc(self, type_: CBType) -> FbTable:
        space = getattr(type_.memref.memory_space, "value", None)
        if not isinstance(space, MemorySpace):
            raise UntranslatableError(f"{type_.memref} names no memory of the device")
        return {
            "port": type_.port.value,
            "memory_desc": self._references.layouts.memory_desc(type_.memref, space, "None"),
            "page_size": type_.page_size,
            "num_buffers": type_.num_buffers,
        }


_COMMANDS: Final[Mapping[type[Operation], Callable[[_ModuleWriter, Any], tuple[str, FbTable]]]] = {
    CreateBufferOp: _ModuleWriter.create_buffer,
    DeallocateBufferOp: _ModuleWriter.deallocate_buffer,
    EnqueueReadBufferOp: _ModuleWriter.read_buffer,
    EnqueueWriteBufferOp: _ModuleWriter.write_buffer,
    EnqueueProgramOp: _ModuleWriter.program_command,
}
"""Maps operations to functions that return their command."""


def _tensix(config: TensixConfigAttr) -> tuple[str, FbTable]:
    return "TensixConfig", {
        "math_fidelity": enum_name(config.math_fidelity),
        "fp32_dest_acc_en": config.fp32_dest_acc_en,
        "math_approx_mode": config.math_approx_mode,
        "unpack_to_dest_mode": [enum_name(mode) for mode in config.unpack_to_dest_mode],
    }


def _noc(config: NocConfigAttr) -> tuple[str, FbTable]:
    return "NocConfig", {"noc_index": enum_name(config.noc_index)}


def _ethernet(config: EthernetConfigAttr) -> tuple[str, FbTable]:
    names = {"eth_type": config.eth_type, "noc_index": config.noc_index}
    return "EthernetConfig", {name: enum_name(case) for name, case in names.items()}


_KERNEL_CONFIGS: Final[Mapping[type[Attribute], Callable[[Any], tuple[str, FbTable]]]] = {
    TensixConfigAttr: _tensix,
    NocConfigAttr: _noc,
    EthernetConfigAttr: _ethernet,
}
"""Maps attributes of threads to functions that return their `KernelConfig`."""


def _allocations(function: FuncOp) -> Sequence[Attribute]:
    """Return the buffer addresses of a function's arguments, or () if no pass has assigned them."""
    attribute = function.attributes.get(ArgumentAllocationAttr.name)
    return cast("ArrayAttr[Attribute]", attribute).data if isinstance(attribute, ArrayAttr) else ()


def _memory_space(function: FuncOp, argument: SSAValue) -> MemorySpace:
    """Return the memory space in the layout of an argument."""
    try:
        return metal_layout_of(argument.type).get_memory_space()
    except ValueError as error:
        raise OperationError(function, f"cannot be translated: {error}") from None


def _splat(op: EnqueueWriteBufferOp) -> bytes:
    """Return the bytes of the element that a splat constant repeats."""
    try:
        elements = dense_elements(op, op.value)
    except ResourceError as error:
        raise UntranslatableError(str(error)) from None
    element = None if elements is None else splat_data(elements)
    if element is None:
        raise UntranslatableError("expected a splat elements attr")
    if len(element) != _CONSTANT_BYTES:
        raise UntranslatableError(
            f"its elements have {8 * len(element)} bits: binaries hold constants of 32 only"
        )
    return element
