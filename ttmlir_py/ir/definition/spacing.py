"""Spacing of the printers that MLIR generates from declarative formats."""


class Spacing:
    """The state of a printer that determines the space before the next element.

    It depends on the previous element.
    """

    def __init__(self) -> None:
        self.space = True
        self.punctuation = False

    def before_literal(self, text: str) -> str:
        """Return the space to print before the literal `text`, and update the state."""
        tight = ">)}]," if self.punctuation else "<>(){}[],"
        lead = " " if self.space and not (len(text) == 1 and text in tight) else ""
        self.space = text not in ("<", "(", "{", "[")
        self.punctuation = not (text[0] == "_" or text[0].isalpha())
        return lead

    def before_value(self) -> str:
        """Return the space to print before an element that is not a literal, and update the
        state.
        """
        lead = " " if self.space or not self.punctuation else ""
        self.space, self.punctuation = True, False
        return lead
