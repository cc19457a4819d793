"""MLIR's behaviour for operations that xDSL defines; MLIR calls this external models.

xDSL owns most of MLIR's dialects. Its operations are sometimes printed, parsed, verified, folded or
named differently from MLIR's. The `ExternalModels` of a dialect hold MLIR's behaviour.
`register_models` states which module has them; the module is imported at the first lookup for one
of the dialect's operations. So this module names no dialect except `builtin`.

An operation class of the project (`OdsOperation`) needs no model: it prints, parses, verifies and
folds itself, and states the rest in constants. Three functions look up both sources:
`default_dialect`, `result_names`, `argument_names`.
"""

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from importlib import import_module
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, NamedTuple

from xdsl.ir import Attribute, Operation, SSAValue
from xdsl.parser import Parser
from xdsl.traits import Commutative, EffectInstance

if TYPE_CHECKING:
    from xdsl.pattern_rewriter import RewritePattern

OpPrinter = Callable[[Any, Any], None]
"""A printer of everything after the operation name, called with the `MlirPrinter` and the
operation.
"""

OpParser = Callable[[Parser], Operation]
"""A parser of everything after the operation name."""

ResultGroups = Iterable[tuple[str, int]]
"""The name and length of each group of results."""

ResultNames = str | Callable[[Any], str | ResultGroups]
"""One name for all results of an operation, or groups of names; a function if that depends on the
operation. An empty name means a number.
"""

ArgumentNames = Callable[[Any], Sequence[str]]
"""The names of the first entry arguments of the regions of an operation."""

FoldResult = Sequence[SSAValue | Attribute]
Fold = Callable[[Any], FoldResult | None]
"""A folder: it returns what the results are equal to, an empty list if the operation was changed in
place, or None if it does not fold.
"""


_NOTHING: Mapping[Any, Any] = MappingProxyType({})


class OdsWords(NamedTuple):
    """ODS descriptions of the constraints of a dialect's operations that xDSL's definitions lack.

    Operations are keyed by name; fields are keyed together with their operation.
    """

    attributes: Mapping[str, str] = _NOTHING
    """The ODS description of an attribute class, by the class's name in the IR."""
    fields: Mapping[tuple[str, str], str] = _NOTHING
    """The ODS description of an attribute of one operation."""
    optional: Mapping[str, Collection[str]] = _NOTHING
    """The attributes of an operation that are optional in MLIR but required by xDSL's
    definition.
    """
    enum_cases: Mapping[tuple[str, str], int] = _NOTHING
    """Integers that encode an enum's cases, with the number of cases."""
    types: Mapping[type, str] = _NOTHING
    """The description of operand types, by the class of values that the operations accept."""
    field_types: Mapping[tuple[str, str], tuple[str, Callable[[Attribute], bool]]] = _NOTHING
    """The types of one operand or result, as text and as a predicate, where MLIR accepts more than
    xDSL's definition.
    """
    or_types: Mapping[str, str] = _NOTHING
    """Alternative types that an operation accepts in addition: the text that follows."""
    is_elementwise: bool = False
    """Whether the operations accept scalars, vectors and tensors alike, all of one type."""
    same_type_fields: Mapping[str, str] = _NOTHING
    """Fields that share one type, with MLIR's names where xDSL's differ."""
    not_valid: Mapping[str, Callable[[Operation], str]] = _NOTHING
    """MLIR's message for an operation that matches its declaration but is still invalid."""


class BranchModel(NamedTuple):
    """MLIR's `BranchOpInterface` of an operation."""

    passed: Callable[[Any], Sequence[range]]
    """The indices of the operands that the operation passes to each successor."""
    resize: Callable[[Any, Sequence[int]], None]
    """Resizes the operand groups passed to each successor after operands were removed."""


class ExternalModels(NamedTuple):
    """The external models of the operations of one dialect, by operation name."""

    printers: Mapping[str, OpPrinter] = _NOTHING
    """The custom forms that xDSL prints differently from MLIR, or not at all."""
    parsers: Mapping[str, OpParser] = _NOTHING
    """The custom forms that xDSL parses differently from MLIR, or not at all."""
    default_dialects: Mapping[str, str] = _NOTHING
    """The dialect whose names need no prefix in the regions of an operation."""
    result_names: Mapping[str, ResultNames] = _NOTHING
    """The result names of an operation. Results of other operations are numbered."""
    argument_names: Mapping[str, ArgumentNames] = _NOTHING
    """The entry argument names of an operation's regions. Arguments of other operations are
    numbered.
    """
    inner_types_are_bare: bool = False
    """Whether the dialect's types omit `!dialect.` when nested in each other."""
    words: OdsWords = OdsWords()
    verifiers: Mapping[str, Callable[[Any], None]] = _NOTHING
    """The verifier of an operation that matches its declaration, in place of its `verify_`; raises
    VerifyException.
    """
    checks: str = ""
    """The module whose `CHECKS`, keyed by operation name, raise VerifyException for what xDSL's
    verifiers wrongly accept. The checks run before xDSL's verifiers, which do not run for the names
    in `REPLACED`. The module is imported when the first operation is verified.
    """
    verifiers_are_local: bool = False
    """Whether the verifiers read only an operation's own types and attributes."""
    folders: Mapping[str, Fold] = _NOTHING
    """The folder of an operation, in place of its class's."""
    canonicalization: str = ""
    """The module whose `PATTERNS`, keyed by operation name, canonicalize operations in place of
    their classes' patterns.
    """
    commutative: Collection[str] = ()
    """Commutative operations, in addition to those that xDSL marks."""
    constants_of: str = ""
    """The dialect whose constants the operations fold to, if their own dialect has no constants."""
    are_effect_free: bool = False
    """Whether the operations have no effects; xDSL does not mark all of them."""
    effects: Callable[[Any], Collection[EffectInstance] | None] | None = None
    """The effects of an operation, if they depend on the operation and xDSL does not know them."""
    branches: Mapping[str, BranchModel] = _NOTHING
    """The operations that are branches."""


def _fold_unrealized_cast(op: Operation) -> FoldResult | None:
    """Fold a cast to its own operand types, or back to the types before another cast."""
    types = [result.type for result in op.results]
    if [operand.type for operand in op.operands] == types:
        return op.operands
    inner = op.operands[0].owner if op.operands else None
    if not isinstance(inner, Operation) or inner.name != op.name:
        return None
    if [*inner.results] != [*op.operands] or [each.type for each in inner.operands] != types:
        return None
    return inner.operands


NO_MODELS = ExternalModels()
_MODELS: dict[str, ExternalModels | str] = {
    "builtin": ExternalModels(
        default_dialects={"builtin.module": "builtin"},
        folders={"builtin.unrealized_conversion_cast": _fold_unrealized_cast},
    )
}
"""The models of each dialect, or `module:object` until the first lookup."""


def register_models(paths: Mapping[str, str]) -> None:
    """Register where the models of dialects are: `module:object` by dialect name."""
    _MODELS.update(paths)


def models_of(dialect: str) -> ExternalModels:
    """Return the models of a dialect's operations, or empty models."""
    models = _MODELS.get(dialect, NO_MODELS)
    if isinstance(models, str):
        module, _, variable = models.partition(":")
        models = _MODELS[dialect] = getattr(import_module(module), variable)
        assert isinstance(models, ExternalModels)
    return models


def models_for(op_class: type[Operation]) -> ExternalModels:
    """Return the models for a class of operations: its dialect's, or empty models for a class of
    the project.
    """
    own: ExternalModels | None = getattr(op_class, "EXTERNAL_MODELS", None)
    return models_of(op_class.name.partition(".")[0]) if own is None else own


def canonicalization_of(op_class: type[Operation]) -> "tuple[RewritePattern, ...] | None":
    """Return the canonicalization patterns from the external models of a class, or None. Their
    module is imported here.
    """
    path = models_for(op_class).canonicalization
    return import_module(path).PATTERNS.get(op_class.name) if path else None


def checks_of(op_class: type[Operation]) -> tuple[Callable[[Any], None] | None, bool]:
    """Return the check that runs before xDSL's verifier of a class (or None), and whether it
    replaces the verifier.
    """
    path = models_for(op_class).checks
    if not path:
        return None, False
    module = import_module(path)
    return module.CHECKS.get(op_class.name), op_class.name in module.REPLACED


def is_commutative(op_class: type[Operation]) -> bool:
    """Whether operations of a class are commutative."""
    return op_class.has_trait(Commutative) or op_class.name in models_for(op_class).commutative


def default_dialect(op_class: type[Operation]) -> str:
    """Return the dialect whose names need no prefix in the regions of an operation, or an empty
    string.
    """
    own: str = getattr(op_class, "DEFAULT_DIALECT", "")
    return own or models_for(op_class).default_dialects.get(op_class.name, "")


def result_names(op_class: type[Operation]) -> ResultNames:
    """Return the result names of operations of a class; empty if results are numbered."""
    own: ResultNames = getattr(op_class, "RESULT_NAMES", "")
    return own or models_for(op_class).result_names.get(op_class.name, "")


def argument_names(op_class: type[Operation]) -> ArgumentNames | None:
    """Return the entry argument names for the regions of operations of a class; None if all are
    numbered.
    """
    own: ArgumentNames | None = getattr(op_class, "ARGUMENT_NAMES", None)
    return own or models_for(op_class).argument_names.get(op_class.name)
