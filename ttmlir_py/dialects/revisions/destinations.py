"""The dialects of 2025-03 to 2025-11, in which TTIR operations have destination operands.

The destinations are created by `ttir.empty`.
"""

from collections.abc import Callable, Mapping
from copy import copy
from functools import cache
from types import MappingProxyType
from typing import Any, ClassVar, cast

from xdsl.dialects.builtin import DenseArrayBase, i32
from xdsl.ir import Attribute, Dialect, Operation, SSAValue
from xdsl.irdl import (
    OptSingleBlockRegionDef,
    operand_def,
    opt_operand_def,
    opt_prop_def,
    traits_def,
)
from xdsl.traits import Pure
from xdsl.utils.exceptions import VerifyException

from ttmlir_py.dialects import load_dialect
from ttmlir_py.dialects.revisions.definitions import (
    RevisionDialect,
    RevisionOperation,
    defaults_of,
    fields_of,
    first_operations,
    operation_class,
    verifier_of,
)
from ttmlir_py.dialects.revisions.table import (
    OperationRow,
    changed_row,
    likenesses,
    name_in_base,
    operation_row,
    own_operation_row,
)
from ttmlir_py.dialects.tensor_types import integers, joined
from ttmlir_py.ir.definition.constraints import AnyRankedTensor, DenseI32ArrayAttr
from ttmlir_py.ir.definition.operations import OdsOperation, local_verifier, op_definition
from ttmlir_py.ir.writing.attributes import quoted
from ttmlir_py.revisions import lineage, without_destinations_from

_SEGMENTS = "operandSegmentSizes"
_JOINED: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {
        **{name: (f"{name}_height", f"{name}_width") for name in ("kernel", "stride", "dilation")},
        "padding": ("padding_top", "padding_left", "padding_bottom", "padding_right"),
    }
)
"""Maps array attributes of 2026-08 to the integer attributes that older revisions have instead, in
the order of the array.
"""


def _joined(*names: str) -> Callable[[Any], Attribute]:
    """Return a function that returns the integer properties `names` of an operation as one
    array.
    """

    def get(op: Any) -> Attribute:
        return DenseArrayBase.from_list(i32, [op.properties[name].value.data for name in names])

    return get


def _constant(value: Attribute) -> Callable[[Any], Attribute]:
    return lambda _: value


class DestinationOperation(RevisionOperation):
    """Base class of operations with one destination per result, after the operands that 2026-08
    has.
    """

    SUCCESSOR: ClassVar[type[RevisionOperation]]
    """The class of the same operation in 2026-08, which has no destinations."""
    HAS_DESTINATIONS: ClassVar[bool] = True

    @property
    def destinations(self) -> tuple[SSAValue, ...]:
        """The destination operands; empty if the text leaves them out."""
        if not self.HAS_DESTINATIONS:
            return ()
        fields = self.get_irdl_definition().operands
        last = getattr(self, fields[-1][0])
        count = 0 if last is None else len(self.results)
        return tuple(self.operands)[len(self.operands) - count :]

    def successor_properties(self) -> dict[str, Attribute]:
        """Return the properties of the same operation in 2026-08."""
        found: dict[str, Attribute] = {}
        for name in self.SUCCESSOR.get_irdl_definition().properties:
            value = self.properties.get(name) or getattr(self, name, None)
            if name != _SEGMENTS and isinstance(value, Attribute):
                found[name] = value
        return found

    @property
    def output(self) -> SSAValue:
        """The destination of an operation with one result, which verifiers of 2025-02 read."""
        return self.destinations[0] if self.destinations else self.results[0]

    @local_verifier
    def verify_op(self) -> None:
        """Check that destinations have the types of the results, and all else as in 2026-08."""
        for destination, result in zip(
            self.destinations, self.results, strict=bool(self.destinations)
        ):
            if destination.type != result.type:
                raise VerifyException(
                    f"destination of type {quoted(destination.type)}, but result of type "
                    f"{quoted(result.type)}: in text of tt-mlir {self.REVISION} the last operand "
                    "is the destination; if it is an input, choose the revision with --tt-mlir"
                )
        if self.results and not self.SUCCESSOR.get_irdl_definition().results:
            cache, result = self.operands[0].type, self.results[0].type
            if cache != result:
                raise VerifyException(
                    f"result of type {quoted(result)}, but the cache has type {quoted(cache)}"
                )
        super().verify_op()

    def _verify_groups(self) -> None:
        """Check that the group sizes sum to the number of operands.

        Operations in revisions up to 2025-04-10 have such sizes even if no operand is optional.
        """
        sizes = self.properties.get(_SEGMENTS)
        if sizes is None or self.get_irdl_definition().options:
            super()._verify_groups()
        elif sum(integers(cast(Any, sizes))) != len(self.operands):
            raise VerifyException(
                f"operand segment sizes {joined(integers(cast(Any, sizes)), ', ')} do not add up "
                f"to its {len(self.operands)} operands"
            )


class DestinationDialect(RevisionDialect):
    """The ttir dialect of a revision in which operations have destinations."""

    def __init__(self, revision: str):
        super().__init__(revision, "ttir", list(load_dialect("ttir").attributes))

    def find_operation(self, name: str) -> type[Operation] | None:
        """Return the class of the operation `name`, or None if the name is unknown."""
        return destination_class(self._revision, name)

    def operation_names(self) -> list[str]:
        """Return the names of all operations of the dialect in the revision."""
        return sorted(likenesses(self._revision))


def destination_dialect(revision: str, name: str) -> Dialect:
    """Return a dialect of a revision in which TTIR has destinations: `ttir`, `tt` or `ttcore`."""
    if name == "ttir":
        return DestinationDialect(revision)
    if name == "ttcore":
        return RevisionDialect(revision, name)
    return RevisionDialect(revision, name, list(load_dialect(name).attributes))


@cache
def destination_class(revision: str, name: str) -> type[Operation] | None:
    """Return the class of the TTIR operation `name`, or None if `revision` does not have it."""
    kind = likenesses(revision).get(name)
    if kind is None:
        return None
    if kind == "first":
        return first_operations("ttir")[name]
    if kind == "regionless":
        return _regionless(first_operations("ttir")[name])
    row, successor = _row_and_successor(revision, name)
    return successor if kind == "same" else _made(revision, row, kind, successor)


class RegionlessOperation:
    """Mixin of operations of 2025-02 that may lack their region in later revisions.

    Such an operation does what its default region does, which returns the second argument.
    """

    SUCCESSOR: ClassVar[type[OdsOperation]]
    """The class of the same operation in 2025-02, which has a region."""


@cache
def _regionless(origin: type[OdsOperation]) -> type[Operation]:
    definition = copy(origin.get_irdl_definition())
    ((region, _),) = definition.regions
    definition.regions = [(region, OptSingleBlockRegionDef())]
    fields = {"__doc__": origin.__doc__, "__module__": __name__, "SUCCESSOR": origin}
    made: Any = type(origin.__name__, (RegionlessOperation, origin), fields)
    made.get_irdl_definition = classmethod(lambda _: definition)
    return made


def _row_and_successor(revision: str, name: str) -> tuple[OperationRow, Any]:
    """Return the table entry of the operation `name` (without its destinations), and the
    operation's class in the next revision in which operations have no destinations.
    """
    last = without_destinations_from(revision)
    changes: list[OperationRow] = []
    successor_name = name
    for each in lineage(revision):
        if each.id == last:
            break
        own = own_operation_row(successor_name, each.id)
        if own is not None:
            changes.append(own)
        successor_name = name_in_base("op", successor_name, each.id)
    row = operation_row(successor_name, last)
    assert row is not None
    for own in reversed(changes):
        row = changed_row(row, own)
    return row, operation_class(last, successor_name)


def _made(
    revision: str, row: OperationRow, kind: str, successor: type[RevisionOperation]
) -> type[DestinationOperation]:
    name = row.name
    origin = successor.ORIGIN
    fields: dict[str, Any] = {
        "__doc__": successor.__doc__,
        "__module__": __name__,
        "name": name,
    }
    if successor.get_irdl_definition().results:
        fields["traits"] = traits_def(Pure())
    results = [] if kind == "own" else successor.get_irdl_definition().results
    declare = opt_operand_def if kind == "maybe" else operand_def
    outputs = {
        "destination" if len(results) == 1 else f"destination_{index}": declare(AnyRankedTensor)
        for index in range(len(results))
    }
    fields |= dict(fields_of(revision, row, origin, outputs))
    for each, field in successor.get_irdl_definition().properties.items():
        if each not in fields and each != _SEGMENTS and field.default_value is not None:
            fields[each] = property(_constant(field.default_value))
        elif each not in fields and each in _JOINED:
            fields[each] = property(_joined(*_JOINED[each]))
    if _SEGMENTS not in fields and "irdl_options" not in fields:
        fields[_SEGMENTS] = opt_prop_def(DenseI32ArrayAttr, prop_name=_SEGMENTS)
    made: Any = op_definition(cast(Any, type(successor.__name__, (DestinationOperation,), fields)))
    made.ROW, made.ORIGIN, made.FORM = row, origin, ""
    made.SUCCESSOR, made.REVISION = successor, revision
    made.HAS_DESTINATIONS = kind != "own"
    made.VERIFIER = verifier_of(revision, row.name)
    made.DEFAULTS = defaults_of(made)
    made.parse, made.print = Operation.parse, Operation.print
    return made
