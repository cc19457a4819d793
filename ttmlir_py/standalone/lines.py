"""C++ that says which line runs, for those who watch its calls."""

import re

_FUNCTION = r"(?:::)?ttnn::(?:\w+::)*[a-z]\w*\("
_VALUE = re.compile(rf"(?:(?<== )|(?<=return )){_FUNCTION}")
_STATEMENT = re.compile(rf"\s+{_FUNCTION}")
_ENDS = (";", "{", "}", ":")


def with_lines(text: str) -> str:
    """The program with marks at its calls of TTNN; each line stays where it is.

    A call whose value is used is marked in the expression, and one that is a statement before it, unless the line before leaves
    something open that the call may belong to.
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
