"""The console scripts: each tool, loaded when an interrupt already ends the process as it should.

Loading a tool takes longer than many of its runs. Until the tool itself handles interrupts, one ends the process at once.
"""

import gc
import os
import sys
from importlib import import_module

WARM, WARM_VARIABLE = "--warm", "TTMLIR_WARM"
"""The first argument, and the variable, that ask for a warm start: `ttmlir_py.warm_server`."""
CACHE_VARIABLE = "TTMLIR_CACHE"
"""The variable that names a folder with results of earlier runs: `ttmlir_py.result_cache`."""
_ALONE = ("ttmlir_server", "ttmlir_cache")

TOOLS = {
    "ttopt": "ttopt",
    "ttmlir-opt": "ttopt",
    "tttranslate": "tttranslate",
    "ttmlir-translate": "tttranslate",
    "ttmlir-compile": "ttmlir_compile",
    "ttmlir-verify": "ttmlir_verify",
    "ttrt": "ttrt",
}
"""The tools that `ttreduce` starts by their names in commands, and their modules."""


def ttopt() -> None:
    """`ttopt`, which is also `ttmlir-opt`."""
    start("ttopt")


def tttranslate() -> None:
    """`tttranslate`, which is also `ttmlir-translate`."""
    start("tttranslate")


def ttmlir_compile() -> None:
    """`ttmlir-compile`."""
    start("ttmlir_compile")


def ttrt() -> None:
    """`ttrt`."""
    start("ttrt")


def ttnn_standalone() -> None:
    """`ttnn-standalone`."""
    start("ttnn_standalone")


def ttmlir_verify() -> None:
    """`ttmlir-verify`."""
    start("ttmlir_verify")


def tttrace() -> None:
    """`tttrace`."""
    start("tttrace")


def tt_explorer() -> None:
    """`tt-explorer`."""
    start("tt_explorer")


def ttreduce() -> None:
    """`ttreduce`."""
    start("ttreduce")


def ttmlir_server() -> None:
    """`ttmlir-server`."""
    start("ttmlir_server")


def ttmlir_cache() -> None:
    """`ttmlir-cache`."""
    start("ttmlir_cache")


def start(tool: str) -> None:
    """Load a tool and run it as the process's whole work, or let a server do it that has it loaded."""
    is_warm = _is_warm()
    if folder := os.environ.get(CACHE_VARIABLE):
        from ttmlir_py.result_cache import client, keys

        if tool in keys.TOOLS:
            client.answer(tool, folder)
    if is_warm and tool not in _ALONE:
        from ttmlir_py.warm_server import client

        client.run(tool)
    from ttmlir_py import startup
    from ttmlir_py.common import interrupts, thread_timeout

    interrupts.leave_at_once()
    thread_timeout.shorten()
    gc.disable()  # there is nothing to collect of what is loaded
    startup.install(tool)
    main = import_module(f"ttmlir_py.tools.{tool}").main
    gc.enable()
    code = main()
    interrupts.ignore()
    sys.exit(code)


def _is_warm() -> bool:
    """Whether a warm start is asked for; the tool does not see the argument that does."""
    if sys.argv[1:2] == [WARM]:
        del sys.argv[1]
        return True
    return os.environ.get(WARM_VARIABLE, "0") not in ("", "0")
