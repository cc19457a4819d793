"""Limits for untrusted and huge programs."""

from ttmlir_py.schemas import BinaryError

MAX_RANK = 32
"""Most dimensions of a tensor, as in numpy 1."""


class DecodingBudget:
    """A limit on what is decoded from a file: 10,000 items, and one for every four of its bytes.

    Items are operations, and tensors that operations name. A file can refer to parts of itself
    repeatedly, so that a few thousand bytes describe billions of operands.
    """

    def __init__(self, file_size: int) -> None:
        self._left = 10_000 + file_size // 4

    def spend(self, count: int) -> None:
        """Count `count` decoded items. Raise `BinaryError` if the total is too large."""
        self._left -= count
        if self._left < 0:
            raise BinaryError("shared parts of the file multiply beyond measure")


def mebibytes(count: int) -> str:
    """Return a number of bytes for people."""
    return f"{count / (1 << 20):,.1f} MiB"
