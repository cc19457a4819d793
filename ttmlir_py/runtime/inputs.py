"""Inputs of programs: checked against their descriptors, or generated."""

from collections.abc import Callable, Mapping, Sequence
from typing import TypeVar, cast

import numpy as np
from numpy.typing import ArrayLike

from ttmlir_py.runtime.array_files import UNNAMED
from ttmlir_py.runtime.arrays import bind_array
from ttmlir_py.runtime.defaults import MEMORY_LIMIT
from ttmlir_py.runtime.errors import InputError, MemoryLimitError
from ttmlir_py.runtime.formats import Array, round_to
from ttmlir_py.runtime.limits import mebibytes
from ttmlir_py.runtime.program import Program
from ttmlir_py.runtime.tensor import TensorDesc
from ttmlir_py.runtime.ttnn_program import TTNNProgram

T = TypeVar("T")

Inputs = Sequence[ArrayLike] | Mapping[str, ArrayLike]


def bind_inputs(
    program: Program, inputs: Inputs, *, keep_own: bool = False, keep_narrow: bool = False
) -> list[Array]:
    """Return values for the program's inputs, in order, rounded to their formats.

    With `keep_own`, arrays in the formats' own types are returned unchanged. With `keep_narrow`
    this holds for bfloat16 and float16 inputs only, and the caller has to widen them. A mapping's
    keys are `arg0`, `arg1`, ... or the arguments' own names.

    Floating-point inputs take arrays of any floating-point type, or booleans. Integer inputs take
    integers or booleans in the format's range; 32-bit ones also take negative numbers (two's
    complement). An array that rounding does not change is not copied, so that large inputs do not
    take their memory twice. Raises `InputError`, which names the input.
    """
    return [
        _shared(
            array,
            bind_array(
                input_place(program, index),
                array,
                ref.desc.shape,
                ref.desc.data_type,
                keep_own=keep_own or (keep_narrow and ref.desc.data_type.kind == "float"),
            ),
        )
        for index, (array, ref) in enumerate(
            zip(ordered_inputs(program, inputs), program.inputs, strict=True)
        )
    ]


def _shared(given: ArrayLike, bound: Array) -> Array:
    """Return the caller's array `given` if `bound`, which was made from it, has the same bits;
    otherwise return `bound`.
    """
    if not isinstance(given, np.ndarray):
        return bound
    array = cast(Array, given)
    if array is bound:
        return array
    if array.shape != bound.shape or not array.dtype == bound.dtype == np.float32:
        return bound
    if not array.flags.forc:  # a broadcast array may have a shape larger than memory
        return bound
    is_same = np.array_equal(array.view(np.uint32), bound.view(np.uint32))
    return array if is_same else bound


def ordered_inputs(program: Program, inputs: Sequence[T] | Mapping[str, T]) -> Sequence[T]:
    """Return the inputs by position. Raise `InputError` for missing, unknown and superfluous
    names.
    """
    names = program.input_names
    if isinstance(inputs, Mapping):
        inputs = _without_unnamed(program, inputs)
        positions = dict(zip(program.argument_names, names, strict=True))
        given = [positions.get(name, name) for name in inputs]
        twice = [name for name in given if given.count(name) > 1]
        if twice:
            raise InputError(
                f"{program}: input '{twice[0]}' is given twice: by its name and by its number"
            )
        inputs = dict(zip(given, inputs.values(), strict=True))
        unknown = [name for name in inputs if name not in names]
        missing = [name for name in names if name not in inputs]
        if unknown or missing:
            wrong = f"has no input '{unknown[0]}'" if unknown else f"misses input '{missing[0]}'"
            raise InputError(f"{program} {wrong}: it takes {_listing(names)}")
        inputs = [inputs[name] for name in names]
    if len(inputs) != len(names):
        raise InputError(f"{program} takes {len(names)} inputs, got {len(inputs)}")
    return inputs


def _without_unnamed(program: Program, inputs: Mapping[str, T]) -> Mapping[str, T]:
    """Return inputs by name. An unnamed array is assigned to the only input without an array.

    Raises `InputError`.
    """
    if UNNAMED not in inputs:
        return inputs
    own = zip(program.input_names, program.argument_names, strict=True)
    missing = [name for name, other in own if name not in inputs and other not in inputs]
    if len(missing) != 1:
        raise InputError(f"{program}: the array without a name is for one of {_listing(missing)}")
    return {missing[0] if name == UNNAMED else name: each for name, each in inputs.items()}


def input_place(program: Program, index: int) -> str:
    """Return the text that names an input in messages."""
    own = program.argument_names[index]
    return f"{program}: input '{program.input_names[index]}'" + (f" ({own})" if own else "")


def _listing(names: Sequence[str]) -> str:
    return ", ".join(names) if names else "none"


def generate_inputs(
    program: Program,
    initializers: str | Sequence[str],
    seed: int,
    memory_limit: int = MEMORY_LIMIT,
) -> list[Array]:
    """Return generated inputs, which are the same for the same `seed`.

    `initializers` is one of `INITIALIZERS`, or a list with one per input. `randn` draws from the
    normal distribution and `rand` uniformly from [0, 1). For integer formats both draw uniformly
    from the format's range, or from the rows of the table that the input indexes. `arange` counts
    0, 1, ... through each tensor. Inputs that no operation reads are zero and take no memory.

    Raises `MemoryLimitError` before anything is allocated if the other inputs exceed `memory_limit`
    bytes. Raises `SimulationError` for a program that cannot be simulated.
    """
    read = _read_tensors(program)
    needed = sum(ref.desc.value_bytes for ref in program.inputs if ref.global_id in read)
    if needed > memory_limit:
        raise MemoryLimitError(
            f"{program}: its inputs take {mebibytes(needed)}, the limit is "
            f"{mebibytes(memory_limit)}"
        )
    generator = np.random.default_rng(seed)
    if isinstance(initializers, str):
        initializers = [initializers] * len(program.inputs)
    rows = _indexed_rows(program) if {"rand", "randn"} & set(initializers) else {}
    return [
        _generate(ref.desc, initializer, generator, rows.get(ref.global_id))
        if ref.global_id in read
        else np.broadcast_to(ref.desc.data_type.values(0), ref.desc.shape)
        for ref, initializer in zip(program.inputs, initializers, strict=True)
    ]


def _read_tensors(program: Program) -> set[int]:
    """Return the ids of the tensors that operations read or the program returns.

    TTMetal kernels may read all inputs.
    """
    if not isinstance(program, TTNNProgram):
        return {ref.global_id for ref in program.inputs}
    operands = (each.refs for each in program.operations if not each.kernel.device.frees)
    return {ref.global_id for refs in (*operands, program.outputs) for ref in refs}


def _indexed_rows(program: Program) -> dict[int, int]:
    """Maps ids of index inputs to the number of rows of the smallest table that each selects
    from.
    """
    if not isinstance(program, TTNNProgram):
        return {}
    origins = {ref.global_id: ref.global_id for ref in program.inputs}
    rows: dict[int, int] = {}
    for operation in program.operations:
        operands, kernel = operation.refs, operation.kernel
        if kernel.rows_of:
            index, table = (operands[kernel.operands.index(each)] for each in kernel.rows_of)
            shape = table.desc.shape
            if index.global_id in origins and len(shape) > 1:
                origin = origins[index.global_id]
                rows[origin] = min(rows.get(origin, shape[-2]), shape[-2])
        elif operation.result and len(operands) == 1 and operands[0].global_id in origins:
            origins[operation.result.global_id] = origins[operands[0].global_id]
    return rows


def _generate(
    desc: TensorDesc, initializer: str, generator: np.random.Generator, rows: int | None
) -> Array:
    shape, values = desc.shape, desc.data_type.values
    if initializer in ("zeros", "ones"):
        return np.full(shape, initializer == "ones", values)
    if initializer == "arange":
        counted = np.arange(np.prod(shape, dtype=np.int64)).reshape(shape)
        return round_to(counted.astype(values), desc.data_type)
    if desc.data_type.is_integer:
        smallest, largest = desc.data_type.smallest, desc.data_type.largest
        if rows is not None:
            smallest, largest = 0, min(largest, max(rows - 1, 0))
        return generator.integers(smallest, largest, shape, dtype=values, endpoint=True)
    draw: Callable[..., Array] = (
        generator.standard_normal if initializer == "randn" else generator.random
    )
    return round_to(draw(shape, dtype=np.float32), desc.data_type)
