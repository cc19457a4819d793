"""Comparison of a model with ONNX: its outputs, and the results of the graph's nodes.

For the nodes, the graph is compiled again with their results as additional outputs. The expected
values are those of onnxruntime if it is installed, otherwise of ONNX's reference implementation.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from ttmlir_py.frontends.check import Library, Report, Values, compare_outputs, compare_steps
from ttmlir_py.frontends.libraries import library
from ttmlir_py.frontends.model import Executable
from ttmlir_py.frontends.onnx_graph import Graph, is_static, onnx
from ttmlir_py.frontends.signature import Array

Evaluate = Callable[[Mapping[str, Any]], list[Array]]


def check(
    model: Executable,
    graph: Graph,
    inputs: Sequence[Any],
    *,
    pcc: float,
    numerics: str,
    compile: Callable[[Graph], Executable] | None,
) -> Report:
    """Compare the model of a graph with ONNX; see `OnnxModel.check`.

    `compile` compiles another graph. If it is None, only outputs are compared.
    """
    steps = _steps(graph) if compile is not None else {}
    program = _with_outputs(graph.fixed, steps)
    title, evaluate = _evaluator(program)
    types = model.signature.arguments
    arrays = [np.asarray(each, type_.dtype) for each, type_ in zip(inputs, types, strict=True)]
    feeds = dict(zip(graph.inputs, arrays, strict=True))
    count = len(graph.outputs)

    def run(rounding: int | None) -> Values:
        if rounding is None:
            found = evaluate(feeds)
        else:
            generator = np.random.default_rng(rounding)
            changed = {name: each * _change(each, generator) for name, each in feeds.items()}
            rounded = _evaluator(_rounded(program, generator))[1]
            found = rounded({name: _as(each, feeds[name]) for name, each in changed.items()})
        return Values(found[:count], found[count:])

    values = Library(evaluate(feeds)[:count], run)
    rows = compare_outputs(model, arrays, graph.outputs, values, pcc, numerics)
    if compile is None:
        return Report(title, rows, None)
    again = compile(replace(graph, model=_with_outputs(graph.model, steps)))
    return Report(title, rows, compare_steps(again, arrays, values, pcc, numerics))


def _as(changed: Any, like: Array) -> Array:
    return np.asarray(changed, like.dtype)


def _steps(graph: Graph) -> dict[str, Any]:
    """Return the results of nodes that are compared, by name, with their types."""
    types = {each.name: each for each in (*graph.fixed.graph.value_info, *graph.fixed.graph.output)}
    computed = {name for node in graph.model.graph.node for name in node.output}
    return {
        name: types[name]
        for node in graph.fixed.graph.node
        for name in node.output
        if name in computed and name in types and is_static(types[name])
        if name not in graph.outputs
        if all(dim.dim_value for dim in types[name].type.tensor_type.shape.dim)
    }


def _with_outputs(model: Any, values: Mapping[str, Any]) -> Any:
    """Return a copy of a model in which `values` are outputs after the graph's own."""
    copied = onnx().ModelProto()
    copied.CopyFrom(model)
    copied.graph.output.extend(values.values())
    return copied


def _evaluator(model: Any) -> tuple[str, Evaluate]:
    """Return the name of the library that evaluates a model, and a function that does so."""
    names = [each.name for each in model.graph.output]
    try:
        runtime = library("onnxruntime", "onnx")
        options = runtime.SessionOptions()
        options.graph_optimization_level = runtime.GraphOptimizationLevel.ORT_DISABLE_ALL
        options.log_severity_level = 4
        session = runtime.InferenceSession(
            model.SerializeToString(), options, providers=["CPUExecutionProvider"]
        )
        return "onnxruntime", lambda feeds: session.run(names, dict(feeds))
    except Exception:  # onnxruntime is missing, or lacks a kernel for an operator
        evaluator = library("onnx.reference", "onnx").ReferenceEvaluator(model)
        return "ONNX", lambda feeds: [
            np.asarray(each) for each in evaluator.run(names, dict(feeds))
        ]


def _change(value: Any, generator: Any) -> Array:
    """Return factors that change `value` by one unit in the last place, up or down."""
    if np.asarray(value).dtype.kind != "f":
        return np.ones((), np.int32)
    unit = max(np.finfo(value.dtype).eps, np.finfo(np.float32).eps)
    return 1 + unit * (2.0 * generator.integers(0, 2, np.shape(value)) - 1)


def _rounded(model: Any, generator: Any) -> Any:
    """Return a copy of a model that changes the result of each node by one unit in the last
    place.
    """
    copied, helper = onnx().ModelProto(), onnx().helper
    copied.CopyFrom(model)
    types = {each.name: each for each in (*model.graph.value_info, *model.graph.output)}
    floats = (onnx().TensorProto.FLOAT, onnx().TensorProto.FLOAT16, onnx().TensorProto.DOUBLE)
    nodes: list[Any] = []
    for node in copied.graph.node:
        nodes.append(node)
        for index, name in enumerate(node.output):
            info = types.get(name)
            if info is None or not is_static(info):
                continue
            if info.type.tensor_type.elem_type not in floats:
                continue
            node.output[index] = f"{name}/exact"
            shape = [dim.dim_value for dim in info.type.tensor_type.shape.dim]
            dtype = helper.tensor_dtype_to_np_dtype(info.type.tensor_type.elem_type)
            factors = _change(np.zeros(shape, dtype), generator).astype(dtype)
            tensor = onnx().numpy_helper.from_array(factors, f"{name}/factors")
            copied.graph.initializer.append(tensor)
            nodes.append(helper.make_node("Mul", [f"{name}/exact", tensor.name], [name]))
    kept = onnx().GraphProto()
    kept.node.extend(nodes)
    del copied.graph.node[:]
    copied.graph.node.extend(kept.node)
    return copied
