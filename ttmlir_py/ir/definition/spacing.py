"""Where the printers that MLIR generates from declarative formats put spaces."""


class Spacing:
    """What the next element of a format needs before it, depending on the one before."""

    def __init__(self) -> None:
        self.space = True
        self.punctuation = False

    def before_literal(self, text: str) -> str:
        """The space before a literal, which is printed next."""
        tight = ">)}]," if self.punctuation else "<>(){}[],"
        lead = " " if self.space and not (len(text) == 1 and text in tight) else ""
        self.space = text not in ("<", "(", "{", "[")
        self.punctuation = not (text[0] == "_" or text[0].isalpha())
        return lead

    def before_value(self) -> str:
        """The space before anything else, which is printed next."""
        lead = " " if self.space or not self.punctuation else ""
        self.space, self.punctuation = True, False
        return lead
