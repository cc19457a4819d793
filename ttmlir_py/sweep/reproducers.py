"""A failing case as one file: a Python script with the program, its settings and its result."""

from __future__ import annotations

from ttmlir_py.sweep.cases import Case
from ttmlir_py.sweep.outcome import Result

_SCRIPT = '''"""{title}

Run it with Python. The exit status is 0 if the case has another result now.
"""

import sys

from ttmlir_py.sweep.cases import Case
from ttmlir_py.sweep.isolation import Host

PROGRAM = {text!r}
CASE = Case(
    PROGRAM,
    options={options!r},
    board={board!r},
    format={format!r},
    seed={seed!r},
    inputs={inputs!r},
    timeout={timeout!r},
    memory={memory!r},
)
STATUS, MESSAGE = {status!r}, {message!r}

if __name__ == "__main__":
    host = Host()
    result = host.run(CASE).result
    host.close()
    print(result.status, result.stage, result.message, result.wrong)
    sys.exit((result.status.value, result.message) == (STATUS, MESSAGE))
'''


def script(case: Case, result: Result) -> str:
    """Return the text of a script that runs a case again."""
    title = f"{case.name or 'A case'}: {result.status.value} at {result.stage.value}."
    return _SCRIPT.format(
        title=title.replace('"', "'").replace("\\", "/"),
        text=case.text,
        options=dict(case.options),
        board=case.board,
        format=case.format,
        seed=case.seed,
        inputs=dict(case.inputs),
        timeout=case.timeout,
        memory=case.memory,
        status=result.status.value,
        message=result.message,
    )
