"""A table for texts that share most of their lines, which stores each distinct line once."""


class LineTable:
    """The distinct lines of texts, in the order of first occurrence."""

    def __init__(self) -> None:
        self.lines: list[str] = []
        self._numbers: dict[str, int] = {}

    def number(self, line: str) -> int:
        """Return the number of a line. A new line is added."""
        number = self._numbers.get(line)
        if number is None:
            number = self._numbers[line] = len(self.lines)
            self.lines.append(line)
        return number

    def numbers(self, text: str) -> list[int]:
        """Return the numbers of the lines of a text, without its final line break."""
        return [self.number(line) for line in text.removesuffix("\n").split("\n")]
