"""Rules of structured operations of `linalg`: results, block arguments and yielded values."""

from collections.abc import Callable, Sequence
from typing import Any

from xdsl.dialects.builtin import DYNAMIC_INDEX
from xdsl.ir import Operation, SSAValue
from xdsl.utils.exceptions import VerifyException

from ttmlir_py.dialects.upstream.checks.shapes import element_of, shape_of, type_text
from ttmlir_py.ir.diagnostics import OperationError
from ttmlir_py.ir.narrowing import is_dense_array, is_memref_type, is_tensor_type

_Outputs = Sequence[SSAValue]


def _outputs(op: Operation) -> _Outputs:
    """Return the operands that are written: `outs`, or the last half of the operands."""
    outputs = getattr(op, "outputs", None)
    if outputs is not None:
        return tuple(outputs)
    count = len(op.operands) // 2 if op.name == "linalg.reduce" else 1
    return op.operands[len(op.operands) - count :]


def _check_structured_op(op: Operation) -> None:
    """Check the rules of MLIR's LinalgOp and DestinationStyleOpInterface."""
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
        _check_payload(op, outputs)


def _check_payload(op: Operation, outputs: _Outputs) -> None:
    block = op.regions[0].blocks.first
    if block is None:
        return
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
    _check_structured_op(op)
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


CHECKS: dict[str, Callable[[Any], None]] = {
    "linalg.broadcast": _check_structured_op,
    "linalg.generic": _check_structured_op,
    "linalg.reduce": _check_structured_op,
    "linalg.transpose": _check_transpose,
}
"""The checks of operations after those of their declarations, by name."""
REPLACED: frozenset[str] = frozenset()
"""The operations that `CHECKS` verify completely, without xDSL's verifier."""
