"""External models: MLIR's behaviour for operations that xDSL defines.

xDSL owns most of MLIR's dialects. Its operations are sometimes printed, parsed, verified, folded or
named differently from MLIR's. The `ExternalModels` of a dialect hold MLIR's behaviour.
`register_models` states which module has them; the module is imported at the first lookup for one
of the dialect's operations. Therefore this module names no dialect except `builtin`.

An operation class of the project (`OdsOperation`) needs no model: its methods print, parse, verify
and fold, and its constants state the rest. Three functions look up both models and classes:
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
"""A function that prints everything after the name of an operation.

Its arguments are the `MlirPrinter` and the operation.
"""

OpParser = Callable[[Parser], Operation]
"""A function that parses everything after the name of an operation."""

ResultGroups = Iterable[tuple[str, int]]
"""The name and the number of results of each group of results."""

ResultNames = str | Callable[[Any], str | ResultGroups]
"""The names that results get in printed IR: one name, groups of names, or a function of the
operation.

An empty name means that results are numbered.
"""

ArgumentNames = Callable[[Any], Sequence[str]]
"""A function that returns names for the first entry block arguments of an operation's regions."""

FoldResult = Sequence[SSAValue | Attribute]
Fold = Callable[[Any], FoldResult | None]
"""A function that folds an operation: it returns the values or constants that replace the results.

It returns an empty list if the operation was changed in place, and None if it does not fold.
"""


_NOTHING: Mapping[Any, Any] = MappingProxyType({})


class OdsWords(NamedTuple):
    """ODS descriptions of operands and attributes for a dialect whose operations xDSL defines.

    xDSL's definitions lack these descriptions, which MLIR's error messages contain. Operations are
    keyed by name, and fields by operation and field name.
    """

    attributes: Mapping[str, str] = _NOTHING
    """Maps the IR name of an attribute class to its ODS description."""
    fields: Mapping[tuple[str, str], str] = _NOTHING
    """Maps an operation and an attribute name to the attribute's ODS description."""
    optional: Mapping[str, Collection[str]] = _NOTHING
    """Maps an operation to the attributes that are optional in MLIR but required by xDSL's
    definition.
    """
    enum_cases: Mapping[tuple[str, str], int] = _NOTHING
    """Maps an operation and an attribute that encodes an enum as an integer to the number of
    cases.
    """
    types: Mapping[type, str] = _NOTHING
    """Maps a class of types to the ODS description of operands that have such types."""
    field_types: Mapping[tuple[str, str], tuple[str, Callable[[Attribute], bool]]] = _NOTHING
    """Maps an operation and an operand, result or attribute to its types in MLIR, as a description
    and a predicate.

    Only for fields that xDSL's definition restricts more than MLIR.
    """
    or_types: Mapping[str, str] = _NOTHING
    """Maps an operation to the end of the description of its types: alternative types that it
    accepts.
    """
    is_elementwise: bool = False
    """Whether the operations accept scalars, vectors and tensors alike, all operands of the same
    type.
    """
    same_type_fields: Mapping[str, str] = _NOTHING
    """Maps xDSL's name of a field to MLIR's name, for fields that must have the same type."""
    not_valid: Mapping[str, Callable[[Operation], str]] = _NOTHING
    """Maps an operation to a function that returns MLIR's message if no more specific error is
    known.
    """


class BranchModel(NamedTuple):
    """How an operation passes operands to its successors: MLIR's `BranchOpInterface`."""

    passed: Callable[[Any], Sequence[range]]
    """Returns, for each successor, the indices of the operands that the operation passes."""
    resize: Callable[[Any, Sequence[int]], None]
    """Sets the number of operands passed to each successor, after operands were removed."""


class ExternalModels(NamedTuple):
    """MLIR's behaviour for the operations of one dialect. Mappings are keyed by operation name."""

    printers: Mapping[str, OpPrinter] = _NOTHING
    """Printers of the custom forms that xDSL prints differently from MLIR, or cannot print."""
    parsers: Mapping[str, OpParser] = _NOTHING
    """Parsers of the custom forms that xDSL parses differently from MLIR, or cannot parse."""
    default_dialects: Mapping[str, str] = _NOTHING
    """Maps an operation to the dialect whose operations need no prefix in its regions."""
    result_names: Mapping[str, ResultNames] = _NOTHING
    """Maps an operation to the names of its results. Results of other operations are numbered."""
    argument_names: Mapping[str, ArgumentNames] = _NOTHING
    """Maps an operation to the names of its regions' entry arguments; others are numbered."""
    inner_types_are_bare: bool = False
    """Whether types of the dialect that are nested in each other omit the prefix `!dialect.`."""
    words: OdsWords = OdsWords()
    verifiers: Mapping[str, Callable[[Any], None]] = _NOTHING
    """Maps an operation to a function that replaces `verify_` if the operation matches its
    declaration.

    The function raises VerifyException.
    """
    checks: str = ""
    """The module with additional checks that xDSL's verifiers lack, or an empty string.

    Its `CHECKS` maps an operation to a function that raises VerifyException and runs before xDSL's
    verifier. For the operations in its `REPLACED`, xDSL's verifier does not run. The module is
    imported when the first operation is verified.
    """
    verifiers_are_local: bool = False
    """Whether the verifiers read only an operation's own types and attributes."""
    folders: Mapping[str, Fold] = _NOTHING
    """Maps an operation to the function that folds it instead of the folder of its class."""
    canonicalization: str = ""
    """The module whose `PATTERNS` maps an operation to its canonicalization patterns, or an empty
    string.

    These patterns replace those of the operation's class.
    """
    commutative: Collection[str] = ()
    """Names of commutative operations that xDSL does not mark as commutative."""
    constants_of: str = ""
    """The dialect that provides the constants to which operations fold, if their own dialect has no
    constants.
    """
    are_effect_free: bool = False
    """Whether no operation of the dialect has effects; xDSL does not mark all of these
    operations.
    """
    effects: Callable[[Any], Collection[EffectInstance] | None] | None = None
    """Returns the effects of an operation, if they depend on the operation and xDSL does not know
    them.
    """
    recursive_effects: Collection[str] = ()
    """Names of the operations whose effects are those of the operations in their regions, and which
    xDSL does not mark as such.
    """
    branches: Mapping[str, BranchModel] = _NOTHING
    """Maps each branch operation to the operands that it passes to its successors."""


def _fold_unrealized_cast(op: Operation) -> FoldResult | None:
    """Fold a cast that has no effect: to its own operand types, or back to the types before another
    cast.
    """
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
"""Maps a dialect to its models. Before the first lookup, the value is the text `module:object`."""


def register_models(paths: Mapping[str, str]) -> None:
    """Register where the models of dialects are. `paths` maps a dialect to the text
    `module:object`.
    """
    _MODELS.update(paths)


def models_of(dialect: str) -> ExternalModels:
    """Return the models of the operations of `dialect`; they are empty if none are registered."""
    models = _MODELS.get(dialect, NO_MODELS)
    if isinstance(models, str):
        module, _, variable = models.partition(":")
        models = _MODELS[dialect] = getattr(import_module(module), variable)
        assert isinstance(models, ExternalModels)
    return models


def models_for(op_class: type[Operation]) -> ExternalModels:
    """Return the models of the dialect of `op_class`, or empty models for a class of this
    project.
    """
    own: ExternalModels | None = getattr(op_class, "EXTERNAL_MODELS", None)
    return models_of(op_class.name.partition(".")[0]) if own is None else own


def canonicalization_of(op_class: type[Operation]) -> "tuple[RewritePattern, ...] | None":
    """Return the canonicalization patterns in the external models of `op_class`, or None.

    The module with the patterns is imported here.
    """
    path = models_for(op_class).canonicalization
    return import_module(path).PATTERNS.get(op_class.name) if path else None


def checks_of(op_class: type[Operation]) -> tuple[Callable[[Any], None] | None, bool]:
    """Return the check that runs before xDSL's verifier of `op_class`, or None.

    Also return whether the check replaces the verifier.
    """
    path = models_for(op_class).checks
    if not path:
        return None, False
    module = import_module(path)
    return module.CHECKS.get(op_class.name), op_class.name in module.REPLACED


def is_commutative(op_class: type[Operation]) -> bool:
    """Whether the operations of class `op_class` are commutative."""
    return op_class.has_trait(Commutative) or op_class.name in models_for(op_class).commutative


def default_dialect(op_class: type[Operation]) -> str:
    """Return the dialect whose operations need no prefix in the regions of an `op_class` operation.

    Returns an empty string if every name needs a prefix.
    """
    own: str = getattr(op_class, "DEFAULT_DIALECT", "")
    return own or models_for(op_class).default_dialects.get(op_class.name, "")


def result_names(op_class: type[Operation]) -> ResultNames:
    """Return the names of the results of `op_class` operations; empty if the results are
    numbered.
    """
    own: ResultNames = getattr(op_class, "RESULT_NAMES", "")
    return own or models_for(op_class).result_names.get(op_class.name, "")


def argument_names(op_class: type[Operation]) -> ArgumentNames | None:
    """Return the function that names the entry arguments of `op_class` operations; None if they are
    numbered.
    """
    own: ArgumentNames | None = getattr(op_class, "ARGUMENT_NAMES", None)
    return own or models_for(op_class).argument_names.get(op_class.name)
