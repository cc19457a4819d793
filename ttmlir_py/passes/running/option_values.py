"""Values of options as LLVM's command-line parser reads them: on tools' command lines and in pass options.

The functions raise ValueError with LLVM's words for what is wrong.
"""

import re

_INTEGER = re.compile(r"(-?)(?:0[xX]([0-9a-fA-F]+)|0[bB]([01]+)|0o?([0-7]+)|(0|[1-9][0-9]*))")
_RADIX = (16, 2, 8, 10)
_RANGE = {"long": (-(1 << 63), 1 << 63), "uint": (0, 1 << 32)}


def parse_bool(text: str) -> bool:
    """A boolean: empty or `true`/`1` is true, `false`/`0` is false."""
    if text in ("", "true", "TRUE", "True", "1"):
        return True
    if text in ("false", "FALSE", "False", "0"):
        return False
    raise ValueError(f"'{text}' is invalid value for boolean argument! Try 0 or 1")


def parse_int(text: str, kind: str = "long") -> int:
    """A decimal number, or a hexadecimal, octal or binary one by prefix, in the range of the C type `kind`."""
    match = _INTEGER.fullmatch(text)
    if match is not None:
        index = match.lastindex or 0
        digits = match[index]
        low, high = _RANGE[kind]
        if len(digits) <= 64:  # more do not fit; Python refuses to convert thousands
            value = int(match[1] + digits, _RADIX[index - 2])
            if low <= value < high:
                return value
    raise ValueError(f"'{text}' value invalid for {kind} argument!")
