"""A command console for debuggers, with the commands of pdb.

Subclasses define what is debugged. Input and output streams are parameters, so that scripts and
tests can drive a console.
"""

import cmd
import inspect
import re
import sys
from collections.abc import Mapping, Sequence
from typing import ClassVar, TextIO

import numpy as np

from ttmlir_py.runtime.errors import SimulationError
from ttmlir_py.runtime.formats import Array

_INDEX = re.compile(r"\s*\[([-+\d:,\s]*)\]\s*")
_SHOWN = 64
"""Arrays with at least this many elements are printed without their middle."""


class Console(cmd.Cmd):
    """A console that reads commands whenever `stop` is called.

    `breakpoints` are places, as the command `break` takes them. `quit` and the end of the input end
    the run with a `SimulationError`.
    """

    prompt = "(ttrt) "
    use_rawinput = False
    doc_header = (
        "Commands (help COMMAND explains one; s, n, c, p, o, l, t, b and q are short for the "
        "usual ones):"
    )
    short: ClassVar[Mapping[str, str]] = {
        **{"s": "step", "n": "next", "c": "continue", "q": "quit", "b": "break"},
        **{"o": "op", "l": "list", "t": "tensors", "p": "print"},
    }
    """Maps short names to names of commands."""
    things = "operations"
    """Plural noun for messages about what `step` counts and breakpoints match."""

    def __init__(
        self,
        *,
        input: TextIO | None = None,
        output: TextIO | None = None,
        breakpoints: Sequence[str] = (),
    ) -> None:
        super().__init__(stdin=input or sys.stdin, stdout=output or sys.stdout)
        self.places = list(breakpoints)
        self.steps = 0
        """Number of steps until the next stop, or 0 to run to the next breakpoint."""
        self.ended = False
        self._quits = False

    def stop(self) -> None:
        """Print the current position, and read commands until one continues the run.

        Raises `SimulationError` to end the run.
        """
        self.say(self.here())
        self._quits = False
        self.cmdloop()
        if self._quits and not self.ended:
            raise SimulationError("stopped by the debugger")

    def here(self) -> str:
        """Return a line that describes the current position of the run."""
        raise NotImplementedError

    def matching_lines(self, place: str) -> list[str]:
        """Return a line for each operation or instruction that the breakpoint `place` matches."""
        raise NotImplementedError

    def places_changed(self) -> None:
        """Update the state that depends on the breakpoints in `places`."""

    def say(self, text: str) -> None:
        """Print a line."""
        self.stdout.write(text + "\n")

    def show(self, values: Array, index: str, what: str) -> None:
        """Print an array, or the part that a numpy index (`[0, :4]`) selects. `what` describes the
        array.
        """
        if index:
            found = _INDEX.fullmatch(index)
            try:
                if found is None:
                    raise ValueError
                values = values[tuple(map(_subscript, found[1].split(",")))]
            except (IndexError, ValueError):
                self.say(f"'{index}' is not an index into {what}")
                return
        self.say(np.array2string(np.asarray(values), threshold=_SHOWN, edgeitems=3))

    def precmd(self, line: str) -> str:
        """Echo a command that does not come from a terminal, so that the output reads like a
        session.
        """
        if not self.stdin.isatty():
            self.say("" if line == "EOF" else line)
        return line

    def emptyline(self) -> bool:
        """Run `step` for an empty line. Repeating the last command would be wrong after a step."""
        return self.onecmd("step")

    def default(self, line: str) -> None:
        """Report an unknown command."""
        self.say(f"unknown command '{line.split()[0]}': help lists all")

    def onecmd(self, line: str) -> bool:
        """Run the command whose name or short name starts the line."""
        name, _, rest = line.strip().partition(" ")
        return bool(super().onecmd(f"{self.short.get(name, name)} {rest}".strip()))

    def count(self, argument: str) -> int:
        """Return the number in an argument, or 1 if the argument is empty.

        For an invalid number, print an error and return 0.
        """
        if argument and not (argument.isdecimal() and int(argument)):
            self.say(f"'{argument}' is not a number of {self.things}")
            return 0
        return int(argument or 1)

    def do_continue(self, argument: str) -> bool:
        """continue: run to the next breakpoint, or to the end."""
        self.steps = 0
        return True

    def do_quit(self, argument: str) -> bool:
        """quit: end the run."""
        self._quits = True
        return True

    do_EOF = do_quit

    def do_help(self, arg: str) -> None:
        """help [COMMAND]: explain a command, or list all."""
        command = getattr(self, f"do_{self.short.get(arg, arg)}", None) if arg else None
        if command is None:
            super().do_help(arg)
        else:
            self.say(inspect.getdoc(command) or "")

    def do_break(self, argument: str) -> None:
        """break [PLACE]: stop at a place; without PLACE: list the breakpoints."""
        if not argument:
            self.say("\n".join(self.places) or "no breakpoints")
            return
        found = self.matching_lines(argument)
        if not found:
            self.say(f"no {self.things[:-1]} matches '{argument}'")
            return
        self.places.append(argument)
        self.places_changed()
        self.say("\n".join(found))

    def do_clear(self, argument: str) -> None:
        """clear [PLACE]: remove a breakpoint, or all."""
        if argument and argument not in self.places:
            self.say(f"no breakpoint '{argument}'")
            return
        self.places = [place for place in self.places if argument and place != argument]
        self.places_changed()


def _subscript(text: str) -> int | slice:
    """Parse the index of one dimension in numpy's syntax: a number or a slice."""
    parts = [int(part) if part.strip() else None for part in text.split(":")]
    if len(parts) == 1:
        if parts[0] is None:
            raise ValueError
        return parts[0]
    return slice(*parts)
