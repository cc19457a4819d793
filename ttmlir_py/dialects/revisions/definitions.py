"""Classes of a revision's operations, attributes and types, created from its table at their first
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
    names,
    operation_row,
)
from ttmlir_py.dialects.revisions.verifiers import (
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

_RESERVED = ("operands", "results", "name", "type")


class RevisionOperation(FormattedOperation):
    """Base class of the operations of a revision. Attributes with defaults are always present."""

    ROW: ClassVar[OperationRow]
    ORIGIN: ClassVar[type[OdsOperation] | None] = None
    """The corresponding operation of 2025-02, or None."""
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
        """Create the operation with default values for missing attributes."""
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
        """The destination operand for verifiers of 2025-02: a value of the result's type."""
        return self.results[0]

    @classmethod
    def has_local_verifier(cls) -> bool:
        """Whether the class's own methods and the rules that `verify_op` applies are local."""
        if not super().has_local_verifier():
            return False
        if operation_verifier(cls.name) is not None:
            return has_local_rules(cls.name)
        return cls.ORIGIN is None or cls.ORIGIN.has_local_verifier()

    @local_verifier
    def verify_traits(self) -> None:
        """Check for element-wise operations that the operands broadcast to the shape of the
        result.
        """
        super().verify_traits()
        if "broadcast" in self.ROW.flags or hasattr(self.ORIGIN, "INPUTS"):
            verify_broadcastable(self)

    @local_verifier
    def verify_op(self) -> None:
        """Check the revision's own rules, or those of 2025-02 if these did not change."""
        self._verify_groups()
        verify = operation_verifier(self.name)
        if verify is not None:
            verify(self)
        elif self.ORIGIN is not None and self.ROW.is_as_it_was:
            cast(Any, self.ORIGIN).verify_op(self)

    def _verify_groups(self) -> None:
        """Check that required operands are present, whatever the group sizes; upstream
        assumes it.
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
    """A dialect that creates its operations at their first lookup."""

    def __init__(self, name: str, more: Sequence[type[Attribute]] = ()):
        attributes = [
            attribute_class(each)
            for kind in ("attr", "type")
            for each in names(kind)
            if each.startswith(f"{name}.")
        ]
        known = {each.name for each in attributes}
        super().__init__(
            name, [], [*attributes, *(each for each in more if each.name not in known)]
        )

    def find_operation(self, name: str) -> type[Operation] | None:
        """Return the class of an operation of the dialect, or None if the name is unknown."""
        return operation_class(name)


# Operations.


def _field(name: str) -> str:
    """Return the name, with an underscore if xDSL reserves it."""
    return f"{name}_" if hasattr(Operation, name) or name in _RESERVED else name


def _origin(row: OperationRow) -> type[OdsOperation] | None:
    return pinned_operations(row.origin.partition(".")[0]).get(row.origin)


@cache
def pinned_operations(dialect: str) -> Mapping[str, type[OdsOperation]]:
    """Return the operations of a dialect of 2025-02 by name."""
    if dialect not in ("tt", "ttir", "ttnn"):
        return {}
    return {each.name: cast(Any, each) for each in load_dialect(dialect).operations}


def _now(described: Described[Any]) -> Described[Any]:
    """Return a 2025-02 constraint in terms of the revision: tt attributes become ttcore's, the
    device type becomes ttnn's.
    """
    if not described.mnemonic.startswith("tt."):
        return described
    dialect = "ttnn" if described.mnemonic == "tt.device" else "ttcore"
    return attribute_of(described.mnemonic.replace("tt", dialect, 1), described.description)


def _pinned_operands(origin: type[OdsOperation]) -> Iterator[tuple[str, Described[Any], str]]:
    """Yield the operands of a 2025-02 operation without destinations: name, constraint, suffix."""
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
            yield name, _now(cast(Any, unwrapped(field.constr))), suffix


def suffix_of(field: object) -> str:
    """Return `?` for an optional field, `*` for a variadic one, otherwise an empty string."""
    if isinstance(field, OptionalDef):
        return "?"
    return "*" if isinstance(field, VariadicDef) else ""


def _listed(values: tuple[Value, ...]) -> Iterator[tuple[str, Described[Any], str]]:
    for value in values:
        yield value.name, constraint(value.kind), value.suffix


_OPERAND_FIELDS: dict[str, Any] = {"": operand_def, "?": opt_operand_def, "*": var_operand_def}
_RESULT_FIELDS: dict[str, Any] = {"": result_def, "?": opt_result_def, "*": var_result_def}


def _pinned_attributes(row: OperationRow, origin: type[OdsOperation]) -> Iterator[tuple[str, Any]]:
    """Yield the attributes that did not change since 2025-02, as fields."""
    changed = {value.name for value in row.attributes} | row.removed | {"operandSegmentSizes"}
    for name, field in origin.get_irdl_definition().properties.items():
        if name in changed:
            continue
        described = _now(cast(Any, unwrapped(field.constr)))
        if field.default_value is not None:
            yield name, prop_def(described, default_value=field.default_value, prop_name=name)
        elif isinstance(field, OptionalDef):
            yield name, opt_prop_def(described, prop_name=name)
        else:
            yield name, prop_def(described, prop_name=name)


def _default_value(value: Value) -> Attribute | None:
    """Return the default value of a field, or None."""
    text = value.default
    if text is None:
        return None
    if value.kind.startswith("#"):
        cls: Any = attribute_class(value.kind[1:])
        return cls(cls.enum().from_keyword(text))
    if value.kind == "StrAttr":
        return builtin.StringAttr(text.strip('"'))
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
    row: OperationRow,
    origin: type[OdsOperation] | None,
    destinations: Mapping[str, Any] = MappingProxyType({}),
) -> Iterator[tuple[str, Any]]:
    """Yield the fields of an operation's class; `destinations` are additional operands, by name."""
    operands = row.operands
    if operands is not None:
        values = list(_listed(operands))
    else:
        values = [] if origin is None else list(_pinned_operands(origin))
    for name, kind, suffix in values:
        yield _field(name), _OPERAND_FIELDS[suffix](kind)
    yield from destinations.items()
    if sum(bool(suffix) for _, _, suffix in values) > 1:
        yield "irdl_options", (AttrSizedOperandSegments(as_property=True),)
    if origin is not None:
        yield from _pinned_attributes(row, origin)
    for value in row.attributes:
        declare: Any = opt_prop_def if value.suffix == "?" else prop_def
        default = _default_value(value)
        described = constraint(value.kind)
        if default is not None:
            yield value.name, prop_def(described, default_value=default, prop_name=value.name)
        else:
            yield value.name, declare(described, prop_name=value.name)
    results = row.results if row.results is not None else (Value("result", ""),)
    for name, kind, suffix in _listed(results):
        yield _field(name), _RESULT_FIELDS[suffix](kind)


@cache
def operation_class(name: str) -> type[Operation] | None:
    """Return the class of an operation, created at the first lookup, or None if the name is
    unknown.
    """
    row = operation_row(name)
    if row is None:
        return None
    origin = _origin(row)
    dialect, _, mnemonic = name.partition(".")
    title = "".join(word.capitalize() for word in mnemonic.split("_")) + "Op"
    if dialect == "ttcore" and origin is not None:
        return _renamed(origin, title, name)
    fields: dict[str, Any] = {
        "__doc__": origin.__doc__ if origin else "",
        "__module__": __name__,
        "name": name,
        **dict(fields_of(row, origin)),
    }
    if "effects" not in row.flags:
        fields["traits"] = traits_def(Pure())
    made: Any = op_definition(cast(Any, type(title, (RevisionOperation,), fields)))
    made.ROW, made.ORIGIN, made.FORM = row, origin, row.form
    made.DEFAULTS = defaults_of(made)
    if not row.form:
        made.parse, made.print = Operation.parse, Operation.print
    return made


def defaults_of(cls: Any) -> dict[str, Attribute]:
    """Return the default values of an operation's properties, by name."""
    return {
        key: field.default_value
        for key, field in cls.get_irdl_definition().properties.items()
        if field.default_value is not None
    }


def _renamed(origin: type[OdsOperation], title: str, name: str) -> type[OdsOperation]:
    """Return the operation of 2025-02 under another name."""
    made: Any = type(title, (origin,), {"__doc__": origin.__doc__, "name": name})
    definition = copy(origin.get_irdl_definition())
    definition.name = name
    made.get_irdl_definition = classmethod(lambda _: definition)
    return made


# Attributes and types.

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


@cache
def enum_class(name: str) -> type[MlirEnum] | type[MlirFlag]:
    """Return the enum with a name from the table, such as `ttcore.DataType`."""
    base: Any = MlirEnum if name in names("enum") else MlirFlag
    line = names("enum").get(name) or names("flag").get(name, "")
    dialect, _, short = name.partition(".")
    pinned = import_module(f"ttmlir_py.dialects.{'tt' if dialect == 'ttcore' else dialect}.enums")
    if not line:
        return getattr(pinned, short)
    members: list[tuple[str, Any]] = []
    for case in line.split():
        title, _, rest = case.partition("=")
        number, _, keyword = rest.partition(":")
        members.append((f"{title}_" if title == "None" else title, (int(number), keyword)))
    made: Any = base(short, members, module=__name__)
    origin = getattr(pinned, short, None)
    made.__doc__ = origin.__doc__ if origin is not None else f"{dialect.upper()} {short}"
    if base is MlirFlag:
        made.is_integer_attribute = classmethod(lambda _: True)
    return made


def _parameter_type(value: Value, dialect: str) -> Any:
    kind = value.kind
    if kind.startswith("["):
        return tuple[_parameter_type(Value(value.name, kind[1:-1]), dialect), ...]
    if kind.startswith("#"):
        return attribute_class(kind[1:])
    if kind in _PARAMETER_TYPES:
        return _PARAMETER_TYPES[kind]
    own = f"{dialect}.{kind}"
    known = own in names("enum") or own in names("flag")
    return enum_class(own if known else f"ttcore.{kind}")


def _default(value: Value) -> Any:
    if value.kind.startswith("["):
        return ()
    return {"map": EMPTY_MAP, "bool": False}.get(value.kind)


def _pinned_attribute(name: str) -> type[Attribute] | None:
    dialect, _, mnemonic = name.partition(".")
    pinned = "tt" if dialect == "ttcore" else dialect
    for each in load_dialect(pinned).attributes:
        if each.name == f"{pinned}.{mnemonic}":
            return each
    return None


@cache
def attribute_class(name: str) -> type[Attribute]:
    """Return the class of an attribute or type of the revision."""
    row = attribute_row(name)
    if row is None:
        raise KeyError(name)
    origin: Any = _pinned_attribute(name)
    if row.parameters is None:
        if origin.name == name:
            return origin
        return type(origin.__name__, (origin,), {"name": name, "__doc__": origin.__doc__})
    return _made_attribute(row, origin)


def _made_attribute(row: AttributeRow, origin: Any) -> type[Attribute]:
    parameters = row.parameters or ()
    dialect, _, mnemonic = row.name.partition(".")
    words = [word[:1].upper() + word[1:] for word in mnemonic.split("_")]
    title = "".join(words) + ("Type" if row.is_type else "Attr")
    is_enum = len(parameters) == 1 and parameters[0].name == "value"
    base: Any = FormatType if row.is_type else TTEnumAttr if is_enum else FormatAttribute
    if origin is not None and list(origin.parameter_names) == [each.name for each in parameters]:
        base = origin
    annotations = {each.name: _parameter_type(each, dialect) for each in parameters}
    members: dict[str, Any] = {
        "__doc__": base.__doc__ if base is origin else f"`{row.name}`.",
        "__module__": __name__,
        "__annotations__": annotations,
        "name": row.name,
        "assembly_format": row.form,
        **{each.name: _default(each) for each in parameters if each.suffix == "?"},
        **HAND_WRITTEN.get(row.name, {}),
    }
    if origin is not None and base is not origin and hasattr(origin, "alias_name"):
        members["alias_name"] = origin.alias_name
    verify = attribute_verifier(row.name)
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
