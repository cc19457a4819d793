"""A case: one program with its pipeline options, board, format and seed, named by its content."""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from functools import cache
from pathlib import Path
from typing import Any

import ttmlir_py

AS_WRITTEN = "as-written"
"""The format that leaves the types of a program unchanged."""
FORMATS = (AS_WRITTEN, "f32", "bf16", "f16")
"""The formats of cases. All but the first one replace the float types of the program."""
DEFAULT_TIMEOUT = 120.0
DEFAULT_MEMORY = 4 << 30
_FLOAT = r"(?:f32|bf16|f16)"
_TENSOR = re.compile(rf"(tensor<(?:[0-9?]+x)*){_FLOAT}(?=[,>])")
"""Matches a tensor type up to its float type."""
_HEX = re.compile(r'dense<"?0x')
"""Matches constants whose bytes depend on their type."""
_SIZES = re.compile(r"tensor<([0-9x]*?)x?([a-z]+[0-9]*|![\w.]+)[,>]")


class CaseError(ValueError):
    """An error in a table of cases, or for a case that cannot be made. The message says where."""


@dataclass(frozen=True)
class Case:
    """A program to compile, run, estimate and validate.

    The name of a case does not depend on fields with labels and limits.
    """

    text: str
    """The program in StableHLO, TOSA, TTIR or TTNN."""
    options: Mapping[str, Any] = field(default_factory=dict[str, Any])
    """Pipeline options, as for `frontends.model.compile`."""
    board: str = "n150"
    format: str = AS_WRITTEN
    seed: int = 0
    inputs: Mapping[str, str] = field(default_factory=dict[str, str])
    """Maps positions of arguments to recorded arrays: paths of `.npy` files, named by content."""
    name: str = ""
    """A label for reports, such as the name of the operation or model."""
    options_name: str = "default"
    """A label for the options."""
    models: Mapping[str, int] = field(default_factory=dict[str, int])
    """Maps models in which the operation occurs to its number of occurrences."""
    timeout: float = DEFAULT_TIMEOUT
    """Seconds after which the case is killed."""
    memory: int = DEFAULT_MEMORY
    """The limit of the case's memory in bytes."""

    def id(self) -> str:
        """Return the name of the case, which is equal in all versions of this package."""
        named = {position: Path(path).stem for position, path in sorted(self.inputs.items())}
        what = [self.text, self.board, self.format, self.seed, named]
        return _digest([*what, sorted(self.options.items())])

    def key(self, version: str) -> str:
        """Return the name of the case's result for a version of this package."""
        return _digest([self.id(), version])

    def program(self) -> str:
        """Return the text in the case's format. Raises `CaseError`."""
        if self.format == AS_WRITTEN:
            return self.text
        if _HEX.search(self.text):
            raise CaseError(f"constants in hexadecimal cannot become {self.format}")
        return _TENSOR.sub(rf"\g<1>{self.format}", self.text)

    def need(self) -> int:
        """Return an estimate of the memory in bytes: 40 bytes for each element of a tensor type.

        Values are in float64 in the reference, the exact run and the run with rounding.
        """
        count = 0
        for sizes, _ in _SIZES.findall(self.text):
            elements = 1
            for each in filter(None, sizes.split("x")):
                elements *= int(each[:12])
            count += elements
        return 40 * count

    def as_dict(self) -> dict[str, Any]:
        """Return the case as data for JSON."""
        return asdict(self)

    @classmethod
    def of_dict(cls, data: Mapping[str, Any]) -> Case:
        """Return the case in data from `as_dict`. Raises `CaseError` for unknown fields."""
        try:
            return cls(**data)
        except TypeError as error:
            raise CaseError(f"not a case: {error}") from None

    def with_limits(self, timeout: float | None, memory: int | None) -> Case:
        """Return the case with other limits. None keeps a limit."""
        return replace(
            self,
            timeout=self.timeout if timeout is None else timeout,
            memory=self.memory if memory is None else memory,
        )


def _digest(data: Sequence[Any]) -> str:
    text = json.dumps(data, sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()


@cache
def version() -> str:
    """Return the version of this package, with a digest of its files.

    A result is reused only if the code that computed it is unchanged.
    """
    root = Path(ttmlir_py.__file__).parent
    digest = hashlib.sha256()
    for path in sorted(root.rglob("*")):
        if path.suffix in (".py", ".fbs", ".ods", ".json", ".h", ".hpp"):
            digest.update(path.relative_to(root).as_posix().encode() + b"\0")
            digest.update(hashlib.sha256(path.read_bytes()).digest())
    return f"{ttmlir_py.__version__}+{digest.hexdigest()[:16]}"


def shard_of(case_id: str, count: int) -> int:
    """Return the shard, from 1 to `count`, to which a case belongs."""
    return int(case_id[:16], 16) % count + 1
