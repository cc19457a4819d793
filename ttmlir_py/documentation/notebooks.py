"""Execute notebooks: `python -m ttmlir_py.documentation.notebooks FILE...` writes their outputs.

Only what the notebooks of the documentation need is supported: Python cells, `print`, and the value
of a cell's last expression. No kernel is started.
"""

import ast
import io
import json
import sys
from collections.abc import Sequence
from contextlib import redirect_stdout
from pathlib import Path
from typing import Any

from ttmlir_py.common.files import write_file

Cell = dict[str, Any]


def executed(notebook: dict[str, Any]) -> dict[str, Any]:
    """Return a notebook with new outputs. Raises what its cells raise."""
    names: dict[str, Any] = {"__name__": "__main__"}
    cells: list[Cell] = []
    count = 0
    for cell in notebook["cells"]:
        if cell["cell_type"] != "code":
            cells.append(cell)
            continue
        count += 1
        outputs = _outputs("".join(cell["source"]), names, count)
        cells.append({**cell, "execution_count": count, "outputs": outputs})
    return {**notebook, "cells": cells}


def _outputs(code: str, names: dict[str, Any], count: int) -> list[Cell]:
    """Run a cell, and return its outputs in the form of a notebook file."""
    tree = ast.parse(code)
    last = tree.body.pop() if tree.body and isinstance(tree.body[-1], ast.Expr) else None
    printed = io.StringIO()
    value = None
    with redirect_stdout(printed):
        exec(compile(tree, "<cell>", "exec"), names)
        if isinstance(last, ast.Expr):
            value = eval(compile(ast.Expression(last.value), "<cell>", "eval"), names)
    outputs: list[Cell] = []
    if text := printed.getvalue():
        outputs.append({"name": "stdout", "output_type": "stream", "text": _lines(text)})
    if value is not None:
        outputs.append(
            {
                "data": _shown(value),
                "execution_count": count,
                "metadata": {},
                "output_type": "execute_result",
            }
        )
    return outputs


def _shown(value: Any) -> dict[str, list[str]]:
    """Return the forms of a value that a notebook stores."""
    data = {"text/plain": _lines(repr(value))}
    if html := getattr(value, "_repr_html_", None):
        data["text/html"] = _lines(html())
    return dict(sorted(data.items()))


def _lines(text: str) -> list[str]:
    return text.splitlines(keepends=True)


def main(paths: Sequence[str]) -> int:
    """Execute the notebooks in `paths`, and write them back."""
    for path in map(Path, paths):
        notebook = executed(json.loads(path.read_text()))
        write_file(path, (json.dumps(notebook, indent=1, ensure_ascii=False) + "\n").encode())
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
