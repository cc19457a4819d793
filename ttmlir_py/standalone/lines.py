"""C++ programs that report the current line to observers of their calls."""

import re

_FUNCTION = r"(?:::)?ttnn::(?:\w+::)*[a-z]\w*\("
_VALUE = re.compile(rf"(?:(?<== )|(?<=return )){_FUNCTION}")
_STATEMENT = re.compile(rf"\s+{_FUNCTION}")
_ENDS = (";", "{", "}", ":")


def with_lines(text: str) -> str:
    """Return a C++ program with marks at its calls of TTNN. Line numbers do not change.

    If the value of a call is used, the mark is within the expression. Otherwise the mark is at the
    start of the statement, unless the previous line ends in the middle of an expression.
    """
    marked: list[str] = []
    before = ""
    for number, line in enumerate(text.split("\n"), 1):
        mark = f"ttnn::host::At{{{number}}}"
        if not line.lstrip().startswith(("//", "#", "constexpr")):
            if _STATEMENT.match(line) and before.endswith(_ENDS):
                space = line[: len(line) - len(line.lstrip())]
                line = f"{space}{mark}, {line.lstrip()}"
            else:
                line = _VALUE.sub(lambda call, mark=mark: f"{mark}->*{call[0]}", line)
        before = line.rstrip() or before
        marked.append(line)
    return "\n".join(marked)
