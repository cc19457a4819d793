"""The optimizer's report: for each op its legal layouts, the chosen one, and the reason.

It is written as JSON to a file. If the file name ends with `.txt`, or is `-` for standard error, it
is written as a table.
"""

import json
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from xdsl.ir import Operation

from ttmlir_py.dialects import func
from ttmlir_py.dialects.ttnn.attributes import TTNNLayoutAttr
from ttmlir_py.passes.ttnn.optimizer.legal_layouts import LegalLayouts, Refusal, describe_layout
from ttmlir_py.passes.ttnn.optimizer.overrides import (
    InputLayoutOverrides,
    OutputLayoutOverrides,
    name_of,
)
from ttmlir_py.passes.ttnn.optimizer.plan import Plan

Json = dict[str, Any]
_SHOWN = 2
"""The number of rejected layouts that the table shows for each reason."""


def function_report(
    function: func.FuncOp,
    legal: Mapping[Operation, LegalLayouts],
    chosen: Mapping[Operation, TTNNLayoutAttr],
    plan: Plan,
    outputs: OutputLayoutOverrides,
) -> Json:
    """Return the decisions about a function as JSON data, with its ops in their final order."""
    ops = [op for op in function.walk() if op in legal]
    return {
        "name": function.sym_name.data,
        "scheduled": bool(plan.order),
        "operations": [_op_report(op, legal[op], chosen[op], plan, outputs) for op in ops],
    }


def _op_report(
    op: Operation,
    legal: LegalLayouts,
    chosen: TTNNLayoutAttr,
    plan: Plan,
    outputs: OutputLayoutOverrides,
) -> Json:
    name, got = name_of(op), describe_layout(chosen)
    default = "the first legal layout" if len(legal.layouts) > 1 else "the only legal layout"
    reasons = [reason for reason in (plan.reasons.get(op), legal.reason) if reason] or [default]
    considered = [describe_layout(each) for each in legal.layouts]
    refused = [each for each in (*plan.refused.get(op, ()), *legal.refused) if each.layout != got]
    known = {got, *(each.layout for each in refused)}
    others = [
        Refusal(each, f"another is preferred: {reasons[0]}")
        for each in considered
        if each not in known
    ]
    return {
        "operation": op.name,
        "location": name,
        "considered": considered,
        "chosen": got,
        "shard_shape": list(chosen.get_shard_shape()),
        "reason": "; ".join(reasons),
        "override": str(outputs[name]) if name is not None and name in outputs else None,
        "refused": _by_reason((*refused, *others)),
        "reconfigured_operands": sorted(number for user, number in plan.reconfigured if user is op),
    }


def _by_reason(refused: Iterable[Refusal]) -> list[Json]:
    groups: defaultdict[str, list[str]] = defaultdict(list)
    for each in refused:
        groups[each.reason].append(each.layout)
    return [{"reason": reason, "layouts": layouts} for reason, layouts in groups.items()]


def override_report(
    outputs: OutputLayoutOverrides, inputs: InputLayoutOverrides, found: Mapping[str, Sequence[str]]
) -> list[Json]:
    """Return the overrides as JSON data, with the names of the ops that they apply to.

    `found` maps the name in an override to these names.
    """
    written = [
        *(("override-output-layout", name, str(value)) for name, value in outputs.items()),
        *(
            ("insert-memreconfig", name, ":".join(map(str, value)))
            for name, value in inputs.items()
        ),
    ]
    return [
        {"option": option, "name": name, "value": value, "operations": list(found.get(name, ()))}
        for option, name, value in written
    ]


def report_text(report: Json, file_name: str) -> str:
    """Return the report as JSON or as a table, depending on the file name."""
    if file_name == "-" or file_name.endswith(".txt"):
        return _table(report)
    return json.dumps(report, indent=2) + "\n"


def _table(report: Json) -> str:
    lines = [
        f"policy {each['policy']}: {each['microseconds']:.1f} us"
        f"{', chosen' if each['chosen'] else ''}{_problem(each['problem'])}"
        for each in report.get("candidates", ())
    ]
    for function in report["functions"]:
        rows = [["operation", "location", "legal", "chosen", "why"]]
        for op in function["operations"]:
            legal = str(len(op["considered"]))
            rows.append([op["operation"], op["location"] or "-", legal, op["chosen"], op["reason"]])
        widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
        lines.append(f"@{function['name']}")
        refused: list[list[Json]] = [[], *(op["refused"] for op in function["operations"])]
        for row, groups in zip(rows, refused, strict=True):
            cells = (cell.ljust(width) for cell, width in zip(row, widths, strict=True))
            lines.append("  ".join(cells).rstrip())
            lines += [f"    {_some(group['layouts'])}: {group['reason']}" for group in groups]
    for each in report["overrides"]:
        count = len(each["operations"])
        lines.append(f"{each['option']}={each['name']}={each['value']}: {count} operations")
    return "\n".join(lines) + "\n"


def _problem(text: str) -> str:
    return f", {text}" if text else ""


def _some(layouts: Sequence[str]) -> str:
    """Return the first layouts as text, with the number of the others."""
    more = len(layouts) - _SHOWN
    return ", ".join(layouts[:_SHOWN]) + (f" and {more} more" if more > 0 else "")
