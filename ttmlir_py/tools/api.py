"""The Python interface's own parts: what `import ttmlir_py` offers and only the tools' layer can put together."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from ttmlir_py.ir.context import MlirContext
from ttmlir_py.passes import manager
from ttmlir_py.tools.context import create_context, read_system_desc

if TYPE_CHECKING:
    from ttmlir_py.dialects.tt.system import SystemDescAttr


def system_desc(name: str) -> "SystemDescAttr":
    """The system description of a board such as `n300`; ValueError, which lists the boards, if it is not known.

    >>> module.attributes["tt.system_desc"] = ttmlir_py.system_desc("n300")
    """
    from ttmlir_py.dialects.tt.presets import preset

    return preset(name)


class PassManager(manager.PassManager):
    """Builds the passes of a textual pipeline and runs them on modules.

    >>> ttmlir_py.PassManager("builtin.module(canonicalize)").run(module)

    Failures are reported to the context's diagnostics (standard error by default) and raise CompilationError.
    """

    def __init__(
        self,
        pipeline: str | manager.OpPassManager,
        *,
        context: MlirContext | None = None,
        verify_each: bool = True,
        instrumentations: Sequence[manager.Instrumentation] = (),
    ):
        context = context or create_context()
        if context.system_desc_reader is None:
            context.system_desc_reader = read_system_desc
        super().__init__(
            pipeline, context=context, verify_each=verify_each, instrumentations=instrumentations
        )
