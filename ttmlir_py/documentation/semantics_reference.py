"""The semantics of operations in the dialect reference: the code of functions in `reference`."""

import ast
import inspect
from collections.abc import Mapping
from functools import cache
from types import FunctionType

from ttmlir_py.documentation.markdown import wrapped
from ttmlir_py.reference import stablehlo, ttir
from ttmlir_py.reference.meanings import MEANINGS
from ttmlir_py.reference.programs import ELEMENTWISE

_WITHOUT_FUNCTION: Mapping[str, str] = {
    **{f"ttir.{name}": text for name, text in ttir.WITHOUT_FUNCTION.items()},
    **stablehlo.WITHOUT_FUNCTION,
}


@cache
def _rows() -> Mapping[str, str]:
    """Return the source text of each entry in the tables of functions, by the operation's name."""
    rows: dict[str, str] = {}
    for module in (ttir, stablehlo):
        text = inspect.getsource(module)
        for statement in ast.parse(text).body:
            if isinstance(statement, ast.AnnAssign) and isinstance(statement.value, ast.Dict):
                for key, value in zip(statement.value.keys, statement.value.values, strict=True):
                    if isinstance(key, ast.Constant):
                        name = str(key.value)
                        name = name if "." in name else f"ttir.{name}"
                        rows[name] = ast.get_source_segment(text, value) or ""
    shared = stablehlo.SHARED.items()
    return rows | {f"stablehlo.{name}": rows[f"ttir.{other}"] for name, other in shared}


def meaning_lines(name: str) -> list[str]:
    """Return lines with an operation's semantics: the code of its function, or a description.

    No lines if the reference does not define it.
    """
    link = "[reference](../reference.md)"
    if name in _WITHOUT_FUNCTION:
        return wrapped(f"Semantics ({link}): {_WITHOUT_FUNCTION[name]}.")
    if name not in ELEMENTWISE and name not in MEANINGS:
        return []
    return [f"Semantics ({link}):", "", "```python", *_function_lines(name), "```", ""]


def _function_lines(name: str) -> list[str]:
    function = ELEMENTWISE.get(name) or MEANINGS[name]
    in_table = name in ELEMENTWISE or name.removeprefix("ttir.") in ttir.REDUCTIONS
    if in_table and not (isinstance(function, FunctionType) and function.__doc__):
        return [_rows()[name]]
    lines = inspect.getsource(function).rstrip().splitlines()
    return [line for line in lines if not line.startswith("@op(")]
