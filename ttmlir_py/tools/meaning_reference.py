"""What the dialect reference shows of the meaning of TTIR's ops: the text of the functions of `reference`."""

import ast
import inspect
from collections.abc import Mapping
from functools import cache
from types import FunctionType

from ttmlir_py.reference import ttir
from ttmlir_py.reference.meanings import MEANINGS


@cache
def _rows() -> Mapping[str, str]:
    """The text of each value in the tables of functions of `reference.ttir`, by its key."""
    text = inspect.getsource(ttir)
    rows: dict[str, str] = {}
    for statement in ast.parse(text).body:
        if isinstance(statement, ast.AnnAssign) and isinstance(statement.value, ast.Dict):
            for key, value in zip(statement.value.keys, statement.value.values, strict=True):
                if isinstance(key, ast.Constant):
                    rows[str(key.value)] = ast.get_source_segment(text, value) or ""
    return rows


def meaning_lines(name: str) -> list[str]:
    """What an op of TTIR means: the text of its function, or words."""
    mnemonic = name.removeprefix("ttir.")
    link = "[reference](../reference.md)"
    if mnemonic in ttir.WITHOUT_FUNCTION:
        return [f"Meaning ({link}): {ttir.WITHOUT_FUNCTION[mnemonic]}.", ""]
    return [f"Meaning ({link}):", "", "```python", *_function_lines(mnemonic), "```", ""]


def _function_lines(mnemonic: str) -> list[str]:
    function = ttir.ELEMENTWISE.get(mnemonic) or MEANINGS[mnemonic]
    in_table = mnemonic in ttir.ELEMENTWISE or mnemonic in ttir.REDUCTIONS
    if in_table and not (isinstance(function, FunctionType) and function.__doc__):
        return [_rows()[mnemonic]]
    lines = inspect.getsource(function).rstrip().splitlines()
    return [line for line in lines if not line.startswith("@op(")]
