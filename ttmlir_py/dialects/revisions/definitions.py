"""Classes of a revision's operations, attributes and types, created from tables at their first
use.
"""

from collections.abc import Iterator, Mapping, Sequence
from copy import copy
from functools import cache
from importlib import import_module
from types import MappingProxyType
from typing import Any, ClassVar, Self, cast

from xdsl.dialects import builtin
from xdsl.dialects.builtin import LocationAttr
from xdsl.ir import (
    Attribute,
    Block,
    Dialect,
    OpaqueSyntaxAttribute,
    Operation,
    Region,
    SSAValue,
)
from xdsl.ir.affine import AffineMap
from xdsl.irdl import (
    AttrSizedOperandSegments,
    OptionalDef,
    VariadicDef,
    operand_def,
    opt_operand_def,
    opt_prop_def,
    opt_result_def,
    prop_def,
    result_def,
    traits_def,
    var_operand_def,
    var_result_def,
)
from xdsl.traits import Pure
from xdsl.utils.exceptions import VerifyException

from ttmlir_py.dialects import load_dialect
from ttmlir_py.dialects.revisions.constraints import constraint
from ttmlir_py.dialects.revisions.forms import DIRECTIVES, HAND_WRITTEN
from ttmlir_py.dialects.revisions.table import (
    AttributeRow,
    OperationRow,
    Value,
    attribute_row,
    current_name,
    is_own,
    name_in_base,
    names,
    operation_row,
    own_names,
    references,
)
from ttmlir_py.dialects.revisions.verifiers import (
    Verifier,
    attribute_verifier,
    has_local_rules,
    operation_verifier,
    verify_broadcastable,
)
from ttmlir_py.dialects.tensor_types import integers
from ttmlir_py.dialects.tt.enums import TTEnumAttr
from ttmlir_py.ir.definition.attribute_format import (
    EMPTY_MAP,
    FormatAttribute,
    FormatType,
    UInt32,
    UInt64,
    Unsigned,
)
from ttmlir_py.ir.definition.constraints import Described, attribute_of, unwrapped
from ttmlir_py.ir.definition.enums import MlirEnum, MlirFlag
from ttmlir_py.ir.definition.operation_format import CustomDirective, FormattedOperation
from ttmlir_py.ir.definition.operations import OdsOperation, local_verifier, op_definition
from ttmlir_py.revisions import REGISTRY, Revision, lineage

_RESERVED = ("operands", "results", "name", "type")


class RevisionOperation(FormattedOperation):
    """Base class of the operations of a revision.

    Attributes with default values are always present.
    """

    ROW: ClassVar[OperationRow]
    ORIGIN: ClassVar[type[OdsOperation] | None] = None
    """The class of the corresponding operation in 2025-02, or None."""
    REVISION: ClassVar[str]
    """The earliest revision whose definition of the operation is the same as this class."""
    VERIFIER: ClassVar[Verifier | None] = None
    """A function with the revision's own rules for the operation.

    None means the rules of 2025-02, if the operation is unchanged.
    """
    DEFAULTS: ClassVar[Mapping[str, Attribute]] = {}
    WARNS_OF_UNKNOWN_PROPERTIES: ClassVar[bool] = True
    DIRECTIVES: ClassVar[Mapping[str, CustomDirective]] = DIRECTIVES

    @classmethod
    def create(
        cls,
        *,
        operands: Sequence[SSAValue] = (),
        result_types: Sequence[Attribute] = (),
        properties: Mapping[str, Attribute] = MappingProxyType({}),
        attributes: Mapping[str, Attribute] = MappingProxyType({}),
        location: LocationAttr | None = None,
        successors: Sequence[Block] = (),
        regions: Sequence[Region] = (),
    ) -> Self:
        """Create the operation; attributes that are not given get their default values."""
        return super().create(
            operands=operands,
            result_types=result_types,
            properties={**cls.DEFAULTS, **properties},
            attributes=dict(attributes),
            location=location,
            successors=successors,
            regions=regions,
        )

    @property
    def output(self) -> SSAValue:
        """A value with the type of the result. Verifiers of 2025-02 read it as the destination
        operand.
        """
        return self.results[0]

    @classmethod
    def has_local_verifier(cls) -> bool:
        """Whether the verification methods, and the rules that they call, are marked to read
        nothing outside of the operation (see `local_verifier`).
        """
        if not super().has_local_verifier():
            return False
        if cls.VERIFIER is not None:
            return has_local_rules(cls.VERIFIER)
        return cls.ORIGIN is None or cls.ORIGIN.has_local_verifier()

    @local_verifier
    def verify_traits(self) -> None:
        """Check that the operands of an element-wise operation broadcast to the shape of the
        result.
        """
        super().verify_traits()
        has_operands_of_origin = self.ROW.operands is None and hasattr(self.ORIGIN, "INPUTS")
        if has_operands_of_origin or "broadcast" in self.ROW.flags:
            verify_broadcastable(self)

    @local_verifier
    def verify_op(self) -> None:
        """Check the revision's own rules, or those of 2025-02 if these did not change."""
        self._verify_groups()
        verify = type(self).VERIFIER
        if verify is not None:
            verify(self)
        elif self.ORIGIN is not None and self.ROW.is_as_it_was:
            cast(Any, self.ORIGIN).verify_op(self)

    def _verify_groups(self) -> None:
        """Check that required operands are present, independently of the group sizes. Upstream
        assumes that they are present.
        """
        sizes = self.properties.get("operandSegmentSizes")
        if sizes is None:
            return
        fields = self.get_irdl_definition().operands
        for index, (size, (_, field)) in enumerate(
            zip(integers(cast(Any, sizes)), fields, strict=True)
        ):
            if not isinstance(field, VariadicDef) and size != 1:
                raise VerifyException(
                    f"operand group starting at #{index} requires 1 element, but found {size}"
                )


class RevisionDialect(Dialect):
    """A dialect of a revision, whose op classes are created when they are looked up."""

    def __init__(self, revision: str, name: str, more: Sequence[type[Attribute]] = ()):
        attributes = [
            attribute_class(revision, each)
            for kind in ("attr", "type")
            for each in names(kind, revision)
            if each.startswith(f"{name}.")
        ]
        known = {each.name for each in attributes}
        super().__init__(
            name, [], [*attributes, *(each for each in more if each.name not in known)]
        )
        self._revision = revision

    def find_operation(self, name: str) -> type[Operation] | None:
        """Return the class of the operation `name`, or None if the revision does not have it."""
        return operation_class(self._revision, name)

    def operation_names(self) -> list[str]:
        """Return the names of all operations of the dialect in the revision."""
        prefix = f"{self.name}."
        return [each for each in names("op", self._revision) if each.startswith(prefix)]


def names_in_first_table(kind: str, name: str, revision: str) -> Iterator[tuple[Revision, str]]:
    """Yield `revision`, its base, the base of the base, and so on, each with its name for a
    definition.

    `name` is the name in `revision`. The last revision is the one whose table is complete, that is,
    does not state differences from a base.
    """
    for each in lineage(revision):
        yield each, name
        if each.replaces_base:
            return
        name = name_in_base(kind, name, each.id)


def _field(name: str) -> str:
    """Return `name`, with an underscore appended if xDSL reserves it."""
    return f"{name}_" if hasattr(Operation, name) or name in _RESERVED else name


def _origin(row: OperationRow) -> type[OdsOperation] | None:
    return first_operations(row.origin.partition(".")[0]).get(row.origin)


@cache
def first_operations(dialect: str) -> Mapping[str, type[OdsOperation]]:
    """Map operation names to the classes of a dialect of 2025-02."""
    if dialect not in ("tt", "ttir", "ttnn"):
        return {}
    return {each.name: cast(Any, each) for each in load_dialect(dialect).operations}


def _as_in(revision: str, described: Described[Any]) -> Described[Any]:
    """Return the 2025-02 constraint `described` in the form that it has in `revision`.

    There, attributes of `tt` belong to `ttcore`, and the device's type belongs to `ttnn`.
    """
    name = described.mnemonic
    if name.startswith("tt."):
        name = name.replace("tt", "ttnn" if name == "tt.device" else "ttcore", 1)
    for each in reversed([*lineage(revision)]):
        name = current_name("attr", name, each.id)
        name = current_name("type", name, each.id)
    if name == described.mnemonic:
        return described
    return attribute_of(name, described.description)


def _first_operands(
    revision: str, origin: type[OdsOperation]
) -> Iterator[tuple[str, Described[Any], str]]:
    """Yield name, constraint and suffix of each operand of `origin` that is not a destination."""
    definition = origin.get_irdl_definition()
    inputs: tuple[str, ...] | None = getattr(origin, "INPUTS", None)
    if inputs is not None:
        for name in inputs:
            yield "input" if name == "x" else name, constraint(""), ""
        return
    inits = getattr(origin, "DPS_INITS", None)
    for name, field in definition.operands:
        if name != inits:
            suffix = suffix_of(field)
            yield name, _as_in(revision, cast(Any, unwrapped(field.constr))), suffix


def suffix_of(field: object) -> str:
    """Return `?` for an optional field, `*` for a variadic field, otherwise an empty string."""
    if isinstance(field, OptionalDef):
        return "?"
    return "*" if isinstance(field, VariadicDef) else ""


def _listed(values: tuple[Value, ...]) -> Iterator[tuple[str, Described[Any], str]]:
    for value in values:
        yield value.name, constraint(value.kind), value.suffix


_OPERAND_FIELDS: dict[str, Any] = {"": operand_def, "?": opt_operand_def, "*": var_operand_def}
_RESULT_FIELDS: dict[str, Any] = {"": result_def, "?": opt_result_def, "*": var_result_def}


def _first_attributes(
    revision: str, row: OperationRow, origin: type[OdsOperation]
) -> Iterator[tuple[str, Any]]:
    """Yield the attributes that are the same as in 2025-02, as fields of the new class."""
    changed = {value.name for value in row.attributes} | row.removed | {"operandSegmentSizes"}
    for name, field in origin.get_irdl_definition().properties.items():
        if name in changed:
            continue
        described = _as_in(revision, cast(Any, unwrapped(field.constr)))
        if field.default_value is not None:
            yield name, prop_def(described, default_value=field.default_value, prop_name=name)
        elif isinstance(field, OptionalDef):
            yield name, opt_prop_def(described, prop_name=name)
        else:
            yield name, prop_def(described, prop_name=name)


def _default_value(revision: str, value: Value) -> Attribute | None:
    """Return the default value of the attribute field `value`, or None."""
    text = value.default
    if text is None:
        return None
    if value.kind.startswith("#"):
        cls: Any = attribute_class(revision, value.kind[1:])
        return cls(cls.enum().from_keyword(text))
    if value.kind == "StrAttr":
        return builtin.StringAttr(text.strip('"'))
    if text == "[]":
        return builtin.ArrayAttr(())
    if value.kind == "BoolAttr":
        return builtin.IntegerAttr(int(text == "true"), 1)
    if value.kind == "F32Attr":
        return builtin.FloatAttr(float(text), builtin.f32)
    if value.kind == "DenseI32ArrayAttr":
        return builtin.DenseArrayBase.from_list(
            builtin.i32, [int(each) for each in text.split("x")]
        )
    type_: Any = constraint(value.kind).value_type
    return builtin.IntegerAttr(int(text), type_)


def fields_of(
    revision: str,
    row: OperationRow,
    origin: type[OdsOperation] | None,
    destinations: Mapping[str, Any] = MappingProxyType({}),
) -> Iterator[tuple[str, Any]]:
    """Yield the names and fields of an operation's class.

    `destinations` maps names of additional operands to fields.
    """
    operands = row.operands
    if operands is not None:
        values = list(_listed(operands))
    else:
        values = [] if origin is None else list(_first_operands(revision, origin))
    for name, kind, suffix in values:
        yield _field(name), _OPERAND_FIELDS[suffix](kind)
    yield from destinations.items()
    if sum(bool(suffix) for _, _, suffix in values) > 1:
        yield "irdl_options", (AttrSizedOperandSegments(as_property=True),)
    if origin is not None:
        yield from _first_attributes(revision, row, origin)
    for value in row.attributes:
        declare: Any = opt_prop_def if value.suffix == "?" else prop_def
        default = _default_value(revision, value)
        described = constraint(value.kind)
        if default is not None:
            yield value.name, prop_def(described, default_value=default, prop_name=value.name)
        else:
            yield value.name, declare(described, prop_name=value.name)
    results = row.results if row.results is not None else (Value("result", ""),)
    for name, kind, suffix in _listed(results):
        yield _field(name), _RESULT_FIELDS[suffix](kind)


def operation_class(revision: str, name: str) -> type[Operation] | None:
    """Return the class of the operation `name`, or None if the revision does not have it.

    Revisions in which an operation is the same share its class.
    """
    if name not in names("op", revision):
        return None
    while not _is_own_operation(revision, name):
        revision = REGISTRY[revision].base
    return _operation(revision, name)


@cache
def _is_own_operation(revision: str, name: str) -> bool:
    """Whether an operation of `revision` differs from that of the revision's base."""
    found = REGISTRY[revision]
    if found.replaces_base or name in own_names("op", revision):
        return True
    if operation_verifier(revision, name) is not None:
        return True
    row = operation_row(name, revision)
    assert row is not None
    values = (*(row.operands or ()), *(row.results or ()), *row.attributes)
    kinds = {*references(values)}
    origin = _origin(row)
    if origin is not None:
        definition = origin.get_irdl_definition()
        constraints: list[Any] = [unwrapped(field.constr) for _, field in definition.operands]
        constraints += [unwrapped(field.constr) for field in definition.properties.values()]
        kinds |= {
            _as_in(revision, cast(Any, each)).mnemonic
            for each in constraints
            if isinstance(each, Described)
        }
    return any("." in each and is_own(each, revision) for each in kinds)


@cache
def _operation(revision: str, name: str) -> type[Operation]:
    row = operation_row(name, revision)
    assert row is not None
    origin = _origin(row)
    dialect, _, mnemonic = name.partition(".")
    title = "".join(word.capitalize() for word in mnemonic.split("_")) + "Op"
    if origin is not None and origin.name == name and dialect == "tt":
        return origin
    if dialect == "ttcore" and origin is not None:
        return _renamed(revision, origin, title, name)
    fields: dict[str, Any] = {
        "__doc__": origin.__doc__ if origin else "",
        "__module__": __name__,
        "name": name,
        **dict(fields_of(revision, row, origin)),
    }
    if "effects" not in row.flags:
        fields["traits"] = traits_def(Pure())
    if row.results is not None and len(row.results) > 1:
        fields["RESULT_NAMES"] = _result_names
    made: Any = op_definition(cast(Any, type(title, (RevisionOperation,), fields)))
    made.ROW, made.ORIGIN, made.FORM, made.REVISION = row, origin, row.form, revision
    made.VERIFIER = verifier_of(revision, name)
    made.DEFAULTS = defaults_of(made)
    if not row.form:
        made.parse, made.print = Operation.parse, Operation.print
    return made


def _result_names(op: RevisionOperation) -> Iterator[tuple[str, int]]:
    """Yield the name and length of each group of results, as ODS names several of them."""
    for name, _ in op.get_irdl_definition().results:
        group: Any = getattr(op, name)
        yield name.rstrip("_"), 1 if isinstance(group, SSAValue) else len(group or ())


def verifier_of(revision: str, name: str) -> Verifier | None:
    """Return the function that verifies an operation. It is that of `revision`, or else that of the
    nearest base revision that has one.
    """
    for each, own_name in names_in_first_table("op", name, revision):
        if (found := operation_verifier(each.id, own_name)) is not None:
            return found
    return None


def defaults_of(cls: Any) -> dict[str, Attribute]:
    """Map the names of an operation's properties to their default values."""
    return {
        key: field.default_value
        for key, field in cls.get_irdl_definition().properties.items()
        if field.default_value is not None
    }


def _renamed(
    revision: str, origin: type[OdsOperation], title: str, name: str
) -> type[OdsOperation]:
    """Return a subclass of `origin`, an operation of 2025-02, with another name."""
    fields = {"__doc__": origin.__doc__, "name": name, "REVISION": revision}
    made: Any = type(title, (origin,), fields)
    definition = copy(origin.get_irdl_definition())
    definition.name = name
    made.get_irdl_definition = classmethod(lambda _: definition)
    return made


_PARAMETER_TYPES: dict[str, Any] = {
    "int": int,
    "bool": bool,
    "uint32": UInt32,
    "uint64": UInt64,
    "unsigned": Unsigned,
    "map": AffineMap,
    "StringAttr": builtin.StringAttr,
    "IntegerAttr": builtin.IntegerAttr,
    "FloatAttr": builtin.FloatAttr,
    "BoolAttr": builtin.IntegerAttr,
    "MemRefType": builtin.MemRefType,
    "RankedTensorType": builtin.TensorType,
    "DenseIntElementsAttr": builtin.DenseIntOrFPElementsAttr,
}


def enum_class(revision: str, name: str) -> type[MlirEnum] | type[MlirFlag]:
    """Return the enum that the table of `revision` calls `name`, such as `ttcore.DataType`."""
    while not is_own(name, revision):
        revision = REGISTRY[revision].base
    return _enum(revision, name)


@cache
def _enum(revision: str, name: str) -> type[MlirEnum] | type[MlirFlag]:
    base: Any = MlirEnum if name in names("enum", revision) else MlirFlag
    kind = "enum" if base is MlirEnum else "flag"
    line = names(kind, revision)[name]
    dialect, _, short = name.partition(".")
    first = import_module(f"ttmlir_py.dialects.{'tt' if dialect == 'ttcore' else dialect}.enums")
    if not line:
        return getattr(first, short)
    cases = line.split()
    members: dict[str, tuple[int, str]] = {}
    if cases[0][0] in "+-":
        inherited: Any = enum_class(REGISTRY[revision].base, name)
        members = {each.name: (each.value, each.keyword) for each in inherited}
    for case in cases:
        title, _, rest = case.lstrip("+-").partition("=")
        number, _, keyword = rest.partition(":")
        member = f"{title}_" if title == "None" else title
        members.pop(member, None)
        if case[0] != "-":
            members[member] = (int(number), keyword)
    made: Any = base(short, [*members.items()], module=__name__)
    origin = getattr(first, short, None)
    made.__doc__ = origin.__doc__ if origin is not None else f"{dialect.upper()} {short}"
    if base is MlirFlag:
        made.is_integer_attribute = classmethod(lambda _: True)
    return made


def _parameter_type(revision: str, value: Value, dialect: str) -> Any:
    kind = value.kind
    if kind.startswith("["):
        element = Value(value.name, kind[1:-1])
        return tuple[_parameter_type(revision, element, dialect), ...]  # pyrefly: ignore
    if kind.startswith("#"):
        return attribute_class(revision, kind[1:])
    if kind in _PARAMETER_TYPES:
        return _PARAMETER_TYPES[kind]
    own = f"{dialect}.{kind}"
    known = own in names("enum", revision) or own in names("flag", revision)
    return enum_class(revision, own if known else f"ttcore.{kind}")


def _default(value: Value) -> Any:
    if value.kind.startswith("["):
        return ()
    return {"map": EMPTY_MAP, "bool": False}.get(value.kind)


def _first_attribute(name: str) -> type[Attribute] | None:
    """Return the 2025-02 class of the attribute or type that 2026-08 calls `name`, or None."""
    dialect, _, mnemonic = name.partition(".")
    first = "tt" if dialect == "ttcore" else dialect
    for each in load_dialect(first).attributes:
        if each.name == f"{first}.{mnemonic}":
            return each
    return None


def attribute_class(revision: str, name: str) -> type[Attribute]:
    """Return the class of the attribute or type `name`. Raises KeyError if the revision lacks it.

    Revisions in which an attribute is the same share its class.
    """
    if attribute_row(name, revision) is None:
        raise KeyError(name)
    while not is_own(name, revision):
        revision = REGISTRY[revision].base
    return _attribute(revision, name)


@cache
def _attribute(revision: str, name: str) -> type[Attribute]:
    row = attribute_row(name, revision)
    assert row is not None
    first_name = name
    kind = "type" if row.is_type else "attr"
    for _, own_name in names_in_first_table(kind, name, revision):
        first_name = own_name
    origin: Any = _first_attribute(first_name)
    if row.parameters is None:
        if origin.name == name:
            return origin
        return type(origin.__name__, (origin,), {"name": name, "__doc__": origin.__doc__})
    return _made_attribute(revision, row, first_name, origin)


def _attribute_verifier(revision: str, row: AttributeRow) -> Verifier | None:
    kind = "type" if row.is_type else "attr"
    for each, own_name in names_in_first_table(kind, row.name, revision):
        if (found := attribute_verifier(each.id, own_name)) is not None:
            return found
    return None


def _made_attribute(
    revision: str, row: AttributeRow, first_name: str, origin: Any
) -> type[Attribute]:
    parameters = row.parameters or ()
    dialect, _, mnemonic = row.name.partition(".")
    words = [word[:1].upper() + word[1:] for word in mnemonic.split("_")]
    title = "".join(words) + ("Type" if row.is_type else "Attr")
    is_enum = len(parameters) == 1 and parameters[0].name == "value"
    base: Any = FormatType if row.is_type else TTEnumAttr if is_enum else FormatAttribute
    if origin is not None and list(origin.parameter_names) == [each.name for each in parameters]:
        base = origin
    annotations = {each.name: _parameter_type(revision, each, dialect) for each in parameters}
    members: dict[str, Any] = {
        "__doc__": base.__doc__ if base is origin else f"`{row.name}`.",
        "__module__": __name__,
        "__annotations__": annotations,
        "name": row.name,
        "assembly_format": row.form,
        **{each.name: _default(each) for each in parameters if each.suffix == "?"},
        **HAND_WRITTEN.get(first_name, {}),
    }
    if origin is not None and base is not origin and hasattr(origin, "alias_name"):
        members.setdefault("alias_name", origin.alias_name)
    verify = _attribute_verifier(revision, row)
    if verify is not None:
        members["verify"] = verify
    bases = (base,)
    opaque = row.form and not row.form.startswith("`<`")
    if opaque and not issubclass(base, OpaqueSyntaxAttribute):
        bases = (base, OpaqueSyntaxAttribute)
    made: Any = type(title, bases, members)
    if is_enum:
        enum: Any = annotations["value"]
        made.enum = staticmethod(lambda: enum)
    return made
