"""Writes scripts: functions, their lines, names and arguments."""

import json
from collections.abc import Iterator, Mapping, Sequence
from keyword import iskeyword
from textwrap import wrap
from typing import Any, cast

from xdsl.dialects import arith
from xdsl.dialects.builtin import (
    ArrayAttr,
    DenseArrayBase,
    FloatAttr,
    IntegerAttr,
    IntegerType,
    MemRefType,
    StringAttr,
    TensorType,
    TupleType,
)
from xdsl.ir import Attribute, Block, Operation, SSAValue

from ttmlir_py.dialects import ttnn
from ttmlir_py.dialects.func import CallOp, FuncOp, ReturnOp
from ttmlir_py.dialects.tt.attributes import DataTypeAttr
from ttmlir_py.dialects.tt.device import DeviceType
from ttmlir_py.dialects.tt.ops import GetTupleElementOp, TupleOp
from ttmlir_py.dialects.ttnn.attributes import (
    LayoutAttr,
    MemoryConfigAttr,
    ShapeAttr,
)
from ttmlir_py.dialects.ttnn.enums import Layout
from ttmlir_py.identifiers import free_name, identifier
from ttmlir_py.ir.diagnostics import OperationError
from ttmlir_py.ir.module import ModuleOp
from ttmlir_py.ir.writing.attributes import attribute_text
from ttmlir_py.passes.ttnn.library import library_shape, result_shape
from ttmlir_py.revisions import PINNED
from ttmlir_py.target.python.calls import (
    CALLS,
    Expression,
    Row,
    Source,
    config_of,
    dtype_of,
    layout_of,
    output_of,
)
from ttmlir_py.target.python.values import LAYOUTS, data_type_text, float_text, memory_config_text

LINE_LENGTH = 100

_HEADER = '''\
"""A program on the ttnn API, written by ttmlir_py: it runs on TTNN, or else on the simulator."""

import functools

try:
    import ttnn
except ImportError:
    from ttmlir_py import ttnn


@functools.cache
def get_device():
    """The one device that the program uses."""
    return ttnn.open_device(device_id=0)
'''
_CURRENT_HEADER = "import ttnn\nimport utils\n"
_FOOTER = """

if __name__ == "__main__":
    raise SystemExit(main())
"""
_RESERVED = {"functools", "ttnn", "get_device", "utils"}
_CURRENT_LAYOUTS = {Layout.Tile: "ttnn.Layout.TILE", Layout.RowMajor: "ttnn.Layout.ROW_MAJOR"}


def translate(
    module: ModuleOp, *, emit_source_locations: bool = False, revision: str = PINNED
) -> bytes:
    """The script of a module; OperationError for operations that the API has no function for.

    With `emit_source_locations`, a comment before each operation's lines says where it comes from. In the style of `revision`
    2026-08 it imports `ttnn` and `utils` as EmitPy's do, results have names such as `ttnn_add_0`, and nothing is written into empty tensors.
    """
    names = _Names(_RESERVED)
    scopes: dict[Block, dict[str, str]] = {}
    text = _HEADER if revision == PINNED else _CURRENT_HEADER
    functions = [op for op in module.walk() if isinstance(op, FuncOp)]
    for function in functions:
        symbol = function.sym_name.data
        scopes.setdefault(_scope(function), {})[symbol] = names.new(symbol)
    for function in functions:
        kind = _Function if revision == PINNED else _CurrentFunction
        writer = kind(function, scopes[_scope(function)], locations=emit_source_locations)
        text += "\n\n" + "\n".join(writer.lines()) + "\n"
    runs = any(each.sym_name.data == "main" and not each.body.block.args for each in functions)
    return (text + (_FOOTER if runs else "")).encode()


def _scope(function: FuncOp) -> Block:
    assert function.parent is not None
    return function.parent


class _Names:
    """Python names that are free, after those that were given away."""

    def __init__(self, taken: set[str]) -> None:
        self._taken = set(taken)

    def new(self, wanted: str) -> str:
        """The wanted name, with what Python does not allow in names replaced and a number where it is taken."""
        stem = identifier(wanted)
        name = free_name(f"_{stem}" if iskeyword(stem) else stem, self._taken)
        self._taken.add(name)
        return name


class _Function:
    """Writes one function."""

    def __init__(
        self, function: FuncOp, symbols: Mapping[str, str], *, locations: bool = False
    ) -> None:
        if len(function.body.blocks) != 1:
            raise OperationError(function, "cannot be translated: its body is not a single block")
        self._function = function
        self._symbols = symbols
        self._locations = locations
        self._names = _Names(_RESERVED | set(symbols.values()))
        self._values: dict[SSAValue, str] = {}
        self._counts: dict[str, int] = {}

    def lines(self) -> Iterator[str]:
        """The lines of the function."""
        block = self._function.body.block
        arguments = [self._define(each, _argument_name(each)) for each in block.args]
        types = self._function.function_type
        yield f"def {self._symbols[self._function.sym_name.data]}({', '.join(arguments)}):"
        inputs, outputs = (
            ", ".join(map(_type_text, each)) for each in (types.inputs, types.outputs)
        )
        text = f"{inputs or '()'} -> {outputs or '()'}"
        escaped = text.replace("\\", r"\\").replace('"', r"\"")
        summary = f'"""{escaped}"""'
        indent = " " * 4
        yield from wrap(
            summary,
            LINE_LENGTH,
            initial_indent=indent,
            subsequent_indent=indent,
            break_long_words=False,
        )
        for op in block.ops:
            if self._locations:
                yield f"{indent}# {attribute_text(op.location)}"
            yield from self._operation(op)

    def _define(self, value: SSAValue, wanted: str) -> str:
        self._values[value] = self._names.new(wanted)
        return self._values[value]

    def _operation(self, op: Operation) -> Iterator[str]:
        match op:
            case ReturnOp():
                yield f"    return {self._text(op, list(op.operands))[1:-1]}".rstrip()
            case CallOp():
                start = f"    {self._call_target(op)}{self._symbols[op.callee.root_reference.data]}"
                yield from _statement(start, [self._values[each] for each in op.operands])
            case arith.ConstantOp():
                yield f"    {self._define(op.result, 'constant')} = {self._text(op, op.value)}"
            case ttnn.GetDeviceOp():
                yield f"    {self._define(op.device, 'device')} = {self._device(op)}"
            case GetTupleElementOp():
                source = f"{self._text(op, op.operand)}[{self._text(op, op.index)}]"
                yield f"    {self._define(op.result, f'arg{op.index.value.data}')} = {source}"
            case TupleOp():
                yield f"    {self._define(op.result, 'outputs')} = {self._text(op, list(op.operands))}"
            case _:
                yield from self._call(op)

    def _device(self, op: ttnn.GetDeviceOp) -> str:
        return "get_device()"

    def _result_name(self, function: str) -> str:
        """What the result of a function is called, if that is free."""
        return function

    def _keywords(self, op: Operation, chosen: Row) -> Iterator[tuple[str, Any]]:
        """The arguments by name that are given."""
        for name, source in chosen.keywords.items():
            value = _value(op, source)
            if value is not None:
                yield name, value

    def _call_target(self, op: CallOp) -> str:
        """The variable that holds the result of a call, or all of them."""
        if len(op.results) == 1:
            return f"{self._define(op.results[0], 'result')} = "
        name = self._names.new("results")
        self._values |= {result: f"{name}[{i}]" for i, result in enumerate(op.results)}
        return f"{name} = " if op.results else ""

    def _call(self, op: Operation) -> Iterator[str]:
        chosen = CALLS.get(type(op))
        if chosen is None:
            raise OperationError(op, "cannot be translated: the ttnn API has no such function")
        arguments: list[str] = []
        for source in chosen.arguments:
            value = _value(op, source)
            spread = isinstance(source, str) and source.endswith("*")
            arguments += (
                [self._text(op, each) for each in value] if spread else [self._text(op, value)]
            )
        arguments += (
            f"{name}={self._text(op, value)}" for name, value in self._keywords(op, chosen)
        )
        name = self._result_name(chosen.function)
        target = f"{self._define(op.results[0], name)} = " if op.results else ""
        yield from _statement(f"    {target}ttnn.{chosen.function}", arguments)
        yield from self._corrections(op, chosen)

    def _corrections(self, op: Operation, chosen: Row) -> Iterator[str]:
        """Bring a result to the shape and format that the operation declares, where TTNN's own differ."""
        if not op.results:
            return
        name = self._values[op.results[0]]
        if library_shape(op) != result_shape(op):
            yield f"    {name} = ttnn.reshape({name}, {self._text(op, result_shape(op))})"
        like = self._like(op, chosen)
        if like is not None:
            first: Any = getattr(op, like)
            source = cast(SSAValue, first if isinstance(first, SSAValue) else first[0])
            formats = [layout_of(each).get_data_type() for each in (source, op.results[0])]
            if formats[0] != formats[1]:
                yield f"    {name} = ttnn.typecast({name}, {self._text(op, DataTypeAttr(formats[1]))})"

    def _like(self, op: Operation, chosen: Row) -> str | None:
        """The operand whose format the result has."""
        return chosen.like

    def _text(self, op: Operation, value: Any) -> str:
        """An argument as Python writes it."""
        match value:
            case SSAValue():
                return self._values[value]
            case Expression():
                return value.text
            case DataTypeAttr():
                return data_type_text(op, value.value)
            case LayoutAttr() if value.value in LAYOUTS:
                return LAYOUTS[value.value]
            case MemoryConfigAttr():
                return memory_config_text(value)
            case ShapeAttr():
                return repr(list(value.shape))
            case IntegerAttr():
                number = cast("IntegerAttr[IntegerType]", value)
                data = number.value.data
                return repr(bool(data) if number.type == IntegerType(1) else data)
            case FloatAttr():
                return float_text(value.value.data)
            case StringAttr():
                return json.dumps(value.data)
            case DenseArrayBase():
                return repr(list(cast("DenseArrayBase[Any]", value).get_values()))
            case ArrayAttr():
                return self._text(op, list(cast("ArrayAttr[Attribute]", value).data))
            case Attribute():
                raise OperationError(op, f"cannot be translated: {value} has no form in Python")
            case list() | tuple():
                items = cast("Sequence[Any]", value)
                return f"[{', '.join(self._text(op, each) for each in items)}]"
            case _:
                return repr(value)


class _CurrentFunction(_Function):
    """Writes one function in the style of 2026-08's EmitPy."""

    def _device(self, op: ttnn.GetDeviceOp) -> str:
        mesh = op.mesh_shape
        shape = (1, 1) if mesh is None else (mesh.y, mesh.x)
        return f"utils.DeviceGetter.get_device({shape})"

    def _result_name(self, function: str) -> str:
        number = self._counts.get(function, 0)
        self._counts[function] = number + 1
        return f"ttnn_{function}_{number}"

    def _operation(self, op: Operation) -> Iterator[str]:
        if isinstance(op, ttnn.EmptyOp) and _writer(op) is not None:
            return
        yield from super()._operation(op)
        written = _written(op)
        if written is not None:
            self._values[written] = self._values[op.results[0]]

    def _keywords(self, op: Operation, chosen: Row) -> Iterator[tuple[str, Any]]:
        if _written(op) is None:
            yield from super()._keywords(op, chosen)
            return
        if chosen.function in ("matmul", "embedding_bw") or len(getattr(op, "inputs", ())) == 2:
            yield "dtype", dtype_of(op)
        for name, value in super()._keywords(op, chosen):
            if chosen.keywords[name] is output_of:
                yield "memory_config", config_of(op.results[0])
            elif name not in ("dtype", "memory_config"):
                yield name, value

    def _like(self, op: Operation, chosen: Row) -> str | None:
        one = _written(op) is not None and len(getattr(op, "inputs", ())) == 1
        return "inputs" if one else chosen.like

    def _text(self, op: Operation, value: Any) -> str:
        match value:
            case DataTypeAttr():
                short = data_type_text(op, value.value)
                return f"ttnn.DataType.{short.removeprefix('ttnn.').upper()}"
            case LayoutAttr() if value.value in _CURRENT_LAYOUTS:
                return _CURRENT_LAYOUTS[value.value]
            case MemoryConfigAttr():
                return memory_config_text(value, by_name=False)
            case _:
                return super()._text(op, value)


def _writer(empty: ttnn.EmptyOp) -> Operation | None:
    """The operation that writes into an empty tensor, if one does and nothing else but a deallocation uses it."""
    users = [use.operation for use in empty.result.uses]
    writers = [each for each in users if not isinstance(each, ttnn.DeallocateOp)]
    if len(writers) != 1 or writers[0].parent is not empty.parent:
        return None
    row = CALLS.get(type(writers[0]))
    is_output = row is not None and output_of in row.keywords.values()
    return writers[0] if is_output and output_of(writers[0]) is empty.result else None


def _written(op: Operation) -> SSAValue | None:
    """The empty tensor that an operation writes into, and that is left out."""
    row = CALLS.get(type(op))
    if row is None or output_of not in row.keywords.values():
        return None
    value = output_of(op)
    empty = value.owner
    return value if isinstance(empty, ttnn.EmptyOp) and _writer(empty) is op else None


def _value(op: Operation, source: Source) -> Any:
    if isinstance(source, str):
        return getattr(op, source.removesuffix("*"))
    return source(op) if callable(source) else [getattr(op, each) for each in source]


def _argument_name(argument: SSAValue) -> str:
    if isinstance(argument.type, TupleType):
        return "inputs"
    return "device" if isinstance(argument.type, DeviceType) else f"arg{cast(Any, argument).index}"


def _type_text(type_: Attribute) -> str:
    """A type for the reader: `32x32xbf16`."""
    if isinstance(type_, TupleType):
        return f"[{', '.join(map(_type_text, type_.types))}]"
    if isinstance(type_, DeviceType):
        return "device"
    if not isinstance(type_, TensorType | MemRefType):
        return str(type_)
    typed = cast(TensorType[Attribute] | MemRefType[Attribute], type_)
    return "x".join([*map(str, typed.get_shape()), str(typed.element_type)])


def _statement(start: str, arguments: Sequence[str]) -> Iterator[str]:
    """A call on one line, with its arguments on another, or with an argument a line: as long as lines allow."""
    line = f"{start}({', '.join(arguments)})"
    if len(line) <= LINE_LENGTH:
        yield line
        return
    yield f"{start}("
    indented = f"        {', '.join(arguments)}"
    if len(indented) <= LINE_LENGTH:
        yield indented
    else:
        yield from (f"        {each}," for each in arguments)
    yield "    )"
