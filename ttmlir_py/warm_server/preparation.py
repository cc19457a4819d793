"""Preparation of a server: it loads the modules that runs need, and fills their caches."""

import os
from collections.abc import Iterable
from contextlib import suppress
from importlib import import_module
from pkgutil import walk_packages

_PACKAGES = (
    *("building", "dialects", "ir", "passes", "reference", "rewriting", "runtime"),
    *("schemas", "standalone", "target", "tensix", "tools", "traces", "ttnn", "ttrt"),
    *("testcase_reduction", "validation"),
)
"""Packages whose modules are all loaded.

The explorer's server and the front ends for JAX and PyTorch are loaded only by runs that need them.
"""
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
"""  # noqa: E501

_TIMES = 10
"""Number of rehearsals after which Python has specialized the bytecode.

Runs then need not specialize it, which would write to the code's memory pages.
"""


def prepare() -> None:
    """Load all tools, and rehearse a run."""
    _load_all()
    _compile()
    for _ in range(_TIMES):
        rehearse()


def rehearse() -> None:
    """Parse, compile and print a program as a run does, without output."""
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
    """Load all modules of a package, except those with missing dependencies."""
    name = f"ttmlir_py.{package}"
    found: Iterable[str] = (
        each.name for each in walk_packages(import_module(name).__path__, f"{name}.")
    )
    for module in found:
        if not module.endswith("__main__"):
            with suppress(ImportError):
                import_module(module)


def _compile() -> None:
    """Compile and translate a program, which fills the tables that a first compilation creates."""
    from ttmlir_py import compiler

    module = compiler.parse(_PROGRAM)
    str(module)
    compiler.PassManager("builtin.module(ttir-to-ttnn-backend-pipeline)").run(module)
    str(module)
    compiler.translate(module)
