"""Serialization of the dialect `later` to tables of the schema that the simulator runs."""

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any

from xdsl.dialects.builtin import DenseArrayBase
from xdsl.ir import Operation

from ttmlir_py.dialects import later
from ttmlir_py.dialects.tensor_types import shape_of
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


def _norm(table: str, *factors: str) -> Callable[[References, Any], list[Variant]]:
    """Return the serializer of a normalization with the optional operands `factors`."""

    def serialize(references: References, op: Any) -> list[Variant]:
        fields: FbTable = {
            "input": references.tensor(op.input),
            "epsilon": op.epsilon.value.data,
            "out": references.tensor(op.result),
        }
        given = {name: getattr(op, name) for name in factors}
        fields |= {name: references.tensor(each) for name, each in given.items() if each}
        return [(table, fields)]

    return serialize


def _attention(references: References, op: later.ScaledDotProductAttentionOp) -> list[Variant]:
    fields: FbTable = {
        name: references.tensor(getattr(op, name)) for name in ("query", "key", "value")
    }
    if op.mask is not None:
        fields["attention_mask"] = references.tensor(op.mask)
    fields |= {"is_causal": bool(op.is_causal.value.data), "scale": op.scale.value.data}
    return [("ScaledDotProductAttentionOp", {**fields, "out": references.tensor(op.result)})]


def _concatenate_heads(references: References, op: later.ConcatenateHeadsOp) -> list[Variant]:
    fields = {"in": references.tensor(op.input), "out": references.tensor(op.result)}
    return [("ConcatenateHeadsOp", fields)]


def _split_heads(references: References, op: later.SplitHeadsOp) -> list[Variant]:
    source, heads = references.tensor(op.input), [shape_of(each)[1] for each in op.results]
    return [
        (
            "SplitHeadsOp",
            {
                "in": source,
                "out": references.tensor(each),
                "first": sum(heads[:index]),
                "heads": sum(heads),
            },
        )
        for index, each in enumerate(op.results)
    ]


def _rotary_embedding(references: References, op: later.RotaryEmbeddingOp) -> list[Variant]:
    fields = {
        "input": references.tensor(op.input),
        "cos_cache": references.tensor(op.cosines),
        "sin_cache": references.tensor(op.sines),
        "out": references.tensor(op.result),
    }
    return [("RotaryEmbeddingOp", fields)]


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


def _numbers(attribute: DenseArrayBase[Any]) -> list[int]:
    return [*attribute.get_values()]


def _rows_gather(references: References, op: later.RowsGatherOp) -> list[Variant]:
    fields = {name: references.tensor(getattr(op, name)) for name in ("input", "indices")}
    sizes = {name: _numbers(getattr(op, name)) for name in ("sizes", "windows")}
    return [("RowsGatherOp", {**fields, **sizes, "out": references.tensor(op.result)})]


def _rows_scatter(references: References, op: later.RowsScatterOp) -> list[Variant]:
    names = ("input", "indices", "updates")
    fields = {name: references.tensor(getattr(op, name)) for name in names}
    sizes = {name: _numbers(getattr(op, name)) for name in ("sizes", "windows")}
    given = {"reduce": op.reduce.data, "out": references.tensor(op.result)}
    return [("RowsScatterOp", {**fields, **sizes, **given})]


def _avg_pool2d(references: References, op: later.AvgPool2dOp) -> list[Variant]:
    fields: FbTable = {
        "in": references.tensor(op.input),
        "out": references.tensor(op.result),
        "count_include_pad": True,
        "divisor_override": op.divisor.value.data,
    }
    sizes = ("batch_size", "input_height", "input_width", "channels")
    fields |= zip(sizes, _numbers(op.shape), strict=True)
    for name in ("kernel", "stride"):
        height, width = _numbers(getattr(op, name))
        fields |= {f"{name}_height": height, f"{name}_width": width}
    sides = ("top", "left", "bottom", "right")
    fields |= {
        f"padding_{side}": size for side, size in zip(sides, _numbers(op.padding), strict=True)
    }
    return [("AvgPool2dOp", fields)]


_SERIALIZERS: Mapping[type[Operation], Callable[[References, Any], list[Variant]]] = (
    MappingProxyType(
        {
            later.UnaryOp: _elementwise,
            later.BinaryOp: _elementwise,
            later.RMSNormOp: _norm("RMSNormOp", "weight"),
            later.LayerNormOp: _norm("LayerNormOp", "weight", "bias"),
            later.ScaledDotProductAttentionOp: _attention,
            later.ConcatenateHeadsOp: _concatenate_heads,
            later.SplitHeadsOp: _split_heads,
            later.RotaryEmbeddingOp: _rotary_embedding,
            later.SortOp: _ordered("SortOp", "dim", "descending"),
            later.TopKOp: _ordered("TopKOp", "dim", "k"),
            later.CumProdOp: _cumprod,
            later.CumulativeOp: _cumulative,
            later.GatherOp: _gather,
            later.ArgMaxOp: _argmax,
            later.RowsGatherOp: _rows_gather,
            later.RowsScatterOp: _rows_scatter,
            later.AvgPool2dOp: _avg_pool2d,
        }
    )
)


def later_tables(references: References, op: later.LaterOperation) -> list[Variant]:
    """Return the tables of an operation, one for each result."""
    return _SERIALIZERS[type(op)](references, op)
