"""Operations that infer the types of their results: MLIR's `InferTypeOpInterface`, as far as the verifier asks it."""

from collections.abc import Sequence

from xdsl.dialects.builtin import DYNAMIC_INDEX
from xdsl.ir import Attribute
from xdsl.utils.exceptions import VerifyException

from ttmlir_py.ir.definition.operations import OdsOperation
from ttmlir_py.ir.diagnostics import OperationError
from ttmlir_py.ir.narrowing import is_any_tensor_type, is_tensor_type
from ttmlir_py.ir.writing.attributes import quoted

_FAILURE = "failed to infer returned types"


class InfersTypes(OdsOperation):
    """An operation whose result types must be compatible with those that it infers."""

    def infer_types(self) -> Sequence[Attribute]:
        """The types of the results, as far as operands and attributes say them; VerifyException if these do not fit."""
        raise NotImplementedError(self.name)

    def verify_with_regions(self) -> None:
        """The types of the results are compatible with what is inferred."""
        super().verify_with_regions()
        try:
            inferred = self.infer_types()
        except VerifyException as error:
            raise OperationError(self, _FAILURE, causes=[str(error)]) from error
        if not compatible_types(inferred, self.result_types):
            cause = (
                f"'{self.name}' op inferred type(s) {_types(inferred)} are incompatible with"
                f" return type(s) of operation {_types(self.result_types)}"
            )
            raise OperationError(self, _FAILURE, causes=[cause])


def compatible_types(inferred: Sequence[Attribute], given: Sequence[Attribute]) -> bool:
    """Whether types differ only where a size, or the rank, is not known."""
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
    """Whether shapes differ only where a size is not known."""
    return len(left) == len(right) and all(
        DYNAMIC_INDEX in (a, b) or a == b for a, b in zip(left, right, strict=True)
    )


def shape_if_ranked(type: Attribute) -> tuple[int, ...] | None:
    """The shape of a ranked tensor type; None of any other type."""
    return type.get_shape() if is_tensor_type(type) else None


def _types(types: Sequence[Attribute]) -> str:
    return ", ".join(map(quoted, types))
