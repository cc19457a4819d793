"""Limits that protect against malformed and huge programs."""

from ttmlir_py.schemas import BinaryError

MAX_RANK = 32
"""Largest number of dimensions of a tensor, as in numpy 1."""


class DecodingBudget:
    """A limit on the items decoded from a file: 10,000, plus one per four bytes of the file.

    Items are operations, and tensors that operations name. A file can refer to a part of itself
    repeatedly, so that a few thousand bytes could describe billions of operands.
    """

    def __init__(self, file_size: int) -> None:
        self._left = 10_000 + file_size // 4

    def spend(self, count: int) -> None:
        """Count `count` more decoded items. Raise `BinaryError` if the total exceeds the limit."""
        self._left -= count
        if self._left < 0:
            raise BinaryError("shared parts of the file expand beyond the limit")


def mebibytes(count: int) -> str:
    """Return a number of bytes as text in MiB."""
    return f"{count / (1 << 20):,.1f} MiB"
