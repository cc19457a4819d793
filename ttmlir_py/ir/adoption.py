"""Temporary use of the project's operation classes on IR that plain xDSL created."""

from collections.abc import Generator
from contextlib import contextmanager

from xdsl.context import Context
from xdsl.dialects.builtin import UnregisteredOp
from xdsl.ir import Operation
from xdsl.utils.exceptions import PassFailedException

from ttmlir_py.ir.context import DialectRegistry, MlirContext
from ttmlir_py.ir.diagnostics import CompilationError


@contextmanager
def adopted(root: Operation, context: Context, registry: DialectRegistry) -> Generator[MlirContext]:
    """Provide a project context in which passes can work on `root`, the IR of the xDSL context
    `context`.

    Where both contexts have an operation of the same name, such as `func.func`, the operations in
    `root` have the project's class inside the block, and the other context's class again
    afterwards. Both classes store the same operands, properties and regions. Diagnostics are
    collected. If a CompilationError is raised inside the block, they become the text of a
    PassFailedException. Otherwise they are shown at the end.
    """
    ours = MlirContext(registry, allow_unregistered=context.allow_unregistered)
    registered = context._registered_dialects  # pyright: ignore[reportPrivateUsage]
    for name, factory in registered.items():
        if not ours.is_dialect_registered(name):
            ours.register_dialect(name, factory)
    _reclass(root, ours)
    with ours.diagnostics.collect() as diagnostics:
        try:
            yield ours
        except CompilationError:
            text = "".join(map(ours.diagnostics.render, diagnostics))
            raise PassFailedException(text) from None
        finally:
            _reclass(root, context)
    for diagnostic in diagnostics:
        ours.diagnostics.emit(diagnostic)


def _reclass(root: Operation, context: Context) -> None:
    """Change the class of each operation in `root` to the class that `context` has for the
    operation's name.
    """
    for op in root.walk():
        if not isinstance(op, UnregisteredOp):
            op.__class__ = context.get_optional_op(op.name) or op.__class__
