"""Conversion of the tables of binaries and system descriptions from 2025-02 to 2026-08.

Programs of the simulator's schema become binaries of revisions after 2026-08, too.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from hashlib import sha256
from math import prod
from types import MappingProxyType

from ttmlir_py.schemas.reader import BinaryError
from ttmlir_py.schemas.revisions.fields import Converter
from ttmlir_py.schemas.revisions.frame import schema_of
from ttmlir_py.schemas.revisions.fused_activations import fuse_activations
from ttmlir_py.schemas.revisions.later_operations import UNARY as LATER_UNARY
from ttmlir_py.schemas.revisions.rows import (
    ALIKE,
    BINARY,
    BINARY_COMPOSITE,
    CONFIGURED,
    CONST_EVAL_ENDING,
    FUNCTIONS,
    RENAMED,
    SCHEMA,
    UNARY,
    UNARY_COMPOSITE,
    WINDOW,
    FbTable,
    need,
    part,
    refuse,
)
from ttmlir_py.schemas.revisions.systems import system_2026_08
from ttmlir_py.schemas.revisions.tensors import config_2026_08, layout_of, tensor_2026_08

REVISION = "2026-08"
Variant = tuple[str, FbTable]
_OWN_NAMES = {own: name for name, own in FUNCTIONS.items()}
_RENAMED = {table: {own: field for field, own in each.items()} for table, each in RENAMED.items()}
_ORDERED = {"SortOp": "in", "TopKOp": "input_tensor"}
"""Maps operations with two results, values and places, to the field with the operand."""
_HEADS = ("q_out", "k_out", "v_out")
"""Fields with the results of the operation that splits heads."""
_LATER = frozenset(
    {
        *("ConcatenateHeadsOp", "CumProdOp", "CumulativeOp", "GatherOp", "LayerNormOp"),
        *("RMSNormOp", "ReductionArgMaxOp", "RotaryEmbeddingOp", "ScaledDotProductAttentionOp"),
    }
)
"""Operations of later revisions whose tables differ from the simulator's only in fields."""
_TABLES = (
    ("EltwiseUnaryOp", UNARY, ("in",)),
    ("EltwiseBinaryOp", BINARY, ("lhs", "rhs")),
    ("EltwiseUnaryCompositeOp", UNARY_COMPOSITE, ("in",)),
    ("EltwiseBinaryCompositeOp", BINARY_COMPOSITE, ("lhs", "rhs")),
    ("EltwiseUnaryOp", LATER_UNARY, ("in",)),
    ("EltwiseBinaryCompositeWithoutFusedActivationOp", frozenset({"Atan2"}), ("lhs", "rhs")),
    ("EltwiseTernaryWhereOp", frozenset({"Where"}), ("first", "second", "third")),
)


class UnconvertibleError(BinaryError):
    """An operation that cannot be converted: the indices of its program and of itself, and the
    reason.
    """

    def __init__(self, program: int, operation: int, problem: str) -> None:
        super().__init__(f"program {program}: operation {operation}: {problem}")
        self.program = program
        self.operation = operation
        self.problem = problem


def converted_root(root: FbTable, revision: str = REVISION, schema: str = SCHEMA) -> FbTable:
    """Convert the root table of a `.ttnn` or `.ttsys` file to `revision`, 2026-08 or later.

    `schema` is 2025-02's, or that of the binaries that the simulator runs, which has operations
    that 2025-02 lacks. Raises BinaryError.
    """
    made: FbTable = {name: root.get(name) for name in ("version", "ttmlir_git_hash")}
    if root.get("system_desc") is not None:
        made["system_desc"] = system_2026_08(root["system_desc"])
    if "product_identifier" in root:
        made["product_identifier"] = root["product_identifier"]
    if "programs" in root:
        programs = root["programs"]
        texts = (part(each, "debug_info") for each in programs)
        made["mlir"] = next((each["mlir"] for each in texts if each.get("mlir")), None)
        calls = _cached_calls(programs)
        made["programs"] = [
            _program(index, each, _Converter(each, revision, schema))
            for index, each in enumerate(programs)
        ]
        for caller, called in calls.items():
            _add_call(made["programs"][caller], called, made["programs"][called])
    return made


def _cached_calls(programs: Sequence[FbTable]) -> dict[int, int]:
    """Map programs to the program that computes their constants, by index.

    Its results are inputs of the program in 2025-02. A program of 2026-08 calls it instead.
    """
    indices = {each.get("name"): index for index, each in enumerate(programs)}
    found: dict[int, int] = {}
    for index, each in enumerate(programs):
        other = indices.get(f"{each.get('name')}{CONST_EVAL_ENDING}")
        if other is None:
            continue
        given, results = _numbers(each, "inputs"), _numbers(programs[other], "outputs")
        if results and results <= given and _numbers(programs[other], "inputs") <= given - results:
            found[index] = other
    return found


def _numbers(program: FbTable, field: str) -> set[int]:
    return {each["global_id"] for each in program.get(field) or ()}


def _add_call(caller: FbTable, index: int, called: FbTable) -> None:
    """Let a converted program call another one, whose results are cached, instead of taking the
    results as inputs.
    """
    called["private"] = True
    results = _numbers(called, "outputs")
    caller["inputs"] = [each for each in caller["inputs"] if each["global_id"] not in results]
    call: FbTable = {
        "callee_name": called["name"],
        "program_idx": index,
        "program_hash": sha256(repr(called).encode()).hexdigest(),
        "inputs": called["inputs"],
        "outputs": called["outputs"],
    }
    caller["operations"] = [{"type": ("LoadCachedOp", call)}, *caller["operations"]]


def _program(number: int, program: FbTable, converter: _Converter) -> FbTable:
    operations: list[FbTable] = []
    for index, each in enumerate(program.get("operations") or ()):
        try:
            made = list(converter.operation(each))
        except BinaryError as error:
            raise UnconvertibleError(number, index, str(error)) from None
        said = {name: each.get(name) for name in ("debug_info", "loc_info")}
        config = {name: each[name] for name in CONFIGURED if each.get(name) is not None}
        for table, fields in made:
            if config and converter.has_field(table, "compute_config"):
                fields["compute_config"] = config
        operations += ({"type": variant, **said} for variant in made)
    outputs = [converter.tensor(each) for each in program.get("outputs") or ()]
    if converter.is_compiled_for_it:
        operations = fuse_activations(operations, outputs)
    return {
        "name": program.get("name"),
        "inputs": [converter.tensor(each) for each in program.get("inputs") or ()],
        "outputs": outputs,
        "operations": operations,
        "debug_info": _debug_info(part(program, "debug_info")),
        "mesh_shape": converter.mesh,
    }


def _debug_info(info: FbTable) -> FbTable:
    goldens = part(info, "golden_info").get("golden_map") or ()
    return {
        "cpp": info.get("cpp"),
        "mlir_stages": info.get("mlir_stages"),
        "golden_info": {
            "golden_map": [
                {"key": each.get("key"), "value": [{"device": 0, "value": each.get("value")}]}
                for each in goldens
            ]
        },
    }


class _Converter(Converter):
    """A converter of the operations of a program, in order.

    It omits empty tensors that another operation writes.
    """

    def __init__(self, program: FbTable, revision: str, schema: str) -> None:
        schemas = schema, schema_of(SCHEMA, revision)
        super().__init__(revision, schemas, tensor_2026_08, config_2026_08, _RENAMED)
        self.mesh: FbTable = {"y": 1, "x": 1}
        self._values: FbTable = {}
        self._parts: list[FbTable] = []
        self.is_compiled_for_it = schema != SCHEMA
        """Whether the program was compiled for the revision, instead of for 2025-02."""
        self._written = {
            each["type"]["out"]["global_id"]
            for each in program.get("operations") or ()
            if each.get("type_type") != "EmptyOp" and part(each, "type").get("out")
        }

    def operation(self, operation: FbTable) -> Iterator[Variant]:
        """Yield the 2026-08 tables that are equivalent to an operation. Raises BinaryError."""
        name, table = str(operation.get("type_type")), need(operation, "type", "it")
        special = _SPECIAL.get(name)
        if name == "EmptyOp" and need(table, "out", name)["global_id"] in self._written:
            return
        if special is not None:
            yield special(self, name, table)
        elif name in _ORDERED:
            yield from self._ordered(name, table)
        elif name == "SplitHeadsOp":
            yield from self._split_heads(table)
        elif name in ALIKE or name in _LATER:
            yield name, self.fields(name, name, table)
        else:
            raise refuse(name, self.revision)

    def _ordered(self, name: str, table: FbTable) -> Iterator[Variant]:
        """Yield the table with both results after the second one of a pair: values and places."""
        if not table.get("gives_places"):
            self._values = table
            return
        given = {
            _ORDERED[name]: self.tensor(need(table, "in", name)),
            "outputs": [self.tensor(each["out"]) for each in (self._values, table)],
            **({"stable": True} if name == "SortOp" else {}),
        }
        yield name, self.fields(name, name, table, given, ("in", "out", "gives_places"))

    def _split_heads(self, table: FbTable) -> Iterator[Variant]:
        """Yield the table with all heads after the last one of three: query, key and value."""
        self._parts.append(table)
        if len(self._parts) < len(_HEADS):
            return
        parts, self._parts = self._parts, []
        heads = [each["out"]["desc"]["shape"][1] for each in parts]
        outs = [self.tensor(each["out"]) for each in parts]
        source = self.tensor(need(table, "in", "SplitHeadsOp"))
        yield (
            "SplitQueryKeyValueAndSplitHeadsOp",
            {
                "in": source,
                **dict(zip(_HEADS, outs, strict=True)),
                "num_heads": heads[0],
                "num_kv_heads": heads[1],
                "memcfg": config_2026_08(outs[0]),
            },
        )

    def made(self, table: FbTable) -> FbTable:
        """Return the fields that repeat the description of an operation's new tensor."""
        out = self.tensor(need(table, "out", "it"))
        memory = out["desc"]["layout"]["memory_desc"]
        return {
            "shape": out["desc"]["shape"],
            "dtype": memory["data_type"],
            "layout": layout_of(out),
            "memcfg": config_2026_08(out),
        }


Special = Callable[[_Converter, str, FbTable], Variant]


def _get_device(converter: _Converter, name: str, table: FbTable) -> Variant:
    converter.mesh = table.get("mesh") or converter.mesh
    if converter.mesh["y"] * converter.mesh["x"] != 1:
        raise refuse(f"{name} of several devices", converter.revision)
    return name, converter.fields(name, name, table, {"offset": {"y": 0, "x": 0}})


def _full(converter: _Converter, name: str, table: FbTable) -> Variant:
    given = {"fill_value": ("FP", {"value": table.get("fill_value", 0.0)}), **converter.made(table)}
    return name, converter.fields(name, name, table, given)


def _named_full(converter: _Converter, name: str, table: FbTable) -> Variant:
    given = {"type": name.removesuffix("Op"), **converter.made(table)}
    return "NamedFullOp", converter.fields(name, "NamedFullOp", table, given)


def _slice(converter: _Converter, name: str, table: FbTable) -> Variant:
    bounds = {each: need(table, each, name) for each in ("begins", "ends")}
    given = {"type": "SliceStaticOp", "params": ("SliceStaticOpParams", bounds)}
    return name, converter.fields(name, name, table, given, bounds)


def _softmax(converter: _Converter, name: str, table: FbTable) -> Variant:
    """Convert a softmax. Programs for a later revision rely on the subtraction of the maximum."""
    given = {"numeric_stable": True} if converter.is_compiled_for_it else {}
    return name, converter.fields(name, name, table, given)


def _prod(converter: _Converter, name: str, table: FbTable) -> Variant:
    dim = None if table.get("all_dimensions") else table.get("dim_arg")
    return name, converter.fields(name, name, table, {"dim_arg": dim}, ("all_dimensions",))


def _sides(table: FbTable) -> FbTable:
    """Return window fields as arrays [height, width], from one field per direction."""
    return {field: [table[f"{own}_height"], table[f"{own}_width"]] for field, own in WINDOW.items()}


_SIDES = frozenset(f"{own}_{side}" for own in WINDOW.values() for side in ("height", "width"))


def _conv2d(converter: _Converter, name: str, table: FbTable) -> Variant:
    return name, converter.fields(name, name, table, _sides(table), _SIDES)


def _pool(converter: _Converter, name: str, table: FbTable) -> Variant:
    kind: FbTable = {"type": "MaxPool2d", "extra_params": ("MaxPool2dExtraParams", {})}
    return "Pool2dOp", converter.fields(name, "Pool2dOp", table, _sides(table) | kind, _SIDES)


def _rows(converter: _Converter, name: str, table: FbTable) -> Variant:
    """Convert a gather or scatter of rows. If a row is one element, the last dimension has the
    places.
    """
    shape, sizes = need(table, "input", name)["desc"]["shape"], table["sizes"]
    is_column = shape[-1] == sizes[-1] and prod(shape) == shape[0] * prod(sizes)
    return name, converter.fields(name, name, table, {"column": is_column})


def _average_pool(converter: _Converter, name: str, table: FbTable) -> Variant:
    sides = ("top", "left", "bottom", "right")
    extra = {each: table.get(each) for each in ("count_include_pad", "divisor_override")}
    given: FbTable = {
        "type": "AvgPool2d",
        "kernel_size": [table["kernel_height"], table["kernel_width"]],
        "stride": [table["stride_height"], table["stride_width"]],
        "padding": [table[f"padding_{side}"] for side in sides],
        "dilation": [1, 1],
        "extra_params": ("AvgPool2dExtraParams", extra),
    }
    gone = (*_SIDES, *(f"padding_{side}" for side in sides), *extra)
    return "Pool2dOp", converter.fields(name, "Pool2dOp", table, given, gone)


def _cumsum(converter: _Converter, name: str, table: FbTable) -> Variant:
    return "CumSumOp", converter.fields(name, "CumSumOp", table)


def _to_dtype(converter: _Converter, name: str, table: FbTable) -> Variant:
    return "TypecastOp", converter.fields(name, "TypecastOp", table)


def _elementwise(converter: _Converter, name: str, table: FbTable) -> Variant:
    function, out = str(table.get("type")), converter.tensor(need(table, "out", name))
    ins = [converter.tensor(each) for each in table.get("ins") or ()]
    made: FbTable = {"out": out, "memory_config": config_2026_08(out)}
    if function == "Clamp":
        bounds = need(table, "params", name)
        numbers = {each: ("FP", {"value": bounds.get(each, 0.0)}) for each in ("min", "max")}
        clamp = {"type": "ClampScalar", "params": ("ClampScalarOpParams", numbers)}
        return "EltwiseUnaryCompositeOp", {**made, **clamp, "in": ins[0]}
    function = _OWN_NAMES.get(function, function)
    for target, functions, operands in _TABLES:
        if function in functions and len(operands) == len(ins):
            if table.get("params") is not None:
                made["params"] = (table["params_type"], table["params"])
            if target != "EltwiseTernaryWhereOp":
                made["type"] = function
            return target, {**made, **dict(zip(operands, ins, strict=True))}
    raise refuse(f"{name}({table.get('type')})", converter.revision)


_SPECIAL: Mapping[str, Special] = MappingProxyType(
    {
        "AvgPool2dOp": _average_pool,
        "Conv2dOp": _conv2d,
        "EltwiseOp": _elementwise,
        "FullOp": _full,
        "GetDeviceOp": _get_device,
        "MaxPool2dOp": _pool,
        "MorehCumSumOp": _cumsum,
        "OnesOp": _named_full,
        "ReductionProdOp": _prod,
        "RowsGatherOp": _rows,
        "RowsScatterOp": _rows,
        "SliceOp": _slice,
        "SoftmaxOp": _softmax,
        "ToDTypeOp": _to_dtype,
        "ZerosOp": _named_full,
    }
)
"""Maps operations to converters, where their table differs or fields have another form."""
