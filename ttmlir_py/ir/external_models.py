"""What is right of operations that someone else defines: MLIR calls it external models.

xDSL owns most of MLIR's dialects. Where its operations are printed, parsed, verified, folded or named otherwise than MLIR's,
the `ExternalModels` of the dialect has what MLIR does. `register_models` says in which module they are; it is imported
when the first operation of the dialect is asked about. So nothing here knows a dialect by name but `builtin`.

An operation class of the project (`OdsOperation`) needs no model, and has none: it prints, parses, verifies and folds itself,
and says the rest in constants. What both may say is asked in one way: `default_dialect`, `result_names`, `argument_names`.
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
"""Prints what follows the name of an operation; called with the `MlirPrinter` and the operation."""

OpParser = Callable[[Parser], Operation]
"""Parses what follows the name of an operation."""

ResultGroups = Iterable[tuple[str, int]]
"""The name and length of each group of results."""

ResultNames = str | Callable[[Any], str | ResultGroups]
"""One name for all results of an operation, or groups of them; a function if that depends on the operation. The empty
name stands for a number."""

ArgumentNames = Callable[[Any], Sequence[str]]
"""The names of the first entry arguments of the regions of an operation."""

FoldResult = Sequence[SSAValue | Attribute]
Fold = Callable[[Any], FoldResult | None]
"""What the results of an operation are equal to; nothing in the list if it was changed in place, None if it does not fold."""


_NOTHING: Mapping[Any, Any] = MappingProxyType({})


class OdsWords(NamedTuple):
    """What ODS says of the constraints of a dialect's operations, where xDSL's definitions have no words for it.

    Operations, and fields with their operation, are keyed by name.
    """

    attributes: Mapping[str, str] = _NOTHING
    """What ODS calls an attribute of a class, by the class's name in the IR."""
    fields: Mapping[tuple[str, str], str] = _NOTHING
    """What ODS calls the attribute of one operation."""
    optional: Mapping[str, Collection[str]] = _NOTHING
    """The attributes of an operation that may be left out, though xDSL's definition asks for them."""
    enum_cases: Mapping[tuple[str, str], int] = _NOTHING
    """Integers that stand for an enum's cases, and how many cases there are."""
    types: Mapping[type, str] = _NOTHING
    """What the operations take if they take values of a class."""
    field_types: Mapping[tuple[str, str], tuple[str, Callable[[Attribute], bool]]] = _NOTHING
    """The types of one operand or result, in words and as a predicate, where xDSL's definition asks for fewer."""
    or_types: Mapping[str, str] = _NOTHING
    """What an operation takes beside that: the words that follow."""
    is_elementwise: bool = False
    """Whether the operations take scalars, vectors and tensors alike, all of one type."""
    same_type_fields: Mapping[str, str] = _NOTHING
    """Fields with one type, in MLIR's names where xDSL has others."""
    not_valid: Mapping[str, Callable[[Operation], str]] = _NOTHING
    """What MLIR says of an operation that is as declared, as far as one can tell, and still not valid."""


class BranchModel(NamedTuple):
    """MLIR's `BranchOpInterface` of an operation."""

    passed: Callable[[Any], Sequence[range]]
    """The numbers of the operands that it passes to each successor."""
    resize: Callable[[Any, Sequence[int]], None]
    """Has it pass so many operands to each successor, the others being gone."""


class ExternalModels(NamedTuple):
    """What is right of the operations of one dialect, by operation name."""

    printers: Mapping[str, OpPrinter] = _NOTHING
    """The custom forms that xDSL writes otherwise than MLIR, or not at all."""
    parsers: Mapping[str, OpParser] = _NOTHING
    """The custom forms that xDSL reads otherwise than MLIR, or not at all."""
    default_dialects: Mapping[str, str] = _NOTHING
    """The dialect whose names need no prefix in the regions of an operation."""
    result_names: Mapping[str, ResultNames] = _NOTHING
    """What an operation calls its results; those of others are numbered."""
    argument_names: Mapping[str, ArgumentNames] = _NOTHING
    """What an operation calls the entry arguments of its regions; those of others are numbered."""
    inner_types_are_bare: bool = False
    """Whether the dialect's types leave out `!dialect.` within each other."""
    words: OdsWords = OdsWords()
    verifiers: Mapping[str, Callable[[Any], None]] = _NOTHING
    """What checks an operation that is as declared, instead of its `verify_`; raises VerifyException."""
    checks: str = ""
    """The module whose `CHECKS` raise VerifyException for what xDSL's verifiers accept, by name, before these run; they do not run
    for the names in its `REPLACED`. It is imported with the first operation that is verified."""
    verifiers_are_local: bool = False
    """Whether the verifiers read only an operation's own types and attributes."""
    folders: Mapping[str, Fold] = _NOTHING
    """What folds an operation, instead of what its class has."""
    canonicalization: str = ""
    """The module whose `PATTERNS` canonicalize operations, by name, instead of what their classes have."""
    commutative: Collection[str] = ()
    """The operations whose operands may change places, beside those of which xDSL says so."""
    constants_of: str = ""
    """The dialect whose constants the operations fold to, if they have none of their own."""
    are_effect_free: bool = False
    """Whether the operations have no effects; xDSL does not say so of all."""
    effects: Callable[[Any], Collection[EffectInstance] | None] | None = None
    """The effects of an operation, if they depend on it and xDSL does not tell."""
    branches: Mapping[str, BranchModel] = _NOTHING
    """The operations that are branches."""


def _fold_unrealized_cast(op: Operation) -> FoldResult | None:
    """Of a cast to the same types, or back to those of another cast, nothing is left."""
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
"""The models of a dialect; as long as nobody asked, `module:object`."""


def register_models(paths: Mapping[str, str]) -> None:
    """Say where the models of dialects are: `module:object` by dialect name."""
    _MODELS.update(paths)


def models_of(dialect: str) -> ExternalModels:
    """The models of a dialect's operations; empty ones if there are none."""
    models = _MODELS.get(dialect, NO_MODELS)
    if isinstance(models, str):
        module, _, variable = models.partition(":")
        models = _MODELS[dialect] = getattr(import_module(module), variable)
        assert isinstance(models, ExternalModels)
    return models


def models_for(op_class: type[Operation]) -> ExternalModels:
    """The models that hold for a class of operations: those of its dialect, but none for a class of the project."""
    own: ExternalModels | None = getattr(op_class, "EXTERNAL_MODELS", None)
    return models_of(op_class.name.partition(".")[0]) if own is None else own


def canonicalization_of(op_class: type[Operation]) -> "tuple[RewritePattern, ...] | None":
    """The patterns that canonicalize operations of a class, if they are not its own; their module is imported when asked."""
    path = models_for(op_class).canonicalization
    return import_module(path).PATTERNS.get(op_class.name) if path else None


def checks_of(op_class: type[Operation]) -> tuple[Callable[[Any], None] | None, bool]:
    """The check that comes before xDSL's verifier of a class, if there is one, and whether it replaces the verifier."""
    path = models_for(op_class).checks
    if not path:
        return None, False
    module = import_module(path)
    return module.CHECKS.get(op_class.name), op_class.name in module.REPLACED


def is_commutative(op_class: type[Operation]) -> bool:
    """Whether the operands of operations of a class may change places."""
    return op_class.has_trait(Commutative) or op_class.name in models_for(op_class).commutative


def default_dialect(op_class: type[Operation]) -> str:
    """The dialect whose names need no prefix in the regions of an operation; empty if there is none."""
    own: str = getattr(op_class, "DEFAULT_DIALECT", "")
    return own or models_for(op_class).default_dialects.get(op_class.name, "")


def result_names(op_class: type[Operation]) -> ResultNames:
    """What operations of a class call their results; empty if these are numbered."""
    own: ResultNames = getattr(op_class, "RESULT_NAMES", "")
    return own or models_for(op_class).result_names.get(op_class.name, "")


def argument_names(op_class: type[Operation]) -> ArgumentNames | None:
    """What operations of a class call the first entry arguments of their regions; None if all are numbered."""
    own: ArgumentNames | None = getattr(op_class, "ARGUMENT_NAMES", None)
    return own or models_for(op_class).argument_names.get(op_class.name)
