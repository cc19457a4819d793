"""A compiler from a kernel's steps to a Python generator, one per thread class.

The generator computes scalars itself. It yields each call of the kernel interface as a method of
the thread plus arguments. The scheduler performs the call and sends back the result. A thread
therefore pauses at each call until it is performed, and the line number of its frame identifies the
call. To repeat a thread up to some call, send the same results to a new generator.
"""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from types import GeneratorType
from typing import Any, TypeAlias

from ttmlir_py.tensix.errors import Fault
from ttmlir_py.tensix.operations import OPERATIONS, is_configuration, takes_template
from ttmlir_py.tensix.steps import (
    PORT,
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
    Place,
    Return,
    Step,
    Table,
    Type,
    Variable,
)
from ttmlir_py.tensix.store_loops import StoreLoop, is_store_loop
from ttmlir_py.tensix.tile_loops import MOST_ITERATIONS, TileLoop, is_tile_loop, nested

Request = tuple[Any, ...]
"""A method of the thread, followed by its arguments."""
KernelGenerator: TypeAlias = "GeneratorType[Request, Any, None]"


@dataclass(frozen=True, slots=True)
class Code:
    """A kernel compiled for the subclass of `Thread` that simulates it."""

    start: Callable[..., KernelGenerator]
    """Creates the generator. Its arguments are the tables."""
    calls: dict[int, tuple[str, Place]]
    """Maps lines of the generated text to the call that the line makes: its function name and
    source location.
    """
    ports: frozenset[tuple[str, int]]
    """Pairs of a circular buffer function and a constant port number with which it is called."""
    functions: frozenset[str]
    """Names of all functions that the kernel calls."""


def compile_kernel(body: tuple[Step, ...], tables: tuple[str, ...], thread_class: type) -> Code:
    """Compile a kernel for a thread class. `tables` are the names of its tables.

    Calls that the class does not implement are omitted. The generator takes the tables as
    arguments.
    """
    writer = _Writer(thread_class, tables)
    writer.steps(body, 1)
    text = "\n".join([writer.header(), *writer.lines, "    return", "    yield"])
    names: dict[str, Any] = {**_HELPERS, **writer.methods}
    exec(compile(text, f"<kernel for {thread_class.__name__}>", "exec"), names)
    return Code(names["kernel"], writer.calls, frozenset(writer.ports), frozenset(writer.functions))


class _Writer:
    """A writer of the generator's text.

    All names and operators are the writer's own, so that no kernel text is executed.
    """

    def __init__(self, thread_class: type, tables: tuple[str, ...]) -> None:
        self.lines: list[str] = []
        self.methods: dict[str, Any] = {"run_loop": getattr(thread_class, "run_loop", None)}
        self.calls: dict[int, tuple[str, Place]] = {}
        self.ports: set[tuple[str, int]] = set()
        self.functions: set[str] = set()
        self._class = thread_class
        self._tables = {name: f"table{index}" for index, name in enumerate(tables)}
        self._known_ports: dict[str, int] = {}
        self._assigned: dict[str, None] = {}
        """Variables assigned so far, in order."""

    def header(self) -> str:
        """Return the `def` line of the generator."""
        return f"def kernel({', '.join(self._tables.values())}):"

    def steps(self, steps: tuple[Step, ...], depth: int) -> None:
        """Write steps, indented by `depth` levels."""
        for step in steps:
            self._step(step, depth)

    def _body(self, steps: tuple[Step, ...], depth: int) -> bool:
        """Write an indented block. Return whether it contains code for this thread class."""
        before = len(self.lines)
        self.steps(steps, depth)
        written = len(self.lines) > before
        if not written:
            self._line(depth, "pass")
        return written

    def _line(self, depth: int, text: str, call: tuple[str, Place] | None = None) -> None:
        self.lines.append("    " * depth + text)
        if call is not None:
            self.calls[len(self.lines) + 1] = call  # line 1 is the header

    def _step(self, step: Step, depth: int) -> None:
        match step:
            case Call():
                self._call(step, depth)
            case Assign(variable, value, place):
                if variable.type is PORT and (port := self._port(value)) is not None:
                    self._known_ports[variable.name] = port
                self._assigned[variable.name] = None
                self._line(depth, f"{variable.name} = {self._text(value)}", ("=", place))
            case For():
                if hasattr(self._class, "run_tiles") and is_tile_loop(step):
                    self._nest(step, depth, TileLoop, "run_tiles")
                elif hasattr(self._class, "run_stores") and is_store_loop(step):
                    self._nest(step, depth, StoreLoop, "run_stores")
                else:
                    self._for(step, depth)
            case If(condition, then, otherwise, place):
                self._line(depth, f"if {self._text(condition)}:", ("if", place))
                self._body(then, depth + 1)
                self._line(depth, "else:")
                self._body(otherwise, depth + 1)
            case Return(place):
                self._line(depth, "return", ("return", place))

    def _for(self, loop: For, depth: int) -> None:
        before = len(self.lines)
        bounds = ", ".join(map(self._text, (loop.begin, loop.end, loop.step)))
        self._line(depth, f"yield (run_loop, {bounds})", ("for", loop.place))
        self._line(depth, f"for {loop.variable.name} in range({bounds}):", ("for", loop.place))
        self._assigned[loop.variable.name] = None
        if not self._body(loop.body, depth + 1):
            del self.lines[before:]
            self.calls = {k: v for k, v in self.calls.items() if k <= before + 1}

    def _nest(self, loop: For, depth: int, kind: type[TileLoop | StoreLoop], method: str) -> None:
        """Write a loop nest that `method` may perform in one step, followed by the loop as a
        fallback.
        """
        made, given, changed = _compile_nest(loop, kind, tuple(self._assigned), tuple(self._tables))
        name = f"loop{len(self.methods)}"
        self.methods |= {name: made, method: getattr(self._class, method)}
        values = "".join(f", {each}" for each in given)
        self._line(depth, f"done = yield ({method}, {name}{values})", ("for", loop.place))
        self._line(depth, "if done:")
        self._line(depth + 1, "".join(f"{each}, " for each in ("_", *changed)) + "= done")
        self._line(depth, "else:")
        self._line(depth + 1, "pass")
        self._for(loop, depth + 1)

    def _call(self, call: Call, depth: int) -> None:
        name = OPERATIONS[call.function].method if call.function in OPERATIONS else ""
        method = getattr(self._class, name or call.function, None)
        if method is None:
            return
        self.functions.add(call.function)
        if call.arguments and (port := self._port(call.arguments[0])) is not None:
            self.ports.add((call.function, port))
        self.methods[f"op_{call.function}"] = method
        template = f", {call.template!r}" if call.template and takes_template(call.function) else ""
        arguments = "".join(f", {self._text(each)}" for each in call.arguments)
        text = f"yield (op_{call.function}{template}{arguments})"
        if not template and not arguments:
            text = f"yield (op_{call.function},)"
        target = f"{call.result.name} = " if call.result is not None else ""
        if call.result is not None:
            self._assigned[call.result.name] = None
        self._line(depth, target + text, (call.function, call.place))

    def _port(self, value: Expression) -> int | None:
        if isinstance(value, Variable):
            return self._known_ports.get(value.name)
        return value.value if isinstance(value, Constant) and value.type is PORT else None

    def _text(self, value: Expression) -> str:
        """Return a Python expression for a value within the range of its type."""
        match value:
            case Constant(number):
                return str(number) if number >= 0 else f"({number})"
            case Variable(name):
                return name
            case Cast(operand, type):
                text = self._text(operand)
                return text if _holds(type, operand.type) else _wrapped(text, type)
            case Conditional(condition, chosen, other):
                texts = map(self._text, (chosen, condition, other))
                return "({} if {} else {})".format(*texts)
            case Element(table, indices):
                subscripts = ", ".join(map(self._text, indices))
                return f"element({self._tables[table]}, {subscripts})"
            case Binary():
                return self._binary(value)

    def _binary(self, value: Binary) -> str:
        lhs, rhs, operator = self._text(value.lhs), self._text(value.rhs), value.operator
        if operator in ("==", "!=", "<", ">", "<=", ">="):
            return f"({lhs} {operator} {rhs})"
        if operator in ("&&", "||"):
            return f"bool({lhs} {'and' if operator == '&&' else 'or'} {rhs})"
        if operator in ("/", "%"):
            return _wrapped(
                f"{'quotient' if operator == '/' else 'remainder'}({lhs}, {rhs})", value.type
            )
        if operator in ("<<", ">>"):
            rhs = f"({rhs} & {value.type.bits - 1})"
        text = f"({lhs} {operator} {rhs})"
        return text if operator in ("&", "|", "^", ">>") else _wrapped(text, value.type)


class _TraceWriter(_Writer):
    """A writer of a function that runs the scalar part of a loop nest and returns the list of its
    calls.
    """

    def __init__(self, tables: tuple[str, ...]) -> None:
        super().__init__(object, tables)
        self.traced: list[Call] = []

    def _for(self, loop: For, depth: int) -> None:
        bounds = ", ".join(map(self._text, (loop.begin, loop.end, loop.step)))
        self._line(depth, f"iterations = counted(iterations, {bounds})")
        self._line(depth, f"for {loop.variable.name} in range({bounds}):")
        self._body(loop.body, depth + 1)

    def _call(self, call: Call, depth: int) -> None:
        if not is_configuration(call.function):
            arguments = "".join(f"{self._text(each)}, " for each in call.arguments)
            self._line(depth, f"calls.append(({len(self.traced)}, ({arguments})))")
            self.traced.append(call)


@lru_cache(maxsize=256)
def _compile_nest(
    loop: For,
    kind: type[TileLoop | StoreLoop],
    outside: tuple[str, ...],
    tables: tuple[str, ...],
) -> tuple[TileLoop | StoreLoop, tuple[str, ...], tuple[str, ...]]:
    """Compile a loop nest. Return it with the outside variables that it reads, and the outside
    variables that it changes.
    """
    writer = _TraceWriter(tables)
    writer.steps((loop,), 1)
    used = set(re.findall(r"\w+", "\n".join(writer.lines)))
    given = tuple(each for each in outside if each in used)
    own = {step.variable.name for step in nested(loop.body) if isinstance(step, Assign)}
    changed = tuple(each for each in given if each in own)
    head = writer.header()[:-2].replace("kernel", "trace")
    head += "".join(f", {each}" for each in given) if tables else ", ".join(given)
    results = "".join(f"{each}, " for each in changed)
    text = [f"{head}):", "    calls, iterations = [], 0", *writer.lines]
    text.append(f"    return calls, iterations, ({results})")
    names: dict[str, Any] = {**_HELPERS, "counted": _counted}
    exec(compile("\n".join(text), "<trace>", "exec"), names)
    return kind(tuple(writer.traced), names["trace"]), given, changed


def _counted(iterations: int, begin: int, end: int, step: int) -> int:
    """Return the number of iterations so far, plus the iterations of one more loop. Raises Fault if
    the sum is too large.
    """
    if step <= 0:
        raise Fault("a loop that never ends")
    iterations += len(range(begin, end, step))
    if iterations > MOST_ITERATIONS:
        raise Fault("a loop with too many iterations")
    return iterations


def _holds(outer: Type, inner: Type) -> bool:
    """Return whether type `outer` can represent all values of `inner`."""
    if inner.signed and not outer.signed:
        return False
    return outer.bits - outer.signed >= inner.bits - inner.signed


def _wrapped(text: str, type: Type) -> str:
    """Return an expression that reduces the value of `text` to the range of `type`, modulo
    2^bits.
    """
    mask = (1 << type.bits) - 1
    if type.bits == 1:
        return f"({text} != 0)"
    if not type.signed:
        return f"({text} & {mask})"
    half = 1 << (type.bits - 1)
    return f"(({text} + {half} & {mask}) - {half})"


def _quotient(lhs: int, rhs: int) -> int:
    """Divide integers as C does, rounding towards zero. Raises Fault for division by zero."""
    if rhs == 0:
        raise Fault("division by zero")
    magnitude = abs(lhs) // abs(rhs)
    return magnitude if (lhs < 0) == (rhs < 0) else -magnitude


def _remainder(lhs: int, rhs: int) -> int:
    return lhs - rhs * _quotient(lhs, rhs)


def _element(table: Table, *indices: int) -> int:
    position = 0
    for index, size in zip(indices, table.shape, strict=True):
        if not 0 <= index < size:
            raise Fault(f"row or column {index} of a table that has {size}")
        position = position * size + index
    return table.values[position]


_HELPERS = {"quotient": _quotient, "remainder": _remainder, "element": _element}


def call_at(code: Code, line: int) -> tuple[str, Place]:
    """Return the function name and location of the call on a line of generated text."""
    return code.calls.get(line, ("", Place(1, 1)))


def fault_lines(error: BaseException, code: Code) -> Iterator[int]:
    """Yield the lines of a kernel's generator in the traceback of an exception."""
    trace = error.__traceback__
    while trace is not None:
        if trace.tb_frame.f_code is code.start.__code__:
            yield trace.tb_lineno
        trace = trace.tb_next
