"""Bounds on what untrusted and huge programs may take."""

from ttmlir_py.schemas import BinaryError

MAX_RANK = 32
"""Dimensions of a tensor: as many as numpy 1 has."""


class DecodingBudget:
    """What may be decoded of a file: four bytes are there for each operation and each tensor that it names.

    A file can name parts of itself again and again, so that a few thousand bytes describe billions of operands.
    """

    def __init__(self, file_size: int) -> None:
        self._left = 10_000 + file_size // 4

    def spend(self, count: int) -> None:
        """Decode so many things; `BinaryError` if they are too many."""
        self._left -= count
        if self._left < 0:
            raise BinaryError("shared parts of the file multiply beyond measure")


def mebibytes(count: int) -> str:
    """Write a number of bytes for people."""
    return f"{count / (1 << 20):,.1f} MiB"
