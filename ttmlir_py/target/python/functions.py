"""A writer of Python functions: their lines, names and arguments."""

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
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

from ttmlir_py.common.identifiers import free_name, identifier
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
from ttmlir_py.ir.diagnostics import OperationError
from ttmlir_py.ir.module import ModuleOp
from ttmlir_py.ir.writing.attributes import attribute_text
from ttmlir_py.passes.ttnn.library import library_shape, result_shape
from ttmlir_py.target.python.calls import (
    CALLS,
    Expression,
    Row,
    Source,
    layout_of,
)
from ttmlir_py.target.python.values import LAYOUTS, data_type_text, float_text, memory_config_text

LINE_LENGTH = 100

RESERVED = {"functools", "ttnn", "get_device", "utils"}
"""Names that the fixed lines of scripts use."""


class Names:
    """An allocator of unused Python names."""

    def __init__(self, taken: set[str]) -> None:
        self._taken = set(taken)

    def new(self, wanted: str) -> str:
        """Return a valid and unused name similar to `wanted`.

        Invalid characters are replaced, and a number is added if the name is taken.
        """
        stem = identifier(wanted)
        name = free_name(f"_{stem}" if iskeyword(stem) else stem, self._taken)
        self._taken.add(name)
        return name


def named_functions(
    module: ModuleOp, renamed: Mapping[str, str] | None = None
) -> list[tuple[FuncOp, dict[str, str]]]:
    """Return all functions, each with the Python names of the functions that it can call.

    `renamed` maps symbols to Python names. Other functions are named like their symbols.
    """
    names = Names(RESERVED)
    scopes: dict[Block | None, dict[str, str]] = {}
    functions = [op for op in module.walk() if isinstance(op, FuncOp)]
    for function in functions:
        symbol = function.sym_name.data
        wanted = (renamed or {}).get(symbol, symbol)
        scopes.setdefault(function.parent, {})[symbol] = names.new(wanted)
    return [(each, scopes[each.parent]) for each in functions]


def has_main(functions: Iterable[tuple[FuncOp, object]]) -> bool:
    """Whether one of the functions is called `main` and has no arguments."""
    return any(each.sym_name.data == "main" and not each.body.block.args for each, _ in functions)


class Function:
    """A writer of one Python function."""

    def __init__(
        self,
        function: FuncOp,
        symbols: Mapping[str, str],
        *,
        locations: bool = False,
        rows: Mapping[type[Operation], Row] = CALLS,
    ) -> None:
        if len(function.body.blocks) != 1:
            raise OperationError(function, "cannot be translated: its body is not a single block")
        self._function = function
        self._symbols = symbols
        self._locations = locations
        self._rows = rows
        self._names = Names(RESERVED | set(symbols.values()))
        self._values: dict[SSAValue, str] = {}
        self._counts: dict[str, int] = {}

    def lines(self) -> Iterator[str]:
        """Yield the lines of the function."""
        yield from self._signature()
        for op in self._function.body.block.ops:
            if self._locations:
                yield f"    # {attribute_text(op.location)}"
            yield from self._operation(op)

    def _signature(self) -> Iterator[str]:
        block = self._function.body.block
        arguments = [self._define(each, _argument_name(each)) for each in block.args]
        yield f"def {self._symbols[self._function.sym_name.data]}({', '.join(arguments)}):"
        yield from self._summary()

    def _summary(self) -> Iterator[str]:
        """Yield a comment with the types of arguments and results."""
        types = self._function.function_type
        inputs, outputs = (
            ", ".join(map(_type_text, each)) for each in (types.inputs, types.outputs)
        )
        text = f"{inputs or '()'} -> {outputs or '()'}"
        escaped = text.replace("\\", r"\\").replace('"', r"\"")
        indent = " " * 4
        yield from wrap(
            f'"""{escaped}"""',
            LINE_LENGTH,
            initial_indent=indent,
            subsequent_indent=indent,
            break_long_words=False,
        )

    def _define(self, value: SSAValue, wanted: str) -> str:
        self._values[value] = self._names.new(wanted)
        return self._values[value]

    def _operation(self, op: Operation) -> Iterator[str]:
        match op:
            case ReturnOp():
                yield self._return(op)
            case CallOp():
                start = f"    {self._call_target(op)}{self._symbols[op.callee.root_reference.data]}"
                yield from statement(start, [self._values[each] for each in op.operands])
            case arith.ConstantOp():
                yield f"    {self._define(op.result, 'constant')} = {self._text(op, op.value)}"
            case ttnn.GetDeviceOp():
                yield from self._device(op)
            case GetTupleElementOp():
                source = f"{self._text(op, op.operand)}[{self._text(op, op.index)}]"
                yield f"    {self._define(op.result, f'arg{op.index.value.data}')} = {source}"
            case TupleOp():
                yield (
                    f"    {self._define(op.result, 'outputs')} = "
                    f"{self._text(op, list(op.operands))}"
                )
            case _:
                yield from self._call(op)

    def _return(self, op: ReturnOp) -> str:
        return f"    return {self._text(op, list(op.operands))[1:-1]}".rstrip()

    def _row(self, op: Operation) -> Row | None:
        """Return the row for the call of an operation, or None."""
        return self._rows.get(type(op))

    def _device(self, op: ttnn.GetDeviceOp) -> Iterator[str]:
        yield f"    {self._define(op.device, 'device')} = get_device()"

    def _result_name(self, function: str) -> str:
        """Return the preferred variable name for the result of a call of `function`."""
        return function

    def _call_target(self, op: CallOp) -> str:
        """Return the left-hand side of a call's assignment: `result = `, or a name for all
        results.
        """
        if len(op.results) == 1:
            return f"{self._define(op.results[0], 'result')} = "
        name = self._names.new("results")
        self._values |= {result: f"{name}[{i}]" for i, result in enumerate(op.results)}
        return f"{name} = " if op.results else ""

    def _call(self, op: Operation) -> Iterator[str]:
        chosen = self._row(op)
        if chosen is None:
            raise OperationError(op, "cannot be translated: the ttnn API has no such function")
        arguments: list[str] = []
        for source in chosen.arguments:
            value = _value(op, source)
            form = source[-1] if isinstance(source, str) else ""
            if form == "?" and value is None:
                continue
            spread = form == "*"
            arguments += (
                [self._text(op, each) for each in value] if spread else [self._text(op, value)]
            )
        named = ((name, _value(op, source)) for name, source in chosen.keywords.items())
        arguments += (
            f"{name}={self._text(op, value)}" for name, value in named if value is not None
        )
        name = self._result_name(chosen.function)
        target = f"{self._define(op.results[0], name)} = " if op.results else ""
        yield from statement(f"    {target}ttnn.{chosen.function}", arguments)
        yield from self._corrections(op, chosen)

    def _corrections(self, op: Operation, chosen: Row) -> Iterator[str]:
        """Yield lines that convert a result to the operation's shape and format, if TTNN returns
        another shape or format.
        """
        if not op.results:
            return
        name = self._values[op.results[0]]
        # Without an output argument, TTNN returns the gradient of an embedding with rank 4.
        is_flat = (
            isinstance(op, ttnn.EmbeddingBackwardOp) and "output_tensor" not in chosen.keywords
        )
        if is_flat or library_shape(op) != result_shape(op):
            yield f"    {name} = ttnn.reshape({name}, {self._text(op, result_shape(op))})"
        if chosen.like is not None:
            first: Any = _value(op, chosen.like)
            source = cast(SSAValue, first if isinstance(first, SSAValue) else first[0])
            formats = [layout_of(each).get_data_type() for each in (source, op.results[0])]
            if formats[0] != formats[1]:
                yield (
                    f"    {name} = ttnn.typecast({name}, "
                    f"{self._text(op, DataTypeAttr(formats[1]))})"
                )

    def _text(self, op: Operation, value: Any) -> str:
        """Return an argument in Python syntax."""
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


def _value(op: Operation, source: Source) -> Any:
    if isinstance(source, str):
        return getattr(op, source.rstrip("*?"))
    return source(op) if callable(source) else [getattr(op, each) for each in source]


def _argument_name(argument: SSAValue) -> str:
    if isinstance(argument.type, TupleType):
        return "inputs"
    return "device" if isinstance(argument.type, DeviceType) else f"arg{cast(Any, argument).index}"


def _type_text(type_: Attribute) -> str:
    """Return a type for comments, such as `32x32xbf16`."""
    if isinstance(type_, TupleType):
        return f"[{', '.join(map(_type_text, type_.types))}]"
    if isinstance(type_, DeviceType):
        return "device"
    if not isinstance(type_, TensorType | MemRefType):
        return str(type_)
    typed = cast(TensorType[Attribute] | MemRefType[Attribute], type_)
    return "x".join([*map(str, typed.get_shape()), str(typed.element_type)])


def statement(start: str, arguments: Sequence[str]) -> Iterator[str]:
    """Yield the lines of a call, broken after `(` or after each argument if it is too long."""
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
