"""The `ttrt` commands: what they do once their arguments are parsed.

A command handles files one by one; `ttrt` reports what goes wrong with a file and continues.
"""

import json
import os
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from ttmlir_py.runtime.binary import Binary
from ttmlir_py.runtime.errors import InputError, SimulationError
from ttmlir_py.runtime.executor import DEFAULT_MEMORY_LIMIT
from ttmlir_py.runtime.formats import Array
from ttmlir_py.runtime.inputs import bind_inputs, generate_inputs, read_npz
from ttmlir_py.runtime.program import Program
from ttmlir_py.runtime.summary import JSON_SECTIONS, SECTIONS, Profile, output_names, run_lines
from ttmlir_py.schemas import BinaryError, load_schema, read

SYSTEM_DESC_IDENTIFIER = b"TTSY"


def find_binaries(path: str, suffixes: Sequence[str]) -> list[Path]:
    """The file itself, or the files below a directory with one of the suffixes, sorted.

    Raises `OSError` if there is no such file or directory, `SimulationError` if a directory holds none.
    """
    root = Path(path)
    if not root.is_dir():
        os.stat(root)
        return [root]
    found = sorted(each for each in root.rglob("*") if each.suffix in suffixes)
    if not found:
        raise SimulationError(f"no {' or '.join(suffixes)} files in this directory")
    return found


def read_file(path: Path, section: str, as_json: bool) -> str:
    """Text of a section of a `.ttnn` or `.ttsys` file."""
    data = path.read_bytes()
    if data[8:12] == SYSTEM_DESC_IDENTIFIER:
        return _read_system_desc(data, section)
    binary = Binary.load(data)
    if as_json:
        return json.dumps(JSON_SECTIONS[section](binary), indent=2)
    return "\n".join(SECTIONS[section](binary))


def _read_system_desc(data: bytes, section: str) -> str:
    if section not in ("all", "system_desc", "version"):
        raise SimulationError(f"a system descriptor has no section '{section}'")
    root = read(load_schema("Common/system_desc.fbs"), data).as_dict()
    if section == "system_desc":
        return json.dumps(root.get("system_desc"), indent=2)
    if section == "version":
        return json.dumps(root.get("version"))
    return json.dumps(root, indent=2)


@dataclass(frozen=True, slots=True)
class RunOptions:
    """Arguments of `ttrt run`; the command line documents them."""

    program_index: str = "all"
    loops: int = 1
    init: str = "randn"
    seed: int = 0
    inputs: str | None = None
    save_outputs: str | None = None
    identity: bool = False
    non_zero: bool = False
    rtol: float = 1e-5
    atol: float = 1e-8
    memory_limit: int = DEFAULT_MEMORY_LIMIT
    """In bytes."""


def run_file(path: Path, options: RunOptions) -> str:
    """Run programs of a binary; returns the summary.

    Raises `OSError`, `BinaryError`, `SimulationError` (`InputError` among them) when anything fails,
    checks that were asked for included. Outputs are only written when all programs have run.
    """
    binary = Binary.load(path)
    if not binary.programs:
        raise BinaryError("the binary has no programs")
    programs = binary.programs
    if options.program_index != "all":
        programs = [binary.program(int(options.program_index))]
    given = None if options.inputs is None else read_npz(options.inputs)
    lines: list[str] = []
    saved: dict[str, Array] = {}
    for program in programs:
        prefix = "" if len(programs) == 1 else f"{program.name}."
        inputs = _program_inputs(program, given, prefix, options)
        outputs, text = _run_program(binary, program, inputs, options)
        lines += text
        saved |= {prefix + name: values for name, values in outputs.items()}
    if options.save_outputs is not None:
        save_npz(options.save_outputs, saved)
        lines.append(f"outputs saved to {options.save_outputs}")
    return "\n".join(lines)


def _program_inputs(
    program: Program, given: Mapping[str, Array] | None, prefix: str, options: RunOptions
) -> list[Array]:
    """Inputs from the file, or generated; with several programs the file's names start with theirs."""
    if given is None:
        return generate_inputs(program, options.init, options.seed, options.memory_limit)
    own = {name.removeprefix(prefix): a for name, a in given.items() if name.startswith(prefix)}
    return bind_inputs(program, own)


def _run_program(
    binary: Binary, program: Program, inputs: list[Array], options: RunOptions
) -> tuple[dict[str, Array], list[str]]:
    profile = Profile()
    outputs: list[Array] = []
    started = time.perf_counter()
    for _ in range(options.loops):
        outputs = binary.run(
            inputs, program.index, hooks=profile.hooks, memory_limit=options.memory_limit
        )
    seconds = time.perf_counter() - started
    named = dict(zip(output_names(len(outputs)), outputs, strict=True))
    _check_outputs(program, inputs, named, options)
    return named, list(run_lines(program, named, profile, options.loops, seconds))


def _check_outputs(
    program: Program, inputs: list[Array], outputs: Mapping[str, Array], options: RunOptions
) -> None:
    """The checks of `--identity` and `--non-zero`."""
    if options.identity:
        if len(inputs) != len(outputs):
            raise SimulationError(f"{program}: identity: as many outputs as inputs are needed")
        for given, (name, got) in zip(inputs, outputs.items(), strict=True):
            wide = got.astype(np.float64)
            if given.shape != got.shape or not np.allclose(
                given, wide, options.rtol, options.atol, equal_nan=True
            ):
                raise SimulationError(f"{program}: identity: output '{name}' is not the input")
    if options.non_zero:
        for name, got in outputs.items():
            if not got.any():
                raise SimulationError(f"{program}: output '{name}' is all zero")


def save_npz(path: str, arrays: Mapping[str, Array]) -> None:
    """Write arrays; bfloat16, which numpy files cannot hold, becomes float32 without loss.

    The file is there whole or not at all.
    """
    storable: dict[str, Any] = {
        name: a if a.dtype.isbuiltin == 1 else a.astype(np.float32) for name, a in arrays.items()
    }
    partial = f"{path}.partial"
    try:
        with open(partial, "wb") as file:
            np.savez(file, **storable)
        os.replace(partial, path)
    except OSError as error:
        Path(partial).unlink(missing_ok=True)
        raise InputError(f"cannot write {path}: {error.strerror or error}") from None
