"""The context: it holds the dialects, finds them by name, and has the diagnostics engine."""

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
    """The dialects that contexts can load, like MLIR's class of that name: a factory for each,
    called at the first use of the dialect.
    """

    factories: Mapping[str, Callable[[], Dialect]] = field(
        default_factory=dict[str, Callable[[], Dialect]]
    )
    """The factories by dialect name; every context has `builtin`."""
    complete: frozenset[str] = frozenset()
    """The dialects whose attributes and types are all known, so that any other name is an error."""
    dependent: frozenset[str] = frozenset()
    """The dialects that are registered only because others depend on them."""


def _builtin_dialect() -> Dialect:
    """Return xDSL's builtin dialect with the project's module class."""
    from xdsl.dialects import builtin

    from ttmlir_py.ir.module import ModuleOp

    ops = [ModuleOp if op is builtin.ModuleOp else op for op in builtin.Builtin.operations]
    return Dialect("builtin", ops, list(builtin.Builtin.attributes), [OpAsmDialectInterface()])


ResourceReader = Callable[[str, str], None]
"""A reader of the key and the text of an entry. It raises LookupError if the key is wrong and
ValueError if the text is wrong.
"""


OpConstraintsQuery = Callable[
    [str, Sequence[Mapping[str, Any]], Mapping[str, Any], Mapping[str, Any]], tuple[int, int, int]
]
"""A query with a function's name, its operands, its result and the chip, all as plain data. It
returns three byte counts of a core's L1: circular buffers, tensors that the function creates, and
the result. It raises ValueError with the reason if the function cannot run.
"""


class MlirContext(Context):
    """A context with the dialects of a registry, each loaded at its first use. Without a registry
    it has only `builtin`.
    """

    diagnostics: DiagnosticEngine
    system_desc_reader: "Callable[[bytes], Attribute] | None" = None
    """The reader of system descriptor files; raises ValueError if the file is not one. Set by
    packages that may import binary formats.
    """

    revision: str = ""
    """The revision of the dialects in which texts are written; empty for the registered one."""

    requested_revision: str | None = None
    """The revision of all texts, or None to detect it for each text."""

    refuses_unknown_properties: bool = False
    """Whether an unknown property of an operation is an error. MLIR drops the property."""

    op_constraints: "OpConstraintsQuery | None" = None
    """The query for the L1 use of an operation. Set by packages that may import the simulator."""

    def __init__(
        self, registry: DialectRegistry = DialectRegistry(), *, allow_unregistered: bool = False
    ):
        super().__init__(allow_unregistered)
        self.actions: ActionHandler | None = None
        """The handler that observes the steps of the compilation and may skip them."""
        self.reports: list[tuple[str, Any]] | None = None
        """Reports of passes on their decisions as plain data, by flag; None if they are not
        collected.
        """
        self.resource_readers: dict[str, ResourceReader] = {}
        """The reader of each group of external resources in a file. Groups without a reader stay
        with the module.
        """
        self.diagnostics = DiagnosticEngine()
        self._registry = registry
        self._complete = registry.complete
        self._unasked: dict[str, Dialect] = {}
        """The loaded dialects whose attributes and types have not been looked up yet."""
        self.register_dialect("builtin", _builtin_dialect)
        self._registered_dialects.update(registry.factories)

    def clone(self) -> "MlirContext":
        """Return a context with the same dialects and settings and the same diagnostics engine."""
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
        """Replace or remove dialects; everything that was loaded from them is forgotten."""
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
        """Whether a dialect of that name is registered."""
        return name in self._registered_dialects

    def is_dialect_complete(self, name: str) -> bool:
        """Whether all attributes and types of the dialect are known, so that any other name is an
        error.

        This holds for the project's dialects. xDSL has only part of MLIR's.
        """
        return name in self._complete

    def load_registered_dialect(self, name: str) -> None:
        """Load a dialect. If the dialect finds operations by name, its operations are loaded later,
        and so are its attributes and types.
        """
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
        """Load the attributes and types of a loaded dialect, if that is still to be done."""
        dialect = self._unasked.pop(dialect_name, None)
        for attribute in () if dialect is None else dialect.attributes:
            self.load_attr_or_type(attribute)

    def get_optional_type(self, name: str) -> type[TypeAttribute] | None:
        """Return the class of a type, or None if it is unknown."""
        self._load_attributes(name.partition(".")[0])
        return super().get_optional_type(name)

    def get_optional_attr(self, name: str) -> type[Attribute] | None:
        """Return the class of an attribute, or None if it is unknown."""
        self._load_attributes(name.partition(".")[0])
        return super().get_optional_attr(name)

    def knows_all_operations(self, name: str) -> bool:
        """Whether all operations of the dialect are known: it is complete and takes no operation
        from xDSL.
        """
        dialect = self._loaded_dialects.get(name)
        return self.is_dialect_complete(name) and not hasattr(dialect, "load_rest")

    def _get_known_op(self, name: str) -> type[Operation] | None:
        """Also find operations that their dialect loads on demand, one by one (`find_operation`) or
        all together (`load_rest`).
        """
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
        """Return the class of an operation, or an unregistered class if the operation is
        unknown.
        """
        op_class = self._get_known_op(name)
        if op_class is None:
            op_class = self._loaded_ops[name] = UnregisteredOp.with_name(name)
        return op_class

    def dialect_names(self) -> list[str]:
        """Return the names of the dialects that `ttmlir-opt` registers, sorted."""
        return sorted(self._registered_dialects.keys() - self._registry.dependent)
