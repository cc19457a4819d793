"""Detection of faults outside of the passes: in the serializer, or in a kernel of the simulator."""

from collections.abc import Sequence
from dataclasses import replace

from xdsl.ir import Attribute, Block, Operation, SSAValue

from ttmlir_py.compiler import create_context, import_binary
from ttmlir_py.dialects.func import FuncOp
from ttmlir_py.dialects.ttnn.attributes import TTNNLayoutAttr
from ttmlir_py.ir.diagnostics import CompilationError
from ttmlir_py.ir.module import ModuleOp
from ttmlir_py.ir.narrowing import is_tensor_type
from ttmlir_py.validation.checking import Comparison, Source, is_compared
from ttmlir_py.validation.execution import Lowered, Places, of_name
from ttmlir_py.validation.kernels import Replay
from ttmlir_py.validation.memory import read_operands
from ttmlir_py.validation.verdict import Kind, Row

SERIALIZER = "the serializer"
KERNEL = "the simulator's kernel of"


def attributed(
    rows: Sequence[Row], comparison: Comparison, target: Lowered, number: int, places: Places
) -> list[Row]:
    """Return `rows`. Rows for which no pass is to blame are marked with the cause.

    The serializer is to blame if deserializing the binary gives another operation at the same
    location. A kernel of the simulator is to blame if the TTNN operations at that location have the
    source's semantics, but their run gave another result.
    """
    if not any(row.kind.is_fault for row in rows):
        return list(rows)
    source = comparison.source
    written = _written_otherwise(source, target, number, places)
    block = _block(target.module, source.function.sym_name.data, number)
    replay = Replay(block, comparison)

    def blamed(row: Row) -> str:
        if not row.kind.is_fault:
            return ""
        computed = _computed_in(row, source)
        numbers = {*computed.values()}
        if numbers & written:
            return SERIALIZER
        wrong = next((op for op in computed if op.name == row.op), None)
        if row.kind is not Kind.WRONG or wrong is None or len(wrong.results) != 1:
            return ""
        again = [op for op in block.ops if _numbers(op, places) & numbers]
        kernel = replay.wrong_kernel(wrong, again)
        return kernel and f"{KERNEL} {kernel}"

    return [replace(row, behind=blamed(row)) for row in rows]


def _written_otherwise(source: Source, target: Lowered, number: int, places: Places) -> set[int]:
    """Return the indices of source operations for which the binary has other TTNN operations than
    the module.

    The result is empty if the numbers of operations differ.
    """
    context = create_context()
    try:
        with context.diagnostics.collect():
            read_back = import_binary(target.data, context=context)
    except CompilationError:
        return set()
    name = source.function.sym_name.data
    ours, theirs = (_said(each, name, number) for each in (target.module, read_back))
    if len(ours) != len(theirs):
        return set()
    pairs = zip(ours, theirs, strict=True)
    found = set[int]()
    for (op, said, read), (back, other, held) in pairs:
        properties = (back.properties.get(key) == value for key, value in op.properties.items())
        operands = (a is None or a == b for a, b in zip(read, held, strict=False))
        if said != other or not (all(properties) and all(operands)):
            found |= _numbers(op, places)
    return found


def _numbers(op: Operation, places: Places) -> set[int]:
    """Return the index of the source operation at the location of `op`.

    If `op` has no location, return the indices for its users.
    """
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


def _block(module: ModuleOp, name: str, number: int) -> Block:
    functions = [(op.sym_name.data, op) for op in module.walk() if isinstance(op, FuncOp)]
    return of_name(functions, name, number).body.block


Origin = tuple[int, int]
"""The origin of a value: operation and result index, or -1 and argument index."""


def _said(
    module: ModuleOp, name: str, number: int
) -> list[tuple[Operation, object, list[Origin | None]]]:
    """Return the operations of a function for comparison with other versions of it. Each has its
    name, its types, and the origins of its operands.

    The origin of a destination is None, because binaries do not store destinations.
    """
    block = _block(module, name, number)
    origins: dict[SSAValue, Origin | None] = {each: (-1, each.index) for each in block.args}
    found: list[tuple[Operation, object, list[Origin | None]]] = []
    for place, op in enumerate(block.ops):
        for each in op.results:
            origins[each] = None if op.name == "ttnn.empty" else (place, each.index)
        read = [origins[each] for each in op.operands]
        said = (op.name, [_stored_as(each.type) for each in op.results], len(read))
        found.append((op, said, read))
    return found


def _stored_as(type_: Attribute) -> object:
    """Return the parts of a type that affect numbers: the shape and the data format.

    Everything about the device is ignored.
    """
    if not is_tensor_type(type_):
        return type_.name
    layout = type_.encoding
    format_ = layout.get_data_type() if isinstance(layout, TTNNLayoutAttr) else type_.element_type
    return type_.get_shape(), format_


def _computed_in(row: Row, source: Source) -> dict[Operation, int]:
    """Return the index of the operation of `row`, and of the operations fused into it, by
    operation.
    """
    ops = source.operations
    numbers = {op: number for number, op in enumerate(ops)}
    found = {op for op in ops if op.name == row.op and op.location is row.location}
    if row.inlined:
        owners = (each.owner for op in tuple(found) for each in read_operands(op))
        found |= {each for each in owners if isinstance(each, Operation) and is_compared(each)}
    return {op: numbers[op] for op in ops if op in found}
