"""The context: which dialects there are, how names find them, and where diagnostics go."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from xdsl.context import Context
from xdsl.dialect_interfaces.op_asm import OpAsmDialectInterface
from xdsl.dialects.builtin import UnregisteredOp
from xdsl.ir import Attribute, Dialect, Operation, TypeAttribute
from xdsl.utils.exceptions import UnregisteredConstructException

from ttmlir_py.ir.diagnostics import DiagnosticEngine

if TYPE_CHECKING:
    from ttmlir_py.ir.actions import ActionHandler


@dataclass(frozen=True, eq=False, repr=False)
class DialectRegistry:
    """Which dialects contexts may load, as MLIR's class of that name: a factory for each, called when the dialect is first met."""

    factories: Mapping[str, Callable[[], Dialect]] = field(
        default_factory=dict[str, Callable[[], Dialect]]
    )
    """By the dialect's name; `builtin` is in every context."""
    complete: frozenset[str] = frozenset()
    """The dialects of which all attributes and types are there, so that another name is a mistake."""
    dependent: frozenset[str] = frozenset()
    """The dialects that are only there because others depend on them."""


def _builtin_dialect() -> Dialect:
    """xDSL's builtin dialect with the project's module."""
    from xdsl.dialects import builtin

    from ttmlir_py.ir.module import ModuleOp

    ops = [ModuleOp if op is builtin.ModuleOp else op for op in builtin.Builtin.operations]
    return Dialect("builtin", ops, list(builtin.Builtin.attributes), [OpAsmDialectInterface()])


ResourceReader = Callable[[str, str], None]
"""Takes over the key and the text of an entry; LookupError if the key is wrong, ValueError if the text is."""


OpConstraintsQuery = Callable[
    [str, Sequence[Mapping[str, Any]], Mapping[str, Any], Mapping[str, Any]], tuple[int, int, int]
]
"""Takes a function's name, its operands, its result and the chip, all as plain data; gives bytes of a core's L1 in circular
buffers, in tensors that it makes and in the result. ValueError, which says why, if it cannot run."""


class MlirContext(Context):
    """A context with the dialects of a registry, each loaded when a name of it is met; without one, with `builtin` only."""

    diagnostics: DiagnosticEngine
    system_desc_reader: "Callable[[bytes], Attribute] | None" = None
    """What reads a system descriptor file; ValueError if it is none. Set by those who may know binary formats."""

    revision: str = ""
    """In which revision of the dialects texts are; empty for the one that is registered."""

    requested_revision: str | None = None
    """The revision that all texts are in; None if each is to be looked at."""

    refuses_unknown_properties: bool = False
    """Whether a property that an operation does not have is an error. MLIR drops it."""

    op_constraints: "OpConstraintsQuery | None" = None
    """What tells how much L1 an operation takes; set by those who may know the simulator."""

    def __init__(
        self, registry: DialectRegistry = DialectRegistry(), *, allow_unregistered: bool = False
    ):
        super().__init__(allow_unregistered)
        self.actions: ActionHandler | None = None
        """What is told of the steps of the compilation, and may skip them."""
        self.reports: list[tuple[str, Any]] | None = None
        """What passes say of their decisions, by flag, as plain data; None if nobody wants to know."""
        self.resource_readers: dict[str, ResourceReader] = {}
        """Who reads which group of a file's external resources; groups that nobody reads stay with the module."""
        self.diagnostics = DiagnosticEngine()
        self._registry = registry
        self._complete = registry.complete
        self._unasked: dict[str, Dialect] = {}
        """The loaded dialects whose attributes and types nobody has asked for."""
        self.register_dialect("builtin", _builtin_dialect)
        self._registered_dialects.update(registry.factories)

    def clone(self) -> "MlirContext":
        """A context that knows the same, with the same diagnostics engine."""
        copy = MlirContext.__new__(MlirContext)
        Context.__init__(
            copy,
            self.allow_unregistered,
            self._loaded_dialects.copy(),
            self._loaded_ops.copy(),
            self._loaded_attrs.copy(),
            self._loaded_types.copy(),
            self._registered_dialects.copy(),
        )
        copy.diagnostics = self.diagnostics
        copy.system_desc_reader = self.system_desc_reader
        copy.op_constraints = self.op_constraints
        copy.actions = self.actions
        copy.reports = self.reports
        copy.resource_readers = self.resource_readers
        copy._registry = self._registry
        copy._complete = self._complete
        copy._unasked = self._unasked.copy()
        copy.revision = self.revision
        copy.requested_revision = self.requested_revision
        copy.refuses_unknown_properties = self.refuses_unknown_properties
        return copy

    def replace_dialects(
        self, removed: Sequence[str], added: Mapping[str, Callable[[], Dialect]]
    ) -> None:
        """Know some dialects otherwise, or not any more: what was loaded of them is forgotten."""
        for name in {*removed, *added}:
            self._registered_dialects.pop(name, None)
            self._loaded_dialects.pop(name, None)
            self._unasked.pop(name, None)
            prefix = f"{name}."
            for table in (self._loaded_ops, self._loaded_attrs, self._loaded_types):
                for each in [each for each in table if each.startswith(prefix)]:
                    del table[each]
        self._registered_dialects.update(added)
        self._complete = (self._registry.complete - set(removed)) | set(added)

    def is_dialect_registered(self, name: str) -> bool:
        """Whether there is a dialect of that name."""
        return name in self._registered_dialects

    def is_dialect_complete(self, name: str) -> bool:
        """Whether all attributes and types of the dialect are known, so that another name is a mistake.

        True of the project's dialects; xDSL has only a part of MLIR's.
        """
        return name in self._complete

    def load_registered_dialect(self, name: str) -> None:
        """Load a dialect; of one that finds operations by their names, no operation yet, nor attributes and types."""
        if name not in self._registered_dialects:
            raise UnregisteredConstructException(f"'{name}' dialect is not registered")
        dialect = self._registered_dialects[name]()
        self._loaded_dialects[dialect.name] = dialect
        self._unasked[dialect.name] = dialect
        if not hasattr(dialect, "find_operation"):
            for op in dialect.operations:
                self.load_op(op)
            self._load_attributes(dialect.name)

    def _load_attributes(self, dialect_name: str) -> None:
        """Load attributes and types of a loaded dialect, unless they are."""
        dialect = self._unasked.pop(dialect_name, None)
        for attribute in () if dialect is None else dialect.attributes:
            self.load_attr_or_type(attribute)

    def get_optional_type(self, name: str) -> type[TypeAttribute] | None:
        """The class of a type; None if there is none."""
        self._load_attributes(name.partition(".")[0])
        return super().get_optional_type(name)

    def get_optional_attr(self, name: str) -> type[Attribute] | None:
        """The class of an attribute; None if there is none."""
        self._load_attributes(name.partition(".")[0])
        return super().get_optional_attr(name)

    def knows_all_operations(self, name: str) -> bool:
        """Whether no operation of the dialect is missing: complete, and none is taken from xDSL."""
        dialect = self._loaded_dialects.get(name)
        return self.is_dialect_complete(name) and not hasattr(dialect, "load_rest")

    def _get_known_op(self, name: str) -> type[Operation] | None:
        """Also find operations that their dialect loads only on request, each (`find_operation`) or all (`load_rest`)."""
        op_class = super()._get_known_op(name)
        dialect = self._loaded_dialects.get(name.partition(".")[0])
        find = getattr(dialect, "find_operation", None)
        if op_class is None and find is not None and (op_class := find(name)) is not None:
            self._loaded_ops[name] = op_class
        load_rest = getattr(dialect, "load_rest", None)
        if op_class is None and load_rest is not None and name not in self._loaded_ops:
            for rest in load_rest():
                self._loaded_ops.setdefault(rest.name, rest)
            op_class = self._loaded_ops.get(name)
        return op_class

    def get_operation_class(self, name: str) -> type[Operation]:
        """The class of an operation; an unregistered one if there is no such operation."""
        op_class = self._get_known_op(name)
        if op_class is None:
            op_class = self._loaded_ops[name] = UnregisteredOp.with_name(name)
        return op_class

    def dialect_names(self) -> list[str]:
        """The names of the dialects that `ttmlir-opt` registers, sorted."""
        return sorted(self._registered_dialects.keys() - self._registry.dependent)
