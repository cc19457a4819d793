"""Texts that share most of their lines; each distinct line is stored once."""


class LineTable:
    """All distinct lines in order of first occurrence."""

    def __init__(self) -> None:
        self.lines: list[str] = []
        self._numbers: dict[str, int] = {}

    def number(self, line: str) -> int:
        """Return the number of a line, adding it if it is new."""
        number = self._numbers.get(line)
        if number is None:
            number = self._numbers[line] = len(self.lines)
            self.lines.append(line)
        return number

    def numbers(self, text: str) -> list[int]:
        """Return the numbers of the lines of a text, without its final line break."""
        return [self.number(line) for line in text.removesuffix("\n").split("\n")]
