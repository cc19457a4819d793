"""The kinds of warnings, and the command-line flags that control them.

Command lines, help and docs use this table. The module imports only the standard library, so any
package can use it. `ir.diagnostics.DiagnosticEngine.warn` emits a warning of a kind.
"""

from collections.abc import Iterable
from typing import Final


class Kind:
    """A kind of warning: its name on the command line and its description.

    A run shows one warning of each kind, at the first operation that causes it, unless `every` is
    set.
    """

    def __init__(self, flag: str, summary: str, every: bool = False):
        self.flag = flag
        self.summary = summary
        self.every = every


class WarningKind:
    """All kinds of warnings. An enum of so many members would take a noticeable part of each
    start.
    """

    BLOCK_OVERRIDE = Kind("block-override", "an override to a block format becomes bf16", True)
    DOUBTFUL_DESTINATION = Kind(
        "doubtful-destination",
        "the last operand is read as a destination, but could be a bias in another revision",
        True,
    )
    DROPPED_ATTRIBUTE = Kind("dropped-attribute", "an attribute that TTIR does not have is dropped")
    DROPPED_PROPERTY = Kind(
        "dropped-property",
        "a property that the operation does not have in this revision is dropped",
        True,
    )
    EXAMPLE_VALUES = Kind(
        "example-values",
        "a number that depends on data is taken from the examples of a PyTorch model",
        True,
    )
    INCOMPLETE_CALL = Kind(
        "incomplete-call", "a call in C++ leaves out attributes of the operation", True
    )
    INEXACT_CONSTANT = Kind(
        "inexact-constant", "an integer is passed as f32, which cannot hold it exactly"
    )
    INLINE_LIMIT = Kind(
        "inline-limit", "a call is kept, because inlining it would make the program too large"
    )
    LOOP_BOUND = Kind(
        "loop-bound",
        "a loop is computed for a stated number of iterations, and a result tells if it ended",
        True,
    )
    LOST_WRITE = Kind(
        "lost-write", "a cache is written in place, and nothing reads it afterwards", True
    )
    MESH_SHAPE = Kind(
        "mesh-shape", "the shards of a tensor are for a mesh of another shape than the device"
    )
    OVERRIDE_FIT = Kind("override-fit", "an override requests more than the device has", True)
    RANDOM_ARGUMENTS = Kind(
        "random-arguments",
        "a call of a PyTorch model draws random numbers, which are arguments of the binary",
    )
    REDUCED_PRECISION = Kind(
        "reduced-precision", "the runtime only accepts a format with fewer bits for an operation"
    )
    REMAINDER_SIGN = Kind(
        "remainder-sign", "a remainder is lowered to a modulo, which has the sign of the divisor"
    )
    RESULT_SHAPE = Kind(
        "result-shape",
        "the shape of a result contradicts the operation's attributes; TTNN refuses it",
    )
    SCATTER_INDEX = Kind("scatter-index", "a scatter writes at index 0 for any indices")
    SIGNED_INTEGERS = Kind("signed-integers", "signed integers are stored as unsigned ones")
    TRUTH_VALUES = Kind(
        "truth-values", "truth values are replaced by a value that is right only for 0 and 1"
    )
    TYPECAST_ROUNDING = Kind(
        "typecast-rounding",
        "a typecast to an integer rounds or saturates in another way than the source",
    )
    UNINITIALIZED_OPERAND = Kind(
        "uninitialized-operand",
        "an operation reads an empty tensor, whose elements are undefined",
        True,
    )
    UNKNOWN_OVERRIDE = Kind(
        "unknown-override", "an override names an operation that does not exist", True
    )
    UNUSED_OVERRIDE = Kind(
        "unused-override",
        "an option of the optimizer is given, but the optimizer does not run",
        True,
    )
    WIDE_FLOATS = Kind("wide-floats", "64-bit floats are computed in f32")
    WIDE_INTEGERS = Kind("wide-integers", "64-bit integers are computed in 32 bits")


_ALL = (kind for kind in vars(WarningKind).values() if isinstance(kind, Kind))
KINDS: Final = {kind.flag: kind for kind in sorted(_ALL, key=lambda kind: kind.flag)}
"""Maps names to kinds of warnings, sorted by name."""

LEVELS: Final = {
    "none": "no warnings, except for kinds that a later flag turns on",
    "default": "the first of each kind",
    "all": "every warning, not only the first of each kind",
    "error": "the first of each kind, as errors",
}
"""Maps values of `--warnings` to descriptions of what is shown."""


class WarningControl:
    """The selection of warnings that are shown or are errors, by flags like those of GCC and Clang.

    `-W<kind>` and `-Wno-<kind>` turn a kind on and off. `-Werror` turns all enabled warnings into
    errors. `-Werror=<kind>` enables one kind and turns it into an error. `-Wno-error` and
    `-Wno-error=<kind>` undo that. `--warnings=<level>` sets all kinds at once, see `LEVELS`. Later
    flags win, but `-w` turns everything off at any position. Raises ValueError for another flag.

    >>> WarningControl(["-Werror", "-Wno-unknown-override"])
    """

    def __init__(self, flags: Iterable[str] = ()):
        self._silent = False
        self._errors = False
        self._every = False
        self._enabled: dict[Kind, bool] = {}
        self._error_kinds: dict[Kind, bool] = {}
        for flag in flags:
            self._apply(flag)

    def is_enabled(self, kind: Kind) -> bool:
        """Whether warnings of the kind are shown."""
        return not self._silent and self._enabled.get(kind, True)

    def is_error(self, kind: Kind) -> bool:
        """Whether warnings of the kind, if shown, are errors."""
        return self._error_kinds.get(kind, self._errors)

    def is_repeated(self, kind: Kind) -> bool:
        """Whether every warning of the kind is shown, instead of the first one in a run."""
        return kind.every or self._every

    def _apply(self, flag: str) -> None:
        name, equals, value = flag.lstrip("-").partition("=")
        if name == "w" and not equals:
            self._silent = True
        elif name == "warnings":
            self._set_level(value)
        elif name in ("Werror", "Wno-error"):
            self._set_error(name, value if equals else None)
        elif (kind := KINDS.get(name.removeprefix("W").removeprefix("no-"))) and not equals:
            self._set_enabled(kind, not name.startswith("Wno-"))
        else:
            raise ValueError(f"Unknown flag '{flag}' for warnings")

    def _set_level(self, level: str) -> None:
        if level not in LEVELS:
            raise ValueError(f"for the --warnings option: Cannot find option named '{level}'!")
        self._errors, self._every = level == "error", level == "all"
        self._enabled = dict.fromkeys(KINDS.values(), False) if level == "none" else {}
        self._error_kinds = {}

    def _set_error(self, flag: str, name: str | None) -> None:
        is_error = flag == "Werror"
        if name is None:
            self._errors = is_error
            return
        if name not in KINDS:
            raise ValueError(f"for the -{flag} option: Cannot find option named '{name}'!")
        kind = KINDS[name]
        self._error_kinds[kind] = is_error
        if is_error:
            self._enabled[kind] = True

    def _set_enabled(self, kind: Kind, enabled: bool) -> None:
        self._enabled[kind] = enabled
        if not enabled:
            self._error_kinds.pop(kind, None)
