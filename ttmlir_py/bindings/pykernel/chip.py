"""Runs of Python kernels on the simulated chip.

    add.run((2, 2), [a, b, result], reader=read, writer=write)

Each core holds an equal part of every tensor in its L1, and runs the kernels on its part.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, cast

import ml_dtypes
import numpy as np
from xdsl.dialects.builtin import MemRefType
from xdsl.ir import Block, Operation, Region, TypeAttribute

from ttmlir_py import compiler, tensix
from ttmlir_py.bindings.pykernel.types import CircularBuffer
from ttmlir_py.dialects.emitc.attributes import OpaqueAttr
from ttmlir_py.dialects.emitc.types import LValueType
from ttmlir_py.dialects.emitc.variables import AssignOp, LoadOp, VariableOp
from ttmlir_py.dialects.tt.enums import DataType, MemorySpace
from ttmlir_py.dialects.tt.layout import MemorySpaceAttr
from ttmlir_py.dialects.tt.tile import TileType
from ttmlir_py.dialects.ttkernel.enums import CBPort
from ttmlir_py.dialects.ttkernel.ops import ReturnOp
from ttmlir_py.dialects.ttkernel.types import CBType
from ttmlir_py.dialects.ttmetal.ops import EnqueueProgramOp
from ttmlir_py.ir.diagnostics import CompilationError
from ttmlir_py.runtime.formats import Array
from ttmlir_py.tensix.errors import Deadlock, Fault

_FIRST_ADDRESS = 1024
"""The first free byte of L1 on the board that is compiled for by default."""
_TILE = 32
_MOST_INPUTS = 4
"""The maximum number of inputs of a run.

The next ports, one for each input, hold the tensors of inputs that a reader moves.
"""
_FORMATS: Mapping[Any, tuple[str, str]] = {
    np.dtype(np.float32): ("Float32", "f32"),
    np.dtype(ml_dtypes.bfloat16): ("BFloat16", "bf16"),
}
"""Maps types of arrays to the data type of a circular buffer, and to the element type."""
_PIPELINE = "builtin.module(ttir-load-system-desc,ttir-implicit-device)"
_PLACE = re.compile(r"kernel (?P<kernel>\d+)|(?<![:\w])(?P<line>\d+):(?P<column>\d+)\b")
"""Matches the number of a kernel in a report of the simulator, or a line and column in the C++ of
the kernel before it.
"""
_SKELETON = "<kernels>"
"""The name of the text of the program around the kernels."""


@dataclass(frozen=True, slots=True)
class Kernel:
    """A Python kernel that a run executes: how it is compiled, and where it is in Python."""

    compile: Callable[[Sequence[Any], Sequence[int]], Any]
    """Returns the function for types of circular buffers and compile-time arguments."""
    file_name: str


@dataclass(frozen=True, slots=True)
class _Tensor:
    """A tensor whose tiles are divided over the cores."""

    array: Array
    grid: tuple[int, int]
    port: CBPort
    address: int
    """The address of a core's part in L1."""

    @property
    def buffer(self) -> CircularBuffer:
        """The part of a core, as the argument of a kernel."""
        rows, columns = self.grid
        height, width = self.array.shape
        data_type, _ = _FORMATS[self.array.dtype]
        return CircularBuffer(self.port.value, (height // rows, width // columns), data_type)

    @property
    def page(self) -> int:
        """Bytes of a tile."""
        return _TILE * _TILE * self.array.itemsize

    @property
    def size(self) -> int:
        """Bytes of a core's part."""
        return self.array.nbytes // (self.grid[0] * self.grid[1])

    @property
    def layout(self) -> str:
        """The layout of the tensor, as MLIR's text."""
        (rows, columns), (height, width) = self.grid, self.buffer.tilized_shape
        element = _FORMATS[self.array.dtype][1]
        return (
            f"#tt.metal_layout<(d0, d1) -> (d0, d1), undef, <{rows}x{columns}>, "
            f"memref<{height}x{width}x!tt.tile<32x32, {element}>, #tt.memory_space<l1>>>"
        )

    @property
    def type_text(self) -> str:
        """The type of the tensor, as MLIR's text."""
        height, width = self.array.shape
        return f"tensor<{height}x{width}x{_FORMATS[self.array.dtype][1]}, {self.layout}>"


def run_on_chip(
    kernel: Kernel,
    grid: Sequence[int],
    buffers: Sequence[Array],
    reader: Kernel | None = None,
    writer: Kernel | None = None,
    pages: int = 2,
) -> Array:
    """Run a compute kernel on a grid of cores, and return the array of its last buffer.

    `buffers` has an array for each circular buffer of the kernels: the inputs, and last the output,
    whose contents are replaced. Without a reader, the circular buffers of inputs hold a core's
    tiles from the start. Without a writer, the circular buffer of the output is the core's part of
    the result.

    Reader and writer have the same parameters as the kernel. Their compile-time arguments are the
    addresses of a core's parts of all tensors, and then the column and the row of the core. Their
    circular buffers have room for `pages` tiles.

    Raises ValueError for arrays and grids that do not fit together. `Fault` and `Deadlock` of the
    simulator name the line of the Python function.
    """
    tensors = _placed(grid, buffers, pages)
    ports, own = _ports(tensors, reader is not None, writer is not None, pages)
    work: list[tuple[str, str, Kernel, Sequence[int]]] = []
    rows, columns = tensors[0].grid
    whole = f"#ttmetal.core_range<0x0, {rows}x{columns}>"
    work.append((whole, "tensix", kernel, ()))
    addresses = [each.address for each in tensors]
    for row in range(rows):
        for column in range(columns):
            core = f"#ttmetal.core_range<{row}x{column}, 1x1>"
            for noc, mover in (("noc0", reader), ("noc1", writer)):
                if mover is not None:
                    work.append((core, noc, mover, [*addresses, column, row]))
    regions = [_region(each.compile(ports, given), own) for _, _, each, given in work]
    places = [[*_places(region)] for region in regions]
    binary = _binary(tensors, [(core, kind) for core, kind, *_ in work], regions)
    try:
        (found,) = binary.run([each.array for each in tensors[:-1]])
    except (Fault, Deadlock) as error:
        kernels = [each for _, _, each, _ in work]
        raise type(error)(_at_python_line(str(error), binary, kernels, places)) from None
    buffers[-1][...] = found
    return buffers[-1]


def _placed(grid: Sequence[int], buffers: Sequence[Array], pages: int) -> list[_Tensor]:
    """Return the tensors of a run with their addresses. Raises ValueError."""
    sizes = tuple(grid)
    if len(sizes) != 2 or any(not 1 <= size <= 8 for size in sizes):
        raise ValueError(f"the grid is {list(sizes)}, expected (rows, columns) from 1 to 8")
    if pages < 1:
        raise ValueError(f"{pages} pages, expected at least 1")
    if not 1 <= len(buffers) <= _MOST_INPUTS + 1:
        raise ValueError(
            f"{len(buffers)} buffers, expected up to {_MOST_INPUTS} inputs, and the output"
        )
    address, found = _FIRST_ADDRESS, list[_Tensor]()
    for index, array in enumerate(buffers):
        _require_tiles(index, array, sizes)
        is_last = index == len(buffers) - 1
        port = CBPort.Out0 if is_last else CBPort(index)
        made = _Tensor(array, (sizes[0], sizes[1]), port, address)
        found.append(made)
        address += made.size
    return found


def _require_tiles(index: int, array: Array, grid: tuple[int, ...]) -> None:
    is_array = isinstance(cast(object, array), np.ndarray)
    if not is_array or array.dtype not in _FORMATS or array.ndim != 2:
        raise ValueError(
            f"buffer {index}: expected a matrix of float32 or bfloat16 as an array of numpy"
        )
    for size, cores in zip(array.shape, grid, strict=True):
        if size == 0 or size % (_TILE * cores):
            raise ValueError(
                f"buffer {index}: {grid[0]}x{grid[1]} cores do not divide the tiles of "
                f"{array.shape[0]}x{array.shape[1]} elements"
            )


def _ports(
    tensors: Sequence[_Tensor], has_reader: bool, has_writer: bool, pages: int
) -> tuple[list[CBType], list[CBType | None]]:
    """Return the types of the kernels' circular buffers, and of additional buffers that only hold
    tensors.

    If a reader or writer moves a tensor, the kernels use a circular buffer with memory of its own,
    after all tensors. A program binds each tensor to a circular buffer, so the tensor then gets an
    additional buffer, which no kernel uses.
    """
    end = tensors[-1].address + tensors[-1].size
    found: list[CBType] = []
    holders: list[CBType | None] = []
    for index, each in enumerate(tensors):
        is_output = index == len(tensors) - 1
        is_moved = has_writer if is_output else has_reader
        held = CBType.get(each.port, each.address, _memory(each, each.buffer.tilized_shape))
        if not is_moved:
            found.append(held)
            holders.append(None)
            continue
        spare = CBPort.Out1 if is_output else CBPort(_MOST_INPUTS + index)
        holders.append(CBType.get(spare, each.address, held.memref))
        found.append(CBType.get(each.port, end, _memory(each, [1, pages])))
        end += each.page * pages
    return found, holders


def _memory(tensor: _Tensor, shape: Sequence[int]) -> MemRefType[Any]:
    space = MemorySpaceAttr(MemorySpace.DeviceL1)
    return MemRefType(_tile(tensor.buffer.dtype), shape, memory_space=space)


def _tile(data_type: str) -> TileType:
    return TileType((_TILE, _TILE), DataType[data_type])


def _region(function: Any, holders: Sequence[CBType | None]) -> Region:
    """Return the body of a function as the region of a program.

    Its arguments are the buffers of the program's tensors, then the other buffers.
    """
    old: Block = function.body.detach_block(0)
    pairs = [*zip(old.args, holders, strict=True)]
    moved = [arg for arg, holder in pairs if holder is not None]
    types = [arg.type if holder is None else holder for arg, holder in pairs]
    new = Block(arg_types=[*types, *(arg.type for arg in moved)])
    for index, (arg, holder) in enumerate(pairs):
        at = index if holder is None else len(types) + moved.index(arg)
        arg.replace_all_uses_with(new.args[at])
    for op in [*old.ops]:
        op.detach()
        new.add_op(op)
    region = Region(new)
    for op in [*region.walk()]:
        _replace(op)
    return region


def _replace(op: Operation) -> None:
    """Replace an operation that kernels have no C++ for: a return, and variables in memory."""
    made: Operation
    match op.name:
        case "func.return":
            made = ReturnOp.create(location=op.location)
        case "memref.alloca":
            element = cast(MemRefType[Any], op.results[0].type).element_type
            made = VariableOp(LValueType(cast(TypeAttribute, element)), OpaqueAttr(""))
        case "memref.load":
            made = LoadOp(op.operands[0])
        case "memref.store":
            made = AssignOp(op.operands[1], op.operands[0])
        case _:
            return
    assert op.parent is not None
    op.parent.insert_op_before(made, op)
    for old, new in zip(op.results, made.results, strict=True):
        old.replace_all_uses_with(new)
    op.detach()
    op.erase()


def _places(region: Region) -> Iterator[tuple[str, int]]:
    """Yield the name of each call of a kernel, in order, and its line in Python."""
    for op in region.walk():
        name = op.name.removeprefix("ttkernel.")
        if name != op.name:
            yield name, _line(op)


def _line(op: Operation) -> int:
    found = re.search(r":(\d+):\d+", str(op.location))
    return int(found.group(1)) if found else 0


def _binary(
    tensors: Sequence[_Tensor],
    kernels: Sequence[tuple[str, str]],
    regions: Sequence[Region],
) -> tensix.MetalBinary:
    """Return the binary of a program with these kernels, which are given by cores and thread."""
    default = ", ".join(["default"] * 32)
    tensix_config = f"#ttkernel.tensix_config<hifi4, false, false, [{default}]>"
    configs = [
        tensix_config if kind == "tensix" else f"#ttkernel.noc_config<{kind}>"
        for _, kind in kernels
    ]
    *inputs, output = tensors
    allocated = ", ".join(f"#tt.arg_alloc<{e.address}, {e.size}, l1>" for e in inputs)
    names = [f"%arg{index}" for index in range(len(inputs))]
    types = [each.type_text for each in tensors]
    listed = ", ".join(map("{}: {}".format, names, types))
    bodies = "}, {".join(['"ttkernel.return"() : () -> ()'] * len(kernels))
    text = f"""
func.func @main({listed}) -> {output.type_text} attributes {{tt.arg_alloc = [{allocated}]}} {{
  %0 = "ttmetal.create_buffer"() <{{address = {output.address} : i64, size = {output.size} : i64,
    memory_space = #tt.memory_space<l1>}}> : () -> {output.type_text}
  %1 = "ttmetal.enqueue_program"({", ".join([*names, "%0"])}) <{{
    operandSegmentSizes = array<i32: {len(inputs)}, 1>,
    core_ranges = [{", ".join(core for core, _ in kernels)}],
    kernelConfigs = [{", ".join(configs)}]
  }}> ({{{bodies}}}) : ({", ".join(types)}) -> {output.type_text}
  return %1 : {output.type_text}
}}
"""
    context = compiler.create_context()
    module = compiler.parse(text, context=context, file_name=_SKELETON)
    program = next(op for op in module.walk() if isinstance(op, EnqueueProgramOp))
    for region, body in zip(program.regions, regions, strict=True):
        region.detach_block(0).erase()
        region.add_block(body.detach_block(0))
    try:
        compiler.PassManager(_PIPELINE, context=context).run(module)
        return tensix.load(compiler.translate(module, "ttmetal-to-flatbuffer"))
    except CompilationError as error:
        raise ValueError(f"the kernels have no binary: {error}") from None


def _at_python_line(
    report: str,
    binary: tensix.MetalBinary,
    kernels: Sequence[Kernel],
    places: Sequence[Sequence[tuple[str, int]]],
) -> str:
    """Return a report of the simulator with places in Python instead of places in C++."""
    commands = binary.executable().commands
    texts = [kernel.config.text for command in commands for kernel in command.kernels]
    current = 0
    first = ""

    def python(found: re.Match[str]) -> str:
        nonlocal current, first
        if found.group("kernel"):
            current = int(found.group("kernel"))
            return found.group()
        name, count = _call_at(texts[current], int(found.group("line")), int(found.group("column")))
        lines = [at for call, at in places[current] if call == name]
        if not 1 <= count <= len(lines):
            return found.group()
        place = f"{kernels[current].file_name}:{lines[count - 1]}"
        first = first or f"{place}: "
        return place

    shown = _PLACE.sub(python, report.replace(f" at {_SKELETON}:5:8", ""))
    return first + shown


def _call_at(text: str, line: int, column: int) -> tuple[str, int]:
    """Return the function that is called at a place in C++, and the number of its calls so far."""
    starts = [0, *(found.end() for found in re.finditer("\n", text))]
    at = starts[min(line, len(starts)) - 1] + column - 1
    calls = [*re.finditer(r"\b(\w+)\(", text)]
    after = bisect_left([each.start() for each in calls], at)
    if after == len(calls):
        return "", 0
    name = calls[after].group(1)
    return name, sum(each.group(1) == name for each in calls[: after + 1])
