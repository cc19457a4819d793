"""Lower ONNX graphs to StableHLO with torch-mlir. `onnx_lowering` runs this file as a process.

usage: python onnx_child.py < MODEL > RESULT

torch-mlir may crash for some operators, which must not end the caller's process. The process reads
a serialized `ModelProto` and prints one JSON object per line. It first lowers the whole graph: the
object has the `text`. After an error, it lowers a graph for each kind of node alone. It prints an
object with the node's `number` before, and one with the `error` if there is one.
"""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Iterator
from importlib import import_module
from typing import Any

from ttmlir_py.frontends.unsigned_integers import correct_unsigned_integers

_PIPELINE = (
    "builtin.module(torch-onnx-to-torch-backend-pipeline,"
    "torch-backend-to-stablehlo-backend-pipeline{allow-non-finites=true})"
)


def lower(model: Any) -> tuple[str, str]:
    """Return the text of a model in StableHLO, and the first error or an empty text."""
    ir: Any = import_module("torch_mlir.ir")
    importer: Any = import_module("torch_mlir.extras.onnx_importer")
    context = ir.Context()
    import_module("torch_mlir.dialects.torch").register_dialect(context)
    messages: list[str] = []

    def keep(diagnostic: Any) -> bool:
        if str(diagnostic.severity).endswith("ERROR"):
            messages.append(diagnostic.message)
        return True

    context.attach_diagnostic_handler(keep)
    model.graph.name = "main"
    config = importer.Config(function_expansion_allowlists_by_domain={"": set()})
    try:
        info = importer.ModelInfo(model, config=config)
        module = info.create_module(context=context).operation
        importer.NodeImporter.define_function(info.main_graph, module).import_all()
        module.verify()
        with context:
            import_module("torch_mlir.passmanager").PassManager.parse(_PIPELINE).run(module)
        correct_unsigned_integers(module)
        return module.get_asm(enable_debug_info=True), ""
    except Exception as error:  # torch-mlir raises many classes
        found = re.findall(r"^error: (?:\S+: )?(.*)", str(error), re.MULTILINE)
        return "", (messages or found or [f"{type(error).__name__}: {error}"])[0].splitlines()[0]


def kinds(model: Any) -> Iterator[tuple[str, Any]]:
    """Yield a model with one node for each kind of node, and the name of the first of its kind."""
    onnx: Any = import_module("onnx")
    graph = model.graph
    types = {each.name: each for each in (*graph.input, *graph.value_info, *graph.output)}
    constants = {each.name: each for each in graph.initializer}
    seen: set[str] = set()
    for node in graph.node:
        names = [each for each in dict.fromkeys(node.input) if each]
        if any(each not in types and each not in constants for each in names):
            continue
        inputs = [types[each] for each in names if each not in constants]
        anonymous = onnx.NodeProto()
        anonymous.CopyFrom(node)
        for part in ("name", "input", "output"):
            anonymous.ClearField(part)
        described = [each.type.SerializeToString() for each in inputs]
        key = repr((anonymous.SerializeToString(), described))
        if key in seen:
            continue
        seen.add(key)
        outputs = [types.get(each, onnx.ValueInfoProto(name=each)) for each in node.output if each]
        single = onnx.ModelProto()
        single.CopyFrom(model)
        single.graph.CopyFrom(
            onnx.helper.make_graph(
                [node],
                "main",
                inputs,
                outputs,
                [constants[each] for each in names if each in constants],
            )
        )
        yield node.name, single


def _print(**values: Any) -> None:
    print(json.dumps(values), flush=True)


def main() -> None:
    """Read a model from standard input, and print its StableHLO text, or the errors of the nodes
    that are not lowered.
    """
    onnx: Any = import_module("onnx")
    model = onnx.ModelProto()
    model.ParseFromString(sys.stdin.buffer.read())
    if sys.argv[1:] != ["--nodes"]:
        text, error = lower(model)
        if not error:
            _print(text=text)
            return
        _print(whole=error)
    for name, single in kinds(model):
        _print(number=int(name or 0), operator=single.graph.node[0].op_type)
        _, error = lower(single)
        if error:
            _print(error=error)


if __name__ == "__main__":
    main()
