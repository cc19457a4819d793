"""Verifier rules of `linalg`: results, block arguments and yielded values."""

from collections.abc import Callable, Sequence
from typing import Any

from xdsl.dialects.builtin import DYNAMIC_INDEX, UnrankedMemRefType, UnrankedTensorType
from xdsl.ir import Block, Operation, SSAValue
from xdsl.utils.exceptions import VerifyException

from ttmlir_py.dialects.upstream.checks.shapes import element_of, shape_of, type_text
from ttmlir_py.dialects.upstream.checks.slices import unprefixed_error
from ttmlir_py.dialects.upstream.operations.types import require_of
from ttmlir_py.ir.affine import affine_map_text
from ttmlir_py.ir.diagnostics import OperationError
from ttmlir_py.ir.narrowing import is_dense_array, is_memref_type, is_tensor_type

_Outputs = Sequence[SSAValue]


def _outputs(op: Operation) -> _Outputs:
    """Return the operands that are written: `outs`, or the last operand."""
    outputs = getattr(op, "outputs", None)
    if outputs is not None:
        return tuple(outputs)
    return op.operands[-1:]


def require_ranked(op: Operation) -> None:
    """Check that all operands are ranked."""
    unranked = UnrankedTensorType | UnrankedMemRefType
    if any(isinstance(value.type, unranked) for value in op.operands):
        raise VerifyException("expected operands of known rank")


def check_structured_op(op: Operation, with_arguments: bool = True) -> None:
    """Check the rules of MLIR's LinalgOp and DestinationStyleOpInterface.

    `with_arguments` says whether the body has an argument for each operand.
    """
    require_ranked(op)
    outputs = _outputs(op)
    tensors = [value for value in outputs if is_tensor_type(value.type)]
    if len(op.results) != len(tensors):
        raise VerifyException(
            f"expected the number of tensor results ({len(op.results)}) to be equal to the number "
            f"of output tensors ({len(tensors)})"
        )
    first = len(op.operands) - len(outputs)
    for value, result in zip(tensors, op.results, strict=True):
        if value.type != result.type:
            number = first + next(n for n, each in enumerate(outputs) if each is value)
            raise VerifyException(
                f"expected type of operand #{number} ({type_text([value.type])}) to match type of"
                f" corresponding result ({type_text([result.type])})"
            )
    operands = [value.type for value in op.operands]
    if any(map(is_tensor_type, operands)) and any(map(is_memref_type, operands)):
        raise VerifyException("expected to have pure tensor or buffer semantics")
    if op.regions:
        _check_payload(op, outputs, with_arguments)


def _check_arguments(op: Operation, block: Block) -> None:
    if len(block.args) != len(op.operands):
        raise VerifyException(
            "expected as many non-induction variable region arguments as the number of input/output"
            " operands"
        )
    for number, (argument, operand) in enumerate(zip(block.args, op.operands, strict=True)):
        if argument.type != element_of(operand.type):
            raise VerifyException(
                f"expected type of bb argument #{number} ({type_text([argument.type])}) to match"
                " element or self type of the corresponding operand"
                f" ({type_text([element_of(operand.type)])})"
            )


def _check_payload(op: Operation, outputs: _Outputs, with_arguments: bool) -> None:
    block = op.regions[0].blocks.first
    if block is None:
        return
    if with_arguments:
        _check_arguments(op, block)
    end = block.last_op
    if end is None or end.name != "linalg.yield":
        return
    if len(end.operands) != len(outputs):
        raise OperationError(
            end,
            f"expected number of yield values ({len(end.operands)}) to match the number of inits /"
            f" outs operands of the enclosing LinalgOp ({len(outputs)})",
        )
    for number, (value, output) in enumerate(zip(end.operands, outputs, strict=True), 1):
        if value.type != element_of(output.type):
            raise OperationError(
                end,
                f"type of yield operand {number} ({type_text([value.type])}) doesn't match the"
                f" element type of the enclosing linalg.generic op"
                f" ({type_text([element_of(output.type)])})",
            )


def _check_transpose(op: Operation) -> None:
    check_structured_op(op)
    order = op.properties.get("permutation")
    source, target = (shape_of(value.type) for value in op.operands)
    if not is_dense_array(order) or source is None or target is None:
        return
    numbers: Sequence[int] = order.get_values()
    if sorted(numbers) != list(range(len(source))):
        raise VerifyException("permutation is not valid")
    for place, (number, size) in enumerate(zip(numbers, target, strict=False)):
        if size != source[number] and DYNAMIC_INDEX not in (size, source[number]):
            raise VerifyException(
                f"dim(result, {place}) = {size} doesn't match dim(input, permutation[{place}]) ="
                f" {source[number]}"
            )


def check_named(op: Any) -> None:
    """Check an operation of the table of named operations."""
    from ttmlir_py.dialects.upstream.operations.linalg_named import (
        NAMED_OPS,
        indexing_maps,
        window_factors,
    )

    check_structured_op(op)
    row = NAMED_OPS[op.name.partition(".")[2]]
    require_of(
        len(op.operands) == row.inputs + 1 and len(op.outputs) == 1,
        f"expected {row.inputs} inputs and 1 output",
    )
    check_shapes(op, indexing_maps(row, op.operands, op.properties))
    _check_window(op, window_factors(row, op.properties))


def _check_window(op: Operation, factors: Sequence[tuple[int, int]]) -> None:
    """Check that the strides and dilations of a convolution are not 0, as a loop would then not
    index the input. MLIR does not name the operation.
    """
    if (0, 0) in factors:
        raise unprefixed_error(op, "unexpected input index map for convolutions")
    if any(0 in pair for pair in factors):
        raise unprefixed_error(op, "unexpected loop dimension for convolution op")


def check_shapes(op: Operation, maps: Sequence[Any]) -> None:
    """Check that the sizes of all operands fit the loops."""
    shapes = [shape_of(each.type) or () for each in op.operands]
    for number, (map_, shape) in enumerate(zip(maps, shapes, strict=True)):
        require_of(
            len(map_.results) == len(shape),
            f"expected operand rank ({len(shape)}) to match the result rank of indexing_map "
            f"#{number} ({len(map_.results)})",
        )
    sizes: dict[int, int] = {}
    for map_, shape in zip(maps, shapes, strict=True):
        for result, size in zip(map_.results, shape, strict=True):
            position = getattr(result, "position", None)
            if position is not None and position not in sizes:
                sizes[position] = size
    if any(sizes.get(dim, DYNAMIC_INDEX) == DYNAMIC_INDEX for dim in range(maps[0].num_dims)):
        return
    last = [sizes[dim] - 1 for dim in range(maps[0].num_dims)]
    for number, (map_, shape) in enumerate(zip(maps, shapes, strict=True)):
        for dim, (result, size) in enumerate(zip(map_.results, shape, strict=True)):
            end = result.eval(last, [])
            require_of(
                end >= 0,
                f"unexpected result less than 0 at expression #{dim} in {affine_map_text(map_)}",
            )
            if size == DYNAMIC_INDEX:
                continue
            inferred = end + 1
            words = f"inferred input/output operand #{number} has shape's dimension #{dim} to be"
            if getattr(result, "position", None) is not None:
                require_of(inferred == size, f"{words} {inferred}, but found {size}")
            else:
                require_of(
                    inferred <= size,
                    f"{words} greater than or equal to {inferred}, but found {size}",
                )


CHECKS: dict[str, Callable[[Any], None]] = {
    **dict.fromkeys(("linalg.add", "linalg.mul", "linalg.sub"), check_named),
    "linalg.broadcast": check_structured_op,
    "linalg.generic": check_structured_op,
    "linalg.transpose": _check_transpose,
}
"""Maps operation names to checks that run after those of the declaration."""
REPLACED: frozenset[str] = frozenset()
"""Names of the operations whose checks in `CHECKS` replace xDSL's verifier."""
