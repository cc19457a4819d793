"""What is wrong behind the passes: operations that the serializer writes otherwise."""

from collections.abc import Sequence
from dataclasses import replace

from xdsl.dialects.builtin import TensorType
from xdsl.ir import Attribute, Operation, SSAValue

from ttmlir_py.compiler import create_context, import_binary
from ttmlir_py.dialects.func import FuncOp
from ttmlir_py.ir.diagnostics import CompilationError
from ttmlir_py.ir.module import ModuleOp
from ttmlir_py.validation.checking import Source, is_compared
from ttmlir_py.validation.execution import Lowered, Places, of_name
from ttmlir_py.validation.memory import read_operands
from ttmlir_py.validation.verdict import Kind, Row

SERIALIZER = "the serializer"


def attributed(
    rows: Sequence[Row], source: Source, target: Lowered, number: int, places: Places
) -> list[Row]:
    """The rows, of which those say so that the serializer is to blame for: the binary gives back another operation of their place."""
    if all(row.kind is Kind.PRECISION for row in rows):
        return list(rows)
    written = _written_otherwise(source, target, number, places)
    return [
        replace(row, behind=SERIALIZER)
        if row.kind is not Kind.PRECISION and _computed_in(row, source) & written
        else row
        for row in rows
    ]


def _written_otherwise(source: Source, target: Lowered, number: int, places: Places) -> set[int]:
    """The numbers of the source's operations of whose place the binary gives back another operation of TTNN; none if it has not as many."""
    context = create_context()
    try:
        with context.diagnostics.collect():
            back = import_binary(target.data, context=context)
    except CompilationError:
        return set()
    name = source.function.sym_name.data
    ours, theirs = (_said(each, name, number) for each in (target.module, back))
    if len(ours) != len(theirs):
        return set()
    pairs = zip(ours, theirs, strict=True)
    found = set[int]()
    for (op, said, read), (_, other, held) in pairs:
        if said != other or any(a != b for a, b in zip(read, held, strict=True) if a is not None):
            found |= _numbers(op, places)
    return found


def _numbers(op: Operation, places: Places) -> set[int]:
    """The number of the source's operation of this one's place; of one that passes made without a place, those of what reads it."""
    found, seen, left = set[int](), {op}, [op]
    while left:
        each = left.pop()
        number = places.number(each.location)
        if number is not None:
            found.add(number)
            continue
        users = {use.operation for result in each.results for use in result.uses} - seen
        seen |= users
        left += users
    return found


Origin = tuple[int, int]
"""Which result of which operation a value is, or which argument of the function, whose number is -1."""


def _said(
    module: ModuleOp, name: str, number: int
) -> list[tuple[Operation, object, list[Origin | None]]]:
    """The operations of a function, each with its name, properties and types, and what it reads: None where it writes, which binaries do not hold."""
    functions = [(op.sym_name.data, op) for op in module.walk() if isinstance(op, FuncOp)]
    block = of_name(functions, name, number).body.block
    origins: dict[SSAValue, Origin | None] = {each: (-1, each.index) for each in block.args}
    found: list[tuple[Operation, object, list[Origin | None]]] = []
    for place, op in enumerate(block.ops):
        for each in op.results:
            origins[each] = None if op.name == "ttnn.empty" else (place, each.index)
        read = [origins[each] for each in op.operands]
        said = (op.name, op.properties, [_stored_as(each.type) for each in op.results], len(read))
        found.append((op, said, read))
    return found


def _stored_as(type_: Attribute) -> object:
    """What a binary holds of a type: shape and layout, which has the data format; the type of elements follows from that."""
    return (type_.get_shape(), type_.encoding) if isinstance(type_, TensorType) else type_


def _computed_in(row: Row, source: Source) -> set[int]:
    """The numbers of a row's operation, and of those that are computed in it."""
    ops = source.operations
    numbers = {op: number for number, op in enumerate(ops)}
    found = {op for op in ops if op.name == row.op and op.location is row.location}
    if row.inlined:
        owners = (each.owner for op in tuple(found) for each in read_operands(op))
        found |= {each for each in owners if isinstance(each, Operation) and is_compared(each)}
    return {numbers[op] for op in found}
