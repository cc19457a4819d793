"""ONNX front end: model files compiled for the device, and run on the simulator.

>>> model = compile("model.onnx", input_shapes={"image": (1, 3, 224, 224)})
>>> model(image)
>>> print(model.check(image))

Arguments and results are arrays, in the order of the graph's inputs and outputs. Importing this
module imports neither ONNX nor torch-mlir.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from typing_extensions import override

from ttmlir_py import compiler
from ttmlir_py.frontends.model import DEFAULT_SYSTEM, Compiled, Settings
from ttmlir_py.frontends.onnx_graph import Graph, GraphError, Sizes, listing, onnx, prepared
from ttmlir_py.frontends.onnx_lowering import complete, refuse, stablehlo_text
from ttmlir_py.frontends.signature import Array, wrong_arguments
from ttmlir_py.frontends.sources import SourceError
from ttmlir_py.ir.context import MlirContext
from ttmlir_py.ir.module import ModuleOp
from ttmlir_py.runtime.defaults import PCC
from ttmlir_py.runtime.errors import InputError

if TYPE_CHECKING:
    from ttmlir_py.frontends.check import Report


class OnnxModel(Compiled):
    """An ONNX graph compiled for inputs of fixed shapes. Calls run on the simulator.

    Raises CompilationError for a graph that cannot be compiled. The error names a node by its
    number in the graph, like a line of the file, and shows the node.
    """

    def __init__(self, graph: Graph, settings: Settings, name: str):
        self.graph = graph
        super().__init__(stablehlo_text(graph, name), settings, name, graph.weights)

    def with_graph(self, graph: Graph) -> OnnxModel:
        """Return the model of another graph, with the same settings and without warnings."""
        return OnnxModel(graph, self.settings.quiet(), self._file_name)

    @override
    def _parse(self, context: MlirContext) -> ModuleOp:
        return parse(self.graph, self.source, context, self._file_name)

    @property
    @override
    def stablehlo(self) -> str:
        """Return the graph in StableHLO."""
        with compiler.diagnosed(warnings=["-w"]) as context:
            return str(self._parse(context))

    def __call__(self, *inputs: Any, **named: Any) -> list[Array]:
        """Run the model on one array for each input, and return the outputs in order.

        Inputs may be passed by name. Raise `InputError` for arrays that do not fit, and
        `SimulationError`.
        """
        return self.run(self.ordered(inputs, named))

    def ordered(self, inputs: Sequence[Any], named: Mapping[str, Any]) -> list[Any]:
        """Return the arrays of a call in the order of the inputs. Raise `InputError` for a missing
        or an unknown input.
        """
        given = {**dict(zip(self.graph.inputs, inputs, strict=False)), **named}
        given |= {f"input {index}": None for index in range(len(self.graph.inputs), len(inputs))}
        message = wrong_arguments(list(given), {each: each for each in self.graph.inputs})
        if message:
            raise InputError(message)
        return [given[name] for name in self.graph.inputs]

    def check(
        self,
        *inputs: Any,
        pcc: float = PCC,
        operations: bool = True,
        numerics: str = "ideal",
        **named: Any,
    ) -> Report:
        """Compare a run on the simulator with ONNX: all outputs, and with `operations` all nodes.

        For the nodes, the graph is compiled again with their results as additional outputs. The
        values are those of onnxruntime if it is installed, otherwise of ONNX's reference
        implementation. A difference is accepted if different rounding of the nodes' results causes
        it as well. Without inputs, they are those of `random_inputs`.
        """
        from ttmlir_py.frontends.onnx_check import check

        compile = self.with_graph if operations else None
        given = inputs or named
        arrays = self.ordered(inputs, named) if given else self.random_inputs()
        return check(self, self.graph, arrays, pcc=pcc, numerics=numerics, compile=compile)


def compile(
    source: str | os.PathLike[str] | bytes | Any,
    /,
    *,
    input_shapes: Sizes | None = None,
    constants: Mapping[str, Any] | None = None,
    system: str = DEFAULT_SYSTEM,
    options: Mapping[str, object] | None = None,
    warnings: Iterable[str] = (),
) -> OnnxModel:
    """Compile an ONNX model: a file, the bytes of a file, or a `ModelProto`.

    `input_shapes` are the shapes of inputs with dynamic dimensions, by name. Inputs in `constants`
    have fixed values, and calls do not pass them: for example sizes, axes and a training flag.
    `system` is the board, `options` are pipeline options (`{"enable-optimizer": True}`), and
    `warnings` are command-line flags. Raise OSError for a file that cannot be read, and
    `SourceError` for bytes that are not an ONNX model.
    """
    settings = Settings(system, dict(options or {}), tuple(warnings))
    settings.check()
    name, proto = load(source)
    return OnnxModel(_prepared(proto, name, input_shapes or {}, constants or {}), settings, name)


def _prepared(proto: Any, name: str, input_shapes: Sizes, constants: Mapping[str, Any]) -> Graph:
    """Return a prepared graph. Raise CompilationError for one that cannot be compiled."""
    try:
        return prepared(proto, input_shapes, constants)
    except GraphError as error:
        refuse(name, listing(proto.graph), [error])


def parse(graph: Graph, text: str, context: MlirContext, name: str) -> ModuleOp:
    """Return the StableHLO module of a graph. `text` is what `stablehlo_text` returns for it."""
    module = compiler.parse(text, context=context, file_name=name)
    context.diagnostics.register_source(name, graph.listing)
    complete(module, graph.weights, name)
    return module


def module_of(data: bytes, name: str, context: MlirContext, input_shapes: Sizes) -> ModuleOp:
    """Return the StableHLO module of the ONNX file `name` with the content `data`.

    Raise `SourceError` and CompilationError like `compile`.
    """
    _, proto = load(data, name)
    graph = _prepared(proto, name, input_shapes, {})
    return parse(graph, stablehlo_text(graph, name), context, name)


def shapes_from_text(text: str) -> dict[str, list[int]]:
    """Return the shapes in a text like `image=1x3x224x224,mask=1x8`. Raise ValueError for other
    texts.
    """
    shapes: dict[str, list[int]] = {}
    for each in filter(None, text.split(",")):
        name, sign, sizes = each.rpartition("=")
        parts = sizes.split("x") if sizes else []
        if not sign or not all(part.isdecimal() for part in parts):
            raise ValueError(f"expected shapes such as image=1x3x224x224, not '{each}'")
        shapes[name] = [int(part) for part in parts]
    return shapes


def load(source: str | os.PathLike[str] | bytes | Any, name: str = "<onnx>") -> tuple[str, Any]:
    """Return the name and the `ModelProto` of a model; see `compile`.

    External data is read from the folder of the file, or of the file `name` for bytes.
    """
    if isinstance(source, str | os.PathLike):
        name = os.fspath(source)
        with open(name, "rb") as file:
            source = file.read()
    if not isinstance(source, bytes):
        return (source.graph.name and f"<{source.graph.name}>") or name, source
    proto = onnx().ModelProto()
    try:
        proto.ParseFromString(source)
    except Exception:  # protobuf's versions raise different classes
        proto.Clear()
    if not proto.HasField("graph"):
        raise SourceError(f"{name}: error: this is not an ONNX model, or it is damaged")
    try:
        onnx().external_data_helper.load_external_data_for_model(proto, os.path.dirname(name))
    except Exception as error:  # ONNX raises several classes for missing and unsafe files
        raise SourceError(f"{name}: error: its external data cannot be read: {error}") from None
    return name, proto


__all__ = ["OnnxModel", "compile", "load"]


def __dir__() -> list[str]:
    return sorted(__all__)
