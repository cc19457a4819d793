"""Texts that share most of their lines, each of which is kept once."""


class LineTable:
    """All different lines, in the order in which they were met first."""

    def __init__(self) -> None:
        self.lines: list[str] = []
        self._numbers: dict[str, int] = {}

    def number(self, line: str) -> int:
        """The number of a line."""
        number = self._numbers.get(line)
        if number is None:
            number = self._numbers[line] = len(self.lines)
            self.lines.append(line)
        return number

    def numbers(self, text: str) -> list[int]:
        """The numbers of the lines of a text, without the break at its end."""
        return [self.number(line) for line in text.removesuffix("\n").split("\n")]
