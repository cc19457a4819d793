"""The compiler of Python functions to TTKernel (`pykernel.pykernel_ast`).

    @ttkernel_compile
    def kernel(cb_in: CircularBuffer, cb_out: CircularBuffer):
        cb_wait_front(cb_in, 1)
        ...

A call of the decorated function with `CircularBuffer` objects prints and verifies the module, and
returns it. Errors name the line of the Python function.
"""

from __future__ import annotations

import ast
import functools
import inspect
import linecache
import textwrap
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, NoReturn, cast

from ttmlir_py.bindings.dialects import arith, func, memref, scf, tt, ttkernel
from ttmlir_py.bindings.ir.context import Context
from ttmlir_py.bindings.ir.insertion import InsertionPoint
from ttmlir_py.bindings.ir.locations import Location
from ttmlir_py.bindings.ir.operations import Module
from ttmlir_py.bindings.ir.shaped_types import MemRefType
from ttmlir_py.bindings.ir.types import IndexType, IntegerType
from ttmlir_py.bindings.pykernel.types import CircularBuffer

if TYPE_CHECKING:
    from ttmlir_py.bindings.pykernel.chip import Kernel

__all__ = ["CompiledKernel", "TTKernelCompiler", "ttkernel_compile"]

_arith: Any = arith
_func: Any = func
_memref: Any = memref
_scf: Any = scf
_tt: Any = tt
_ttkernel: Any = ttkernel
_BINARY: dict[type[ast.operator], str] = {
    ast.Add: "addi",
    ast.BitAnd: "andi",
    ast.BitOr: "ori",
    ast.BitXor: "xori",
    ast.FloorDiv: "floordivsi",
    ast.LShift: "shli",
    ast.Mult: "muli",
    ast.RShift: "shrsi",
    ast.Sub: "subi",
}
_COMPARISONS: dict[type[ast.cmpop], arith.CmpIPredicate] = {
    ast.Eq: arith.CmpIPredicate.eq,
    ast.NotEq: arith.CmpIPredicate.ne,
    ast.Gt: arith.CmpIPredicate.sgt,
    ast.GtE: arith.CmpIPredicate.sge,
    ast.Lt: arith.CmpIPredicate.slt,
    ast.LtE: arith.CmpIPredicate.sle,
}


class TTKernelCompiler(ast.NodeVisitor):
    """A translator of the syntax tree of one function to TTKernel operations."""

    def __init__(
        self,
        name: str,
        args: Sequence[CircularBuffer],
        file_name: str = "<kernel>",
        first_line: int = 1,
        *,
        types: Sequence[Any] | None = None,
        arguments: Sequence[int] | None = None,
    ):
        self.name = name
        self.cb_args = args
        self.ctx = Context()
        self.module = Module.create(Location.unknown(self.ctx))
        self.func_entry: Any = None
        self.symbol_tables: list[dict[str, Any]] = []
        self._file_name = file_name
        self._first_line = first_line
        self._types = types
        self._arguments = arguments

    def _fail(self, node: ast.AST, kind: type[Exception], message: str) -> NoReturn:
        line = self._first_line + getattr(node, "lineno", 1) - 1
        source = linecache.getline(self._file_name, line).strip()
        shown = f"\n    {source}" if source else ""
        raise kind(f"{self._file_name}:{line}: {message}{shown}")

    def _lookup(self, name: str) -> Any:
        """Return the value of a variable, or None."""
        return next((t[name] for t in reversed(self.symbol_tables) if name in t), None)

    def _index(self) -> Any:
        return _arith.constant(IndexType.get(self.ctx), 0)

    def _values(self, *nodes: ast.AST) -> list[Any]:
        """Return the values of expressions. Variables in memory are loaded, after all expressions
        are translated, which is the order of operations in upstream's kernels.
        """
        values = [self.visit(each) for each in nodes]
        for node, value in zip(nodes, values, strict=True):
            if value is None:
                self._fail(node, ValueError, f"'{ast.unparse(node)}' has no value")
        return [
            _memref.load(each, [self._index()])
            if isinstance(getattr(each, "type", None), MemRefType)
            else each
            for each in values
        ]

    def _value(self, node: ast.AST) -> Any:
        """Return the value of an expression. A variable in memory is loaded."""
        return self._values(node)[0]

    # Visitors of modules and functions.

    def visit_Module(self, node: ast.Module) -> None:
        """Translate the function in the text of a module."""
        with InsertionPoint(self.module.body), Location.unknown(self.ctx):
            for statement in node.body:
                self.visit(statement)

    def visit_FunctionDef(self, node: ast.FunctionDef) -> None:
        """Translate the function with its arguments, which are circular buffers."""
        if self.func_entry is not None:
            self._fail(node, ValueError, "Cannot declare function within a function")
        parameters = node.args.args
        if len(parameters) != len(self.cb_args):
            self._fail(
                node,
                TypeError,
                f"{node.name}() takes {len(parameters)} buffers, found {len(self.cb_args)}",
            )
        types: list[Any] = []
        for index, (parameter, buffer) in enumerate(zip(parameters, self.cb_args, strict=True)):
            made = self._buffer_type(parameter, buffer)
            types.append(made if self._types is None else self._types[index](self.ctx))
        self.func_entry = _func.FuncOp(name=node.name, type=(types, []))
        block = self.func_entry.add_entry_block()
        names = [each.arg for each in parameters]
        with InsertionPoint(block):
            self._block(node.body, dict(zip(names, block.arguments, strict=True)))
            if not node.body or not isinstance(node.body[-1], ast.Return):
                _func.ReturnOp([])

    def _buffer_type(self, parameter: ast.arg, buffer: CircularBuffer) -> Any:
        annotation = parameter.annotation
        if annotation is None:
            self._fail(parameter, ValueError, "Function arguments must have type annotations")
        kind = ast.unparse(annotation).rpartition(".")[2]
        if kind != "CircularBuffer":
            self._fail(parameter, TypeError, f"cannot pass {kind} to a pykernel")
        if not hasattr(buffer, "tilized_shape"):
            found = type(buffer).__name__
            self._fail(parameter, TypeError, f"expected a CircularBuffer, found {found}")
        if buffer.dtype not in tt.DataType.__members__:
            self._fail(parameter, ValueError, f"unknown data type '{buffer.dtype}'")
        tile = _tt.ir.TileType.get(self.ctx, 32, 32, tt.DataType[buffer.dtype])
        contents = MemRefType.get(buffer.tilized_shape, tile)
        try:
            return _ttkernel.ir.CBType.get(self.ctx, 0, buffer.cb_id, contents)
        except (TypeError, ValueError):
            self._fail(
                parameter,
                ValueError,
                f"number of circular buffer '{parameter.arg}': found {buffer.cb_id!r}, "
                "expected 0 to 31",
            )

    def _block(self, statements: Sequence[ast.stmt], names: dict[str, Any]) -> None:
        self.symbol_tables.append(names)
        for statement in statements:
            line = self._first_line + statement.lineno - 1
            with Location.file(self._file_name, line, statement.col_offset, self.ctx):
                self.visit(statement)
        self.symbol_tables.pop()

    def visit_Return(self, node: ast.Return) -> None:
        """Translate a return without a value."""
        if node.value is not None:
            self._fail(node, NotImplementedError, "a kernel cannot return a value")
        _func.ReturnOp([])

    def visit_Pass(self, node: ast.Pass) -> None:
        """Translate `pass`, which builds no operation."""

    # Visitors of control flow.

    def visit_If(self, node: ast.If) -> None:
        """Translate an `if` whose condition is a comparison."""
        if not isinstance(node.test, ast.Compare):
            self._fail(node.test, NotImplementedError, "Only Compare supported in if statements")
        op = _scf.IfOp(self._value(node.test), hasElse=bool(node.orelse))
        with InsertionPoint(op.then_block):
            self._block(node.body, {})
            _scf.YieldOp([])
        if node.orelse:
            with InsertionPoint(op.else_block):
                self._block(node.orelse, {})
                _scf.YieldOp([])

    def visit_For(self, node: ast.For) -> None:
        """Translate a `for` over a `range`."""
        call = node.iter
        name = ast.unparse(call.func) if isinstance(call, ast.Call) else ""
        if not isinstance(call, ast.Call) or name != "range":
            self._fail(node, NotImplementedError, "Only range() supported in for loops")
        if len(call.args) != 3:
            self._fail(
                node, NotImplementedError, "Must specify range(start, end, step) in for loops"
            )
        if not isinstance(node.target, ast.Name):
            self._fail(node, NotImplementedError, "the target of a for loop must be a name")
        op = _scf.ForOp(*self._values(*call.args))
        with InsertionPoint(op.body):
            self._block(node.body, {node.target.id: op.induction_variable})
            _scf.YieldOp([])

    # Visitors of variables.

    def visit_Name(self, node: ast.Name) -> Any:
        """Return the value of a variable, or the Python type `int`."""
        found = self._lookup(node.id)
        if found is None and node.id == "int":
            return IntegerType.get_signless(32, self.ctx)
        return found

    def visit_Assign(self, node: ast.Assign) -> None:
        """Translate an assignment: a store if the variable was declared with a type.

        Otherwise, the name refers to the new value from here on.
        """
        if len(node.targets) != 1 or not isinstance(node.targets[0], ast.Name):
            self._fail(node, NotImplementedError, "Only single assignments supported")
        name = node.targets[0].id
        value = self._value(node.value)
        variable = self._lookup(name)
        if isinstance(getattr(variable, "type", None), MemRefType):
            _memref.StoreOp(value, variable, [self._index()])
        else:
            self.symbol_tables[-1][name] = value

    def visit_AnnAssign(self, node: ast.AnnAssign) -> None:
        """Translate the declaration of a variable in memory."""
        if not isinstance(node.target, ast.Name) or node.value is None:
            self._fail(node, NotImplementedError, "a declaration needs a name and a value")
        value = self._value(node.value)
        variable = self._lookup(node.target.id)
        if variable is None:
            variable = _memref.alloca(MemRefType.get([1], value.type), [], [])
            self.symbol_tables[-1][node.target.id] = variable
        elif not isinstance(variable.type, MemRefType):
            self._fail(node, TypeError, f"'{node.target.id}' is not a variable in memory")
        _memref.StoreOp(value, variable, [self._index()])

    def visit_AugAssign(self, node: ast.AugAssign) -> None:
        """Translate an assignment that combines the old value with another one."""
        target = ast.copy_location(ast.Name(ast.unparse(node.target), ast.Load()), node)
        value = ast.copy_location(ast.BinOp(target, node.op, node.value), node)
        self.visit(ast.copy_location(ast.Assign([node.target], value), node))

    # Visitors of expressions.

    def visit_Expr(self, node: ast.Expr) -> Any:
        """Translate a call as a statement. A string, such as a docstring, is ignored."""
        if isinstance(node.value, ast.Constant) and isinstance(node.value.value, str):
            return None
        return self.visit(node.value)

    def visit_Call(self, node: ast.Call) -> Any:
        """Translate a call of an operation of TTKernel."""
        name = ast.unparse(node.func).removeprefix("ttkernel.")
        if name == "get_compile_time_arg_val" and self._arguments is not None:
            return self._argument(node)
        build = getattr(_ttkernel, name, None)
        if name not in _ttkernel.__all__ or not callable(build) or isinstance(build, type):
            self._fail(node, NotImplementedError, f"Function {name} not supported")
        try:
            return build(*[self._value(each) for each in node.args])
        except (TypeError, ValueError) as error:
            if str(error).startswith(f"{self._file_name}:"):
                raise
            self._fail(node, type(error), str(error))

    def _argument(self, node: ast.Call) -> Any:
        """Return a constant with the compile-time argument whose number is the last argument of the
        call.
        """
        assert self._arguments is not None
        last = node.args[-1] if node.args else None
        index = last.value if isinstance(last, ast.Constant) else None
        if not isinstance(index, int) or not 0 <= index < len(self._arguments):
            count = len(self._arguments)
            self._fail(node, ValueError, f"expected the number of one of {count} arguments")
        return _arith.constant(IntegerType.get_signless(32, self.ctx), self._arguments[index])

    def visit_BinOp(self, node: ast.BinOp) -> Any:
        """Translate an operator on integers."""
        name = _BINARY.get(type(node.op))
        if name is None:
            what = type(node.op).__name__
            self._fail(node, NotImplementedError, f"Binary operator {what} not implemented")
        return getattr(_arith, name)(*self._values(node.left, node.right))

    def visit_UnaryOp(self, node: ast.UnaryOp) -> Any:
        """Translate a minus sign or a bitwise complement."""
        operand = self._value(node.operand)
        if isinstance(node.op, ast.UAdd):
            return operand
        if isinstance(node.op, ast.USub):
            return _arith.subi(_arith.constant(operand.type, 0), operand)
        if isinstance(node.op, ast.Invert):
            return _arith.xori(operand, _arith.constant(operand.type, -1))
        what = type(node.op).__name__
        self._fail(node, NotImplementedError, f"Unary operator {what} not implemented")

    def visit_Compare(self, node: ast.Compare) -> Any:
        """Translate a comparison of two integers."""
        if len(node.ops) != 1:
            self._fail(node, NotImplementedError, "Only single operators supported")
        predicate = _COMPARISONS.get(type(node.ops[0]))
        if predicate is None:
            what = type(node.ops[0]).__name__
            self._fail(node, NotImplementedError, f"Compare operator {what} not implemented")
        return _arith.cmpi(predicate, *self._values(node.left, node.comparators[0]))

    def visit_Constant(self, node: ast.Constant) -> Any:
        """Translate an integer."""
        if not isinstance(node.value, int):
            what = type(node.value).__name__
            self._fail(node, NotImplementedError, f"constant type {what} not implemented")
        if not -(2**31) <= node.value < 2**32:
            self._fail(node, ValueError, f"{node.value} does not fit in 32 bits")
        return _arith.constant(IntegerType.get_signless(32, self.ctx), int(node.value))

    def generic_visit(self, node: ast.AST) -> Any:
        """Raise an error, because this syntax is not supported."""
        self._fail(node, NotImplementedError, f"visit {type(node).__name__} not supported")


class CompiledKernel:
    """A Python function that compiles to a kernel. Calls print the module and return it."""

    __name__: str

    def __init__(self, function: Callable[..., Any]):
        functools.update_wrapper(self, function)
        lines, self.first_line = inspect.getsourcelines(function)
        self._tree = ast.parse(textwrap.dedent("".join(lines)))
        self.file_name = inspect.getsourcefile(function) or "<kernel>"

    def __call__(self, *args: CircularBuffer) -> Module:
        """Print the module of the kernel for circular buffers, and return it."""
        compiler = TTKernelCompiler(self.__name__, args, self.file_name, self.first_line)
        compiler.visit(self._tree)
        print(compiler.module)
        compiler.module.operation.verify()
        return compiler.module

    def run(
        self,
        grid: Sequence[int],
        buffers: Sequence[Any],
        *,
        reader: CompiledKernel | None = None,
        writer: CompiledKernel | None = None,
        pages: int = 2,
    ) -> Any:
        """Run the kernel on a grid of cores of the simulated chip, and return the output.

        See `chip.run_on_chip`.
        """
        from ttmlir_py.bindings.pykernel.chip import run_on_chip

        for name, mover in (("reader", reader), ("writer", writer)):
            given = cast(object, mover)
            if given is not None and not isinstance(given, CompiledKernel):
                raise TypeError(f"{name} is {type(given).__name__}, expected a compiled kernel")
        return run_on_chip(
            self.for_chip(),
            grid,
            buffers,
            None if reader is None else reader.for_chip(),
            None if writer is None else writer.for_chip(),
            pages,
        )

    def for_chip(self) -> Kernel:
        """Return the kernel in the form that `run_on_chip` takes."""
        from ttmlir_py.bindings.pykernel.chip import Kernel

        return Kernel(self._function, self.file_name)

    def _function(self, types: Sequence[Any], arguments: Sequence[int]) -> Any:
        """Return the function of xDSL for circular buffers of these types."""
        buffers = [CircularBuffer(0)] * len(types)
        wrapped = [functools.partial(_ttkernel.ir.CBType.wrap, each) for each in types]
        compiler = TTKernelCompiler(
            self.__name__,
            buffers,
            self.file_name,
            self.first_line,
            types=wrapped,
            arguments=arguments,
        )
        compiler.visit(self._tree)
        compiler.module.operation.verify()
        return compiler.func_entry.operation.checked


def ttkernel_compile(f: Callable[..., Any]) -> CompiledKernel:
    """Return a kernel that compiles `f` for circular buffers, prints the module and returns it."""
    return CompiledKernel(f)
