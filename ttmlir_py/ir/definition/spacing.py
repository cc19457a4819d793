"""Spacing of the printers that MLIR generates from declarative formats."""


class Spacing:
    """The spacing state: the space needed before the next element, which depends on the previous
    one.
    """

    def __init__(self) -> None:
        self.space = True
        self.punctuation = False

    def before_literal(self, text: str) -> str:
        """Return the space before a literal, and update the state for the literal."""
        tight = ">)}]," if self.punctuation else "<>(){}[],"
        lead = " " if self.space and not (len(text) == 1 and text in tight) else ""
        self.space = text not in ("<", "(", "{", "[")
        self.punctuation = not (text[0] == "_" or text[0].isalpha())
        return lead

    def before_value(self) -> str:
        """Return the space before any other element, and update the state for it."""
        lead = " " if self.space or not self.punctuation else ""
        self.space, self.punctuation = True, False
        return lead
