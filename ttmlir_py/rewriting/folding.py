"""Folding, and the constants that it creates: MLIR's FoldUtils.

    def fold(self) -> Sequence[SSAValue | Attribute] | None       # an empty list: changed in place

For ops of xDSL's own dialects, the folder comes from their external model or their `HasFolder`.
"""

from collections.abc import Callable
from dataclasses import dataclass, field

from xdsl.context import Context
from xdsl.dialect_interfaces.constant_materialization import ConstantMaterializationInterface
from xdsl.dialects.builtin import UNKNOWN_LOC, UnregisteredOp
from xdsl.ir import Attribute, Block, Operation, Region, SSAValue
from xdsl.traits import ConstantLike, HasFolder, IsolatedFromAbove

from ttmlir_py.ir.context import MlirContext
from ttmlir_py.ir.external_models import Fold, FoldResult, is_commutative, models_for


def folder_of(cls: type[Operation]) -> Fold | None:
    """Return the function that folds ops of class `cls`, or None."""
    if issubclass(cls, UnregisteredOp):
        return None
    if (fold := models_for(cls).folders.get(cls.name)) is not None:
        return fold
    if (trait := cls.get_trait(HasFolder)) is not None:
        return trait.fold
    return getattr(cls, "fold", None)


def complete_folder_of(cls: type[Operation]) -> Fold | None:
    """Return the equivalent of MLIR's `Operation::fold` for ops of class `cls`, or None.

    Constants do not fold. If the op's own folder has no result, constant operands of a commutative
    op are moved to the end. None means that such ops have neither a folder nor operands to sort.
    """
    if issubclass(cls, UnregisteredOp) or cls.has_trait(ConstantLike):
        return None
    fold = folder_of(cls)
    if not is_commutative(cls):
        return fold

    def fold_or_sort(op: Operation) -> FoldResult | None:
        folded = fold(op) if fold is not None else None
        return [] if folded is None and move_constants_last(op, is_constant) else folded

    return fold_or_sort


def is_constant(value: SSAValue) -> bool:
    """Whether `value` is the result of a constant op."""
    owner = value.owner
    return isinstance(owner, Operation) and owner.has_trait(
        ConstantLike, value_if_unregistered=False
    )


def move_constants_last(op: Operation, is_constant: Callable[[SSAValue], bool]) -> bool:
    """Move constant operands of the commutative op `op` to the end. Return whether the order
    changed.
    """
    operands = list(op.operands)
    ordered = sorted(operands, key=is_constant)
    if all(a is b for a, b in zip(operands, ordered, strict=True)):
        return False
    op.operands = ordered
    return True


def tell_folding(context: Context | None, op: Operation) -> None:
    """Emit the warning of `op`, if it has one, before `op` is folded.

    The op's method `folding_warning` returns the kind and the message of the warning, or None.
    """
    warning = getattr(op, "folding_warning", None)
    if warning is not None and isinstance(context, MlirContext) and (said := warning()):
        kind, message = said
        context.diagnostics.warn(kind, op, message)


def materialize_constant(
    context: Context, op: Operation, value: Attribute, result_type: Attribute
) -> Operation | None:
    """Return a constant op for `value`, with the location of `op`; None if it cannot be built.

    The constant belongs to the dialect of `op`, or to the dialect from which `op` takes constants.
    """
    name = models_for(op.__class__).constants_of or op.dialect_name()
    dialect = context.get_optional_dialect(name)
    interface = dialect.get_interface(ConstantMaterializationInterface) if dialect else None
    constant = interface.materialize_constant(value, result_type) if interface else None
    if constant is not None:
        constant.location = op.location
    return constant


@dataclass(eq=False, repr=False)
class ConstantPool:
    """The constant ops of a region, without duplicates.

    They are at the start of the isolated region that contains them.
    """

    region: Region
    moved: bool = False
    """Whether `insert` moved an op to the start of its region."""
    _by_value: dict[tuple[Region, str, Attribute, Attribute], Operation] = field(
        default_factory=dict[tuple[Region, str, Attribute, Attribute], Operation]
    )
    _owned: dict[Operation, tuple[Region, str, Attribute, Attribute]] = field(
        default_factory=dict[Operation, tuple[Region, str, Attribute, Attribute]]
    )

    def insert(self, op: Operation, value: Attribute) -> Operation:
        """Return the op for the constant `value`: `op`, or an equal op that was inserted earlier.

        `op` is moved to the start of its region if necessary.
        """
        block = op.parent
        assert block is not None
        scope = insertion_region(block)
        key = (scope, op.dialect_name(), value, op.results[0].type)
        existing = self._by_value.get(key)
        if existing is not None:
            existing.location = UNKNOWN_LOC
            return existing
        front = scope.first_block
        assert front is not None
        if op.parent is not front or (op.prev_op is not None and op.prev_op not in self._owned):
            op.detach()
            _insert_first(front, op)
            self.moved = True
            op.location = UNKNOWN_LOC
        self._by_value[key] = op
        self._owned[op] = key
        return op

    def forget(self, op: Operation) -> None:
        """Remove `op`, which is about to be erased, from the pool."""
        key = self._owned.pop(op, None)
        if key is not None:
            del self._by_value[key]


def _insert_first(block: Block, op: Operation) -> None:
    first = block.first_op
    if first is None:
        block.add_op(op)
    else:
        block.insert_op_before(op, first)


def insertion_region(block: Block) -> Region:
    """Return the region that holds constants for ops in `block`.

    It is the innermost region that is isolated or whose op keeps its constants.
    """
    region = block.parent
    assert region is not None
    while (parent := region.parent_op()) is not None:
        outer = parent.parent_region()
        if parent.has_trait(IsolatedFromAbove) or outer is None or keeps_constants(parent):
            break
        region = outer
    return region


def keeps_constants(op: Operation) -> bool:
    """Whether constants stay in the regions of `op`, although these are not isolated."""
    return getattr(op, "KEEPS_CONSTANTS", False)
