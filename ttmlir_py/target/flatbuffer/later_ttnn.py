"""Writing of TTNN binaries of a later revision, from a module of that revision's ttnn dialect.

A field of a table usually has the name of a property or operand, and a `Row` states the other
names. Other fields follow from the operation: its device, and the format, page layout and memory of
its result.
"""

from collections.abc import Callable, Iterator, Mapping
from hashlib import sha256
from types import MappingProxyType
from typing import Any, Final, NamedTuple, TypeGuard, cast

from xdsl.dialects.builtin import IntegerAttr, SymbolRefAttr
from xdsl.ir import Operation, SSAValue
from xdsl.irdl import OptionalDef, VariadicDef

from ttmlir_py.common.boards import BOARDS
from ttmlir_py.dialects.func import CallOp, FuncOp, ReturnOp
from ttmlir_py.dialects.tensor_types import integers
from ttmlir_py.dialects.tt.presets import preset
from ttmlir_py.ir.diagnostics import OperationError
from ttmlir_py.ir.module import ModuleOp
from ttmlir_py.ir.writing.attributes import BINARY_OPTIONS
from ttmlir_py.ir.writing.printer import print_operation
from ttmlir_py.revisions import REGISTRY
from ttmlir_py.schemas import MisfitError, load_schema, write
from ttmlir_py.schemas.revisions.frame import schema_hash, schema_of
from ttmlir_py.schemas.revisions.systems import system_2026_08
from ttmlir_py.schemas.schema import Table
from ttmlir_py.target.flatbuffer.debug_info import operation_printer
from ttmlir_py.target.flatbuffer.elements import stored_elements
from ttmlir_py.target.flatbuffer.later_fields import Layout, encoded, trace_id_description
from ttmlir_py.target.flatbuffer.ops import SCHEMA_FILE
from ttmlir_py.target.flatbuffer.system_desc import system_desc
from ttmlir_py.target.flatbuffer.types import FbTable, UntranslatableError

_NAMESPACE: Final = "tt.target.ttnn."
_DEVICE = "!ttnn.device"
_SYSTEM = "ttcore.system_desc"
_TO_LAYOUT = "ttnn.to_layout"  # its `dtype` field is written only if the format changes
_UNFUSED = "EltwiseBinaryCompositeWithoutFusedActivationOp"
Special = Callable[["Writer", Any, Table], FbTable]


class Row(NamedTuple):
    """The way in which an operation is stored: the table, and the fields that do not have the names
    of operands or properties.
    """

    table: str
    function: str = ""
    """The value of the table's field `type`, which selects the operation's function."""
    fields: Mapping[str, str] = MappingProxyType({})
    """Maps fields of the table to the names of operands, properties or results, where these
    differ.
    """
    special: Special | None = None
    """Returns the fields that cannot be derived from the names of operands and properties."""
    reads: tuple[str, ...] = ()
    """Properties that `special` reads."""


def _unary(function: str) -> Row:
    return Row("EltwiseUnaryOp", function, {"in": "input"})


def _binary(table: str, function: str) -> Row:
    return Row(table, function)


def _reduction(function: str) -> Row:
    return Row("ReductionOp", function, {"in": "input"})


def _moved(table: str, **fields: str) -> Row:
    return Row(table, "", {"in": "input", **fields})


class Writer:
    """A writer of the programs of one module."""

    def __init__(self, module: ModuleOp, revision: str) -> None:
        self.schema = load_schema(schema_of(SCHEMA_FILE, revision))
        self.module, self._revision = module, revision
        self._tables: dict[SSAValue, FbTable] = {}
        self._last_id = 0
        functions = [each for each in module.walk() if isinstance(each, FuncOp) and _has_body(each)]
        self.functions = sorted(functions, key=_place)
        self.numbers = {each.sym_name.data: n for n, each in enumerate(self.functions)}

    def programs(self) -> list[FbTable]:
        """Return the tables of all functions: public, then private, then those computed once."""
        return [self._program(each) for each in self.functions]

    def _program(self, function: FuncOp) -> FbTable:
        printer = operation_printer(function)
        block = function.body.block
        inputs = [self._placed(function, value) for value in block.args]
        operations: list[FbTable] = []
        outputs: list[FbTable] = []
        for op in block.ops:
            if isinstance(op, ReturnOp):
                outputs = [self._placed(op, value) for value in op.operands]
                continue
            try:
                table = self._operation(op)
            except UntranslatableError as error:
                raise OperationError(op, f"cannot be translated: {error}") from None
            operations.append(
                {
                    "type": table,
                    "debug_info": printer.operation_text(op),
                    "loc_info": printer.location_text(op.location),
                }
            )
        return {
            "name": function.sym_name.data,
            "inputs": inputs,
            "outputs": outputs,
            "operations": operations,
            "private": _is_private(function),
            "mesh_shape": {"y": 1, "x": 1},
        }

    def _placed(self, op: Operation, value: SSAValue) -> FbTable:
        try:
            return self.tensor(value)
        except UntranslatableError as error:
            raise OperationError(op, f"cannot be translated: {error}") from None

    def tensor(self, value: SSAValue) -> FbTable:
        """Return the `TensorRef` or `DeviceRef` of a value."""
        if value not in self._tables:
            if str(value.type) == _DEVICE:
                self._tables[value] = {"global_id": 0}
            else:
                desc = trace_id_description(value)
                if desc is None:
                    desc = Layout(value, self.schema.types).description(value)
                self._last_id += 1
                self._tables[value] = {"global_id": self._last_id, "desc": desc}
        return self._tables[value]

    def program_of(self, symbol: Any) -> int:
        """Return the index of the program for the function that a symbol names."""
        name = symbol.root_reference.data if isinstance(symbol, SymbolRefAttr) else str(symbol)
        if name not in self.numbers:
            raise UntranslatableError(f"there is no function @{name} with a body")
        return self.numbers[name]

    def _operation(self, op: Operation) -> tuple[str, FbTable]:
        row = _ROWS.get(op.name)
        if op.name == "ttnn.atan2":
            has_own = _NAMESPACE + _UNFUSED in self.schema.types
            row = Row(_UNFUSED if has_own else "EltwiseBinaryCompositeOp", "Atan2")
        if row is None:
            raise UntranslatableError(f"no table of {self._revision} is known for it")
        table = self.schema.types[_NAMESPACE + row.table]
        if not isinstance(table, Table):
            raise UntranslatableError(f"{row.table} is not a table")
        made = row.special(self, op, table) if row.special else {}
        if row.function:
            made["type"] = row.function
        given = self._given(op)
        used: set[str] = {"operandSegmentSizes", *row.reads}
        for name, field in table.fields.items():
            source = row.fields.get(name, name)
            if name in made:
                continue
            if source in given:
                used.add(source)
                value = given[source]
                held = self._held(value) if _is_values(value) else encoded(value, field.type)
                if held is not None:
                    made[name] = held
            else:
                self._derive(op, name, made)
        unknown = [each for each in op.properties if each not in used and _matters(op, each)]
        if unknown:
            raise UntranslatableError(f"{row.table} has no field for '{unknown[0]}'")
        return row.table, made

    def _given(self, op: Operation) -> dict[str, Any]:
        """Return the operands, results and properties of an operation by name."""
        given: dict[str, Any] = dict(op.properties)
        definition: Any = cast(Any, type(op)).get_irdl_definition()
        fields: list[tuple[str, Any]] = [*definition.operands, *definition.results]
        for name, field in fields:
            value: Any = getattr(op, name)
            if isinstance(field, OptionalDef):
                if value is not None:
                    given[name.rstrip("_")] = value
            else:
                given[name.rstrip("_")] = [*value] if isinstance(field, VariadicDef) else value
        return given

    def _held(self, value: SSAValue | list[SSAValue]) -> Any:
        if isinstance(value, SSAValue):
            return self.tensor(value)
        return [self.tensor(each) for each in value]

    def _derive(self, op: Operation, name: str, made: FbTable) -> None:
        """Add a field that describes the first result, or that refers to the results or to the
        device.
        """
        if name == "device":
            found = [each for each in op.operands if str(each.type) == _DEVICE]
            if found:
                made[name] = self.tensor(found[0])
        if not op.results or str(op.results[0].type) == _DEVICE:
            return
        if name == "outputs":
            made[name] = [self.tensor(each) for each in op.results]
        elif name == "out":
            made[name] = self.tensor(op.results[0])
        elif name in ("dtype", "output_dtype"):
            held = self._layout(op).data_type
            if op.name != _TO_LAYOUT or held != Layout(op.operands[0], self.schema.types).data_type:
                made[name] = held
        elif name == "layout":
            made[name] = self._layout(op).page
        elif name in ("memory_config", "memcfg"):
            config = self._layout(op).memory_config
            if config is not None:
                made[name] = config

    def _layout(self, op: Operation) -> Layout:
        return Layout(op.results[0], self.schema.types)


def _is_values(value: Any) -> TypeGuard[SSAValue | list[SSAValue]]:
    return isinstance(value, SSAValue | list)


def _matters(op: Operation, name: str) -> bool:
    """Whether a property differs from its default, so that it must be stored."""
    defaults: Mapping[str, Any] = getattr(op, "DEFAULTS", {})
    return op.properties[name] != defaults.get(name)


def _place(function: FuncOp) -> int:
    """Return the sort key of a function: public functions come first, then private ones, then those
    that are computed once.
    """
    kind: Any = function.attributes.get("tt.function_type")
    return 2 if kind is not None and kind.data == "const_eval" else int(_is_private(function))


def _has_body(function: FuncOp) -> bool:
    return bool(function.body.blocks) and len(function.body.blocks) == 1


def _is_private(function: FuncOp) -> bool:
    visibility = function.sym_visibility
    return visibility is not None and visibility.data == "private"


# ---- fields that do not follow from the names of operands and properties


def _get_device(writer: Writer, op: Any, table: Table) -> FbTable:
    mesh, offset = op.mesh_shape, op.mesh_offset
    height, width = (1, 1) if mesh is None else (mesh.y, mesh.x)
    start = (0, 0) if offset is None else (offset.y, offset.x)
    return {
        "mesh": {"y": height, "x": width},
        "offset": {"y": start[0], "x": start[1]},
        "chip_ids": [*range(height * width)],
        "out": writer.tensor(op.results[0]),
    }


def _number(attribute: Any) -> tuple[str, FbTable]:
    """Return a number as a member of the union `NumberType`."""
    value = attribute.value.data
    return ("I32" if isinstance(value, int) else "FP", {"value": value})


def _full(writer: Writer, op: Any, table: Table) -> FbTable:
    return {"fill_value": _number(op.fill_value)}


def _clamp_scalar(writer: Writer, op: Any, table: Table) -> FbTable:
    bounds = {name: _number(getattr(op, name)) for name in ("min", "max")}
    return {"params": ("ClampScalarOpParams", bounds)}


def _clamp_tensor(writer: Writer, op: Any, table: Table) -> FbTable:
    bounds = {name: writer.tensor(getattr(op, name)) for name in ("min", "max")}
    return {"params": ("ClampTensorOpParams", bounds)}


def _power(writer: Writer, op: Any, table: Table) -> FbTable:
    return {"rhs": _number(op.rhs)}


def _parameter(writer: Writer, op: Any, table: Table) -> FbTable:
    return {"params": ("EltwiseOpWithFloatParams", {"parameter": op.parameter.value.data})}


def _precision(writer: Writer, op: Any, table: Table) -> FbTable:
    bits = {n: op.properties[n].value.data for n in ("exponent_bits", "mantissa_bits")}
    return {"params": ("ReducePrecisionOpParams", bits)}


def _constant(writer: Writer, op: Any, table: Table) -> FbTable:
    stored, data = stored_elements(op, op.properties["value"].type.element_type)
    return {"input": data, "input_dtype": stored.name}


def _static(writer: Writer, op: Any, table: Table) -> FbTable:
    bounds = {n: [each.value.data for each in op.properties[n].data] for n in ("begins", "ends")}
    return {"params": ("SliceStaticOpParams", bounds)}


def _dynamic(writer: Writer, op: Any, table: Table) -> FbTable:
    bounds = {name: writer.tensor(getattr(op, name)) for name in ("begins", "ends")}
    return {"params": ("SliceDynamicOpParams", bounds)}


def _average(writer: Writer, op: Any, table: Table) -> FbTable:
    extra: FbTable = {"count_include_pad": bool(op.count_include_pad.value.data)}
    divisor = op.properties.get("divisor_override")
    if divisor is not None:
        extra["divisor_override"] = divisor.value.data
    return {"extra_params": ("AvgPool2dExtraParams", extra)}


def _maximum(writer: Writer, op: Any, table: Table) -> FbTable:
    return {"extra_params": ("MaxPool2dExtraParams", {})}


def _scale(writer: Writer, op: Any, table: Table) -> FbTable:
    factor = op.scale_factor
    if isinstance(factor, IntegerAttr):
        return {"scale_factor": ("UniformScale2D", {"scale": factor.value.data})}
    return {"scale_factor": ("NonUniformScale2D", {"scale": [*integers(factor)]})}


def _call(writer: Writer, op: Any, table: Table) -> FbTable:
    return {
        "program_id": writer.program_of(op.callee),
        "inputs": [writer.tensor(each) for each in op.operands],
        "outputs": [writer.tensor(each) for each in op.results],
    }


def _cached(writer: Writer, op: Any, table: Table) -> FbTable:
    number = writer.program_of(op.callee)
    function = writer.functions[number]
    return {
        "callee_name": function.sym_name.data,
        "program_idx": number,
        "program_hash": sha256(str(function).encode()).hexdigest(),
        "inputs": [writer.tensor(each) for each in op.operands],
        "outputs": [writer.tensor(each) for each in op.results],
    }


def _loop(writer: Writer, op: Any, table: Table) -> FbTable:
    made: FbTable = {"body_program_id": writer.program_of(op.body_program)}
    if op.condition_program is not None:
        made["condition_program_id"] = writer.program_of(op.condition_program)
    for name in ("initial", "limit", "step"):
        bound = op.properties.get(name)
        if bound is not None:
            made[name] = {"value": bound.value}
            if bound.input is not None:
                made[name]["input_index"] = bound.input.value.data
    return made


def _trace(writer: Writer, op: Any, table: Table) -> FbTable:
    return {f"{name}_program_id": writer.program_of(op.properties[key]) for name, key in _CALLEES}


_CALLEES: Final = tuple(
    (name, f"{name}_callee") for name in ("capture", "execute", "allocate_slots")
)


def _case(writer: Writer, op: Any, table: Table) -> FbTable:
    return {"branch_program_ids": [writer.program_of(each) for each in op.branch_programs.data]}


_IN = MappingProxyType({"in": "input"})
_UNARY = {
    **{
        name: name.title().replace("_", "")
        for name in (
            *("abs", "ceil", "cos", "floor", "gelu", "neg", "relu", "sqrt", "rsqrt", "sigmoid"),
            *("sin", "reciprocal", "sign", "tan", "tanh", "atan", "exp", "erf", "erfc", "log"),
            *("expm1", "bitwise_not", "logical_not", "relu6", "silu", "hardsigmoid", "mish"),
            *("acos", "asin", "asinh", "round"),
        )
    },
    "isfinite": "IsFinite",
}
_BINARY = {
    "add": "Add",
    "multiply": "Multiply",
    "logical_right_shift": "LogicalRightShift",
    "subtract": "Subtract",
    "eq": "Equal",
    "ne": "NotEqual",
    "ge": "GreaterEqual",
    "gt": "GreaterThan",
    "le": "LessEqual",
    "lt": "LessThan",
    "divide": "Divide",
    "logical_and": "LogicalAnd",
    "logical_or": "LogicalOr",
    "logical_xor": "LogicalXor",
}
_COMPOSITE = {
    "maximum": "Maximum",
    "minimum": "Minimum",
    "remainder": "Remainder",
    "pow_tensor": "Pow",
    "bitwise_and": "BitwiseAnd",
    "bitwise_or": "BitwiseOr",
    "bitwise_xor": "BitwiseXor",
    "logical_left_shift": "LogicalLeftShift",
    "bitwise_right_shift": "BitwiseRightShift",
}
_REDUCTIONS = {
    "sum": "Sum",
    "mean": "Mean",
    "max": "Max",
    "min": "Min",
    "reduce_bitwise_and": "ReduceBitwiseAnd",
    "reduce_bitwise_or": "ReduceBitwiseOr",
    "reduce_bitwise_xor": "ReduceBitwiseXor",
}


_OTHERS: Mapping[str, Row] = {
    "arange": Row("ArangeOp"),
    "argmax": _moved("ReductionArgMaxOp"),
    "avg_pool2d": Row(
        *("Pool2dOp", "AvgPool2d", _IN, _average),
        reads=("count_include_pad", "divisor_override"),
    ),
    "begin_trace_capture": Row("BeginTraceCaptureOp"),
    "bitcast_convert": _moved("BitcastConvertOp"),
    "capture_or_execute_trace": Row(
        "CaptureOrExecuteTraceOp", "", {}, _trace, reads=tuple(key for _, key in _CALLEES)
    ),
    "cbrt": Row("EltwiseUnaryCompositeOp", "Cbrt", _IN),
    "clamp_scalar": Row(
        *("EltwiseUnaryCompositeOp", "ClampScalar", _IN, _clamp_scalar), reads=("min", "max")
    ),
    "clamp_tensor": Row("EltwiseUnaryCompositeOp", "ClampTensor", _IN, _clamp_tensor),
    "concat": Row("ConcatOp"),
    "constant": Row("ConstantOp", "", {}, _constant, reads=("value",)),
    "conv1d": Row("Conv1dOp"),
    "conv2d": Row("Conv2dOp"),
    "conv3d": Row("Conv3dOp"),
    "conv_transpose2d": Row("ConvTranspose2dOp"),
    "copy": Row("CopyOp"),
    "cumprod": _moved("CumProdOp"),
    "cumsum": _moved("CumSumOp"),
    "cumulative": _moved("CumulativeOp"),
    "deallocate": _moved("DeallocateOp"),
    "embedding": Row("EmbeddingOp"),
    "embedding_bw": Row("EmbeddingBackwardOp", "", {"in_grad": "in_gradient"}),
    "empty": Row("EmptyOp"),
    "end_trace_capture": Row("EndTraceCaptureOp"),
    "execute_trace": Row("ExecuteTraceOp"),
    "fill_cache": Row("FillCacheOp"),
    "from_device": _moved("FromDeviceOp"),
    "full": Row("FullOp", "", {}, _full, reads=("fill_value",)),
    "gather": Row("GatherOp"),
    "get_device": Row("GetDeviceOp", "", {}, _get_device, reads=("mesh_shape", "mesh_offset")),
    "global_avg_pool2d": _moved("GlobalAvgPool2dOp"),
    "layer_norm": Row("LayerNormOp"),
    "leaky_relu": Row("EltwiseUnaryOp", "LeakyRelu", _IN, _parameter, reads=("parameter",)),
    "linear": Row("LinearOp"),
    "log1p": Row("EltwiseUnaryCompositeOp", "Log1p", _IN),
    "matmul": Row("MatmulOp"),
    "max_pool2d": Row("Pool2dOp", "MaxPool2d", _IN, _maximum),
    "max_pool2d_with_indices": _moved("MaxPool2dWithIndicesOp"),
    "ones": Row("NamedFullOp", "Ones"),
    "paged_fill_cache": Row("PagedFillCacheOp"),
    "paged_update_cache": Row("PagedUpdateCacheOp"),
    "pad": _moved("PadOp"),
    "permute": _moved("PermuteOp"),
    "pow_scalar": Row("EltwiseBinaryCompositeScalarOp", "PowScalar", {}, _power, ("rhs",)),
    "prepare_conv3d_weights": Row("PrepareConv3dWeightsOp"),
    "prod": _moved("ReductionProdOp"),
    "reduce_precision": Row(
        *("EltwiseUnaryOp", "ReducePrecision", _IN, _precision),
        reads=("exponent_bits", "mantissa_bits"),
    ),
    "repeat": _moved("RepeatOp"),
    "repeat_interleave": Row("RepeatInterleaveOp", "", _IN),
    "reshape": _moved("ReshapeOp"),
    "rms_norm": Row("RMSNormOp"),
    "rows_gather": Row("RowsGatherOp"),
    "rows_scatter": Row("RowsScatterOp"),
    "scatter": Row("ScatterOp"),
    "slice_dynamic": Row("SliceOp", "SliceDynamicOp", _IN, _dynamic),
    "slice_static": Row("SliceOp", "SliceStaticOp", _IN, _static, reads=("begins", "ends")),
    "softmax": _moved("SoftmaxOp", numeric_stable="numericStable"),
    "rng_bit_generator": Row("RngBitGeneratorOp", "", {"out": "output"}),
    "sort": _moved("SortOp"),
    "to_device": _moved("ToDeviceOp"),
    "to_layout": _moved("ToLayoutOp"),
    "to_memory_config": Row("ToMemoryConfigOp", "", {"in0": "input"}),
    "topk": Row("TopKOp"),
    "transpose": _moved("TransposeOp"),
    "typecast": _moved("TypecastOp"),
    "update_cache": Row("UpdateCacheOp"),
    "upsample": Row("UpsampleOp", "", _IN, _scale, reads=("scale_factor",)),
    "where": Row("EltwiseTernaryWhereOp"),
    "write_tensor": Row("WriteTensorOp"),
    "zeros": Row("NamedFullOp", "Zeros"),
}


def _rows() -> Iterator[tuple[str, Row]]:
    """Yield the rows of element-wise operations and reductions, each with the name of its
    operation.
    """
    for name, function in _UNARY.items():
        yield name, _unary(function)
    for name, function in _BINARY.items():
        yield name, _binary("EltwiseBinaryOp", function)
    for name, function in _COMPOSITE.items():
        yield name, _binary("EltwiseBinaryCompositeOp", function)
    for name, function in _REDUCTIONS.items():
        yield name, _reduction(function)


_ROWS: Mapping[str, Row] = MappingProxyType(
    {
        **{f"ttnn.{name}": row for name, row in (*_rows(), *_OTHERS.items())},
        CallOp.name: Row("FuncCallOp", "", {}, _call, reads=("callee",)),
        "ttcore.case": Row("CaseOp", "", {}, _case, reads=("branch_programs",)),
        "ttcore.load_cached": Row("LoadCachedOp", "", {}, _cached, reads=("callee",)),
        "ttcore.while_loop": Row(
            *("WhileOp", "", {}, _loop),
            reads=("body_program", "condition_program", "initial", "limit", "step"),
        ),
    }
)
"""Maps names of operations to their rows. Operations without a row cannot be written."""


def table_of(name: str) -> str | None:
    """Return the table of the operation `name` in binaries, or None if it cannot be written."""
    row = _ROWS.get(name)
    return None if row is None else row.table


def is_own_program(module: ModuleOp, revision: str) -> bool:
    """Whether a module of a later revision is already in the ttnn dialect of that revision, so that
    it can be written without lowering.
    """
    if not REGISTRY[revision].schemas:
        return False
    names = {op.name.partition(".")[0] for op in module.walk()}
    return "ttnn" in names and not names & {"ttir", "stablehlo", "tosa", "linalg"}


def _system(module: ModuleOp) -> FbTable:
    """Return the system descriptor of the board with the same chips as `ttcore.system_desc`.
    Without that attribute, it is a board with one Wormhole chip.
    """
    described: list[Any] = [
        op.attributes[_SYSTEM] for op in module.walk() if _SYSTEM in op.attributes
    ]
    arch, chips = "wormhole_b0", 1
    if described:
        arch = described[0].chipDescs[0].arch.value.keyword
        chips = len(described[0].chipDescIndices)
    for name in BOARDS:
        found = preset(name)
        if len(found.chipDescIndices) == chips and found.chipDescs[0].arch.value.keyword == arch:
            return system_2026_08(system_desc(found))
    raise OperationError(module, f"there is no board with {chips} chips of {arch}")


def translate(module: ModuleOp, revision: str) -> bytes:
    """Return the binary of a module of the ttnn dialect of a later revision.

    Raises OperationError for contents that the format cannot express.
    """
    writer = Writer(module, revision)
    programs = writer.programs()
    root: FbTable = {
        "version": {"major": 0, "minor": 0, "patch": 0},
        "schema_hash": schema_hash(SCHEMA_FILE, revision),
        "ttmlir_git_hash": "unknown",
        "system_desc": _system(module),
        "mlir": {"name": "ttnn", "source": print_operation(module, BINARY_OPTIONS)},
        "programs": programs,
    }
    try:
        return write(writer.schema, root)
    except MisfitError as misfit:
        raise OperationError(
            module, f"cannot be translated: {misfit.path}: {misfit.problem}"
        ) from None
