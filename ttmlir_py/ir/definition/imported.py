"""ODS descriptions of the constraints in operation definitions that belong to xDSL.

xDSL's definitions state the same constraints as MLIR's, but as objects without a description.
Constraints that are not recognized here are left to xDSL's verifier and its messages.
"""

from collections.abc import Callable
from dataclasses import replace
from functools import cache
from typing import Any, cast

from xdsl.dialects.builtin import (
    AnyFloat,
    ArrayAttr,
    ArrayOfConstraint,
    DenseArrayBase,
    Float32Type,
    IndexType,
    IntegerAttr,
    IntegerType,
    Signedness,
    TensorType,
    UnitAttr,
    UnrankedTensorType,
    VectorType,
    i64,
)
from xdsl.ir import Attribute, Block, Operation
from xdsl.irdl import (
    AllOf,
    AnyOf,
    AttrConstraint,
    BaseAttr,
    EqAttrConstraint,
    IRDLOperation,
    OpDef,
    ParamAttrConstraint,
    RangeConstraint,
    RangeOf,
    VarConstraint,
    VariadicDef,
)
from xdsl.traits import HasParent, IsTerminator
from xdsl.utils.exceptions import VerifyException

from ttmlir_py.ir.definition.constraints import Described, unwrapped
from ttmlir_py.ir.definition.invariants import Invariants, declared_invariants
from ttmlir_py.ir.definition.operations import NOT_LAST
from ttmlir_py.ir.diagnostics import OperationError
from ttmlir_py.ir.external_models import OdsWords, checks_of, models_for, models_of
from ttmlir_py.ir.narrowing import is_integer_type, is_memref_type

_ATTRIBUTES = {
    "affine_map": "AffineMap attribute",
    "dictionary": "dictionary of named attribute values",
    "string": "string attribute",
    "unit": "unit attribute",
}
"""Maps the IR name of a builtin attribute class to its ODS description."""

_SIGNEDNESS = {
    Signedness.SIGNLESS: "signless",
    Signedness.SIGNED: "signed",
    Signedness.UNSIGNED: "unsigned",
}


def _words(name: str) -> OdsWords:
    """Return the ODS descriptions for the dialect to which the operation or attribute `name`
    belongs.
    """
    return models_of(name.partition(".")[0]).words


def describe_attribute(
    constraint: AttrConstraint, op_name: str, field: str
) -> Described[Attribute] | None:
    """Return the constraint of the attribute `field` of `op_name` with ODS's description, or None
    if unknown.

    It also has the predicate of MLIR's property storage.
    """
    known = _words(op_name)
    cases = known.enum_cases.get((op_name, field))
    if cases is not None:
        numbers = ", ".join(map(str, range(cases)))

        def is_case(attribute: Attribute) -> bool:
            return constraint.verifies(attribute) and (
                cast(IntegerAttr, attribute).type == i64
                and 0 <= cast(IntegerAttr, attribute).value.data < cases
            )

        return Described(f"allowed 64-bit signless integer cases: {numbers}", is_case)
    if (allowed := known.field_types.get((op_name, field))) is not None:
        return Described(*allowed)
    words = known.fields.get((op_name, field)) or _attribute_words(constraint)
    base = _base_class(constraint)
    if base is None:
        return None if words is None else Described(words, constraint.verifies)
    if words is None:
        return Described("", lambda _: True, lambda a: isinstance(a, base))
    return Described(words, constraint.verifies, lambda a: isinstance(a, base))


def _attribute_words(constraint: AttrConstraint) -> str | None:
    base = _base_class(constraint)
    element = _element_type(constraint)
    if is_integer_type(element) and base is IntegerAttr:
        name = "bool" if element.width.data == 1 else _integer_words(element)
        return f"{name} attribute"
    if is_integer_type(element) and base is DenseArrayBase:
        return f"i{element.width.data} dense array attribute"
    if isinstance(constraint, ArrayOfConstraint):
        elements: RangeConstraint = cast(Any, constraint).elem_range_constraint
        words = None
        if isinstance(elements, RangeOf):
            words = _attribute_words(unwrapped(cast(RangeConstraint, elements)))
        if words is None:
            return None
        name = words.removesuffix(" attribute").replace("signless ", "")
        return f"{'1-bit boolean' if name == 'bool' else name} array attribute"
    name = getattr(base, "name", "")
    return _ATTRIBUTES.get(name) or _words(name).attributes.get(name)


def describe_type(
    constraint: AttrConstraint, op_name: str, field: str
) -> Described[Attribute] | None:
    """Return the constraint of the operand or result `field` with ODS's description, or None if
    unknown.
    """
    if isinstance(constraint, VarConstraint):
        return describe_type(cast(VarConstraint[Any], constraint).constraint, op_name, field)
    known = _words(op_name)
    if (op_name, field) in known.field_types:
        return Described(*known.field_types[op_name, field])
    base = _base_class(constraint)
    words = known.types.get(base) if base else None
    if words is not None and base is not None:
        return Described(words, lambda a: isinstance(a, base))
    first = constraint
    if isinstance(constraint, AnyOf):
        first = constraint.attr_constrs[0]
    type_ = _element_type(first) if isinstance(first, EqAttrConstraint) else None
    if known.is_elementwise:
        return _elementwise_values(constraint, known.or_types.get(op_name, ""))
    if base is IndexType or isinstance(type_, IndexType):
        words = "index"
    elif is_integer_type(type_):
        words = _integer_words(type_)
    return None if words is None else Described(words, constraint.verifies)


def _elementwise_values(constraint: AttrConstraint, others: str) -> Described[Attribute] | None:
    """Return the constraint on operands of an elementwise operation, with ODS's description.

    The operands are scalars, vectors or tensors. `others` is a description of memrefs that the
    operation also accepts. xDSL declares some of these operations for scalars only, and accepts no
    signed types.
    """
    takes = constraint.verifies
    allowed = [each for each in _SCALARS if takes(each)]
    kinds = {type(each) for each in allowed}
    if not kinds or takes(UnitAttr()):
        return None
    if kinds == {IntegerType}:
        words = "bool-like" if len(allowed) == 1 else "signless-fixed-width-integer-like"
    elif IntegerType in kinds:
        words = f"signless-integer{'-or-float' if len(kinds) > 2 else ''}-like"
    else:
        words = "floating-point-like"
    is_bool, has_index = words == "bool-like", IndexType in kinds
    has_float, has_integer = len(kinds - {IntegerType, IndexType}) > 0, IntegerType in kinds

    def is_element(element: Attribute) -> bool:
        if is_integer_type(element):
            is_signless = element.signedness.data is Signedness.SIGNLESS
            return has_integer and is_signless and (not is_bool or element.width.data == 1)
        return (isinstance(element, IndexType) and has_index) or (
            isinstance(element, AnyFloat) and has_float
        )

    def holds(attribute: Attribute) -> bool:
        if isinstance(attribute, TensorType | VectorType | UnrankedTensorType):
            return is_element(cast(Any, attribute).element_type)
        if is_memref_type(attribute):
            return bool(others) and is_element(attribute.element_type)
        return is_element(attribute)

    return Described(f"{words} or {others}" if others else words, holds)


_SCALARS = (IntegerType(1), IntegerType(8), IndexType(), Float32Type())


def last_words(op: Operation) -> str | None:
    """Return MLIR's message for an invalid op that satisfies its declaration, as the last resort.
    Return None if no message is known.
    """
    say = _words(op.name).not_valid.get(op.name)
    return None if say is None else say(op)


def same_type(definition: OpDef) -> tuple[tuple[int, ...], str] | None:
    """Return the operands and results that must have the same type, and MLIR's message for a
    violation.

    They share a constraint variable in `definition`. Returns None if no two fields share one.
    """
    op_name = definition.name
    known = _words(op_name)
    fields = [*definition.operands, *definition.results]
    sharers: dict[str, list[int]] = {}
    for number, (_, field) in enumerate(fields):
        if isinstance(field, VariadicDef):
            break
        constraint = unwrapped(field.constr)
        if isinstance(constraint, VarConstraint):
            sharers.setdefault(cast(VarConstraint[Any], constraint).name, []).append(number)
    none: list[int] = []
    numbers = max(sharers.values(), key=len, default=none)
    if len(numbers) < 2:
        return None
    names = known.same_type_fields.get(op_name)
    if names is None:
        return None
    return tuple(numbers), f"failed to verify that all of {{{names}}} have same type"


def _base_class(constraint: AttrConstraint) -> type[Attribute] | None:
    """Return the class of all attributes that satisfy `constraint`, or None if several classes are
    possible.
    """
    if isinstance(constraint, BaseAttr):
        return constraint.attr
    if isinstance(constraint, ParamAttrConstraint):
        return cast(ParamAttrConstraint[Any], constraint).base_attr
    return ArrayAttr if isinstance(constraint, ArrayOfConstraint) else None


def _element_type(constraint: AttrConstraint) -> Attribute | None:
    """Return the type of the numbers in all attributes that satisfy `constraint`, or None if
    several types are possible.
    """
    if isinstance(constraint, EqAttrConstraint):
        return constraint.attr
    parts: tuple[AttrConstraint, ...] = ()
    if isinstance(constraint, ParamAttrConstraint):
        parts = cast(ParamAttrConstraint[Any], constraint).param_constrs
    elif isinstance(constraint, AllOf):
        parts = constraint.attr_constrs
    return next((type_ for part in parts if (type_ := _element_type(part)) is not None), None)


def _integer_words(type_: IntegerType) -> str:
    return f"{type_.width.data}-bit {_SIGNEDNESS[type_.signedness.data]} integer"


@cache
def imported_invariants(cls: type[IRDLOperation]) -> Invariants:
    """Return the invariants in the definition of `cls`, an operation class of xDSL.

    Constraints without a known ODS description are left out.
    """
    definition = cls.get_irdl_definition()
    invariants = declared_invariants(
        definition,
        describe_type,
        describe_attribute,
        same_type=same_type(definition),
        reads_attributes=True,
    )
    optional = _words(cls.name).optional.get(cls.name, ())
    required = tuple(name for name in invariants.required if name not in optional)
    return replace(invariants, required=required)


def verify_imported(op: IRDLOperation) -> None:
    """Verify `op`, whose class belongs to xDSL.

    The parts of the definition with ODS descriptions are checked first, with MLIR's messages. Then
    xDSL's own verifier runs.
    """
    _verify_declaration(op)
    if op.successors:
        _verify_branch(op)
    check, is_replaced = _checks(type(op))
    if check is not None:
        check(op)
        if is_replaced:
            return
    try:
        if (verify := _other_verifier(type(op))) is not None:
            verify(op)
        else:
            op.verify_()
    except VerifyException as error:
        words = last_words(op)
        if words is None:
            raise
        raise VerifyException(words) from error
    except Exception as error:
        # Some of xDSL's verifiers raise a bare Exception, or crash on an invalid op.
        reason = str(error) if type(error) is Exception else "is not well formed"
        raise VerifyException(reason) from error


def _verify_branch(op: IRDLOperation) -> None:
    """Check that the operands passed to each successor match its block arguments in number and
    type.

    Raises OperationError.
    """
    model = models_for(type(op)).branches.get(op.name)
    if model is None:
        return
    for number, (block, passed) in enumerate(zip(op.successors, model.passed(op), strict=False)):
        if len(passed) != len(block.args):
            raise OperationError(
                op,
                f"branch has {len(passed)} operands for successor #{number}, but target block has "
                f"{len(block.args)}",
                op_prefix=False,
            )
        for index, (operand, argument) in enumerate(zip(passed, block.args, strict=True)):
            if op.operands[operand].type != argument.type:
                raise OperationError(
                    op,
                    f"type mismatch for bb argument #{index} of successor #{number}",
                    op_prefix=False,
                )


@cache
def _other_verifier(cls: type[IRDLOperation]) -> Callable[[Any], None] | None:
    """Return the function in the external models that replaces `verify_` for the op, or None."""
    return models_for(cls).verifiers.get(cls.name)


_checks = cache(checks_of)


def _verify_declaration(op: IRDLOperation) -> None:
    invariants = imported_invariants(type(op))
    invariants.verify_structure(op)
    invariants.verify_attributes(op)
    invariants.verify_types(op)
    if op.parent is not None:
        _verify_placement(op, op.parent)


@cache
def _placement(cls: type[Operation]) -> tuple[tuple[type[Operation], ...], bool]:
    """Return the classes to which the parent op must belong, and whether the op must be the last of
    its block.
    """
    parents = [parent for trait in cls.get_traits_of_type(HasParent) for parent in trait.op_types]
    return tuple(parents), cls.has_trait(IsTerminator)


def _verify_placement(op: IRDLOperation, block: Block) -> None:
    """Check the traits that restrict the parent of `op` and the position of `op` in `block`."""
    parents, comes_last = _placement(type(op))
    if parents and not isinstance(block.parent_op(), parents):
        names = sorted(parent.name for parent in parents)
        expected = "to be one of " if len(names) > 1 else ""
        raise VerifyException(f"expects parent op {expected}'{', '.join(names)}'")
    if comes_last and block.last_op is not op:
        raise VerifyException(NOT_LAST)
