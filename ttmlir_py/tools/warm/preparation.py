"""What a server loads before it serves: what runs load, and what they would compute in each run."""

import os
from collections.abc import Iterable
from contextlib import suppress
from importlib import import_module
from pkgutil import walk_packages

_PACKAGES = (
    *("building", "dialects", "ir", "passes", "reduction", "reference", "rewriting", "runtime"),
    *("schemas", "standalone", "target", "tensix", "tools", "traces", "ttnn", "ttrt", "validation"),
)
"""All of whose modules are loaded. What answers browsers, or opens JAX and PyTorch, starts as it does without a server."""
_WHEN_USED = "ttmlir_py.dialects.revisions.", "ttmlir_py.passes.revisions."
"""Of later revisions all but tables is loaded by the run that needs it: `compiler.is_current` takes what is loaded for what was met."""
_PROGRAM = """
module attributes {} {
  func.func @forward(%a: tensor<64x128xbf16>, %b: tensor<128x96xbf16>, %c: tensor<64x96xbf16>) -> tensor<64x96xbf16> {
    %0 = tensor.empty() : tensor<64x96xbf16>
    %1 = "ttir.matmul"(%a, %b, %0) : (tensor<64x128xbf16>, tensor<128x96xbf16>, tensor<64x96xbf16>) -> tensor<64x96xbf16>
    %2 = tensor.empty() : tensor<64x96xbf16>
    %3 = "ttir.add"(%1, %c, %2) <{operandSegmentSizes = array<i32: 2, 1>}> : (tensor<64x96xbf16>, tensor<64x96xbf16>, tensor<64x96xbf16>) -> tensor<64x96xbf16>
    %4 = tensor.empty() : tensor<64x96xbf16>
    %5 = "ttir.softmax"(%3, %4) <{dimension = 1 : si32}> : (tensor<64x96xbf16>, tensor<64x96xbf16>) -> tensor<64x96xbf16>
    return %5 : tensor<64x96xbf16>
  }
}
"""

_TIMES = 10
"""Python specializes what it runs when it has run it about so often: a run need not do it, and does not write to what it runs."""


def prepare() -> None:
    """Load what tools use, and run what they do once."""
    _load_all()
    _compile()
    for _ in range(_TIMES):
        rehearse()


def rehearse() -> None:
    """Parse, compile and print as a run does, to nowhere."""
    from ttmlir_py import compiler
    from ttmlir_py.tools import ttopt

    module = compiler.parse(_PROGRAM)
    compiler.PassManager("builtin.module(ttir-to-ttnn-backend-pipeline)").run(module)
    str(module)
    ttopt.run("ttopt", [os.devnull])


def _load_all() -> None:
    for package in _PACKAGES:
        _load(package)
    import_module("ttmlir_py.compiler")
    for module in ("shlex", "importlib.metadata", "argparse", "json", "tempfile", "subprocess"):
        import_module(module)


def _load(package: str) -> None:
    """All modules of a package; those that need what is not installed are left out."""
    name = f"ttmlir_py.{package}"
    found: Iterable[str] = (
        each.name for each in walk_packages(import_module(name).__path__, f"{name}.")
    )
    for module in found:
        if not module.endswith("__main__") and not module.startswith(_WHEN_USED):
            with suppress(ImportError):
                import_module(module)


def _compile() -> None:
    """Compile a program and translate it, for the tables that a first compilation fills."""
    from ttmlir_py import compiler

    module = compiler.parse(_PROGRAM)
    str(module)
    compiler.PassManager("builtin.module(ttir-to-ttnn-backend-pipeline)").run(module)
    str(module)
    compiler.translate(module)
