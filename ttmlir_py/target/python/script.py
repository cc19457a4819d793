"""Translation of modules to Python scripts."""

from ttmlir_py.ir.module import ModuleOp
from ttmlir_py.revisions import INTERNAL
from ttmlir_py.target.python.calls import CALLS, eliding_calls
from ttmlir_py.target.python.functions import Function, has_main, named_functions

_HEADER = '''\
"""A program on the ttnn API, written by ttmlir_py: it runs on TTNN, or else on the simulator."""

import functools

try:
    import ttnn
except ImportError:
    from ttmlir_py import ttnn


@functools.cache
def get_device():
    """The one device that the program uses."""
    return ttnn.open_device(device_id=0)
'''
_FOOTER = """

if __name__ == "__main__":
    raise SystemExit(main())
"""


def translate(
    module: ModuleOp,
    *,
    emit_source_locations: bool = False,
    revision: str = INTERNAL,
    elide_elements_if_larger: int | None = None,
) -> bytes:
    """Return the script of a module. Raise OperationError for operations without a TTNN function.

    With `emit_source_locations`, a comment before each operation's lines names its source location.
    With `revision` 2026-08 the script is in the style of EmitPy: see `emitpy`. A script with elided
    constants does not run, because `__elided__` is not defined.
    """
    if revision != INTERNAL:
        from ttmlir_py.target.python import emitpy

        return emitpy.translate(module, emit_source_locations=emit_source_locations)
    scopes = named_functions(module)
    text = _HEADER
    limit = elide_elements_if_larger
    rows = CALLS if limit is None else eliding_calls(limit)
    for function, symbols in scopes:
        writer = Function(function, symbols, locations=emit_source_locations, rows=rows)
        text += "\n\n" + "\n".join(writer.lines()) + "\n"
    return (text + (_FOOTER if has_main(scopes) else "")).encode()
