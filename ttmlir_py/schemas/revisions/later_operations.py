"""Conversion of operations that do not exist in the revision 2025-02.

They become additional operations, which only the simulator knows.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import Any, Protocol, cast

from ttmlir_py.schemas.revisions.rows import FbTable, need, pair, part, refuse, require_known

Variant = tuple[str, FbTable]
TARGET = "2025-02"


class Steps(Protocol):
    """The part of a program's converter that the conversions in this module use."""

    device: FbTable | None

    def tensor(self, ref: FbTable) -> FbTable:
        """Return the converted description of a tensor."""
        ...

    def another(self, ref: FbTable, shape: list[int], **memory: object) -> FbTable:
        """Return a new tensor that is like `ref`, but in DRAM."""
        ...

    def inner(self, ref: FbTable, shape: list[int], **memory: object) -> FbTable:
        """Return a new tensor like that of `another`, which exists only inside of a kernel."""
        ...

    def fields(self, name: str, target: str, table: FbTable, given: Any, gone: Any) -> FbTable:
        """Return the fields that two tables have in common, plus the given fields."""
        ...


Special = Callable[[Any, str, FbTable], Iterator[Variant]]

ACTIVATIONS: Mapping[str, str] = MappingProxyType(
    {
        **{
            each: each
            for each in (
                *("Abs", "Acos", "Asin", "Asinh", "Atan", "BitwiseNot", "Ceil", "Cos", "Erf"),
                *("Erfc", "Exp", "Exp2", "Expm1", "Floor", "Gelu", "Hardsigmoid", "Log", "Log1p"),
                *("Neg", "Relu", "Relu6", "Round", "Rsqrt", "Sigmoid", "Sign", "Silu", "Sin"),
                *("Sqrt", "Square", "Tan", "Tanh"),
            )
        },
        "Isfinite": "IsFinite",
        "LogicalNotUnary": "LogicalNot",
        "Recip": "Reciprocal",
    }
)
"""Maps activations without parameters (`UnaryOpType`) to members of `EltwiseOpType`."""

UNARY = frozenset(
    (
        *("Acos", "Asin", "Asinh", "Atan", "Erf", "Erfc", "Hardsigmoid", "Mish"),
        *("ReducePrecision", "Relu6", "Round", "Silu"),
    )
)
"""Functions of `EltwiseUnaryOp` that 2025-02 lacks."""
BINARY: Mapping[str, str] = MappingProxyType(
    {
        "Atan2": "Atan2",
        "BitwiseRightShift": "BitwiseRightShift",
        "LogicalLeftShift": "BitwiseLeftShift",
        "LogicalRightShift": "LogicalRightShift",
    }
)
"""Maps functions of binary tables that 2025-02 lacks to members of `EltwiseOpType`."""


def step(converter: Steps, function: str, ins: Sequence[FbTable], out: FbTable) -> Variant:
    """Return the element-wise operation `function` from `ins` to `out`, tensors of the binary that
    is converted.
    """
    tensors = [converter.tensor(each) for each in ins]
    return "EltwiseOp", {"type": function, "ins": tensors, "out": converter.tensor(out)}


def shape_of(ref: FbTable) -> list[int]:
    """Return the shape of a tensor in the source's schema."""
    return ref["desc"]["shape"]


def wide(converter: Steps, ref: FbTable) -> FbTable:
    """Return a new tensor for an intermediate value of a fused kernel, which rounds only its
    result.

    It is f32, or an integer of the type of `ref`.
    """
    return converter.inner(ref, shape_of(ref), data_type=_wide_type(ref))


def _wide_type(ref: FbTable) -> Any:
    held = ref["desc"]["layout"]["memory_desc"].get("data_type")
    return held if str(held).startswith(("Int", "UInt")) else "Float32"


def activated(
    converter: Steps, name: str, activations: Sequence[Any], source: FbTable, out: FbTable
) -> Iterator[Variant]:
    """Yield the operations that apply activations to `source`. The last one writes `out`."""
    for index, each in enumerate(activations):
        # Only a revision that is not known stores something else in this field.
        if not isinstance(each, dict):
            raise refuse(f"{name} with activations = {activations}", TARGET)
        activation = cast(FbTable, each)
        kind = str(activation.get("op_type"))
        params = [*(activation.get("params") or ())]
        function = ACTIVATIONS.get(kind)
        if kind == "Round" and not any(params):  # the parameter is a number of decimals
            params = []
        if function is None or params:
            raise refuse(f"{name} with the activation {kind}({params})", TARGET)
        last = index == len(activations) - 1
        target = out if last else wide(converter, source)
        yield step(converter, function, [source], target)
        source = target


_SIDES = (("lhs", "input_tensor_a_activations"), ("rhs", "input_tensor_b_activations"))


def fused(converter: Steps, name: str, table: FbTable, function: str) -> Iterator[Variant]:
    """Yield the operations that compute a binary function together with the activations of its
    operands and of its result.
    """
    sides = [each for pair in _SIDES for each in pair]
    require_known(name, table, "type", "activations", "out", *sides)
    operands: list[FbTable] = []
    for field, activations in _SIDES:
        operand: FbTable = need(table, field, name)
        if given := table.get(activations):
            changed = wide(converter, operand)
            yield from activated(converter, name, given, operand, changed)
            operand = changed
        operands.append(operand)
    out: FbTable = need(table, "out", name)
    after = table.get("activations") or ()
    inner = wide(converter, out) if after else out
    yield step(converter, function, operands, inner)
    yield from activated(converter, name, after, inner, out)


def unary(converter: Any, name: str, table: FbTable) -> Iterator[Variant]:
    """Convert an operation with one operand, and its parameters."""
    require_known(name, table, "type", "in", "out", "params")
    function, made = step(
        converter, str(table["type"]), [need(table, "in", name)], need(table, "out", name)
    )
    if table.get("params") is not None:
        made["params"] = (table["params_type"], table["params"])
    yield function, made


def clamp_tensor(converter: Any, name: str, table: FbTable) -> Iterator[Variant]:
    """Convert a clamp whose limits are tensors to a maximum, followed by a minimum."""
    require_known(name, table, "type", "in", "out", "params")
    params, source, out = (need(table, each, name) for each in ("params", "in", "out"))
    inner = converter.another(out, shape_of(out), data_type=_wide_type(out))
    yield step(converter, "Maximum", [source, need(params, "min", name)], inner)
    yield step(converter, "Minimum", [inner, need(params, "max", name)], out)


def _scalar_power(converter: Any, name: str, table: FbTable) -> Iterator[Variant]:
    require_known(name, table, "type", "lhs", "rhs", "out")
    lhs, out = need(table, "lhs", name), need(table, "out", name)
    value = need(need(table, "rhs", name), "value", name)
    exponent = converter.another(lhs, [1] * len(shape_of(lhs)))
    yield full(converter, value, exponent)
    yield step(converter, "Power", [lhs, exponent], out)


def full(converter: Steps, value: float, out: FbTable) -> Variant:
    """Return the operation that fills a tensor of the source with a number."""
    given: FbTable = {"fill_value": float(value), "num_shards": 1, "strategy": {}}
    return "FullOp", {**given, "device": converter.device, "out": converter.tensor(out)}


LARGEST_EXACT = 1 << 24
"""The largest number such that f32 represents it and all smaller natural numbers exactly."""


def filled(converter: Steps, value: int, out: FbTable) -> Iterator[Variant]:
    """Yield the operations that fill a tensor with an integer that f32 cannot represent."""
    shape = shape_of(out)
    one = converter.another(out, [1] * len(shape), data_type="Int32")
    yield (
        "ConstantOp",
        {
            "device": converter.device,
            "input": (value & 0xFFFFFFFF).to_bytes(4, "little"),
            "input_dtype": "Int32",
            "out": converter.tensor(one),
        },
    )
    repeated = {"in": converter.tensor(one), "out": converter.tensor(out)}
    yield "RepeatOp", {**repeated, "repeat_dims": shape}


def select(converter: Steps, table: FbTable) -> Iterator[Variant]:
    """Yield the operations that select the results of the branch with a given number.

    An index without a branch selects the last one.
    """
    index, branches = table["index"], table["branches"]
    for number, out in enumerate(table["outputs"]):
        results = [branch[number] for branch in branches]
        selected = results[-1]
        for which in reversed(range(len(results) - 1)):
            is_chosen = converter.another(index, shape_of(index))
            wanted = converter.another(index, [1] * len(shape_of(index)))
            target = out if which == 0 else converter.another(out, shape_of(out))
            yield full(converter, which, wanted)
            yield step(converter, "Equal", [index, wanted], is_chosen)
            yield step(converter, "Where", [is_chosen, results[which], selected], target)
            selected = target
        if len(results) == 1:
            yield step(converter, "Typecast", [selected], out)


def _plain(*gone: str) -> Special:
    """Return a conversion to a table with the same fields, except for the fields `gone`, which are
    dropped.
    """

    def convert(converter: Any, name: str, table: FbTable) -> Iterator[Variant]:
        yield name, converter.fields(name, name, table, {}, gone)

    return convert


def _ordered(converter: Any, name: str, table: FbTable) -> Iterator[Variant]:
    outputs = need(table, "outputs", name)
    source = need(table, "in" if name == "SortOp" else "input_tensor", name)
    gone = ("outputs", "stable", "sorted", "in", "input_tensor")
    for gives_places, out in enumerate(outputs):
        given = {
            "in": converter.tensor(source),
            "out": converter.tensor(out),
            "gives_places": bool(gives_places),
        }
        yield name, converter.fields(name, name, table, given, gone)


def _paged_update(converter: Any, name: str, table: FbTable) -> Iterator[Variant]:
    if table.get("share_cache"):
        raise refuse(f"{name} with share_cache = True", TARGET)
    yield name, converter.fields(name, name, table, {}, ("share_cache",))


def _random_bits(converter: Any, name: str, table: FbTable) -> Iterator[Variant]:
    source, bits, state = (
        need(table, each, name) for each in ("initial_state", "out", "output_state")
    )
    for out in (bits, state):
        given = {
            "initial_state": converter.tensor(source),
            "out": converter.tensor(out),
            "shape": shape_of(bits),
            "gives_state": out is state,
        }
        yield name, converter.fields(name, name, table, given, ("output_state",))


def _window(table: FbTable, name: str) -> FbTable:
    """Return the sizes, strides and paddings of a pooling window, one field for each direction."""
    made: FbTable = {}
    for own, field in (("kernel", "kernel_size"), ("stride", "stride")):
        made[f"{own}_height"], made[f"{own}_width"] = pair(table.get(field), f"{name} with {field}")
    for side, count in zip(_SIDE_NAMES, pool_sides(table, name), strict=True):
        made[f"padding_{side}"] = count
    return made


_SIDE_NAMES = ("top", "left", "bottom", "right")


def pool_sides(table: FbTable, name: str) -> list[int]:
    """Return the padding of a pooling window at the top, left, bottom and right.

    Upstream's runtime reads four numbers in this order.
    """
    sides = [int(each) for each in table.get("padding") or (0, 0)]
    if len(sides) == 2:
        sides *= 2
    if len(sides) != 4 or min(sides) < 0:
        raise refuse(f"{name} with padding = {sides}", TARGET)
    return sides


_GONE = ("kernel_size", "stride", "padding", "dilation", "type", "extra_params")


def average_pool(converter: Any, name: str, table: FbTable) -> Iterator[Variant]:
    """Convert an average pooling."""
    if any(each != 1 for each in table.get("dilation") or ()):
        raise refuse(f"{name} of dilated windows", TARGET)
    extra = part(table, "extra_params")
    given = {
        **_window(table, name),
        "count_include_pad": extra.get("count_include_pad", False),
        "divisor_override": extra.get("divisor_override"),
    }
    yield "AvgPool2dOp", converter.fields(name, "AvgPool2dOp", table, given, _GONE)


def _pool_with_indices(converter: Any, name: str, table: FbTable) -> Iterator[Variant]:
    top, left, bottom, right = pool_sides(table, name)
    if (top, left) != (bottom, right):
        raise refuse(f"{name} with padding = {[top, left, bottom, right]}", TARGET)
    made: FbTable = {"device": converter.device, "padding_height": top, "padding_width": left}
    for field, own in (("kernel_size", "kernel"), ("stride", "stride"), ("dilation", "dilation")):
        sizes = pair(table.get(field), f"{name} with {field}")
        made[f"{own}_height"], made[f"{own}_width"] = sizes
    gone = (*_GONE, "result", "result_indices")
    for target, field in (("MaxPool2dOp", "result"), ("MaxPool2dIndicesOp", "result_indices")):
        given = {**made, "out": converter.tensor(need(table, field, name))}
        if target == "MaxPool2dIndicesOp":
            del given["device"]
        yield target, converter.fields(name, target, table, given, gone)


def _global_pool(converter: Any, name: str, table: FbTable) -> Iterator[Variant]:
    rank = len(shape_of(need(table, "in", name)))
    given = {"type": "Mean", "dim_arg": [rank - 3, rank - 2], "keep_dim": True}
    yield "ReductionOp", converter.fields(name, "ReductionOp", table, given, ("dtype",))


def dynamic_slice(converter: Any, name: str, table: FbTable) -> Iterator[Variant]:
    """Convert a slice whose start and end are tensors."""
    params = need(table, "params", name)
    given = {each: converter.tensor(need(params, each, name)) for each in ("begins", "ends")}
    yield (
        "SliceDynamicOp",
        converter.fields(name, "SliceDynamicOp", table, given, ("type", "params")),
    )


def _nlp_concat_heads(converter: Any, name: str, table: FbTable) -> Iterator[Variant]:
    yield "ConcatenateHeadsOp", converter.fields(name, "ConcatenateHeadsOp", table, {}, ())


def _split_heads(converter: Any, name: str, table: FbTable) -> Iterator[Variant]:
    """Yield an operation for each of query, key and value. With `kv_input`, keys and values are in
    that tensor.
    """
    source, others = need(table, "in", name), table.get("kv_input")
    count, fewer = table["num_heads"], table.get("num_kv_heads") or table["num_heads"]
    own = count if others else count + 2 * fewer
    rest, start = (others, 0) if others else (source, count)
    for field, read, first, heads in (
        ("q_out", source, 0, own),
        ("k_out", rest, start, start + 2 * fewer),
        ("v_out", rest, start + fewer, start + 2 * fewer),
    ):
        given = {"in": converter.tensor(read), "out": converter.tensor(need(table, field, name))}
        is_transposed = field == "k_out" and bool(table.get("transpose_key"))
        yield (
            "SplitHeadsOp",
            {**given, "first": first, "heads": heads, "is_transposed": is_transposed},
        )


_SAME_BITS = (frozenset(("Float32", "Int32", "UInt32")), frozenset(("BFloat16", "UInt16")))
"""Formats of the same width, between which bits can be cast."""


def _bitcast(converter: Any, name: str, table: FbTable) -> Iterator[Variant]:
    held = [
        need(table, each, name)["desc"]["layout"]["memory_desc"].get("data_type")
        for each in ("in", "out")
    ]
    if not any(formats.issuperset(held) for formats in _SAME_BITS):
        raise refuse(f"{name} from {held[0]} to {held[1]}", TARGET)
    yield name, converter.fields(name, name, table, {}, ())


LATER: Mapping[str, Special] = MappingProxyType(
    {
        "BitcastConvertOp": _bitcast,
        "Conv3dOp": _plain(
            "in_channels",
            "out_channels",
            "batch_size",
            "input_depth",
            "input_height",
            "input_width",
            "conv3d_config",
        ),
        "ConcatenateHeadsOp": _plain(),
        "CumProdOp": _plain(),
        "CumulativeOp": _plain(),
        "EltwiseBinaryCompositeScalarOp": _scalar_power,
        "GatherOp": _plain(),
        "GlobalAvgPool2dOp": _global_pool,
        "BatchNormInferenceOp": _plain(),
        "LayerNormOp": _plain(),
        "MaxPool2dWithIndicesOp": _pool_with_indices,
        "NLPConcatHeadsOp": _nlp_concat_heads,
        "PagedFillCacheOp": _plain(),
        "PagedUpdateCacheOp": _paged_update,
        "PrepareConv3dWeightsOp": _plain("groups"),
        "RMSNormOp": _plain(),
        "RngBitGeneratorOp": _random_bits,
        "ReductionArgMaxOp": _plain(),
        "RotaryEmbeddingOp": _plain(),
        "RowsGatherOp": _plain("column"),
        "RowsScatterOp": _plain("column"),
        "ScaledDotProductAttentionOp": _plain(),
        "ScatterOp": _plain(),
        "SortOp": _ordered,
        "SplitQueryKeyValueAndSplitHeadsOp": _split_heads,
        "TopKOp": _ordered,
    }
)
"""Maps names of tables to their conversions for the simulator."""
