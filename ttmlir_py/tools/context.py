"""Contexts as the tools and the Python interface need them: with what `passes` may not know of."""

from typing import TYPE_CHECKING

from ttmlir_py.ir.context import MlirContext

if TYPE_CHECKING:
    from ttmlir_py.dialects.tt.system import SystemDescAttr


def read_system_desc(data: bytes) -> "SystemDescAttr":
    """The system description in the bytes of a `.ttsys` file; ValueError if it is none."""
    from ttmlir_py.target.flatbuffer.system_desc import read_system_desc

    return read_system_desc(data)


def create_context(*, allow_unregistered: bool = False) -> MlirContext:
    """A context whose passes can read system descriptor files."""
    context = MlirContext(allow_unregistered=allow_unregistered)
    context.system_desc_reader = read_system_desc
    return context
