"""Verification of operations that infer their result types, as by MLIR's `InferTypeOpInterface`."""

from collections.abc import Sequence

from xdsl.dialects.builtin import DYNAMIC_INDEX
from xdsl.ir import Attribute, Operation
from xdsl.utils.exceptions import VerifyException

from ttmlir_py.ir.definition.operations import OdsOperation, local_verifier
from ttmlir_py.ir.diagnostics import OperationError
from ttmlir_py.ir.narrowing import is_any_tensor_type, is_tensor_type
from ttmlir_py.ir.writing.attributes import quoted

_FAILURE = "failed to infer returned types"


class InfersTypes(OdsOperation):
    """Base class of operations whose result types must be compatible with inferred types."""

    @local_verifier
    def infer_types(self) -> Sequence[Attribute]:
        """Return the result types, as far as operands and attributes determine them.

        Raises VerifyException if operands and attributes do not fit together.
        """
        raise NotImplementedError(self.name)

    @local_verifier
    def verify_with_regions(self) -> None:
        """Check that the result types are compatible with the inferred types."""
        super().verify_with_regions()
        try:
            inferred = self.infer_types()
        except VerifyException as error:
            raise OperationError(self, _FAILURE, causes=[str(error)]) from error
        if not compatible_types(inferred, self.result_types):
            raise wrong_result_types(self, inferred)


def wrong_result_types(op: Operation, inferred: Sequence[Attribute]) -> OperationError:
    """Return the error for results that do not have the types in `inferred`."""
    cause = (
        f"'{op.name}' op inferred type(s) {_types(inferred)} are incompatible with"
        f" return type(s) of operation {_types(op.result_types)}"
    )
    return OperationError(op, _FAILURE, causes=[cause])


def compatible_types(inferred: Sequence[Attribute], given: Sequence[Attribute]) -> bool:
    """Whether the types in `inferred` and `given` differ only in unknown sizes or an unknown
    rank.
    """
    return len(inferred) == len(given) and all(
        _is_compatible(*pair) for pair in zip(inferred, given, strict=True)
    )


def _is_compatible(left: Attribute, right: Attribute) -> bool:
    if not (is_any_tensor_type(left) and is_any_tensor_type(right)):
        return left == right
    if left.element_type != right.element_type:
        return False
    shapes = shape_if_ranked(left), shape_if_ranked(right)
    return shapes[0] is None or shapes[1] is None or compatible_shapes(shapes[0], shapes[1])


def compatible_shapes(left: Sequence[int], right: Sequence[int]) -> bool:
    """Whether two shapes of the same rank are equal where both sizes are known."""
    return len(left) == len(right) and all(
        DYNAMIC_INDEX in (a, b) or a == b for a, b in zip(left, right, strict=True)
    )


def shape_if_ranked(type: Attribute) -> tuple[int, ...] | None:
    """Return the shape of a ranked tensor type, or None for any other type."""
    return type.get_shape() if is_tensor_type(type) else None


def _types(types: Sequence[Attribute]) -> str:
    return ", ".join(map(quoted, types))
