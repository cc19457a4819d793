"""Results that are the same in all runs of a program, because they depend on constants and
parameters only.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from hashlib import blake2b

import numpy as np

from ttmlir_py.runtime.formats import Array
from ttmlir_py.runtime.fusion import Chain
from ttmlir_py.runtime.operation import Operation
from ttmlir_py.runtime.tensor import Tensor, TensorRef

Step = Operation | Chain


@dataclass(frozen=True)
class Prepared:
    """The steps of a run, in two parts: what computes constants, and the rest."""

    first: Sequence[Step]
    rest: Sequence[Step]
    parameters: Sequence[TensorRef]
    """The inputs that the first part reads."""
    results: Sequence[TensorRef]
    """The results of the first part."""


class Kept:
    """The results of the first part of a program for the latest parameters."""

    def __init__(self) -> None:
        self._entry: tuple[bytes, Mapping[int, Tensor]] = b"", {}

    def get(self, key: bytes) -> Mapping[int, Tensor] | None:
        """Return the results for parameters with this digest, by id, or None."""
        known, results = self._entry
        return results if known == key else None

    def put(self, key: bytes, results: Mapping[int, Tensor]) -> Mapping[int, Tensor]:
        """Store copies of results, which nobody can change, and return them."""
        copies = {number: _frozen(tensor) for number, tensor in results.items()}
        self._entry = key, copies
        return copies


def digest(tensors: Iterable[Tensor]) -> bytes:
    """Return a digest of the values of tensors."""
    hasher = blake2b(digest_size=16)
    for tensor in tensors:
        values = tensor.values
        uniform = values.size > 0 and not any(values.strides)
        hasher.update(f"{values.dtype}{values.shape}{tensor.per_device}{uniform}".encode())
        stored = values[(0,) * values.ndim] if uniform else values
        hasher.update(np.ascontiguousarray(stored).reshape(-1).view(np.uint8).data)
    return hasher.digest()


def unshared(tensor: Tensor) -> Tensor:
    """Return a tensor whose values the caller may change."""
    if tensor.values.flags.writeable:
        return tensor
    return _with(tensor, tensor.values.copy())


def _frozen(tensor: Tensor) -> Tensor:
    values: Array = tensor.values
    if values.size > 0 and not any(values.strides):
        copy = np.broadcast_to(values[(0,) * values.ndim].copy(), values.shape)
    else:
        copy = values.copy()
        copy.flags.writeable = False
    return _with(tensor, copy)


def _with(tensor: Tensor, values: Array) -> Tensor:
    return Tensor(tensor.desc, values, per_device=tensor.per_device, residence=tensor.residence)
