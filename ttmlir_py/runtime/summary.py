"""Text that describes a binary and its runs."""

import json
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from ttmlir_py.runtime.binary import Binary
from ttmlir_py.runtime.formats import Array
from ttmlir_py.runtime.observers.profile import Profile
from ttmlir_py.runtime.program import Program
from ttmlir_py.runtime.statistics import tensor_stats
from ttmlir_py.runtime.tensor import TensorRef

INDENT = "  "


def _counted(count: int, noun: str) -> str:
    return f"{count} {noun}" if count == 1 else f"{count} {noun}s"


def _version(binary: Binary[Program]) -> Iterator[str]:
    yield f"version: {binary.version}"
    yield f"tt-mlir git hash: {binary.view.ttmlir_git_hash or 'unknown'}"


def _system_desc(binary: Binary[Program]) -> Iterator[str]:
    yield "system_desc:"
    yield json.dumps(binary.system_desc, indent=2)


def _system(binary: Binary[Program]) -> Iterator[str]:
    """Yield one line per chip of the system."""
    for index, chip in enumerate(binary.system_desc.get("chip_descs", ())):
        grid = chip.get("grid_size", {})
        yield (
            f"chip {index}: {chip.get('arch')}, {grid.get('y', 0)}x{grid.get('x', 0)} cores, "
            f"{chip.get('l1_size', 0)} bytes of L1 each"
        )


def _mlir(program: Program) -> str | None:
    info = program.view.debug_info
    return info.mlir.source if info is not None and info.mlir is not None else None


def _cpp(program: Program) -> str | None:
    info = program.view.debug_info
    return info.cpp if info is not None else None


def _texts(binary: Binary[Program], read: Callable[[Program], str | None]) -> Iterator[str]:
    """Yield a text from the debug information of each program, as `read` returns it."""
    for program in binary.programs:
        text = read(program)
        yield f"{program}:" if text else f"{program}: not in the binary"
        if text:
            yield text.rstrip("\n")


def _tensors(names: Sequence[str], refs: Sequence[TensorRef]) -> Iterator[str]:
    width = max(map(len, names), default=0)
    for name, ref in zip(names, refs, strict=True):
        yield f"{INDENT}{name:<{width}}  {ref.desc}"


def _input_titles(program: Program) -> list[str]:
    """Return `arg0`, ..., each followed by the argument's own name in parentheses if it has one."""
    names = zip(program.input_names, program.argument_names, strict=True)
    return [f"{name} ({own})" if own else name for name, own in names]


def output_names(count: int) -> list[str]:
    """Return the names of outputs in files and summaries: `out0`, `out1`, ..."""
    return [f"out{index}" for index in range(count)]


def _inputs(binary: Binary[Program]) -> Iterator[str]:
    for program in binary.programs:
        yield f"{program}: {_counted(len(program.inputs), 'input')}"
        yield from _tensors(_input_titles(program), program.inputs)


def _outputs(binary: Binary[Program]) -> Iterator[str]:
    for program in binary.programs:
        yield f"{program}: {_counted(len(program.outputs), 'output')}"
        yield from _tensors(output_names(len(program.outputs)), program.outputs)


def _op_stats(binary: Binary[Program]) -> Iterator[str]:
    for program in binary.programs:
        counts = Counter(program.labels())
        yield f"{program}: {_counted(counts.total(), 'operation')}"
        width = max(map(len, counts), default=0)
        for label, count in sorted(counts.items(), key=lambda item: (-item[1], item[0])):
            yield f"{INDENT}{label:<{width}}  {count}"


def _all(binary: Binary[Program]) -> Iterator[str]:
    for part in (_version, _system, _inputs, _outputs, _op_stats):
        yield from part(binary)


SECTIONS: dict[str, Callable[[Binary[Program]], Iterator[str]]] = {
    "all": _all,
    "cpp": lambda binary: _texts(binary, _cpp),
    "inputs": _inputs,
    "mlir": lambda binary: _texts(binary, _mlir),
    "op_stats": _op_stats,
    "outputs": _outputs,
    "system_desc": _system_desc,
    "version": _version,
}
"""Maps section names of `ttrt read` to functions that yield lines of text."""

JSON_SECTIONS: dict[str, Callable[[Binary[Program]], Any]] = {
    "all": lambda binary: binary.view.as_dict(),
    "cpp": lambda binary: {program.name: _cpp(program) for program in binary.programs},
    "inputs": lambda binary: {
        program.name: [ref.as_dict() for ref in program.view.inputs or ()]
        for program in binary.programs
    },
    "mlir": lambda binary: {program.name: _mlir(program) for program in binary.programs},
    "op_stats": lambda binary: {p.name: dict(Counter(p.labels())) for p in binary.programs},
    "outputs": lambda binary: {
        program.name: [ref.as_dict() for ref in program.view.outputs or ()]
        for program in binary.programs
    },
    "system_desc": lambda binary: binary.system_desc,
    "version": lambda binary: {
        "version": binary.version,
        "ttmlir_git_hash": binary.view.ttmlir_git_hash,
    },
}
"""Maps section names of `ttrt read --json` to functions that return JSON data."""


def _profile_lines(profile: Profile) -> Iterator[str]:
    """Yield one line per label with count and time, the slowest first."""
    counts, seconds = profile.counts, profile.seconds
    width = max(map(len, counts), default=0)
    for label in sorted(counts, key=lambda name: (-seconds[name], name)):
        yield f"{INDENT}{label:<{width}}  {counts[label]:>5} x  {1e3 * seconds[label]:10.3f} ms"


def run_lines(
    program: Program, outputs: Mapping[str, Array], profile: Profile, loops: int
) -> Iterator[str]:
    """Yield a summary of a run: inputs, operations with their host times, and outputs."""
    times = f" {loops} times" if loops != 1 else ""
    operations = _counted(profile.counts.total() // loops, "operation")
    yield f"{program}: ran {operations}{times} in {1e3 * sum(profile.seconds.values()):.3f} ms"
    yield from _tensors(_input_titles(program), program.inputs)
    yield from _profile_lines(profile)
    width = max(map(len, outputs), default=0)
    for (name, values), ref in zip(outputs.items(), program.outputs, strict=True):
        yield f"{INDENT}{name:<{width}}  {ref.desc.type_text}  {tensor_stats(values)}"
