"""The context of a compilation: its dialects, found by name, and its diagnostics engine."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, NamedTuple

from xdsl.context import Context
from xdsl.dialect_interfaces.op_asm import OpAsmDialectInterface
from xdsl.dialects import builtin
from xdsl.dialects.builtin import UnregisteredOp
from xdsl.ir import Attribute, Dialect, Operation, TypeAttribute
from xdsl.utils.exceptions import UnregisteredConstructException

from ttmlir_py.common.suggestions import nearest
from ttmlir_py.ir.diagnostics import DiagnosticEngine

if TYPE_CHECKING:
    from ttmlir_py.ir.actions import ActionHandler


@dataclass(frozen=True, eq=False, repr=False)
class DialectRegistry:
    """The dialects that a context can load, with a factory for each dialect (MLIR's
    DialectRegistry).

    A factory is called at the first use of its dialect.
    """

    factories: Mapping[str, Callable[[], Dialect]] = field(
        default_factory=dict[str, Callable[[], Dialect]]
    )
    """Maps a dialect's name to the function that creates the dialect. Every context has
    `builtin`.
    """
    complete: frozenset[str] = frozenset()
    """Names of the dialects without unknown attributes and types: any other name in them is an
    error.
    """
    dependent: frozenset[str] = frozenset()
    """Names of the dialects that are registered only because other dialects depend on them."""


def _builtin_dialect() -> Dialect:
    """Return xDSL's builtin dialect, with this project's class for `builtin.module`."""
    from ttmlir_py.ir.module import ModuleOp

    ops = [ModuleOp if op is builtin.ModuleOp else op for op in builtin.Builtin.operations]
    return Dialect("builtin", ops, list(builtin.Builtin.attributes), [OpAsmDialectInterface()])


ResourceReader = Callable[[str, str], None]
"""A function that receives the key and the text of a resource entry in a file.

It raises LookupError if the key is wrong and ValueError if the text is wrong.
"""


OpConstraintsQuery = Callable[
    [str, Sequence[Mapping[str, Any]], Mapping[str, Any], Mapping[str, Any]], tuple[int, int, int]
]
"""A function that computes the L1 memory that an operation uses on each core.

Its arguments, as plain data, are the name of the TTNN function, the operands, the result and the
chip. It returns three numbers of bytes: circular buffers, tensors that the function creates, and
the result. It raises ValueError with the reason if the function cannot run.
"""


class ProgramEstimate(NamedTuple):
    """The estimated time of a program, and whether it fits on the device."""

    nanoseconds: float
    problem: str = ""
    """The first operation that needs more memory or cores than the device has; empty if all fit."""


ProgramEstimator = Callable[[Operation], ProgramEstimate]
"""A function that estimates the programs of a module in TTNN, also before the passes that decompose
layout changes and free tensors.

It leaves the module as it is. It raises ValueError if a program cannot be estimated.
"""


class MlirContext(Context):
    """A context that loads the dialects of a registry at their first use.

    Without a registry it has only `builtin`.
    """

    diagnostics: DiagnosticEngine
    system_desc_reader: Callable[[bytes], Attribute] | None = None
    """A function that converts a system descriptor file to an attribute; ValueError if the file is
    invalid.

    It is set by packages that may import binary formats.
    """

    revision: str = ""
    """The tt-mlir revision whose dialects texts are written in; empty for the registered
    revision.
    """

    requested_revision: str | None = None
    """The tt-mlir revision of all parsed texts, or None to detect the revision of each text."""

    refuses_unknown_properties: bool = False
    """Whether an unknown property of an operation is an error. If not, the property is dropped, as
    in MLIR.
    """

    op_constraints: OpConstraintsQuery | None = None
    """The function that computes the L1 memory of an operation, or None.

    It is set by packages that may import the simulator.
    """

    estimate: ProgramEstimator | None = None
    """The function that estimates programs, or None. It is set like `op_constraints`."""

    def __init__(
        self, registry: DialectRegistry = DialectRegistry(), *, allow_unregistered: bool = False
    ):
        super().__init__(allow_unregistered)
        self.actions: ActionHandler | None = None
        """The handler that observes the steps of the compilation and may skip them, or None."""
        self.reports: list[tuple[str, Any]] | None = None
        """Reports in which passes explain their decisions: pairs of a flag and plain data.

        None if reports are not collected.
        """
        self.resource_readers: dict[str, ResourceReader] = {}
        """Maps each group of external resources in a file to its reader.

        Groups without a reader are stored with the module.
        """
        self.diagnostics = DiagnosticEngine()
        self._registry = registry
        self._complete = registry.complete
        self._unasked: dict[str, Dialect] = {}
        """Maps names to loaded dialects whose attributes and types will be loaded at the first
        lookup.
        """
        self.register_dialect("builtin", _builtin_dialect)
        self._registered_dialects.update(registry.factories)

    def clone(self) -> MlirContext:
        """Return a context with the same dialects and settings, which shares the diagnostics
        engine.
        """
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
        copy.estimate = self.estimate
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
        """Remove the dialects `removed` and register the dialects `added`.

        Everything that was loaded from a removed or replaced dialect is forgotten.
        """
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
        """Whether the registry has a dialect called `name`."""
        return name in self._registered_dialects

    def is_dialect_complete(self, name: str) -> bool:
        """Whether all attributes and types of the dialect `name` are known, so that any other is an
        error.

        This holds for the project's dialects. xDSL has only part of MLIR's.
        """
        return name in self._complete

    def load_registered_dialect(self, name: str) -> None:
        """Load the dialect `name`.

        Its attributes and types are loaded later, at the first lookup. Its operations are also
        loaded later if the dialect can find operations by name.
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
        """Load the attributes and types of a loaded dialect, unless they are already loaded."""
        dialect = self._unasked.pop(dialect_name, None)
        for attribute in () if dialect is None else dialect.attributes:
            self.load_attr_or_type(attribute)

    def get_optional_type(self, name: str) -> type[TypeAttribute] | None:
        """Return the class of the type `name`, or None if the type is unknown."""
        self._load_attributes(name.partition(".")[0])
        return super().get_optional_type(name)

    def get_optional_attr(self, name: str) -> type[Attribute] | None:
        """Return the class of the attribute `name`, or None if the attribute is unknown."""
        self._load_attributes(name.partition(".")[0])
        return super().get_optional_attr(name)

    def knows_all_operations(self, name: str) -> bool:
        """Whether all operations of the dialect `name` are known.

        The dialect must be complete and take no operation from xDSL.
        """
        dialect = self._loaded_dialects.get(name)
        return self.is_dialect_complete(name) and not hasattr(dialect, "load_rest")

    def similar_operation(self, name: str) -> str:
        """Return the question whether a similar operation of the dialect was meant by the unknown
        `name`, or an empty text.
        """
        prefix, _, mnemonic = name.partition(".")
        dialect = self.get_optional_dialect(prefix)
        if dialect is None:
            return ""
        list_names = getattr(dialect, "operation_names", None)
        names: list[Any] = (
            list_names() if list_names else [each.name for each in dialect.operations]
        )
        # An operation may have a field called `name`, which hides the operation's name.
        mnemonics = [each.partition(".")[2] for each in names if isinstance(each, str)]
        similar = nearest(mnemonic, mnemonics)
        return f"did you mean '{prefix}.{similar[0]}'?" if similar else ""

    def _get_known_op(self, name: str) -> type[Operation] | None:
        """Return the class of the operation `name`, or None if it is unknown.

        Dialects may load operations one by one (`find_operation`) or all together (`load_rest`).
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
        """Return the class of the operation `name`, or an unregistered class if the operation is
        unknown.
        """
        op_class = self._get_known_op(name)
        if op_class is None:
            op_class = self._loaded_ops[name] = UnregisteredOp.with_name(name)
        return op_class

    def dialect_names(self) -> list[str]:
        """Return the names of the dialects that `ttmlir-opt` registers, sorted."""
        return sorted(self._registered_dialects.keys() - self._registry.dependent)
