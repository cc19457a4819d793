"""Overlays on the graph of a result: times, memory, accuracy, and available layouts."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from ttmlir_py.explorer.graph import (
    GradientItem,
    Graph,
    GraphNode,
    GraphNodeData,
    KeyValue,
    NodeDataResult,
    ThresholdItem,
)
from ttmlir_py.explorer.overrides import parse_layout
from ttmlir_py.explorer.session import Json, Result
from ttmlir_py.explorer.simulation import Accuracy, Findings
from ttmlir_py.explorer.verdicts import by_node
from ttmlir_py.ttrt.perf_model import Estimate

_GRADIENT = (GradientItem(0, "yellow"), GradientItem(1, "red"))
"""Upstream's colors of times, from the shortest to the longest."""
KIND_COLORS = {
    **{"right": "#9fd3e6", "PRECISION": "#f0e442", "CORRECTED": "#b0b0b0"},
    **{"FORMAT": "#e69f00", "WRONG": "#d55e00"},
}
"""Maps classes of validation results to colors that color-blind users can distinguish."""
_SIGNED = (ThresholdItem(0, "red"), ThresholdItem(1, "green"))
_ENUMS = ("tensor_memory_layout", "buffer_type", "memory_layout", "data_type")


def decorated(
    result: Result, base: Result | None = None, findings: Findings | None = None
) -> Graph:
    """Return the graph of a result with all known data.

    `base` is the result without overrides, which has the available layouts.
    """
    legal: Mapping[str, Json] = (base and base.decisions) or {}
    graph = result.conversion.graph
    findings = findings or Findings()
    validated: Mapping[str, Json] = {}
    if findings.verdict is not None and result.main is not None:
        validated = by_node(findings.verdict, result.main.ids)
    nodes = [
        _decorated(node, result, legal, findings.accuracy.get(node.id), validated.get(node.id))
        for node in graph.nodes
    ]
    overlays = {**dict(_overlays(result, findings.accuracy)), **dict(_validation(validated))}
    summary = result.summary()
    if findings.verdict is not None:
        summary["verdict"] = {k: v for k, v in findings.verdict.items() if k != "compared"}
    return replace(
        graph,
        nodes=nodes,
        perf_data={graph.id: overlays["perf_data"]} if overlays.get("perf_data") else None,
        overlays={name: {graph.id: data} for name, data in overlays.items()} or None,
        overrides=overrides_by_node(result, legal) or None,
        timeline=timeline(result) or None,
        summary=summary,
    )


def _decorated(
    node: GraphNode,
    result: Result,
    legal: Mapping[str, Json],
    accuracy: Accuracy | None,
    verdict: Json | None,
) -> GraphNode:
    estimate = result.main.estimates.get(node.id) if result.main else None
    said, own = legal.get(node.id), (result.decisions or {}).get(node.id)
    if estimate is None and said is None and accuracy is None and verdict is None:
        return node
    return replace(
        node,
        attrs=node.attrs if said is None else _editable(node.attrs, said["considered"]),
        estimate=None if estimate is None else estimate_values(estimate),
        accuracy=accuracy,
        verdict=verdict,
        legal=None if said is None else said["considered"],
        refused=None if own is None else own["refused"],
        reason=None if own is None else own["reason"],
    )


def estimate_values(estimate: Estimate) -> Json:
    """Return an estimate as JSON data, with times in nanoseconds."""
    times = {name.lower(): round(time, 3) for name, time in estimate.times.items()}
    return {
        "duration": round(estimate.duration, 3),
        **times,
        "latency": round(estimate.latency, 3),
        "bound": estimate.bound,
        "cores": estimate.cores,
        "flop": estimate.flop,
        "bytes": estimate.dram_bytes,
        "fidelity": estimate.fidelity,
    }


def _editable(attrs: Sequence[KeyValue], legal: Sequence[str]) -> list[KeyValue]:
    """Return attributes in which those of the layout are editable, with the values of legal
    layouts.

    Data types are not editable.
    """
    layouts = [parse_layout(each) for each in legal]
    options: dict[str, list[str]] = {}
    for name in _ENUMS:
        values = (getattr(each, name) for each in layouts)
        options[name] = list(dict.fromkeys(each.keyword for each in values if each is not None))
    grids = dict.fromkeys(each.grid for each in layouts if each.grid is not None)
    grid: Json = {
        "input_type": "grid",
        "separator": "x",
        "visual_separator": "x",
        "min_value": 1,
        "max_value": max((max(each) for each in grids), default=1),
        "step": 1,
        "options": ["{}x{}".format(*each) for each in grids],
    }
    editable: dict[str, Json] = {"grid_shape": grid}
    for name, values in options.items():
        editable[name] = {"input_type": "value_list", "options": values}
    return [replace(each, editable=editable.get(each.key)) for each in attrs]


def overrides_by_node(result: Result, legal: Mapping[str, Json]) -> Json:
    """Return the current overrides by node, in the protocol's form."""
    given = result.settings.overrides
    return {
        node: {
            "named_location": said["location"],
            "attributes": given[said["location"]].attributes(),
        }
        for node, said in legal.items()
        if said["location"] in given
    }


def _overlays(
    result: Result, accuracy: Mapping[str, Accuracy]
) -> Iterator[tuple[str, GraphNodeData]]:
    if result.main is not None:
        times = {id: each.duration for id, each in result.main.estimates.items()}
        yield "perf_data", _data("Estimated time [ns]", times, gradient=_GRADIENT)
        used = {row["node"]: row["l1"] for row in timeline(result) if "l1" in row}
        if used:
            yield "memory", _data("L1 in use [bytes per bank]", used, gradient=_GRADIENT)
    known = {id: each for id, each in accuracy.items() if each["pcc"] is not None}
    if known:
        margins = {id: each["pcc"] - each["expected_pcc"] for id, each in known.items()}
        yield "accuracy_data", _data("PCC above what is expected", margins, thresholds=_SIGNED)
        yield "pcc", _data("PCC", {id: each["pcc"] for id, each in known.items()})
    errors = {id: each["error"] for id, each in accuracy.items() if each["error"] is not None}
    if errors:
        yield "error", _data("Relative error", errors, gradient=_GRADIENT)


def _validation(validated: Mapping[str, Json]) -> Iterator[tuple[str, GraphNodeData]]:
    if validated:
        kinds = {
            id: NodeDataResult(said["kind"], KIND_COLORS[said["kind"]], "black")
            for id, said in validated.items()
        }
        yield "validation", GraphNodeData(kinds, "Validation")
        errors = {id: said["error"] for id, said in validated.items()}
        finite = {id: each for id, each in errors.items() if not isinstance(each, str)}
        yield (
            "validation_error",
            _data("Difference in exact arithmetic", finite, gradient=_GRADIENT),
        )


def _data(
    name: str,
    values: Mapping[str, float],
    *,
    gradient: Sequence[GradientItem] | None = None,
    thresholds: Sequence[ThresholdItem] | None = None,
) -> GraphNodeData:
    results = {id: NodeDataResult(value) for id, value in values.items()}
    return GraphNodeData(results, name, thresholds, gradient)


def timeline(result: Result) -> list[Json]:
    """Return the rows of the main function's schedule in order, each with its node.

    The list is empty if an operation cannot be decoded.
    """
    if result.main is None:
        return []
    rows = zip(result.main.ids, result.main.schedule.rows(), strict=False)
    return [{"node": id, **row} for id, row in rows]
