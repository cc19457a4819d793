"""The C++ text in the debug information of a TTNN binary.

The text is that of `--convert-ttnn-to-emitc` and `--mlir-to-cpp`. The statements of two operations
of one kind (`op_kind`) differ only in the names of variables. So one operation of each kind is
converted, in a function of its own, and its statements are a template for the others.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import NamedTuple

from xdsl.dialects.builtin import SymbolRefAttr
from xdsl.ir import Block, Operation, Region

from ttmlir_py.dialects.emitc.functions import VerbatimOp
from ttmlir_py.dialects.func import FuncOp, ReturnOp
from ttmlir_py.dialects.tt.const_eval import is_const_eval
from ttmlir_py.ir.checking.verifier import verify_operation
from ttmlir_py.ir.diagnostics import DiagnosticEngine, OperationError
from ttmlir_py.ir.elements import HEX_LIMIT
from ttmlir_py.ir.memo import Kinds, OpKind, op_kind
from ttmlir_py.ir.module import ModuleOp
from ttmlir_py.passes.ttnn.convert_ttnn_to_emitc import convert
from ttmlir_py.passes.ttnn.convert_ttnn_to_emitc.calls import define_make_tensors
from ttmlir_py.rewriting.mutation import create
from ttmlir_py.target.cpp import emitter as cpp

_MARK = "\1"
"""The text in place of a function's operations, on a line of its own."""
_LINE = f"  {_MARK}\n"
_QUOTE = "\0"
"""The character around the numbers of variables in the text of a template."""
_END = "}\n"
"""The end of a function."""

_OPERATIONS_PER_KIND = 2
"""Templates are used in modules with more operations per kind than this."""

Body = list[tuple[Operation, OpKind]]
"""The operations of a function with their kinds."""


def cpp_text(module: ModuleOp, kinds: Kinds | None = None) -> str:
    """Return the C++ text of a module, in which large constants are elided.

    The text is empty if an operation cannot be expressed in C++, or constants are computed once.
    `kinds` maps operations in the module to their kinds, as far as known.
    """
    if any(is_const_eval(op) for op in module.ops):
        return ""
    bodies = _bodies(module, kinds or {})
    try:
        return _emitted(module.clone()) if bodies is None else _text_by_kind(bodies)
    except OperationError:
        return ""


def _bodies(module: ModuleOp, kinds: Kinds) -> list[tuple[FuncOp, Body]] | None:
    """Return the functions of a module with their operations.

    Return None if the text of an operation may depend on more than its kind and operands, or if
    templates would not save time.
    """
    bodies: list[tuple[FuncOp, Body]] = []
    for function in module.body.block.ops:
        if not isinstance(function, FuncOp) or len(function.body.blocks) != 1:
            return None
        ops = function.body.block.ops
        bodies.append((function, [(op, kinds.get(id(op)) or op_kind(op)) for op in ops]))
    first = _first_by_kind(bodies)
    count = sum(len(body) for _, body in bodies)
    is_worthwhile = count > _OPERATIONS_PER_KIND * len(first)
    return bodies if is_worthwhile and all(map(_is_plain, first.values())) else None


def _first_by_kind(bodies: Iterable[tuple[FuncOp, Body]]) -> dict[OpKind, Operation]:
    """Return the first operation of each kind."""
    first: dict[OpKind, Operation] = {}
    for _, body in bodies:
        for op, kind in body:
            first.setdefault(kind, op)
    return first


def _is_plain(op: Operation) -> bool:
    """Whether `op` is without regions, successors, symbols and further results."""
    attributes = (*op.properties.values(), *op.attributes.values())
    return not (
        op.regions
        or op.successors
        or len(op.results) > 1
        or any(isinstance(each, SymbolRefAttr) for each in attributes)
    )


def _emitted(module: ModuleOp, variable_name: Callable[[int], str] = cpp.variable_name) -> str:
    """Convert `module`, and return its C++. Raises OperationError if C++ cannot express it."""
    convert(module, elide_elements_if_larger=HEX_LIMIT)
    engine = DiagnosticEngine()
    with engine.collect():
        if not verify_operation(module, engine):
            raise OperationError(module, "cannot be expressed in C++")
        return cpp.translate(module, variable_name=variable_name)


# ---- templates


class _Template(NamedTuple):
    """The statements of the operations of a kind, with `%s` for each use of a variable."""

    statements: str
    uses: Sequence[int]
    """The number of the variable at each `%s`: operands first, then the declared variables."""
    declared: int
    """How many variables the statements declare."""
    result: int | None
    """The number of the variable for the operation's result."""


def _text_by_kind(bodies: Sequence[tuple[FuncOp, Body]]) -> str:
    first = _first_by_kind(bodies)
    samples = ModuleOp([_sample(number, op) for number, op in enumerate(first.values())])
    _, *texts = _emitted(samples, f"{_QUOTE}{{}}{_QUOTE}".format).split(_LINE)
    templates = dict(zip(first, map(_template, first.values(), texts), strict=True))
    shells = ModuleOp([_shell(function) for function, _ in bodies])
    convert(shells)
    if any(isinstance(op, VerbatimOp) for op in samples.body.block.ops):
        for shell in shells.body.block.ops:
            define_make_tensors(shell)
    start, *ends = cpp.translate(shells).split(_LINE)
    pieces = [start]
    for (function, body), end in zip(bodies, ends, strict=True):
        pieces += _statements(function, body, templates)
        pieces.append(end)
    return "".join(pieces)


def _sample(number: int, op: Operation) -> FuncOp:
    """Return a function whose body is a copy of `op`."""
    types = [operand.type for operand in op.operands]
    block = Block([VerbatimOp(_MARK)], arg_types=types)
    results = [result.type for result in op.results]
    copy = create(op.__class__, block.args, results, op.properties.copy(), op.location)
    copy.attributes = op.attributes.copy()
    block.add_op(copy)
    if isinstance(op, ReturnOp):
        results = types
    else:
        block.add_op(ReturnOp(*copy.results))
    return FuncOp(f"f{number}", (types, results), Region(block))


def _template(op: Operation, text: str) -> _Template:
    """Return the template of `op` from the text of its sample, which begins after the mark."""
    statements = text.partition(_END)[0]
    result = None
    if not isinstance(op, ReturnOp):
        statements, _, returned = statements.rpartition("  return")
        result = int(returned.split(_QUOTE)[1]) - 1 if op.results else None
    parts = statements.split(_QUOTE)
    uses = [int(number) - 1 for number in parts[1::2]]
    declared = max(uses, default=-1) + 1 - len(op.operands)
    escaped = (part.replace("%", "%%") for part in parts[::2])
    return _Template("%s".join(escaped), uses, max(declared, 0), result)


def _shell(function: FuncOp) -> FuncOp:
    """Return a function like `function`, with the mark as its body."""
    block = Block([VerbatimOp(_MARK)], arg_types=function.function_type.inputs.data)
    shell = FuncOp(function.sym_name.data, function.function_type, Region(block))
    shell.properties |= function.properties
    shell.attributes |= function.attributes
    return shell


def _statements(function: FuncOp, body: Body, templates: dict[OpKind, _Template]) -> Iterator[str]:
    """Yield the statements of each operation of `function`."""
    name = cpp.variable_name
    arguments = function.body.block.args
    names = {id(value): name(number) for number, value in enumerate(arguments, 1)}
    count = len(arguments)
    for op, kind in body:
        template = templates[kind]
        try:
            variables = [names[id(operand)] for operand in op.operands]
        except KeyError:
            raise OperationError(op, "uses a value before its definition") from None
        for _ in range(template.declared):
            count += 1
            variables.append(name(count))
        yield template.statements % tuple([variables[number] for number in template.uses])
        if template.result is not None:
            names[id(op.results[0])] = variables[template.result]
