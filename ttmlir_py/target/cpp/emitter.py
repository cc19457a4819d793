"""`--mlir-to-cpp`: write a module of EmitC, func and cf as C++, identical to MLIR's emitter.

A value becomes a variable `v1`, `v2`, ...: first arguments, then results where they are computed.
With `declare_variables_at_top`, all variables are declared at the top of the function. Without it,
a function must have one block. Literals, global variables, members and elements have no variables:
their text is written at each use. The same applies to an expression with a single use.
"""

import re
from collections.abc import Callable, Generator, Iterable, Mapping, Sequence
from contextlib import contextmanager
from functools import partial
from typing import Any, cast

from xdsl.dialects.builtin import (
    ArrayAttr,
    IndexType,
    StringAttr,
    SymbolRefAttr,
    UnknownLoc,
)
from xdsl.ir import Attribute, Block, BlockArgument, Operation, OpResult, Region, SSAValue
from xdsl.traits import SymbolTable

from ttmlir_py.common.identifiers import cpp_names
from ttmlir_py.dialects.emitc.attributes import CmpPredicate, OpaqueAttr
from ttmlir_py.dialects.emitc.control_flow import ExpressionOp, ForOp, SwitchOp
from ttmlir_py.dialects.emitc.functions import FuncOp
from ttmlir_py.dialects.emitc.syntax import CExpression
from ttmlir_py.dialects.emitc.types import ArrayType, LValueType
from ttmlir_py.dialects.emitc.variables import GlobalOp
from ttmlir_py.ir.diagnostics import OperationError
from ttmlir_py.ir.narrowing import is_integer_attr
from ttmlir_py.ir.writing.attributes import AttributePrinter, quoted
from ttmlir_py.target.cpp.text import (
    EmissionError,
    IndentedText,
    constant_text,
    declaration_text,
    type_text,
    types_text,
)

_BINARY = {
    "emitc.add": ("+", 12),
    "emitc.bitwise_and": ("&", 7),
    "emitc.bitwise_left_shift": ("<<", 11),
    "emitc.bitwise_or": ("|", 5),
    "emitc.bitwise_right_shift": (">>", 11),
    "emitc.bitwise_xor": ("^", 6),
    "emitc.div": ("/", 13),
    "emitc.logical_and": ("&&", 4),
    "emitc.logical_or": ("||", 3),
    "emitc.mul": ("*", 13),
    "emitc.rem": ("%", 13),
    "emitc.sub": ("-", 12),
}
"""Maps operations to their binary operator and its precedence."""

_UNARY = {
    "emitc.bitwise_not": "~",
    "emitc.logical_not": "!",
    "emitc.unary_minus": "-",
    "emitc.unary_plus": "+",
}

_COMPARISONS = {
    CmpPredicate.eq: ("==", 8),
    CmpPredicate.ne: ("!=", 8),
    CmpPredicate.lt: ("<", 9),
    CmpPredicate.le: ("<=", 9),
    CmpPredicate.gt: (">", 9),
    CmpPredicate.ge: (">=", 9),
    CmpPredicate.three_way: ("<=>", 10),
}

_PRECEDENCES = {
    **{name: precedence for name, (_, precedence) in _BINARY.items()},
    **dict.fromkeys((*_UNARY, "emitc.apply", "emitc.cast"), 15),
    **dict.fromkeys(("emitc.call", "emitc.call_opaque"), 16),
    "emitc.conditional": 2,
}

_DEFERRED = frozenset(
    f"emitc.{name}" for name in ("get_global", "literal", "member", "member_of_ptr", "subscript")
)
"""Operations whose text is written where their result is used."""

_BLOCKS = frozenset(
    (
        "cf.cond_br",
        *(f"emitc.{name}" for name in ("declare_func", "for", "if", "switch", "verbatim")),
    )
)
"""Operations that are written without a semicolon at the top level of a function. In nested regions
they have one.
"""

_LOWEST = 0

_VARIABLE = re.compile("v[0-9]+").fullmatch
"""Matches the names of local variables."""

variable_name: Callable[[int], str] = "v{}".format
"""Returns the name of a variable, given its number. Numbers start at 1 in each function."""

Printer = Callable[[Operation], None]


def translate(
    module: Operation,
    *,
    declare_variables_at_top: bool = False,
    emit_source_locations: bool = False,
    variable_name: Callable[[int], str] = variable_name,
) -> str:
    """Return the C++ of a module. Raise OperationError for operations that cannot be emitted.

    Symbols that are not valid C++ names are renamed similarly. With `emit_source_locations`, a
    comment before each statement and function names its source location. `variable_name` returns
    the name of the variable with a number.
    """
    names = _symbol_names(module)
    emitter = CppEmitter(names, declare_variables_at_top, emit_source_locations, variable_name)
    emitter.emit_operation(module, semicolon=False)
    return emitter.out.text()


def _is_inlined(op: Operation | Block) -> bool:
    """Whether `op` is an `emitc.expression` whose text is written at its only use."""
    if not isinstance(op, ExpressionOp) or op.do_not_inline is not None or op.has_side_effects:
        return False
    if not op.result.has_one_use():
        return False
    (use,) = op.result.uses
    user = use.operation
    return user.name not in _DEFERRED and not isinstance(user, ExpressionOp | CExpression)


class CppEmitter:
    """A writer of operations as C++. `out` collects the text."""

    def __init__(
        self,
        symbols: Mapping[str, str],
        declare_variables_at_top: bool,
        source_locations: bool,
        variable_name: Callable[[int], str],
    ):
        self.out = IndentedText()
        self._symbols = symbols
        self._at_top = declare_variables_at_top
        self._source_locations = source_locations
        self._variable_name = variable_name
        self._names: dict[int, str] = {}
        self._labels: dict[int, str] = {}
        self._value_count = 0
        self._label_count = 0
        self._expression: ExpressionOp | None = None
        self._precedences: list[int] = []
        self._locations = AttributePrinter()
        self._printers = self._make_printers()

    def _make_printers(self) -> Mapping[str, Printer]:
        printers: dict[str, Any] = {
            "builtin.module": self._module,
            "cf.br": self._branch,
            "cf.cond_br": self._conditional_branch,
            "emitc.apply": self._apply,
            "emitc.assign": self._assign,
            "emitc.call": self._call,
            "emitc.call_opaque": self._call_opaque,
            "emitc.cast": self._cast,
            "emitc.cmp": self._compare,
            "emitc.conditional": self._conditional,
            "emitc.constant": self._constant,
            "emitc.declare_func": self._declare_func,
            "emitc.expression": self._expression_statement,
            "emitc.for": self._for,
            "emitc.func": self._emitc_func,
            "emitc.global": self._global,
            "emitc.if": self._if,
            "emitc.include": self._include,
            "emitc.load": self._load,
            "emitc.return": self._return,
            "emitc.switch": self._switch,
            "emitc.variable": self._constant,
            "emitc.verbatim": self._verbatim,
            "func.call": self._call,
            "func.func": self._func,
            "func.return": self._return,
        }
        printers |= {name: partial(self._binary, text) for name, (text, _) in _BINARY.items()}
        printers |= {name: partial(self._unary, text) for name, text in _UNARY.items()}
        printers |= dict.fromkeys(_DEFERRED, self._nothing)
        return printers

    def emit_operation(self, op: Operation, *, semicolon: bool) -> None:
        """Write an operation, followed by the end of the statement or line."""
        printer = self._printers.get(op.name)
        if printer is None:
            raise OperationError(op, "unable to find printer for op")
        is_silent = op.name in _DEFERRED or _is_inlined(op)
        if self._source_locations and not (is_silent or self._expression is not None):
            self._write_location(op)
        printer(op)
        if not (is_silent or self._expression is not None):
            self.out.write(";\n" if semicolon else "\n")

    def _write_location(self, op: Operation) -> None:
        if op.name != "builtin.module" and not isinstance(op.location, UnknownLoc):
            text = self._locations.location_text(op.location)
            self.out.write(f"// {text.removeprefix('loc(').removesuffix(')')}\n")

    def _symbol_name(self, symbol: str) -> str:
        """Return the C++ name of a symbol. The symbol need not be defined in the module: an
        attribute may be all that names it.
        """
        return self._symbols.get(symbol) or cpp_names([symbol])[symbol]

    def _constant_text(self, attribute: Attribute, op: Operation) -> str:
        return constant_text(attribute, op, self._symbol_name)

    @contextmanager
    def _scope(self) -> Generator[None]:
        """Enter a scope: restore the names and counters of variables and labels at the end of the
        block.
        """
        outer = self._names, self._labels, self._value_count, self._label_count
        self._names, self._labels = self._names.copy(), self._labels.copy()
        yield
        self._names, self._labels, self._value_count, self._label_count = outer

    def name(self, value: SSAValue) -> str:
        """Return the variable name of a value, or its text if it has no variable."""
        name = self._names.get(id(value))
        if name is None:
            owner = value.owner
            if isinstance(owner, Operation) and owner.name in _DEFERRED:
                name = self._deferred_text(owner)
            else:
                self._value_count += 1
                name = self._variable_name(self._value_count)
            self._names[id(value)] = name
        return name

    def _deferred_text(self, op: Operation) -> str:
        if op.name == "emitc.literal":
            return _string(op, "value")
        if op.name == "emitc.get_global":
            return self._symbol_name(_symbol(op, "name"))
        first, *rest = [self.name(operand) for operand in op.operands]
        if op.name == "emitc.subscript":
            return first + "".join(f"[{index}]" for index in rest)
        return first + ("." if op.name == "emitc.member" else "->") + _string(op, "member")

    def _label(self, block: Block) -> str:
        label = self._labels.get(id(block))
        if label is None:
            self._label_count += 1
            label = self._labels[id(block)] = f"label{self._label_count}"
        return label

    def _operand(self, value: SSAValue) -> None:
        """Write a value as an operand. An inlined expression is put in parentheses if necessary."""
        owner = value.owner
        if isinstance(owner, Operation):
            if self._expression is not None and owner.parent_op() is self._expression:
                precedence = _precedence(owner)
                enclosed = precedence <= (self._precedences[-1] if self._precedences else _LOWEST)
                self.out.write("(" if enclosed else "")
                with self._binding(precedence):
                    self.emit_operation(owner, semicolon=False)
                self.out.write(")" if enclosed else "")
                return
            if isinstance(owner, ExpressionOp) and _is_inlined(owner):
                self._expression_text(owner)
                return
        self.out.write(self.name(value))

    @contextmanager
    def _binding(self, precedence: int) -> Generator[None]:
        self._precedences.append(precedence)
        yield
        self._precedences.pop()

    def _expression_text(self, op: ExpressionOp) -> None:
        outer, self._expression = self._expression, op
        end = op.region.block.last_op
        assert end is not None
        self._operand(end.operands[0])
        self._expression = outer

    def _list(self, items: Iterable[Callable[[], None]]) -> None:
        """Write items, separated by commas. Each item is a function that writes one element of the
        list.
        """
        for index, item in enumerate(items):
            self.out.write(", " if index else "")
            with self._binding(_LOWEST):
                item()

    def _operands(self, values: Sequence[SSAValue]) -> None:
        self._list(partial(self._operand, value) for value in values)

    def _declare(self, result: OpResult, end: str = "") -> None:
        """Write the declaration of the variable for a result, followed by `end`."""
        if id(result) in self._names:
            message = "result variable for the operation already declared"
            raise OperationError(result.op, message, op_prefix=False)
        self.out.write(declaration_text(result.type, self.name(result), result.op) + end)

    def _assignment(self, result: SSAValue) -> None:
        owner = result.owner
        assert isinstance(owner, Operation)
        if id(result) not in self._names and owner.name not in _DEFERRED:
            message = "result variable for the operation has not been declared"
            raise OperationError(owner, message)
        self.out.write(f"{self.name(result)} = ")

    def _assign_prefix(self, op: Operation) -> None:
        """Write the text before an operation's value: the variables for its results, and `=`."""
        if self._expression is not None or not op.results:
            return
        if len(op.results) == 1:
            if self._at_top:
                self._assignment(op.results[0])
            else:
                self._declare(op.results[0], " = ")
            return
        if not self._at_top:
            for result in op.results:
                self._declare(result, ";\n")
        names = ", ".join(self.name(result) for result in op.results)
        self.out.write(f"std::tie({names}) = ")

    def _binary(self, operator: str, op: Operation) -> None:
        self._assign_prefix(op)
        self._operand(op.operands[0])
        self.out.write(f" {operator} ")
        self._operand(op.operands[1])

    def _unary(self, operator: str, op: Operation) -> None:
        self._assign_prefix(op)
        self.out.write(operator)
        self._operand(op.operands[0])

    def _compare(self, op: Any) -> None:
        self._binary(_COMPARISONS[op.operator][0], op)

    def _apply(self, op: Operation) -> None:
        self._unary(_string(op, "applicableOperator"), op)

    def _load(self, op: Operation) -> None:
        self._unary("", op)

    def _cast(self, op: Operation) -> None:
        self._unary(f"({type_text(op.results[0].type, op)}) ", op)

    def _conditional(self, op: Operation) -> None:
        self._assign_prefix(op)
        for text, operand in zip(("", " ? ", " : "), op.operands, strict=True):
            self.out.write(text)
            self._operand(operand)

    def _expression_statement(self, op: ExpressionOp) -> None:
        if not _is_inlined(op):
            self._assign_prefix(op)
            self._expression_text(op)

    def _constant(self, op: Operation) -> None:
        """Write the declaration of a variable, with an initializer unless the value is empty."""
        result, value = op.results[0], op.properties["value"]
        is_empty = isinstance(value, OpaqueAttr) and not value.value
        if is_empty:
            if not self._at_top:
                self._declare(result)
            return
        self._assign_prefix(op)
        self.out.write(self._constant_text(value, op))

    def _assign(self, op: Any) -> None:
        self._assignment(op.var)
        self._operand(op.value)

    def _global(self, op: GlobalOp) -> None:
        if op.extern_specifier is not None:
            self.out.write("extern ")
        elif op.static_specifier is not None:
            self.out.write("static ")
        if op.const_specifier is not None:
            self.out.write("const ")
        name = self._symbol_name(op.sym_name.data)
        self.out.write(declaration_text(op.type, name, op))
        if op.initial_value is not None:
            self.out.write(f" = {self._constant_text(op.initial_value, op)}")
        self.out.write(";")

    def _call(self, op: Operation) -> None:
        self._assign_prefix(op)
        self.out.write(self._symbol_name(_symbol(op, "callee")) + "(")
        self._operands(op.operands)
        self.out.write(")")

    def _call_opaque(self, op: Any) -> None:
        self._assign_prefix(op)
        self.out.write(op.callee.data)
        if op.template_args is not None:
            arguments = [self._constant_text(argument, op) for argument in op.template_args.data]
            self.out.write(f"<{', '.join(arguments)}>")
        self.out.write("(")
        if op.args is None:
            self._operands(op.operands)
        else:
            self._list(partial(self._argument, argument, op) for argument in op.args.data)
        self.out.write(")")

    def _argument(self, argument: Attribute, op: Operation) -> None:
        """Write an argument of an opaque call. An integer of index type stands for an operand."""
        if is_integer_attr(argument) and isinstance(argument.type, IndexType):
            self._operand(op.operands[argument.value.data])
        else:
            self.out.write(self._constant_text(argument, op))

    def _include(self, op: Operation) -> None:
        begin, end = "<>" if "is_standard_include" in op.properties else '""'
        self.out.write(f"#include {begin}{_string(op, 'include')}{end}")

    def _verbatim(self, op: Operation) -> None:
        self.out.write(_string(op, "value"))

    def _nothing(self, op: Operation) -> None:
        """Write nothing, because the operation's text is written elsewhere."""

    @contextmanager
    def _indented(self) -> Generator[None]:
        self.out.indent += 1
        yield
        self.out.indent -= 1

    def _body(self, region: Region) -> None:
        """Write the operations of a region's block without its terminator, indented."""
        with self._indented():
            end = region.block.last_op
            for op in region.block.ops:
                if op is not end:
                    self.emit_operation(op, semicolon=True)

    def _for(self, op: ForOp) -> None:
        induction = op.region.block.args[0]
        name = self.name(induction)
        self.out.write(f"for ({type_text(induction.type, op)} {name} = ")
        self._operand(op.lowerBound)
        enclosed = _is_inlined(op.upperBound.owner)
        self.out.write(f"; {name} < {'(' if enclosed else ''}")
        self._operand(op.upperBound)
        self.out.write(f"{')' if enclosed else ''}; {name} += ")
        self._operand(op.step)
        self.out.write(") {\n")
        self._body(op.region)
        self.out.write("}")

    def _if(self, op: Any) -> None:
        self.out.write("if (")
        self._operand(op.condition)
        self.out.write(") {\n")
        self._body(op.thenRegion)
        self.out.write("}")
        if op.elseRegion.blocks:
            self.out.write(" else {\n")
            self._body(op.elseRegion)
            self.out.write("}")

    def _switch(self, op: SwitchOp) -> None:
        self.out.write("switch (")
        self._operand(op.arg)
        self.out.write(") {")
        heads = [f"case {value}" for value in op.case_values]
        for head, region in zip(
            [*heads, "default"], [*op.caseRegions, op.defaultRegion], strict=True
        ):
            self.out.write(f"\n{head}: {{\n")
            self._body(region)
            with self._indented():
                self.out.write("break;\n")
            self.out.write("}")
        self.out.write("\n}")

    def _branch(self, op: Operation) -> None:
        self._goto(op.successors[0], op.operands, "")

    def _conditional_branch(self, op: Any) -> None:
        self.out.write("if (")
        self._operand(op.cond)
        self.out.write(") {\n")
        with self._indented():
            self._goto(op.then_block, op.then_arguments, ";\n")
        self.out.write("} else {\n")
        with self._indented():
            self._goto(op.else_block, op.else_arguments, ";\n")
        self.out.write("}")

    def _goto(self, block: Block, values: Sequence[SSAValue], end: str) -> None:
        for argument, value in zip(block.args, values, strict=True):
            self.out.write(f"{self.name(argument)} = ")
            self._operand(value)
            self.out.write(";\n")
        self.out.write(f"goto {self._label(block)}{end}")

    def _module(self, op: Any) -> None:
        for nested in op.body.block.ops:
            self.emit_operation(nested, semicolon=False)

    def _func(self, op: Any) -> None:
        self._check_blocks(op)
        if any(isinstance(type, LValueType) for type in op.function_type.inputs.data):
            raise OperationError(op, "cannot emit lvalue type as argument type")
        if any(isinstance(type, ArrayType) for type in op.function_type.outputs.data):
            raise OperationError(op, "cannot emit array type as result type")
        with self._scope():
            self._signature(op, op.args)
            self._function_body(op)

    def _emitc_func(self, op: FuncOp) -> None:
        self._check_blocks(op)
        with self._scope():
            entry = op.body.blocks.first
            self._signature(op, None if entry is None else entry.args)
            if entry is None:
                self.out.write(";")
            else:
                self._function_body(op)

    def _declare_func(self, op: Operation) -> None:
        name = _symbol(op, "sym_name")
        table = op.parent_op()
        while table is not None and not table.has_trait(SymbolTable):
            table = table.parent_op()
        assert table is not None
        for function in table.regions[0].block.ops:
            if isinstance(function, FuncOp) and function.sym_name.data == name:
                entry = function.body.blocks.first
                with self._scope():
                    self._signature(function, () if entry is None else entry.args)
                    self.out.write(";")

    def _signature(self, op: Any, arguments: Sequence[BlockArgument] | None) -> None:
        """Write a function's signature, such as `static int32_t f(float v1)`.

        If `arguments` is None, parameters have types only.
        """
        specifiers = op.properties.get("specifiers")
        if specifiers is not None:
            words = cast(ArrayAttr[StringAttr], specifiers).data
            self.out.write("".join(f"{word.data} " for word in words))
        results = types_text(op.function_type.outputs.data, op)
        if arguments is None:
            items = [type_text(type, op) for type in op.function_type.inputs.data]
        else:
            items = [declaration_text(each.type, self.name(each), op) for each in arguments]
        name = self._symbol_name(op.sym_name.data)
        self.out.write(f"{results} {name}({', '.join(items)})")

    def _check_blocks(self, op: Any) -> None:
        if not self._at_top and len(op.body.blocks) > 1:
            raise OperationError(op, "with multiple blocks needs variables declared at top")

    def _function_body(self, op: Any) -> None:
        self.out.write(" {\n")
        with self._indented():
            if self._at_top:
                self._declare_results(op.body)
            for block in op.body.blocks:
                self._label(block)
            for block in tuple(op.body.blocks)[1:]:
                self._declare_arguments(block, op)
            for block in op.body.blocks:
                if block.first_use is not None:
                    self.out.write_unindented(f"{self._label(block)}:\n")
                for nested in block.ops:
                    self.emit_operation(nested, semicolon=nested.name not in _BLOCKS)
        self.out.write("}\n")

    def _declare_results(self, region: Region) -> None:
        """Declare variables for all results in a region, those of outer operations first."""
        for block in region.blocks:
            for op in block.ops:
                if op.name not in _DEFERRED and not _is_inlined(op):
                    self._declare_results_of(op)
                if not isinstance(op, ExpressionOp):
                    for nested in op.regions:
                        self._declare_results(nested)

    def _declare_results_of(self, op: Operation) -> None:
        try:
            for result in op.results:
                self._declare(result, ";\n")
        except EmissionError as error:
            error.undeclared = op
            raise

    def _declare_arguments(self, block: Block, function: Operation) -> None:
        for argument in block.args:
            if isinstance(argument.type, ArrayType | LValueType):
                raise OperationError(
                    function,
                    f"cannot emit block argument #{argument.index} with type "
                    f"{quoted(argument.type)}",
                )
            self.out.write(f"{type_text(argument.type, function)} {self.name(argument)};\n")

    def _return(self, op: Operation) -> None:
        self.out.write("return")
        if len(op.operands) == 1:
            self.out.write(" ")
            self._operand(op.operands[0])
        elif op.operands:
            self.out.write(" std::make_tuple(")
            self._operands(op.operands)
            for name in sorted(op.attributes):
                value = self._constant_text(op.attributes[name], op)
                self.out.write(f", /* {name} */{value}")
            self.out.write(")")


def _symbol_names(module: Operation) -> dict[str, str]:
    """Map the symbols of functions and global variables in a module to C++ names.

    A symbol that looks like a local variable, such as `v1`, is renamed, because the variable would
    hide it.
    """
    defined: list[str] = []
    hidden: set[str] = set()
    for op in module.walk():
        if isinstance(name := op.properties.get("sym_name"), StringAttr):
            defined.append(name.data)
        used = op.properties.get("callee") or op.properties.get("name")
        if isinstance(used, SymbolRefAttr) and _VARIABLE(used.root_reference.data):
            hidden.add(used.root_reference.data)
    return cpp_names(defined, hidden)


def _precedence(op: Any) -> int:
    if op.name == "emitc.cmp":
        return _COMPARISONS[op.operator][1]
    return _PRECEDENCES[op.name]


def _string(op: Operation, name: str) -> str:
    return cast(StringAttr, op.properties[name]).data


def _symbol(op: Operation, name: str) -> str:
    return cast(SymbolRefAttr, op.properties[name]).root_reference.data
