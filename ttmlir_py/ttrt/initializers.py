"""Parsing of `ttrt run --init`, which selects how inputs are generated.

Importing this module loads nothing, because the command line's help needs it.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from ttmlir_py.common.suggestions import unknown_name
from ttmlir_py.runtime.defaults import INITIALIZER, INITIALIZERS


@dataclass(frozen=True, slots=True)
class Initializers:
    """The initializer for each input: one of `INITIALIZERS`."""

    named: dict[str, str] = field(default_factory=dict[str, str])
    """Maps input names, optionally prefixed with the program's, to initializers: `arg0`,
    `main.mask`.
    """
    others: str = INITIALIZER

    @classmethod
    def parse(cls, text: str) -> Initializers:
        """Parse `HOW` or `NAME=HOW,...,HOW`, whose last part is for all other inputs. Raise
        ValueError.
        """
        named: dict[str, str] = {}
        others: list[str] = []
        for entry in text.split(","):
            name, equals, how = entry.rpartition("=")
            if how not in INITIALIZERS:
                raise ValueError(unknown_name("value", how, INITIALIZERS))
            if not equals:
                others.append(how)
            elif not name or name in named:
                raise ValueError(f"'{name}' is named twice" if name else f"'{entry}' has no name")
            else:
                named[name] = how
        if len(others) > 1:
            raise ValueError(f"'{others[0]}' and '{others[1]}' are both for all other inputs")
        return cls(named, *others)

    def choose(self, names: Iterable[Sequence[str]]) -> list[str]:
        """Return the initializer of each input. `names` has all names of each input. Raise
        ValueError.
        """
        chosen: list[str] = []
        for own in names:
            known = [self.named[name] for name in own if name in self.named]
            if len(known) > 1:
                raise ValueError(f"input '{own[0]}' is given twice, by different names")
            chosen.append(known[0] if known else self.others)
        return chosen

    def unknown(self, names: Iterable[Sequence[str]]) -> list[str]:
        """Return the names in `--init` that are not the name of any input."""
        known = {name for own in names for name in own}
        return [name for name in self.named if name not in known]


def initializer_text(text: str) -> str:
    """Return `text` unchanged if `Initializers.parse` accepts it. Raise ValueError."""
    Initializers.parse(text)
    return text
