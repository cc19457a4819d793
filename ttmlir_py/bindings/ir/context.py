"""Contexts: their dialects and diagnostics, and the default context inside of `with Context():`."""

from __future__ import annotations

import weakref
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from xdsl.dialects.builtin import UNKNOWN_LOC

from ttmlir_py.bindings.ir.capsules import HasCapsule
from ttmlir_py.bindings.ir.diagnostics import Diagnostic, DiagnosticHandler
from ttmlir_py.bindings.ir.dialect_modules import load_dialect_module
from ttmlir_py.bindings.ir.foreign_self import CheckedClass
from ttmlir_py.bindings.ir.state import ClassProperty, current_context, pop, push
from ttmlir_py.bindings.revision import is_later, selected
from ttmlir_py.ir.diagnostics import Diagnostic as _Found
from ttmlir_py.ir.writing.attributes import attribute_text

if TYPE_CHECKING:
    from xdsl.ir import Dialect as XdslDialect

    from ttmlir_py.ir.context import MlirContext

__all__ = [
    "Context",
    "Dialect",
    "DialectDescriptor",
    "DialectRegistry",
    "Dialects",
    "ThreadPool",
]

_live: weakref.WeakSet[Context] = weakref.WeakSet()
DIALECT_CLASSES: dict[str, type[Dialect]] = {}
"""The classes that `register_dialect` has registered, by namespace."""


def _pdl() -> XdslDialect:
    """Return the dialect of rewrite patterns, which only the bindings have."""
    from xdsl.dialects.pdl import PDL

    return PDL


class ThreadPool:
    """A thread pool. Contexts accept a pool, but run everything in the calling thread."""

    def get_max_concurrency(self) -> int:
        """Return 1, the number of threads."""
        return 1


def _require_pool(name: str, pool: object, *, may_be_none: bool = True) -> None:
    """Raise TypeError for an argument that is no thread pool."""
    if not (isinstance(pool, ThreadPool) or (pool is None and may_be_none)):
        raise TypeError(f"{name}: pool is {type(pool).__name__}, expected ThreadPool")


class DialectRegistry:
    """A set of dialects to add to a context. All dialects are always available."""


class Context(HasCapsule):
    """The owner of types, attributes and operations."""

    _CAPI_NAME = "ir.Context"
    current: Any = ClassProperty(current_context)

    def __init__(
        self,
        load_on_create_dialects: Sequence[str] | None = None,
        thread_pool: ThreadPool | None = None,
    ):
        from ttmlir_py.compiler import create_context, set_revision

        _require_pool("Context()", thread_pool)
        revision = selected() if is_later() else None
        self.xdsl: MlirContext = create_context(revision=revision)
        if revision is not None:  # a program may build operations before it parses a text
            set_revision(self.xdsl, revision)
        self.xdsl.register_dialect("pdl", _pdl)
        self.resources: dict[str, str] = {}
        """The blobs of `DenseResourceElementsAttr`, as their text in a file."""
        self.live_modules: weakref.WeakSet[Any] = weakref.WeakSet()
        """The `Module` objects that programs refer to."""
        self.module_loggers: list[Any] = []
        """Recorders of modules. Pass managers of the context notify them after each pass."""
        self._handlers: list[DiagnosticHandler] = []
        self.emit_error_diagnostics = False
        self._base = self.xdsl.diagnostics.handler(self.dispatch)
        self._base.__enter__()
        _live.add(self)
        for name in load_on_create_dialects or ():
            self.get_dialect_descriptor(name)

    @staticmethod
    def _get_live_count() -> int:
        return len(_live)

    def _get_live_module_count(self) -> int:
        return len(self.live_modules)

    def _get_live_operation_objects(self) -> list[Any]:
        from ttmlir_py.bindings.ir.operations import live_operations

        return live_operations(self)

    def _get_live_operation_count(self) -> int:
        return len(self._get_live_operation_objects())

    def _clear_live_operations(self) -> int:
        operations = self._get_live_operation_objects()
        for each in operations:
            each.invalidate()
        return len(operations)

    def _get_context_again(self) -> Context:
        return self

    def __enter__(self) -> Context:
        push("Context", self)
        return self

    def __exit__(self, *_: object) -> None:
        pop("Context", self)

    # Members about dialects.

    @property
    def dialects(self) -> Dialects:
        """The dialects of the context, by name."""
        return Dialects(self)

    @property
    def d(self) -> Dialects:
        """The same as `dialects`."""
        return Dialects(self)

    def get_dialect_descriptor(self, dialect_name: str) -> DialectDescriptor:
        """Return the descriptor of a dialect. Raise ValueError if it does not exist."""
        if not self.xdsl.is_dialect_registered(dialect_name):
            raise ValueError(f"Dialect '{dialect_name}' not found")
        return DialectDescriptor(self, dialect_name)

    @property
    def allow_unregistered_dialects(self) -> bool:
        """Whether operations, attributes and types of unknown dialects are allowed."""
        return self.xdsl.allow_unregistered

    @allow_unregistered_dialects.setter
    def allow_unregistered_dialects(self, allow: bool) -> None:
        self.xdsl.allow_unregistered = allow

    def is_registered_operation(self, operation_name: str) -> bool:
        """Whether an operation of that name is registered."""
        from xdsl.dialects.builtin import UnregisteredOp

        found = self.xdsl.get_optional_op(operation_name)
        return found is not None and not issubclass(found, UnregisteredOp)

    def append_dialect_registry(self, registry: DialectRegistry) -> None:
        """Do nothing, because all dialects are available anyway."""

    def load_all_available_dialects(self) -> None:
        """Load all dialects. Without a call, each dialect is loaded at its first use."""

    # Members about multithreading.

    def enable_multithreading(self, enable: bool) -> None:
        """Do nothing, because everything runs in the calling thread."""

    def set_thread_pool(self, pool: ThreadPool) -> None:
        """Do nothing, because everything runs in the calling thread."""
        _require_pool("set_thread_pool()", pool, may_be_none=False)

    def get_num_threads(self) -> int:
        """Return 1, the number of threads."""
        return 1

    # Members about diagnostics.

    def attach_diagnostic_handler(
        self, callback: Callable[[Diagnostic], bool]
    ) -> DiagnosticHandler:
        """Call `callback` with each diagnostic. The handler that was attached last is called
        first.
        """
        handler = DiagnosticHandler(self, callback)
        self._handlers.append(handler)
        return handler

    def remove_handler(self, handler: DiagnosticHandler) -> None:
        """Remove an attached handler."""
        self._handlers.remove(handler)

    def offer(self, found: _Found) -> bool:
        """Pass a diagnostic to the handlers. Return whether one has handled it."""
        return any(handler.handle(found) for handler in reversed(self._handlers))

    def dispatch(self, found: _Found) -> None:
        """Pass a diagnostic to the handlers, and to stderr if none has handled it."""
        if self.offer(found):
            return
        import sys

        location = "" if found.location == UNKNOWN_LOC else f"{attribute_text(found.location)}: "
        sys.stderr.write(f"{location}{found.severity.name.lower()}: {found.message}\n")


class DialectDescriptor(metaclass=CheckedClass):
    """The name of a dialect in a context."""

    def __init__(self, context: Context, namespace: str):
        self._context = context
        self.namespace = namespace

    @property
    def context(self) -> Context:
        """The context."""
        return self._context

    def __repr__(self) -> str:
        return f"<DialectDescriptor {self.namespace}>"


class Dialect(metaclass=CheckedClass):
    """A dialect of a context. Subclasses are registered by `register_dialect`."""

    def __init__(self, descriptor: DialectDescriptor):
        self._descriptor = descriptor

    @property
    def descriptor(self) -> DialectDescriptor:
        """The descriptor that the dialect was created from."""
        return self._descriptor

    def __repr__(self) -> str:
        module = type(self).__module__
        return f"<Dialect {self._descriptor.namespace} (class {module}.{type(self).__name__})>"


class Dialects(metaclass=CheckedClass):
    """The dialects of a context. They are attributes of the object, and also values by key."""

    def __init__(self, context: Context):
        self._context = context

    def __getitem__(self, name: str) -> Any:
        try:
            descriptor = self._context.get_dialect_descriptor(name)
        except ValueError as error:
            raise IndexError(str(error)) from None
        load_dialect_module(name)
        return DIALECT_CLASSES.get(name, Dialect)(descriptor)

    def __getattr__(self, name: str) -> Any:
        try:
            return self[name]
        except IndexError as error:
            raise AttributeError(str(error)) from None
