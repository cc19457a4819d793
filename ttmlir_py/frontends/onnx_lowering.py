"""Lowering of prepared ONNX graphs to StableHLO by torch-mlir, in another process."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any, NoReturn

from xdsl.dialects.builtin import StringAttr

from ttmlir_py import compiler
from ttmlir_py.frontends.libraries import library
from ttmlir_py.frontends.onnx_graph import Graph, GraphError
from ttmlir_py.frontends.signature import Array
from ttmlir_py.frontends.weights import insert_weights
from ttmlir_py.ir.diagnostics import CompilationError, note
from ttmlir_py.ir.locations import file_location, location_name
from ttmlir_py.ir.module import ModuleOp

_CHILD = Path(__file__).with_name("onnx_child.py")
_ADVICE = "write the graph with other operators, or compute that part outside of it"


def stablehlo_text(graph: Graph, name: str) -> str:
    """Return the StableHLO text of a graph, in which the weights are arguments.

    `name` is the file's name for errors. Raise CompilationError for operators that torch-mlir does
    not lower, and ImportError if a library is missing.
    """
    library("torch_mlir.ir", "onnx")
    records, code = _child(graph.model)
    if records and "text" in records[0]:
        return records[0]["text"]
    if not any("number" in each for each in records):
        records, code = _child(graph.model, "--nodes")
    refuse(name, graph.listing, _failures(graph, records, code) or [_whole(records, code)])


def _child(model: Any, *arguments: str) -> tuple[list[dict[str, Any]], int]:
    """Run the child process on a model. Return what it printed, and its exit code."""
    run = subprocess.run(
        [sys.executable, "-P", str(_CHILD), *arguments],
        input=model.SerializeToString(),
        capture_output=True,
        check=False,
    )
    lines = run.stdout.decode("utf-8", "replace").splitlines()
    return [json.loads(line) for line in lines if line.startswith("{")], run.returncode


def _failures(graph: Graph, records: list[dict[str, Any]], code: int) -> list[GraphError]:
    """Return an error for each node that torch-mlir does not lower, with its reason."""
    errors: list[GraphError] = []
    for index, record in enumerate(records):
        if "number" not in record:
            continue
        following = records[index + 1] if index + 1 < len(records) else None
        if following is None and code:
            reason = "torch-mlir crashes"
        elif following is not None and "error" in following:
            reason = following["error"]
        else:
            continue
        message = f"torch-mlir does not lower '{record['operator']}' to StableHLO"
        advice = _fixed_inputs(graph, record["number"]) or _ADVICE
        errors.append(GraphError(f"{message} ({reason}): {advice}", record["number"]))
    return errors


def _fixed_inputs(graph: Graph, number: int) -> str:
    """Return advice to pass the inputs of a node that look like settings (axes, sizes, scalars) as
    constants. Return an empty text if the node has no such inputs.
    """
    node = next((each for each in graph.fixed.graph.node if each.name == str(number)), None)
    if node is None:
        return ""
    ranks = {each.name: len(each.type.tensor_type.shape.dim) for each in graph.fixed.graph.input}
    names = [
        each
        for index, each in enumerate(node.input)
        if each in graph.inputs and ranks.get(each, 2) <= min(index, 1)
    ]
    constants = ", ".join(f"'{each}': value" for each in dict.fromkeys(names))
    return f"if these inputs are fixed, pass their values: constants={{{constants}}}" * bool(names)


def _whole(records: list[dict[str, Any]], code: int) -> GraphError:
    """Return the error for a graph that fails although each of its nodes is lowered."""
    reason = next((each["whole"] for each in records if "whole" in each), f"exit code {code}")
    return GraphError(f"torch-mlir does not lower the graph to StableHLO: {reason}")


def refuse(name: str, listing: str, errors: list[GraphError]) -> NoReturn:
    """Raise CompilationError with the first error. The others become notes.

    `listing` is shown as the source of the file `name`.
    """
    first, *others = errors
    with compiler.diagnosed() as context:
        context.diagnostics.register_source(name, listing)
        context.diagnostics.shows_lines_without_column = True
        notes = [note(_location(name, each.node), str(each)) for each in others]
        context.diagnostics.emit_error(_location(name, first.node), str(first), notes)
        raise CompilationError
    raise AssertionError


def _location(name: str, number: int) -> Any:
    return file_location(StringAttr(name), number, 0)


def complete(module: ModuleOp, weights: Mapping[str, Array], name: str) -> None:
    """Replace the arguments of the graph's function that are `weights` by constants.

    The locations of operations become lines of the listing of the file `name`.
    """
    for op in module.walk():
        number = location_name(op.location) or ""
        op.location = _location(name, int(number) if number.isdecimal() else 0)
    insert_weights(module, weights)
