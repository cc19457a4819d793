"""Serialization of the dialect `later` to tables of the schema that the simulator runs."""

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any

from xdsl.ir import Operation

from ttmlir_py.dialects import later
from ttmlir_py.target.flatbuffer.references import References
from ttmlir_py.target.flatbuffer.types import FbTable

Variant = tuple[str, FbTable]


def _elementwise(references: References, op: Any) -> list[Variant]:
    fields = {
        "type": op.function.data,
        "ins": [references.tensor(each) for each in op.operands],
        "out": references.tensor(op.result),
    }
    return [("EltwiseOp", fields)]


def _rms_norm(references: References, op: later.RMSNormOp) -> list[Variant]:
    fields: FbTable = {
        "input": references.tensor(op.input),
        "epsilon": op.epsilon.value.data,
        "out": references.tensor(op.result),
    }
    if op.weight is not None:
        fields["weight"] = references.tensor(op.weight)
    return [("RMSNormOp", fields)]


def _ordered(table: str, *names: str) -> Callable[[References, Any], list[Variant]]:
    """Return the serializer of an op with two results, which become one table each."""

    def serialize(references: References, op: Any) -> list[Variant]:
        fields = {name: getattr(op, name).value.data for name in names}
        if "descending" in fields:
            fields["descending"] = bool(fields["descending"])
        else:
            fields["largest"] = True
        source = references.tensor(op.input)
        return [
            (table, {**fields, "in": source, "out": references.tensor(out), "gives_places": places})
            for places, out in ((False, op.values), (True, op.places))
        ]

    return serialize


def _cumprod(references: References, op: later.CumProdOp) -> list[Variant]:
    fields = {"in": references.tensor(op.input), "out": references.tensor(op.result)}
    return [("CumProdOp", {**fields, "dim": op.dim.value.data})]


def _cumulative(references: References, op: later.CumulativeOp) -> list[Variant]:
    fields = {"in": references.tensor(op.input), "out": references.tensor(op.result)}
    given = {"reduction": op.reduction.data, "reverse": bool(op.reverse.value.data)}
    return [("CumulativeOp", {**fields, "dim": op.dim.value.data, **given})]


def _gather(references: References, op: later.GatherOp) -> list[Variant]:
    fields = {name: references.tensor(getattr(op, name)) for name in ("input", "index")}
    out = references.tensor(op.result)
    return [("GatherOp", {**fields, "out": out, "dim": op.dim.value.data})]


def _argmax(references: References, op: later.ArgMaxOp) -> list[Variant]:
    fields = {"in": references.tensor(op.input), "out": references.tensor(op.result)}
    return [("ReductionArgMaxOp", {**fields, "dim": op.dim.value.data, "keep_dim": False})]


_SERIALIZERS: Mapping[type[Operation], Callable[[References, Any], list[Variant]]] = (
    MappingProxyType(
        {
            later.UnaryOp: _elementwise,
            later.BinaryOp: _elementwise,
            later.RMSNormOp: _rms_norm,
            later.SortOp: _ordered("SortOp", "dim", "descending"),
            later.TopKOp: _ordered("TopKOp", "dim", "k"),
            later.CumProdOp: _cumprod,
            later.CumulativeOp: _cumulative,
            later.GatherOp: _gather,
            later.ArgMaxOp: _argmax,
        }
    )
)


def later_tables(references: References, op: later.LaterOperation) -> list[Variant]:
    """Return the tables of an operation, one for each result."""
    return _SERIALIZERS[type(op)](references, op)
