"""The console scripts: each tool, loaded when an interrupt already ends the process as it should.

Loading a tool takes longer than many of its runs. Until the tool itself handles interrupts, one ends the process at once.
"""

import sys
from importlib import import_module

from ttmlir_py import interrupts


def ttopt() -> None:
    """`ttopt`, which is also `ttmlir-opt`."""
    _start("ttopt")


def tttranslate() -> None:
    """`tttranslate`, which is also `ttmlir-translate`."""
    _start("tttranslate")


def ttmlir_compile() -> None:
    """`ttmlir-compile`."""
    _start("ttmlir_compile")


def ttrt() -> None:
    """`ttrt`."""
    _start("ttrt")


def ttnn_standalone() -> None:
    """`ttnn-standalone`."""
    _start("ttnn_standalone")


def ttmlir_verify() -> None:
    """`ttmlir-verify`."""
    _start("ttmlir_verify")


def tttrace() -> None:
    """`tttrace`."""
    _start("tttrace")


def tt_explorer() -> None:
    """`tt-explorer`."""
    _start("tt_explorer")


def _start(tool: str) -> None:
    interrupts.leave_at_once()
    from ttmlir_py import lazy_dataclasses  # takes as long to load as all before

    lazy_dataclasses.install()
    code = import_module(f"ttmlir_py.tools.{tool}").main()
    interrupts.ignore()
    sys.exit(code)
