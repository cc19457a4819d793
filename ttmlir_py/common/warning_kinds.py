"""The kinds of warnings, and the command-line flags that control them.

Command lines, help and docs use this table. The module imports only the standard library, so any
package can use it. `ir.diagnostics.DiagnosticEngine.warn` emits a warning of a kind.
"""

from collections.abc import Iterable
from enum import Enum
from typing import Final


class WarningKind(Enum):
    """A kind of warning: its name on the command line and its description.

    A run shows one warning of each kind, at the first operation that causes it, unless `every` is
    set.
    """

    BLOCK_OVERRIDE = "block-override", "an override to a block format becomes bf16", True
    DOUBTFUL_DESTINATION = (
        "doubtful-destination",
        "the last operand is read as a destination, but could be a bias in another revision",
        True,
    )
    DROPPED_ATTRIBUTE = (
        "dropped-attribute",
        "an attribute that TTIR does not have is dropped",
    )
    DROPPED_PROPERTY = (
        "dropped-property",
        "a property that the operation does not have in this revision is dropped",
        True,
    )
    EXAMPLE_VALUES = (
        "example-values",
        "a number that depends on data is taken from the examples of a PyTorch model",
        True,
    )
    INCOMPLETE_CALL = (
        "incomplete-call",
        "a call in C++ leaves out attributes of the operation",
        True,
    )
    INEXACT_CONSTANT = (
        "inexact-constant",
        "an integer is passed as f32, which cannot hold it exactly",
    )
    INLINE_LIMIT = (
        "inline-limit",
        "a call is kept, because inlining it would make the program too large",
    )
    LOST_WRITE = "lost-write", "a cache is written in place, and nothing reads it afterwards", True
    MESH_SHAPE = (
        "mesh-shape",
        "the shards of a tensor are for a mesh of another shape than the device",
    )
    OVERRIDE_FIT = "override-fit", "an override requests more than the device has", True
    RANDOM_ARGUMENTS = (
        "random-arguments",
        "a call of a PyTorch model draws random numbers, which are arguments of the binary",
    )
    REDUCED_PRECISION = (
        "reduced-precision",
        "the runtime only accepts a format with fewer bits for an operation",
    )
    REMAINDER_SIGN = (
        "remainder-sign",
        "a remainder is lowered to a modulo, which has the sign of the divisor",
    )
    RESULT_SHAPE = (
        "result-shape",
        "the shape of a result contradicts the operation's attributes; TTNN refuses it",
    )
    SCATTER_INDEX = "scatter-index", "a scatter writes at index 0 for any indices"
    SIGNED_INTEGERS = "signed-integers", "signed integers are stored as unsigned ones"
    TRUTH_VALUES = (
        "truth-values",
        "truth values are replaced by a value that is right only for 0 and 1",
    )
    TYPECAST_ROUNDING = (
        "typecast-rounding",
        "a typecast to an integer rounds or saturates in another way than the source",
    )
    UNINITIALIZED_OPERAND = (
        "uninitialized-operand",
        "an operation reads an empty tensor, whose elements are undefined",
        True,
    )
    UNKNOWN_OVERRIDE = (
        "unknown-override",
        "an override names an operation that does not exist",
        True,
    )
    UNUSED_OVERRIDE = (
        "unused-override",
        "an option of the optimizer is given, but the optimizer does not run",
        True,
    )
    WIDE_FLOATS = "wide-floats", "64-bit floats are computed in f32"
    WIDE_INTEGERS = "wide-integers", "64-bit integers are computed in 32 bits"

    def __init__(self, flag: str, summary: str, every: bool = False):
        self.flag = flag
        self.summary = summary
        self.every = every


KINDS: Final = {kind.flag: kind for kind in sorted(WarningKind, key=lambda kind: kind.flag)}
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
        self._enabled: dict[WarningKind, bool] = {}
        self._error_kinds: dict[WarningKind, bool] = {}
        for flag in flags:
            self._apply(flag)

    def is_enabled(self, kind: WarningKind) -> bool:
        """Whether warnings of the kind are shown."""
        return not self._silent and self._enabled.get(kind, True)

    def is_error(self, kind: WarningKind) -> bool:
        """Whether warnings of the kind, if shown, are errors."""
        return self._error_kinds.get(kind, self._errors)

    def is_repeated(self, kind: WarningKind) -> bool:
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
        self._enabled = dict.fromkeys(WarningKind, False) if level == "none" else {}
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

    def _set_enabled(self, kind: WarningKind, enabled: bool) -> None:
        self._enabled[kind] = enabled
        if not enabled:
            self._error_kinds.pop(kind, None)
