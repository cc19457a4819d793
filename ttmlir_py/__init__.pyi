from ttmlir_py import runtime
from ttmlir_py.compiler import (
    PassManager,
    compile,
    convert_revision,
    create_context,
    import_binary,
    parse,
    system_desc,
    translate,
)
from ttmlir_py.ir.diagnostics import CompilationError, CompilationWarning

__all__ = [
    "CompilationError",
    "CompilationWarning",
    "PassManager",
    "__version__",
    "compile",
    "convert_revision",
    "create_context",
    "import_binary",
    "parse",
    "runtime",
    "system_desc",
    "translate",
]

__version__: str
