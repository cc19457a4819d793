"""Translation to Python scripts in the style of 2026-08's EmitPy.

The scripts import `ttnn` and `utils`. Results have names such as `ttnn_add_0`, and calls do not
write into empty tensors. A compiled function takes and returns a list of tensors, and a function
`main` becomes `_main`. For a function X, `create_inputs_for_X` creates tensors of ones, and `main`
calls both functions.
"""

from collections.abc import Iterator
from typing import Any, cast

from typing_extensions import override
from xdsl.dialects.builtin import StringAttr, TensorType
from xdsl.ir import Operation, SSAValue

from ttmlir_py.dialects import ttnn
from ttmlir_py.dialects.func import CallOp, FuncOp, ReturnOp
from ttmlir_py.dialects.tt.attributes import DataTypeAttr
from ttmlir_py.dialects.ttnn.attributes import LayoutAttr, MemoryConfigAttr, ShapeAttr
from ttmlir_py.dialects.ttnn.enums import Layout
from ttmlir_py.ir.module import ModuleOp
from ttmlir_py.target.python.calls import CALLS, Row, config_of, layout_of, output_of
from ttmlir_py.target.python.emitpy_calls import EMITPY_CALLS, Applied
from ttmlir_py.target.python.functions import (
    RESERVED,
    Function,
    Names,
    has_main,
    named_functions,
    statement,
)
from ttmlir_py.target.python.values import data_type_text, memory_config_text

_HEADER = "import ttnn\nimport utils\n"
_FOOTER = '\n\nif __name__ == "__main__":\n    main()\n'
_DEVICE = "utils_DeviceGetter_get_device_0"
_LAYOUTS = {Layout.Tile: "ttnn.Layout.TILE", Layout.RowMajor: "ttnn.Layout.ROW_MAJOR"}


def translate(module: ModuleOp, *, emit_source_locations: bool = False) -> bytes:
    """Return the script of a module. Raise OperationError for operations without a TTNN
    function.
    """
    given = named_functions(module)
    if has_main(given):
        forward: list[FuncOp] = []
    else:
        called = {op.callee.root_reference.data for op in module.walk() if isinstance(op, CallOp)}
        forward = [each for each, _ in given if _is_forward(each, called)]
        given = named_functions(module, {"main": "_main"})
    text = _HEADER
    for function, symbols in given:
        kind = _Forward if function in forward else _Function
        writer = kind(function, symbols, locations=emit_source_locations)
        text += _definition(writer.lines())
    if not has_main(given):
        text += "".join(map(_definition, _program(forward, dict(given))))
    return (text + _FOOTER).encode()


def _definition(lines: Iterator[str]) -> str:
    return "\n\n" + "\n".join(lines) + "\n"


def _is_forward(function: FuncOp, called: set[str]) -> bool:
    """Whether a function is an entry point on tensors, not a helper of another function."""
    types = (*function.function_type.inputs, *function.function_type.outputs)
    is_private = function.sym_visibility == StringAttr("private")
    is_called = function.sym_name.data in called
    return not is_private and not is_called and all(isinstance(t, TensorType) for t in types)


def _program(
    functions: list[FuncOp], symbols: dict[FuncOp, dict[str, str]]
) -> Iterator[Iterator[str]]:
    """Yield the functions that create inputs, and `main`, each as an iterator of lines."""
    names = Names(RESERVED | {name for each in symbols.values() for name in each.values()})
    calls: list[tuple[str, str | None]] = []
    for function in functions:
        name = symbols[function][function.sym_name.data]
        if function.body.block.args:
            generator = names.new(f"create_inputs_for_{name}")
            calls.append((name, generator))
            yield _inputs(function, generator)
        else:
            calls.append((name, None))
    yield _main(calls)


def _inputs(function: FuncOp, name: str) -> Iterator[str]:
    """Yield the lines of a function that creates tensors of ones for a function's arguments."""
    yield f"def {name}():"
    arguments = function.body.block.args
    if any(config_of(each) is not None for each in arguments):
        yield f"    {_DEVICE} = utils.DeviceGetter.get_device({_mesh(function)})"
    results: list[str] = []
    for number, argument in enumerate(arguments):
        layout, config = layout_of(argument), config_of(argument)
        shape = list(cast(Any, argument.type).get_shape())
        given = [
            f"shape=ttnn.Shape({shape})",
            f"dtype={_data_type(function, layout.get_data_type())}",
            f"layout={_LAYOUTS[layout.get_layout()]}",
        ]
        if isinstance(config, MemoryConfigAttr):
            given += [
                f"device={_DEVICE}",
                f"memory_config={memory_config_text(config, by_name=False)}",
            ]
        results.append(f"ttnn_ones_{number}")
        yield from statement(f"    {results[-1]} = ttnn.ones", given)
    yield f"    return [{', '.join(results)}]"


def _mesh(function: FuncOp) -> tuple[int, int]:
    """Return the rows and columns of the device mesh that a function opens."""
    devices = (_mesh_of(op) for op in function.walk() if isinstance(op, ttnn.GetDeviceOp))
    return next(devices, (1, 1))


def _mesh_of(op: ttnn.GetDeviceOp) -> tuple[int, int]:
    return (1, 1) if op.mesh_shape is None else (op.mesh_shape.y, op.mesh_shape.x)


def _main(calls: list[tuple[str, str | None]]) -> Iterator[str]:
    yield "def main():"
    for name, generator in calls:
        if generator is not None:
            yield f"    {generator}_0 = {generator}()"
        yield f"    {name}_0 = {name}({'' if generator is None else f'{generator}_0'})"
    yield "    return 0"


def _data_type(op: Operation, data_type: Any) -> str:
    short = data_type_text(op, data_type)
    return f"ttnn.DataType.{short.removeprefix('ttnn.').upper()}"


class _Function(Function):
    """A writer of a function in the style of EmitPy."""

    @override
    def _row(self, op: Operation) -> Row | None:
        return EMITPY_CALLS.get(type(op))

    @override
    def _device(self, op: ttnn.GetDeviceOp) -> Iterator[str]:
        name = self._define(op.device, _DEVICE)
        yield f"    {name} = utils.DeviceGetter.get_device({_mesh_of(op)})"

    @override
    def _result_name(self, function: str) -> str:
        number = self._counts.get(function, 0)
        self._counts[function] = number + 1
        return f"ttnn_{function}_{number}"

    @override
    def _operation(self, op: Operation) -> Iterator[str]:
        if isinstance(op, ttnn.EmptyOp) and _writer(op) is not None:
            return
        yield from super()._operation(op)
        written = _written(op)
        if written is not None:
            self._values[written] = self._values[op.results[0]]

    @override
    def _text(self, op: Operation, value: Any) -> str:
        match value:
            case Applied():
                return f"{value.function}({self._text(op, value.value)})"
            case DataTypeAttr():
                return _data_type(op, value.value)
            case LayoutAttr() if value.value in _LAYOUTS:
                return _LAYOUTS[value.value]
            case MemoryConfigAttr():
                return memory_config_text(value, by_name=False)
            case ShapeAttr():
                return f"ttnn.Shape({list(value.shape)})"
            case _:
                return super()._text(op, value)


class _Forward(_Function):
    """A writer of an entry point, which takes and returns a list of tensors."""

    @override
    def _signature(self) -> Iterator[str]:
        arguments = self._function.body.block.args
        parameter = self._names.new("arg")
        name = self._symbols[self._function.sym_name.data]
        yield f"def {name}({parameter if arguments else ''}):"
        yield from self._summary()
        for index, argument in enumerate(arguments):
            yield f"    {self._define(argument, f'arg_{index}')} = {parameter}[{index}]"

    @override
    def _return(self, op: ReturnOp) -> str:
        return f"    return {self._text(op, list(op.operands))}"


def _writer(empty: ttnn.EmptyOp) -> Operation | None:
    """Return the only operation that uses an empty tensor, if it writes into the tensor and its
    call has no output argument; otherwise None.

    Deallocations do not count as uses.
    """
    users = [use.operation for use in empty.result.uses]
    writers = [each for each in users if not isinstance(each, ttnn.DeallocateOp)]
    if len(writers) != 1 or writers[0].parent is not empty.parent:
        return None
    is_output = _has_output(writers[0]) and output_of(writers[0]) is empty.result
    return writers[0] if is_output else None


def _has_output(op: Operation) -> bool:
    """Whether the operation writes into a destination tensor that its call in EmitPy's style leaves
    out.
    """
    before, now = CALLS.get(type(op)), EMITPY_CALLS.get(type(op))
    return before is not None and now is not before and output_of in before.keywords.values()


def _written(op: Operation) -> SSAValue | None:
    """Return the empty tensor that an operation writes into and that the script omits; otherwise
    None.
    """
    if not _has_output(op):
        return None
    value = output_of(op)
    empty = value.owner
    return value if isinstance(empty, ttnn.EmptyOp) and _writer(empty) is op else None
