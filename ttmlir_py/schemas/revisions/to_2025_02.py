"""Conversion of the tables of binaries and system descriptions from 2026-08 to 2025-02."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from types import MappingProxyType

from ttmlir_py.schemas.reader import BinaryError
from ttmlir_py.schemas.revisions.calls import LOOP_STEPS, SELECTION, Inliner
from ttmlir_py.schemas.revisions.convolutions import conv1d, conv2d, conv_transpose2d, padded
from ttmlir_py.schemas.revisions.fields import Converter
from ttmlir_py.schemas.revisions.frame import schema_of
from ttmlir_py.schemas.revisions.later_operations import BINARY as LATER_BINARY
from ttmlir_py.schemas.revisions.later_operations import (
    LARGEST_EXACT,
    LATER,
    average_pool,
    clamp_tensor,
    dynamic_slice,
    filled,
    fused,
    pool_sides,
    select,
    unary,
)
from ttmlir_py.schemas.revisions.later_operations import UNARY as LATER_UNARY
from ttmlir_py.schemas.revisions.rows import (
    ALIKE,
    BINARY,
    BINARY_COMPOSITE,
    CONFIGURED,
    FIRST_INNER,
    FIRST_NEW,
    FUNCTIONS,
    RENAMED,
    SCHEMA,
    UNARY,
    UNARY_COMPOSITE,
    WINDOW,
    FbTable,
    need,
    pair,
    part,
    refuse,
    require_known,
)
from ttmlir_py.schemas.revisions.systems import system_2025_02
from ttmlir_py.schemas.revisions.tensors import config_2025_02, tensor_2025_02

REVISION = "2025-02"
Variant = tuple[str, FbTable]
_ACTIVATIONS = MappingProxyType(
    {each.lower(): each for each in ("Exp", "Gelu", "Relu", "Sigmoid", "Silu", "Sqrt", "Tanh")}
)
"""Maps names in tables to activation functions that can be fused into products."""


def converted_root(root: FbTable, source: str = "2026-08", schema: str = SCHEMA) -> FbTable:
    """Convert the root table of a `.ttnn` or `.ttsys` file of the revision `source` to 2025-02.

    With the schema of the binaries that the simulator runs, operations without a counterpart in
    2025-02 are kept. Raises BinaryError.
    """
    made = {name: root.get(name) for name in ("version", "ttmlir_git_hash")}
    if root.get("system_desc") is not None:
        made["system_desc"] = system_2025_02(root["system_desc"])
    if "product_identifier" in root:
        made["product_identifier"] = root["product_identifier"]
    if "programs" in root:
        inliner = Inliner(root["programs"])
        made["programs"] = [
            _program(each, root.get("mlir"), inliner, number, _Converter(source, schema))
            for number, each in enumerate(root["programs"])
            if not each.get("private")
        ]
    return made


def _program(
    program: FbTable,
    mlir: FbTable | None,
    inliner: Inliner,
    number: int,
    converter: _Converter,
) -> FbTable:
    what = f"program '{program.get('name')}'"
    if program.get("semaphore_inputs"):
        raise refuse(f"{what}, which takes semaphores,", REVISION)
    operations: list[FbTable] = []
    for index, each in enumerate(_inlined(program, inliner, number, what)):
        try:
            made = list(converter.operation(each))
        except (BinaryError, KeyError, TypeError) as error:
            raise BinaryError(f"{what}: operation {index}: {_problem(error)}") from None
        names = ("debug_info", "loc_info", *(("is_cached",) if converter.is_runnable else ()))
        said = {name: each.get(name) for name in names}
        if converter.is_runnable:
            config = part(part(each, "type"), "compute_config")
            said |= {name: config.get(name) for name in CONFIGURED}
        operations += ({"type": variant, **said} for variant in made)
    return {
        "name": program.get("name"),
        "inputs": [converter.tensor(each) for each in program.get("inputs") or ()],
        "outputs": [converter.tensor(each) for each in program.get("outputs") or ()],
        "operations": operations,
        "debug_info": _debug_info(part(program, "debug_info"), mlir),
    }


def _inlined(program: FbTable, inliner: Inliner, number: int, what: str) -> list[FbTable]:
    try:
        return list(inliner.operations(program, (number,)))
    except (BinaryError, KeyError, TypeError) as error:
        raise BinaryError(f"{what}: {_problem(error)}") from None


def _problem(error: Exception) -> str:
    return str(error) if isinstance(error, BinaryError) else f"a field is missing: {error}"


def _debug_info(info: FbTable, mlir: FbTable | None) -> FbTable:
    goldens = part(info, "golden_info").get("golden_map") or ()
    return {
        "mlir": mlir,
        "cpp": info.get("cpp"),
        "mlir_stages": info.get("mlir_stages"),
        "golden_info": {"golden_map": [_golden(each) for each in goldens]},
    }


def _golden(golden: FbTable) -> FbTable:
    values = golden.get("value") or ()
    if len(values) != 1:
        raise refuse(f"golden '{golden.get('key')}' of {len(values)} devices", REVISION)
    return {"key": golden.get("key"), "value": values[0].get("value")}


class _Converter(Converter):
    """A converter of the operations of a program, in order."""

    def __init__(self, source: str, schema: str) -> None:
        schemas = schema_of(SCHEMA, source), schema
        super().__init__(REVISION, schemas, tensor_2025_02, config_2025_02, RENAMED)
        self.is_runnable = schema != SCHEMA
        """Whether operations are kept that only the simulator can run."""
        self.device: FbTable | None = None
        self._last_id = FIRST_NEW

    def operation(self, operation: FbTable) -> Iterator[Variant]:
        """Yield the 2025-02 tables that are equivalent to an operation. Raises BinaryError."""
        name, table = str(operation.get("type_type")), need(operation, "type", "it")
        special = _SPECIAL.get(name) or (LATER.get(name) if self.is_runnable else None)
        if name == SELECTION:
            yield from select(self, table)
        elif name in LOOP_STEPS:
            if not self.is_runnable:
                raise refuse("WhileOp that runs until a computed condition is false", REVISION)
            refs = {each: self.tensor(table[each]) for each in ("condition",) if each in table}
            yield name, {**table, **refs}
        elif special is not None:
            yield from special(self, name, table)
        elif name in ALIKE:
            yield name, self.fields(name, name, table)
        else:
            raise refuse(name, REVISION)

    def another(self, ref: FbTable, shape: list[int], **memory: object) -> FbTable:
        """Return a new tensor in DRAM that is otherwise like `ref`, with the given shape."""
        self._last_id += 1
        desc = ref["desc"]
        config = {"tensor_memory_layout": "Interleaved", "buffer_type": "DRAM"}
        held = {**desc["layout"]["memory_desc"], "memory_config": config, **memory}
        layout = {**desc["layout"], "memory_desc": held}
        return {"global_id": self._last_id, "desc": {**desc, "shape": shape, "layout": layout}}

    def inner(self, ref: FbTable, shape: list[int], **memory: object) -> FbTable:
        """Return a new tensor like that of `another`, which exists only inside of a kernel."""
        made = self.another(ref, shape, **memory)
        return {**made, "global_id": made["global_id"] | FIRST_INNER}

    def transposed(self, ref: FbTable) -> Iterator[Variant | FbTable]:
        """Yield a step that transposes the last two dimensions of `ref`, then the transposed
        tensor.
        """
        shape: list[int] = ref["desc"]["shape"]
        out = self.another(ref, [*shape[:-2], shape[-1], shape[-2]])
        yield (
            "TransposeOp",
            {
                "in": self.tensor(ref),
                "out": self.tensor(out),
                "dim0": -2,
                "dim1": -1,
            },
        )
        yield out


Special = Callable[[_Converter, str, FbTable], Iterator[Variant]]


def _get_device(converter: _Converter, name: str, table: FbTable) -> Iterator[Variant]:
    offset = table.get("offset") or {"y": 0, "x": 0}
    if any(offset.values()):
        raise refuse(f"{name} with an offset of {offset['y']}x{offset['x']}", REVISION)
    converter.device = table.get("out")
    yield name, converter.fields(name, name, {key: table[key] for key in table if key != "offset"})


def _empty(converter: _Converter, name: str, table: FbTable) -> Iterator[Variant]:
    yield name, converter.fields(name, name, table, {"num_shards": 1, "strategy": {}})


def _number(table: FbTable, field: str) -> float:
    """Return the number in a `NumberType` field. Raises BinaryError if f32 cannot represent it."""
    import numpy as np

    value = need(need(table, field, "it"), "value", field)
    if float(np.float32(value)) != value and value == value:
        raise refuse(f"{field} = {value}, which f32 does not hold,", REVISION)
    return float(value)


def _full(converter: _Converter, name: str, table: FbTable) -> Iterator[Variant]:
    value = need(need(table, "fill_value", name), "value", name)
    out: FbTable = need(table, "out", name)
    if converter.is_runnable and isinstance(value, int) and abs(value) > LARGEST_EXACT:
        yield from filled(converter, value, out)
        return
    given: FbTable = {
        "fill_value": _number(table, "fill_value"),
        "num_shards": 1,
        "strategy": {},
    }
    yield name, converter.fields(name, name, table, given, ("shape",))


def _named_full(converter: _Converter, name: str, table: FbTable) -> Iterator[Variant]:
    target = f"{table.get('type')}Op"
    if target not in ("ZerosOp", "OnesOp"):
        raise refuse(f"{name} of {table.get('type')}", REVISION)
    yield target, converter.fields(name, target, table, gone=("type",))


def _slice(converter: _Converter, name: str, table: FbTable) -> Iterator[Variant]:
    if converter.is_runnable and table.get("params_type") == "SliceDynamicOpParams":
        yield from dynamic_slice(converter, name, table)
        return
    if table.get("params_type") != "SliceStaticOpParams":
        raise refuse(f"{name} of {table.get('params_type')}", REVISION)
    bounds = {each: need(table["params"], each, name) for each in ("begins", "ends")}
    yield name, converter.fields(name, name, table, bounds, ("type", "params"))


def _prod(converter: _Converter, name: str, table: FbTable) -> Iterator[Variant]:
    every = table.get("dim_arg") is None
    given = {"all_dimensions": every, "dim_arg": 0 if every else table["dim_arg"]}
    yield name, converter.fields(name, name, table, given)


def _sides(table: FbTable, what: str) -> FbTable:
    """Return two fields, height and width, for each window field of `table`, which is a pair."""
    made: FbTable = {}
    for field, own in WINDOW.items():
        made[f"{own}_height"], made[f"{own}_width"] = pair(table.get(field), f"{what} with {field}")
    return made


def _pool(converter: _Converter, name: str, table: FbTable) -> Iterator[Variant]:
    if converter.is_runnable and table.get("type") == "AvgPool2d":
        yield from average_pool(converter, name, table)
        return
    if table.get("type") != "MaxPool2d":
        raise refuse(f"{name} of {table.get('type')}", REVISION)
    top, left, bottom, right = pool_sides(table, name)
    if (top, left) != (bottom, right):
        source, channels = need(table, "in", name), int(table.get("channels") or 0)
        if table.get("ceil_mode"):
            bottom, right = _fitting(table, name, (top, left), (bottom, right))
            table = {**table, "ceil_mode": False}
        sides = (top, left, bottom, right)
        made = yield from padded(converter, table, source, sides, float("-inf"), channels)
        table = {**table, **made, "in": made["padded"]}
        del table["padded"]
        top = left = 0
    given = {**_sides({**table, "padding": [top, left]}, name), "device": converter.device}
    gone = (*WINDOW, "type", "extra_params")
    yield "MaxPool2dOp", converter.fields(name, "MaxPool2dOp", table, given, gone)


def _fitting(
    table: FbTable, name: str, before: tuple[int, int], after: tuple[int, int]
) -> tuple[int, int]:
    """Return the padding at the bottom and right with which all windows of a pooling in ceil mode
    fit into the padded image.

    A window must start in the image or in the padding before it. The padding after it does not
    count, so an image that was padded would have more windows.
    """
    found: list[int] = []
    for axis, field in enumerate(("input_height", "input_width")):
        kernel, stride, dilation = (
            pair(table.get(each), f"{name} with {each}")[axis]
            for each in ("kernel_size", "stride", "dilation")
        )
        size, extent = int(table[field]) + before[axis], dilation * (kernel - 1) + 1
        last = -((size + after[axis] - extent) // -stride) * stride
        if last >= size:
            last -= stride
        found.append(max(last + extent - size, 0))
    return found[0], found[1]


def _cumsum(converter: _Converter, name: str, table: FbTable) -> Iterator[Variant]:
    yield "MorehCumSumOp", converter.fields(name, "MorehCumSumOp", table)


def _product(converter: _Converter, name: str, table: FbTable) -> Iterator[Variant]:
    config = part(table, "matmul_program_config")
    if config.get("fused_activation"):
        raise refuse(f"{name} with an activation in its configuration", REVISION)
    activation = table.get("activation")
    if activation and activation not in _ACTIVATIONS:
        raise refuse(f"{name} with the activation '{activation}'", REVISION)
    plain = {key: value for key, value in table.items() if not key.startswith("transpose_")}
    for operand in ("a", "b"):
        if table.get(f"transpose_{operand}"):
            step, plain[operand] = converter.transposed(need(table, operand, name))
            yield step  # pyright: ignore[reportReturnType]
    if not activation:
        yield name, converter.fields(name, name, plain)
        return
    out: FbTable = need(table, "out", name)
    product = converter.inner(out, out["desc"]["shape"], data_type="Float32")
    yield name, converter.fields(name, name, {**plain, "activation": None, "out": product})
    yield from _activated(converter, _ACTIVATIONS[activation], product, out)


def _activated(
    converter: _Converter, function: str, product: FbTable, out: FbTable
) -> Iterator[Variant]:
    """Yield the steps of an activation that is fused into a product.

    The product stays in f32, so that the result is rounded once, as on the device.
    """
    if function != "Silu":
        yield _step(converter, function, [product], out)
        return
    gate = converter.inner(product, product["desc"]["shape"])
    yield _step(converter, "Sigmoid", [product], gate)
    yield _step(converter, "Multiply", [product, gate], out)


def _step(converter: _Converter, function: str, ins: list[FbTable], out: FbTable) -> Variant:
    tensors = [converter.tensor(each) for each in ins]
    return "EltwiseOp", {"type": function, "ins": tensors, "out": converter.tensor(out)}


def _elementwise(*operands: str, functions: frozenset[str]) -> Special:
    def convert(converter: _Converter, name: str, table: FbTable) -> Iterator[Variant]:
        function = str(table.get("type", "Where"))
        if converter.is_runnable and function in LATER_UNARY:
            yield from unary(converter, name, table)
            return
        if converter.is_runnable and function in LATER_BINARY:
            yield from fused(converter, name, table, LATER_BINARY[function])
            return
        if function not in functions:
            raise refuse(f"{name}({function})", REVISION)
        if operands == ("lhs", "rhs"):
            yield from fused(converter, name, table, FUNCTIONS.get(function, function))
            return
        require_known(name, table, "type", "out", "params", *operands)
        made: FbTable = {
            "type": FUNCTIONS.get(function, function),
            "ins": [converter.tensor(need(table, each, name)) for each in operands],
            "out": converter.tensor(need(table, "out", name)),
        }
        if table.get("params") is not None:
            made["params"] = (table["params_type"], table["params"])
        yield "EltwiseOp", made

    return convert


def _unary_composite(converter: _Converter, name: str, table: FbTable) -> Iterator[Variant]:
    if converter.is_runnable and table.get("type") == "ClampTensor":
        yield from clamp_tensor(converter, name, table)
        return
    if table.get("type") != "ClampScalar":
        yield from _elementwise("in", functions=UNARY_COMPOSITE)(converter, name, table)
        return
    params = need(table, "params", name)
    bounds = {each: _number(params, each) for each in ("min", "max")}
    plain = {**table, "type": "Clamp", "params_type": "ClampOpParams", "params": bounds}
    yield from _elementwise("in", functions=frozenset({"Clamp"}))(converter, name, plain)


_SPECIAL: Mapping[str, Special] = MappingProxyType(
    {
        "Conv1dOp": conv1d,
        "Conv2dOp": conv2d,
        "ConvTranspose2dOp": conv_transpose2d,
        "CumSumOp": _cumsum,
        "EltwiseBinaryCompositeOp": _elementwise("lhs", "rhs", functions=BINARY_COMPOSITE),
        "EltwiseBinaryCompositeWithoutFusedActivationOp": _elementwise(
            "lhs", "rhs", functions=frozenset()
        ),
        "EltwiseBinaryOp": _elementwise("lhs", "rhs", functions=BINARY),
        "EltwiseTernaryWhereOp": _elementwise(
            "first", "second", "third", functions=frozenset({"Where"})
        ),
        "EltwiseUnaryCompositeOp": _unary_composite,
        "EltwiseUnaryOp": _elementwise("in", functions=UNARY),
        "EmptyOp": _empty,
        "FullOp": _full,
        "GetDeviceOp": _get_device,
        "LinearOp": _product,
        "MatmulOp": _product,
        "NamedFullOp": _named_full,
        "Pool2dOp": _pool,
        "ReductionProdOp": _prod,
        "SliceOp": _slice,
    }
)
"""Maps operations to converters, where their table differs or fields have another form."""
