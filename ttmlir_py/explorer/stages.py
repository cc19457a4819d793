"""The compilation stages of a model: the program after each pass of the pipeline."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from ttmlir_py import compiler
from ttmlir_py.explorer.graph import Graph, convert
from ttmlir_py.explorer.models import Model
from ttmlir_py.explorer.session import Result
from ttmlir_py.frontends.pipeline_options import TO_TTNN
from ttmlir_py.passes.running.instrumentation import StageRecorder

_UNSAID = frozenset({"schedule", "full_location"})
"""Attributes whose changes are not reported: numbers and locations, which shift when other
operations change.
"""


@dataclass(frozen=True, slots=True)
class Stage:
    """The program after a pass. The first stage is the pipeline's input."""

    name: str
    text: str
    changed: bool


def stages_of(result: Result) -> Sequence[Stage]:
    """Return the stages of a result, from a binary or by compiling again. Raises
    `CompilationError`.
    """
    if result.ttir is None:
        return _marked([(name, text) for name, text in result.model.stages])
    with compiler.diagnosed(warnings=["-w"]) as context:
        recorder = StageRecorder()
        module = result.ttir.clone()
        pipeline = f"builtin.module({TO_TTNN}{{{result.options}}})"
        manager = compiler.PassManager(pipeline, context=context, instrumentations=[recorder])
        manager.run(module)
    return _marked(recorder.stages)


def _marked(texts: Sequence[tuple[str, str]]) -> list[Stage]:
    before = [None, *(text for _, text in texts)]
    return [
        Stage(name, text, text != last) for (name, text), last in zip(texts, before, strict=False)
    ]


def stage_graph(model: Model, stages: Sequence[Stage], number: int) -> Graph:
    """Return the graph of a stage. Its summary lists the nodes that the pass added, changed and
    removed.

    Raises `CompilationError` if a stage in a binary does not parse.
    """
    stage = stages[number]
    graph = _graph(model, stage)
    summary: dict[str, Any] = {"model": model.name, "stage": stage.name, "number": number}
    if number:
        summary["changes"] = _changes(_graph(model, stages[number - 1]), graph)
    return replace(graph, summary=summary)


def _graph(model: Model, stage: Stage) -> Graph:
    return convert(compiler.parse(stage.text, file_name=f"{model.name} behind {stage.name}")).graph


def _changes(before: Graph, after: Graph) -> Mapping[str, list[str]]:
    """Return the ids of added, changed and removed nodes."""
    old, new = ({node.id: node for node in graph.nodes} for graph in (before, after))
    return {
        "added": [id for id in new if id not in old],
        "changed": [id for id in new if id in old and _said(new[id]) != _said(old[id])],
        "removed": [id for id in old if id not in new],
    }


def _said(node: Any) -> object:
    return [(each.key, each.value) for each in node.attrs if each.key not in _UNSAID], [
        each.sourceNodeId for each in node.incomingEdges
    ]
