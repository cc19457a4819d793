"""A parser for the C++ subset of kernels in `.ttm` files, as `ttkernel-to-cpp` writes it.

`grammar.lark` defines the subset. The text is untrusted: anything else raises `KernelTextError`
with line and column, and sizes and depths are bounded.
"""

import re
from dataclasses import replace
from functools import lru_cache
from math import prod
from pathlib import Path
from typing import Any

import lark

from ttmlir_py.tensix import operations
from ttmlir_py.tensix.errors import KernelTextError
from ttmlir_py.tensix.steps import (
    BOOL,
    INT32,
    L1_POINTER,
    PORT,
    TYPES,
    UINT32,
    UINT64,
    Assign,
    Binary,
    Call,
    Cast,
    Conditional,
    Constant,
    Element,
    Expression,
    For,
    If,
    Kernel,
    Place,
    Return,
    Step,
    Table,
    Type,
    Variable,
)

_NUMBERS = re.compile(r"(?<==)(\s*)(\{[\d\s,{}-]*\})(?=\s*;)")
_MAX_EXPRESSION_DEPTH, _MAX_BLOCK_DEPTH = 40, 12
_COMPARISONS = ("==", "!=", "<", ">", "<=", ">=", "&&", "||")
_FORMAT_NUMBER = "static_cast<std::underlying_type_t<DataFormat>>"
"""A cast in template arguments that is removed, because the format's name is enough here."""


def read_kernel(text: str) -> Kernel:
    """Return the steps of a kernel. Texts that differ only in table values are parsed once."""
    literals = [match[2] for match in _NUMBERS.finditer(text)]
    skeleton = _NUMBERS.sub(lambda match: match[1] + "{" + "\n" * match[2].count("\n") + "}", text)
    body, shapes = _read_skeleton(skeleton)
    if len(literals) != len(shapes):
        raise KernelTextError("1:1: a table of numbers is not allowed here")
    tables = {
        name: _table(literal, shape, place)
        for (name, (shape, place)), literal in zip(shapes.items(), literals, strict=True)
    }
    return Kernel(body, tables)


Shapes = dict[str, tuple[tuple[int, ...], Place]]


@lru_cache(maxsize=512)
def _read_skeleton(text: str) -> tuple[tuple[Step, ...], Shapes]:
    try:
        tree: Node = _grammar().parse(text)  # pyright: ignore[reportUnknownMemberType]
    except lark.UnexpectedInput as error:
        raise KernelTextError(_syntax_error(text, error)) from None
    reader = _Reader()
    for table in tree.find_data("table"):
        reader.declare_table(table)
    blocks: list[Node] = [each for each in tree.children if not isinstance(each, lark.Token)]
    body = next(each for each in blocks if each.data == "block")
    return reader.block(body, 0), reader.tables


@lru_cache(maxsize=1)
def _grammar() -> lark.Lark:
    grammar = Path(__file__).with_name("grammar.lark").read_text(encoding="utf-8")
    return lark.Lark(
        grammar, start="kernel", parser="lalr", maybe_placeholders=True, propagate_positions=True
    )


def _syntax_error(text: str, error: lark.UnexpectedInput) -> str:
    line, column = getattr(error, "line", 1), getattr(error, "column", 1)
    if line is None or line < 1:  # the text ends too early
        line, column = text.count("\n") + 1, len(text) - text.rfind("\n")
        return f"{line}:{column}: the text ends within the kernel"
    rest = text.splitlines()[line - 1 : line] or [""]
    found = rest[0][column - 1 :].split()[:1] or ["the end of the line"]
    return f"{line}:{column}: unexpected '{found[0][:40]}'"


def _table(literal: str, shape: tuple[int, ...], place: Place) -> Table:
    values = tuple(map(int, re.findall(r"-?\d+", literal)))
    if len(values) != prod(shape):
        raise KernelTextError(f"{place}: a table of {prod(shape)} numbers has {len(values)} values")
    if any(not -(1 << 31) <= value < 1 << 31 for value in values):
        raise KernelTextError(f"{place}: a table's number has more than 32 bits")
    return Table(shape, values)


def _fail(place: Place, message: str) -> KernelTextError:
    return KernelTextError(f"{place}: {message}")


def _place(node: Any) -> Place:
    meta = node.meta if isinstance(node, lark.Tree) else node
    return Place(getattr(meta, "line", 1) or 1, getattr(meta, "column", 1) or 1)


Node = Any
"""A `lark.Tree` or a token, as the grammar defines it."""


class _Reader:
    """A builder of steps from a parsed kernel, which resolves names and makes C's conversions
    explicit.
    """

    def __init__(self) -> None:
        self.tables: Shapes = {}
        self._scopes: list[dict[str, Variable]] = [{}]
        self._frozen: set[str] = set()
        """Variables on which the bounds of an enclosing loop depend."""
        self._calls: list[Call] | None = None
        """Calls nested in the current statement, which are performed before it.

        None where nested calls are invalid.
        """
        self._temporaries = 0

    def declare_table(self, node: Node) -> None:
        """Declare a table of constants."""
        tokens = [child for child in node.children if isinstance(child, lark.Token)]
        name = next(str(token) for token in tokens if token.type == "NAME")
        shape = tuple(int(dimension.children[0]) for dimension in node.find_data("dimension"))
        if len(shape) > 2 or name in self.tables:
            raise _fail(
                _place(node),
                f"the table '{name}' is declared twice, or has more than two dimensions",
            )
        self.tables[name] = shape, _place(node)

    # ---- statements

    def block(self, node: Node, depth: int) -> tuple[Step, ...]:
        """Return the steps of the statements between braces."""
        if depth > _MAX_BLOCK_DEPTH:
            raise _fail(_place(node), "blocks are nested too deeply")
        self._scopes.append({})
        steps: list[Step] = []
        for child in node.children:
            self._calls = []
            made = getattr(self, f"_{child.data}")(child, depth)
            steps += [*(self._calls or ()), *made]
        self._scopes.pop()
        return tuple(steps)

    def _declare(self, node: Node, depth: int) -> list[Step]:
        type_token, name, value = node.children
        variable = self._new_variable(str(name), TYPES[str(type_token)], _place(node))
        if value is None:
            step = Assign(variable, Constant(0, variable.type), _place(node))
        else:
            step = self._assignment(variable, value, _place(node))
        self._scopes[-1][str(name)] = variable
        return [step]

    def _assign(self, node: Node, depth: int) -> list[Step]:
        name, value = node.children
        variable = self._variable(str(name), _place(node))
        if variable.name in self._frozen:
            raise _fail(_place(node), f"'{name}' is changed in a loop whose bounds it is part of")
        return [self._assignment(variable, value, _place(node))]

    def _assignment(self, variable: Variable, value: Node, place: Place) -> Step:
        read = self._expression(value)
        return Assign(variable, self._converted(read, variable.type, place), place)

    def _store(self, node: Node, depth: int) -> list[Step]:
        name, index, value = node.children
        pointer = self._variable(str(name), _place(node))
        if pointer.type is not L1_POINTER:
            raise _fail(_place(node), f"'{name}' is not a pointer")
        arguments = (
            pointer,
            self._number(index, INT32),
            self._number(value, UINT32),
        )
        return [Call("store_to_l1", (), arguments, _place(node))]

    def _call_step(self, node: Node, depth: int) -> list[Step]:
        (call,) = node.children
        return [self._called(call)]

    def _return_step(self, node: Node, depth: int) -> list[Step]:
        return [Return(_place(node))]

    def _for_step(self, node: Node, depth: int) -> list[Step]:
        _, type_token, name, begin, tested, end, stepped, step, body = node.children[:1] + [
            child for child in node.children[1:] if not _is_token(child, "LESS")
        ]
        place = _place(node)
        if not name == tested == stepped:
            raise _fail(place, "a loop must test and step the variable that it declares")
        type = TYPES[str(type_token)]
        calls, self._calls = self._calls, None
        first, last, stride = (
            self._converted(self._expression(each), type, place) for each in (begin, end, step)
        )
        self._calls = calls
        variable = self._new_variable(str(name), type, place)
        self._scopes.append({str(name): variable})
        frozen = self._frozen
        self._frozen = frozen | {variable.name} | _names(last) | _names(stride)
        steps = self.block(body, depth + 1)
        self._frozen = frozen
        self._scopes.pop()
        self._calls = []
        return [For(variable, first, last, stride, steps, place)]

    def _if_step(self, node: Node, depth: int) -> list[Step]:
        _, condition, then, otherwise = node.children
        calls, self._calls = self._calls, None
        tested = self._expression(condition)
        self._calls = calls
        chosen, other = self.block(then, depth + 1), ()
        if isinstance(otherwise, lark.Tree):
            if otherwise.data == "if_step" and depth >= _MAX_BLOCK_DEPTH:
                raise _fail(_place(otherwise), "blocks are nested too deeply")
            is_block = otherwise.data == "block"
            other = (
                self.block(otherwise, depth + 1)
                if is_block
                else tuple(self._if_step(otherwise, depth + 1))
            )
        self._calls = []
        return [If(tested, chosen, other, _place(node))]

    # ---- expressions

    def _expression(self, node: Node, depth: int = 0) -> Expression:
        if depth > _MAX_EXPRESSION_DEPTH:
            raise _fail(_place(node), "an expression is nested too deeply")
        return getattr(self, f"_read_{node.data}")(node, depth + 1)

    def _number(self, node: Node, type: Type) -> Expression:
        return self._converted(self._expression(node), type, _place(node))

    def _read_number(self, node: Node, depth: int) -> Expression:
        text = str(node.children[0])
        digits = text.rstrip("uUlL")
        if len(digits) > 20 or (len(digits) > 1 and digits[0] == "0"):
            raise _fail(_place(node), f"'{text[:40]}' is not a decimal number of at most 64 bits")
        value, suffix = int(digits), text[len(digits) :].lower()
        fits = [INT32, UINT32] if "u" in suffix else [INT32]
        type = next((each for each in fits if value <= _largest(each) and "l" not in suffix), None)
        type = UINT32 if type is INT32 and "u" in suffix else type
        type = type or (TYPES["int64_t"] if value < 1 << 63 and "u" not in suffix else UINT64)
        if value >= 1 << 64:
            raise _fail(_place(node), f"'{text}' has more than 64 bits")
        return Constant(value, type)

    def _read_name(self, node: Node, depth: int) -> Expression:
        name = str(node.children[0])
        if name in ("true", "false"):
            return Constant(int(name == "true"), BOOL)
        if name in operations.MACROS:
            return Constant(operations.MACROS[name], INT32)
        return self._variable(name, _place(node))

    def _read_port(self, node: Node, depth: int) -> Expression:
        name = str(node.children[0]).removeprefix("::tt::CB::")
        if name not in operations.PORTS:
            raise _fail(_place(node), f"'::tt::CB' has no '{name}'")
        return Constant(operations.PORTS[name], PORT)

    def _read_element(self, node: Node, depth: int) -> Expression:
        name, *indices = node.children
        place = _place(node)
        if str(name) not in self.tables:
            raise _fail(place, f"there is no table '{name}'")
        shape, _ = self.tables[str(name)]
        if len(shape) != len(indices):
            raise _fail(
                place, f"'{name}' has {len(shape)} dimensions, but {len(indices)} indices are given"
            )
        return Element(str(name), tuple(self._expression(each, depth) for each in indices), place)

    def _read_reinterpret(self, node: Node, depth: int) -> Expression:
        return Cast(self._expression(node.children[1], depth), L1_POINTER)

    def _read_cast(self, node: Node, depth: int) -> Expression:
        type, operand = node.children
        return Cast(self._expression(operand, depth), TYPES[str(type)])

    def _read_unary(self, node: Node, depth: int) -> Expression:
        sign, operand = node.children
        value, place = self._expression(operand, depth), _place(node)
        type = _promoted(value.type)
        if sign == "!":
            return Binary("==", Cast(value, type), Constant(0, type), BOOL, place)
        if sign == "~":
            return Binary(
                "^",
                Cast(value, type),
                Constant(-1 if type.signed else _largest(type), type),
                type,
                place,
            )
        return Binary(str(sign), Constant(0, type), Cast(value, type), type, place)

    def _read_binary(self, node: Node, depth: int) -> Expression:
        left, operator, right = node.children
        lhs, rhs = self._expression(left, depth), self._expression(right, depth)
        name, place = str(operator), _place(node)
        for each in (lhs, rhs):
            if each.type is L1_POINTER:
                raise _fail(place, "there is no arithmetic on pointers")
        if name in ("<<", ">>"):
            type = _promoted(lhs.type)
            return Binary(name, Cast(lhs, type), rhs, type, place)
        common = _common(lhs.type, rhs.type)
        lhs, rhs = Cast(lhs, common), Cast(rhs, common)
        return Binary(name, lhs, rhs, BOOL if name in _COMPARISONS else common, place)

    def _read_conditional(self, node: Node, depth: int) -> Expression:
        calls, self._calls = self._calls, None
        condition, chosen, other = (self._expression(each, depth) for each in node.children)
        self._calls = calls
        common = _common(chosen.type, other.type)
        return Conditional(condition, Cast(chosen, common), Cast(other, common), common)

    def _read_call(self, node: Node, depth: int) -> Expression:
        """Move a nested call before the statement, and return the variable for its result."""
        call, place = self._called(node), _place(node)
        type = operations.OPERATIONS[call.function].result
        if type is None:
            raise _fail(place, f"'{call.function}' has no result")
        if self._calls is None:
            raise _fail(place, "a call cannot be part of a condition or of a loop's bounds")
        self._temporaries += 1
        result = Variable(f"t{self._temporaries}", type)
        self._calls.append(replace(call, result=result))
        return result

    def _called(self, node: Node) -> Call:
        """Return a call whose result is not used."""
        name, template, *arguments = node.children
        place = _place(node)
        texts = tuple(re.findall(r"[\w:]+", str(template or "").replace(_FORMAT_NUMBER, "")))
        given = [each for each in arguments if each is not None]
        try:
            function, operation = operations.find(str(name), texts, len(given))
        except ValueError as error:
            raise _fail(place, str(error)) from None
        kinds = operation.arguments[: len(given)]
        values = tuple(map(self._argument, given, kinds))
        return Call(function, texts, values, place)

    def _argument(self, node: Node, kind: str) -> Expression:
        value = self._expression(node)
        kind = kind.rstrip("?")
        if (kind == "cb") != (value.type is PORT) or (kind == "ptr") != (value.type is L1_POINTER):
            wanted = {"cb": "a circular buffer", "ptr": "a pointer into L1"}.get(kind, "a number")
            raise _fail(_place(node), f"an argument of type {value.type.name}: expected {wanted}")
        if kind in ("cb", "ptr"):
            return value
        return Cast(value, UINT64 if kind == "addr" else INT32)

    # ---- variables and types

    def _new_variable(self, name: str, type: Type, place: Place) -> Variable:
        if name in self.tables or name in operations.MACROS or name in self._scopes[-1]:
            raise _fail(place, f"'{name}' is declared twice")
        self._temporaries += 1
        return Variable(f"v{self._temporaries}", type)

    def _variable(self, name: str, place: Place) -> Variable:
        for scope in reversed(self._scopes):
            if name in scope:
                return scope[name]
        raise _fail(place, f"'{name}' is not declared")

    def _converted(self, value: Expression, type: Type, place: Place) -> Expression:
        if L1_POINTER in (type, value.type) and type is not value.type:
            raise _fail(place, f"expected a value of type {type.name}, found {value.type.name}")
        if type is PORT and value.type is not PORT:
            raise _fail(place, f"expected a value of type {type.name}, found {value.type.name}")
        return value if value.type == type else Cast(value, type)


def _is_token(node: Node, type: str) -> bool:
    return isinstance(node, lark.Token) and node.type == type


def _largest(type: Type) -> int:
    return (1 << (type.bits - type.signed)) - 1


def _promoted(type: Type) -> Type:
    """Return the type after C's integer promotion. Ports count as numbers."""
    return INT32 if type.bits < 32 or type is PORT else type


def _common(lhs: Type, rhs: Type) -> Type:
    """Return the common type to which C converts both operands."""
    lhs, rhs = _promoted(lhs), _promoted(rhs)
    if lhs.bits != rhs.bits:
        return max(lhs, rhs, key=lambda type: type.bits)
    return lhs if not lhs.signed else rhs


def _names(value: Expression) -> set[str]:
    """Return the names of the variables in an expression."""
    match value:
        case Variable():
            return {value.name}
        case Cast():
            return _names(value.operand)
        case Binary():
            return _names(value.lhs) | _names(value.rhs)
        case Conditional():
            return _names(value.condition) | _names(value.chosen) | _names(value.other)
        case Element():
            return {name for index in value.indices for name in _names(index)}
        case Constant():
            return set()
