"""Whole models that are larger than memory: cut into parts, and validated part by part.

The source runs once with its reference semantics, one part after the other. The values that a later
part reads are recorded as files, named by their content. A part with its recorded inputs is a
`Case`, so parts run in parallel, and on several computers if the folder is shared. Arguments of the
model are drawn when the first part reads them, so that the weights of all layers never exist at
once.

The largest part has the peak of memory. A part takes operations until its arguments and values need
more than the given memory.
"""

from __future__ import annotations

import hashlib
import io
import os
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from xdsl.ir import BlockArgument, Operation, SSAValue

from ttmlir_py import compiler, reference
from ttmlir_py.common.files import write_file
from ttmlir_py.dialects.func import FuncOp
from ttmlir_py.dialects.tensor_types import shape_of, tensor_type
from ttmlir_py.frontends.levels import entry_function
from ttmlir_py.ir.diagnostics import OperationError
from ttmlir_py.ir.module import ModuleOp
from ttmlir_py.ir.narrowing import is_tensor_type
from ttmlir_py.sweep.cases import Case, CaseError
from ttmlir_py.testcase_reduction.cutting import extract, is_source, is_terminator
from ttmlir_py.validation.comparing import read_module
from ttmlir_py.validation.inputs import inputs_for, representable

Array = np.ndarray[Any, Any]
BYTES = 40
"""The memory of one element while a part is validated: three runs in float64, and copies."""


@dataclass(frozen=True)
class Part:
    """Consecutive operations of a function as a program."""

    ops: Sequence[Operation]
    module: ModuleOp
    taken: Sequence[SSAValue]
    """The values of the whole function that the arguments of the part have."""
    returned: Sequence[SSAValue]
    need: int
    """The estimated memory of its validation in bytes."""


def parts(function: FuncOp, memory: int) -> Iterator[Part]:
    """Yield the parts of a function. Each needs at most `memory` bytes, or has one operation."""
    ops = [op for op in function.body.block.ops if not is_terminator(op) and not is_source(op)]
    start = 0
    while start < len(ops):
        held: dict[SSAValue, int] = {}
        end = start
        while end < len(ops):
            new = {each: _size(each) for each in (*ops[end].operands, *ops[end].results)}
            if end > start and BYTES * sum((held | new).values()) > memory:
                break
            held |= new
            end += 1
        chosen = ops[start:end]
        returned = _read_later(chosen)
        module, taken = extract(function, chosen, (), returned)
        module.attributes.clear()
        yield Part(chosen, module, taken, returned, BYTES * sum(held.values()))
        start = end


def _read_later(ops: Sequence[Operation]) -> list[SSAValue]:
    inside = set(ops)
    return [
        result
        for op in ops
        for result in op.results
        if not result.uses or any(use.operation not in inside for use in result.uses)
    ]


def _size(value: SSAValue) -> int:
    return int(np.prod(shape_of(value), dtype=np.int64)) if is_tensor_type(value.type) else 0


class Recorder:
    """The run of a model part by part, which records the values between parts in a folder."""

    def __init__(
        self, text: str, folder: str | os.PathLike[str], *, memory: int, seed: int = 0
    ) -> None:
        self._folder = Path(folder)
        self._folder.mkdir(parents=True, exist_ok=True)
        self._seed = seed
        self._memory = memory
        with compiler.diagnosed(warnings=["-w"]) as context:
            self.module = read_module(text, context)
        function = entry_function(self.module)
        if function is None:
            raise CaseError("the program has no public function")
        self.function = function
        self._recorded: dict[SSAValue, str] = {}
        self._uses: dict[SSAValue, int] = {}
        self.largest = 0
        """The largest estimated memory of a part in bytes."""

    def cases(self, name: str = "", **labels: Any) -> Iterator[Case]:
        """Run the parts, and yield the case of each. `labels` are fields of `Case`.

        Files remain until the caller removes the folder. Raises `CaseError` for operations without
        reference semantics, and OSError.
        """
        for number, part in enumerate(parts(self.function, self._memory)):
            self.largest = max(self.largest, part.need)
            function = entry_function(part.module)
            assert function is not None
            seed = self._seed + number
            inputs = inputs_for(function, f"randn:{seed}")
            held: dict[str, str] = {}
            for position, value in enumerate(part.taken):
                path = self._recorded.get(value)
                if path is None and self._is_read_again(value, part):
                    path = self._record(value, inputs[position])
                if path is not None:
                    held[str(position)] = path
                    inputs[position] = np.load(path, mmap_mode="r", allow_pickle=False)
            yield Case(str(part.module), inputs=held, seed=seed, name=f"{name}#{number}", **labels)
            self._run(part, function, inputs)

    def _is_read_again(self, value: SSAValue, part: Part) -> bool:
        """Whether an argument of the model is read by other parts, too."""
        inside = set(part.ops)
        return isinstance(value, BlockArgument) and any(
            use.operation not in inside and not is_terminator(use.operation) for use in value.uses
        )

    def _run(self, part: Part, function: FuncOp, inputs: Sequence[Array]) -> None:
        """Run a part with reference semantics, and record what later parts read."""
        last = [
            value
            for value in part.returned
            if all(is_terminator(use.operation) for use in value.uses)
        ]
        if len(last) == len(part.returned):
            return  # nothing reads the results, and validation computes them
        try:
            outcome = reference.run(function, list(inputs))
        except OperationError as error:
            raise CaseError(f"{error.op.name}: {error}") from None
        for value, array in zip(part.returned, outcome.results, strict=True):
            if value not in last:
                self._record(value, np.asarray(array))

    def _record(self, value: SSAValue, array: Array) -> str:
        """Write an array in its own type, and return the path."""
        stored = io.BytesIO()
        np.lib.format.write_array(stored, _compact(array, value), allow_pickle=False)
        data = stored.getvalue()
        path = self._folder / f"{hashlib.sha256(data).hexdigest()}.npy"
        if not path.exists():
            write_file(path, data)
        self._recorded[value] = os.fspath(path)
        return os.fspath(path)


def _compact(array: Array, value: SSAValue) -> Array:
    """Return the numbers rounded to the type, in float32 if that holds the type's numbers."""
    if array.dtype != np.float64:
        return array
    rounded = representable(array, tensor_type(value).element_type)
    narrow = rounded.astype(np.float32)
    return narrow if np.array_equal(narrow, rounded, equal_nan=True) else rounded


def model_cases(
    text: str,
    folder: str | os.PathLike[str],
    *,
    memory: int,
    seed: int = 0,
    name: str = "model",
    labels: Mapping[str, Any] | None = None,
) -> list[Case]:
    """Record a model, and return the cases of its parts. See `Recorder`."""
    recorder = Recorder(text, folder, memory=memory, seed=seed)
    return list(recorder.cases(name, **(labels or {})))
