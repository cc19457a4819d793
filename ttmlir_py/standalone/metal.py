"""Programs of TTMetal binaries as C++ for the host: kernel source, and a `main` with the commands.

The required library (`include/ttmetal_host`) shares no code with `ttmlir_py.tensix`. It uses an
operating system thread for each kernel thread on each core, and copies memory for data movement.
Equal results therefore confirm both implementations of the kernel interface. Functions such as exp
and sums are rounded differently, see docs/tensix.md.
"""

import json
import re
import subprocess
import tempfile
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import nullcontext
from pathlib import Path
from typing import Any

import numpy as np

from ttmlir_py.common.files import write_file
from ttmlir_py.runtime.formats import Array, to_external
from ttmlir_py.runtime.program import Program
from ttmlir_py.standalone.program import difference
from ttmlir_py.standalone.toolchain import (
    INCLUDE,
    StandaloneError,
    find_compiler,
    run_compiler,
)

_LIBRARY = INCLUDE / "ttmetal_host" / "library.cpp"
_FLAGS = (
    f"-I{INCLUDE}",
    f"-I{INCLUDE / 'ttmetal_host' / 'kernels'}",
    "-fwrapv",
    "-ffp-contract=off",
)
_HEADER = '#include "ttmetal_host/program.hpp"\n#include "ttmetal_host/kernel_frame.hpp"\n'
_ROUNDED = re.compile(
    r"\b(?:exp|expm1|cbrt|log|log1p|power_binary|sin|cos|tan|tanh|sigmoid|gelu)_tile\(|\bmatmul_tiles\(|\breduce_tile<PoolType::(?:SUM|AVG)"
)
"""Matches calls whose last bits are not defined: approximated functions, and sums in any order."""
_PROCESSORS = {
    ("NocConfig", 0): "noc0",
    ("NocConfig", 1): "noc1",
    ("TensixConfig", 0): "tensix",
    ("TensixConfig", 1): "tensix_32_bit",
}


def program_text(program: Program, system_desc: Any) -> str:
    """Return the C++ of a program: numbered kernels in their own namespaces, and `main`.

    `system_desc` is the binary's table. Raises StandaloneError for unsupported commands.
    """
    writer = _Writer()
    view = program.view
    inputs = [f"  program.input({_tensor(each)});" for each in view.inputs or ()]
    commands = [f"  {text}" for each in _commands(view) for text in writer.command(each)]
    outputs = [f"  program.output({_tensor(each)});" for each in view.outputs or ()]
    return "\n".join(
        [
            _HEADER,
            *writer.kernels,
            "#undef reinterpret_cast",
            "using namespace ttmetal_host;\n",
            "static void commands(Program &program) {",
            *inputs,
            *commands,
            *outputs,
            "}\n",
            "int main(int count, char **arguments) {",
            f"  return Program::run(commands, {_chip(system_desc)}, count, arguments);",
            "}\n",
        ]
    )


def _commands(view: Any) -> Iterator[Any]:
    for device in view.device_programs or ():
        for queue in device.command_queues or ():
            yield from queue.commands or ()


class _Writer:
    """A writer of commands as C++. Kernels with the same source are written once."""

    def __init__(self) -> None:
        self.kernels: list[str] = []
        self._numbers: dict[str, int] = {}

    def command(self, view: Any) -> Iterator[str]:
        """Yield the C++ statements of a command.

        Commands that create buffers or record events need none: buffers have fixed addresses.
        """
        match str(view.type_type):
            case "EnqueueProgramCommand":
                operands = [each.address for each in view.type.operands or ()]
                kernels = view.type.program.kernels or ()
                yield "program.enqueue({"
                for index, each in enumerate(kernels):
                    yield f"    {self._kernel(index, each, operands)},"
                yield "});"
            case "EnqueueWriteBufferCommand":
                if str(view.type.src_type) != "ConstantBuffer32":
                    raise StandaloneError("only one word of 32 bits can be written to a tensor")
                yield f"program.fill({_tensor(view.type.dst)}, {view.type.src.data[0]}u);"
            case "EnqueueReadBufferCommand":
                raise StandaloneError("EnqueueReadBufferCommand is not supported")
            case _:
                pass

    def _kernel(self, index: int, view: Any, operands: Sequence[int]) -> str:
        source = view.kernel
        if str(view.kernel_type) != "KernelSource":
            raise StandaloneError(f"kernel {index} has no text")
        kind, config = str(source.config_type), source.config
        detail = str(config.noc_index) == "Noc1" if kind == "NocConfig" else None
        if kind == "TensixConfig":
            detail = config.fp32_dest_acc_en
        processor = _PROCESSORS.get((kind, int(detail or 0)))
        if processor is None:
            raise StandaloneError(f"kernel {index}: there are no ethernet cores here")
        name = json.dumps(f"kernel {index} {processor}")
        buffers = _braced(map(_buffer, view.cbs or ()))
        kinds = view.runtime_args_type or ()
        arguments = _braced(
            _argument(str(kind), each, operands)
            for kind, each in zip(kinds, view.runtime_args or (), strict=True)
        )
        entry, cores = self._entry(source.source), _ranges(view.core_range_set)
        return f"{{{name}, {entry}, Processor::{processor}, {cores}, {buffers}, {arguments}}}"

    def _entry(self, text: str) -> str:
        """Return the qualified name of the entry function of a kernel with this source."""
        number = self._numbers.setdefault(text, len(self._numbers))
        if number == len(self.kernels):
            self.kernels.append(f"namespace kernel_{number} {{\n{text}\n}}\n")
        return f"kernel_{number}::kernel_main"


def _braced(items: Iterable[str]) -> str:
    return "{" + ", ".join(items) + "}"


def _place(view: Any) -> str:
    return f"{{{view.y}, {view.x}}}"


def _ranges(views: Any) -> str:
    return _braced(f"{{{_place(each.loc)}, {_place(each.size)}}}" for each in views or ())


def _chip(system_desc: Any) -> str:
    chip = system_desc.chip_descs[0]
    places = chip.physical_cores
    sides = (_braced(map(_place, side or ())) for side in (places.worker, places.dram))
    sizes = f"{chip.l1_size}, {chip.dram_channel_size}"
    return f"{{{_place(chip.grid_size)}, {sizes}, {', '.join(sides)}}}"


def _tensor(view: Any) -> str:
    layout = view.desc.layout
    memory = layout.memory_desc
    tiled = memory.tile_shape is not None and (memory.tile_shape.y, memory.tile_shape.x) != (1, 1)
    in_dram = str(memory.memory_space) == "DeviceDRAM"
    fields = [
        str(view.address),
        _braced(map(str, view.desc.shape.tolist())),
        f"Format::{memory.data_type}",
        _braced(map(str, memory.shape.tolist())),
        str(tiled).lower(),
        str(in_dram).lower(),
        _ranges(layout.core_range_set),
    ]
    return _braced(fields)


def _buffer(view: Any) -> str:
    desc, tensor = view.desc, view.tensor_ref
    memory = desc.memory_desc
    address = tensor.address if tensor is not None and tensor.address else view.address
    size = memory.size * desc.num_buffers
    return f"{{{desc.port}, {address}, {size}, {desc.page_size}, Format::{memory.data_type}}}"


def _argument(kind: str, view: Any, operands: Sequence[int]) -> str:
    if kind == "RuntimeArgSemaphoreAddress":
        return f"{{Argument::semaphore, {view.initial_value}}}"
    if kind == "RuntimeArgTensorAddress" and view.operand_idx < len(operands):
        return f"{{Argument::number, {operands[view.operand_idx]}}}"
    raise StandaloneError(f"arguments of kind {kind} are not supported")


# ---- building and running


class HostLibrary:
    """The host library as an object file, which is compiled on first use."""

    def __init__(self) -> None:
        self._folder = tempfile.TemporaryDirectory(prefix="ttmetal-host-")
        self._object = Path(self._folder.name, "library.o")

    def build(self, text: str, output: Path) -> None:
        """Compile a program's text, which stays next to the executable.

        Raises StandaloneError with the compiler's messages.
        """
        source, own = output.with_suffix(".cpp"), output.with_suffix(".o")
        write_file(source, text)
        compiler = find_compiler()

        def compile_one(source: Path, made: Path, *flags: str) -> None:
            run_compiler(compiler, source, made, (*_FLAGS, *flags, "-c", str(source)))

        with ThreadPoolExecutor() as pool:
            jobs = [pool.submit(compile_one, source, own, "-O0", "-w")]
            if not self._object.exists():
                jobs.append(pool.submit(compile_one, _LIBRARY, self._object, "-O1"))
            for job in jobs:
                job.result()
        run_compiler(compiler, source, output, map(str, (own, self._object)), ("-pthread",))


def run_program(executable: Path, program: Program, inputs: Sequence[Array]) -> list[Array]:
    """Run a built program, and return its outputs in the formats' own types.

    Raises StandaloneError with the program's message.
    """
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        files: list[Path] = []
        for index, (values, ref) in enumerate(zip(inputs, program.inputs, strict=True)):
            files.append(folder / f"in{index}")
            write_file(files[-1], to_external(values, ref.desc.data_type).tobytes())
        results = [folder / f"out{index}" for index in range(len(program.outputs))]
        done = subprocess.run(
            [executable.resolve(), *files, *results], capture_output=True, text=True, check=False
        )
        if done.returncode:
            said = done.stderr.strip() or f"it ended with code {done.returncode}"
            raise StandaloneError(f"{executable.name}: {said}")
        return [
            np.fromfile(path, ref.desc.data_type.external).reshape(ref.desc.shape)
            for path, ref in zip(results, program.outputs, strict=True)
        ]


class Comparison:
    """Compares outputs of programs with those of their C++. The host library is built once."""

    def __init__(self) -> None:
        self._library = HostLibrary()

    def tell(
        self,
        program: Program,
        system_desc: Any,
        inputs: Sequence[Array],
        outputs: Sequence[Array],
        kept: Path | None = None,
    ) -> str:
        """Build a program's C++, run it on `inputs`, compare, and return a message for the user.

        `outputs` are those of the binary's program. The C++ is stored in the folder `kept` if
        given. Results must be bit-identical, or close if a kernel calls a function whose last bits
        are not defined. Raises StandaloneError if they differ, or if the C++ does not compile or
        run.
        """
        text = program_text(program, system_desc)
        with nullcontext(kept) if kept else tempfile.TemporaryDirectory() as name:
            executable = Path(name, "kernels")
            self._library.build(text, executable)
            found = run_program(executable, program, inputs)
        rounded = _ROUNDED.search(text)
        for ref, ours, got in zip(program.outputs, outputs, found, strict=True):
            message, precision = difference(ours, got), ref.desc.data_type.precision
            if message and not (rounded and precision and _is_near(ours, got, precision)):
                raise StandaloneError(f"{program}: C++: tensor {ref.global_id}: {message}")
        if rounded:
            call = rounded[0].partition("<")[0].rstrip("(")
            return f"  C++ returns the same outputs, but for how {call} rounds"
        return "  C++ returns the same outputs, bit for bit"


def _is_near(ours: Array, got: Array, precision: int) -> bool:
    """Return whether arrays differ by at most a few roundings, relative to the largest number.

    `precision` is the number of significant bits.
    """
    sides = [each.astype(np.float64) for each in (ours, got)]
    finite, other = (np.isfinite(each) for each in sides)
    missing, absent = (np.isnan(each) for each in sides)
    if not (np.array_equal(finite, other) and np.array_equal(missing, absent)):
        return False
    largest = max(float(np.abs(each[finite]).max(initial=0.0)) for each in sides)
    with np.errstate(invalid="ignore"):
        apart = float(np.nanmax(np.abs(sides[0] - sides[1]), initial=0.0))
    return apart <= max(2.0 ** (2 - precision), 2.0**-16) * largest
