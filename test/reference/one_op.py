"""Programs of one TTIR op, run by the reference."""

from collections.abc import Sequence
from typing import Any

import numpy as np

import ttmlir_py
from ttmlir_py import reference
from ttmlir_py.dialects.ttir import TTIR

Array = np.ndarray
OPS = {op.name.removeprefix("ttir."): op for op in TTIR.operations}
IN_PLACE = {"update_cache", "fill_cache"}


def tensor(shape: Sequence[int], element: str) -> str:
    return f"tensor<{''.join(f'{size}x' for size in shape)}{element}>"


def program(name: str, types: Sequence[str], properties: str, result: str) -> str:
    """Return a function of one op, whose operands are the function's arguments."""
    fields = {field for field, _ in OPS[name].get_irdl_definition().operands}
    arguments = [f"%a{i}" for i in range(len(types))]
    signature = ", ".join(f"{a}: {t}" for a, t in zip(arguments, types, strict=True))
    if fields & {"output", "outputs"}:
        arguments, types = [*arguments, "%out"], [*types, result]
    if "outputs" in fields and name != "pooling":
        segments = f"operandSegmentSizes = array<i32: {len(types) - 1}, 1>"
        properties = f"{properties}, {segments}" if properties else segments
    written = f" <{{{properties}}}>" if properties else ""
    region = ""
    if name == "scatter":
        region = ' ({^bb0(%x: tensor<1xf32>, %y: tensor<1xf32>): "ttir.yield"(%y) : (tensor<1xf32>) -> ()})'
    return f"""func.func @main({signature}) -> {result} {{
  %out = tensor.empty() : {result}
  %0 = "ttir.{name}"({", ".join(arguments)}){written}{region} : ({", ".join(types)}) -> {result}
  return %0 : {result}
}}
"""


def meaning(
    name: str,
    operands: Sequence[tuple[Array, str]],
    properties: str,
    result: tuple[Sequence[int], str],
    **options: Any,
) -> Any:
    """Return the reference's result of an op. `operands` are pairs of an array and the name of its
    element type; `result` is the shape and element type.
    """
    types = [tensor(np.shape(array), element) for array, element in operands]
    text = program(name, types, properties, tensor(*result))
    (function,) = reference.functions(ttmlir_py.parse(text))
    outcome = reference.run(function, [array for array, _ in operands], **options)
    (value,) = outcome.results
    return value
