"""The console scripts. Each sets up interrupt handling, and then loads its tool.

Loading a tool takes longer than many of its runs. Until the tool handles interrupts itself, an
interrupt ends the process at once.
"""

import gc
import os
import sys
from importlib import import_module

WARM, WARM_VARIABLE = "--warm", "TTMLIR_WARM"
"""First argument and environment variable that request a warm start (`ttmlir_py.warm_server`)."""
CACHE_VARIABLE = "TTMLIR_CACHE"
"""Environment variable with the folder of the result cache (`ttmlir_py.result_cache`)."""
_NEEDS_FORK = ("ttreduce", "ttmlir_server", "ttmlir_sweep")
"""Tools that start their workers with `os.fork`, which Windows lacks."""
_ALONE = (
    *("ttmlir_server", "ttmlir_cache", "ttmlir_lsp", "ttmlir_mcp", "ttmlir"),
    *("ttmlir_ops", "ttmlir_sweep"),
)

TOOLS = {
    "ttopt": "ttopt",
    "ttmlir-opt": "ttopt",
    "tttranslate": "tttranslate",
    "ttmlir-translate": "tttranslate",
    "ttmlir-compile": "ttmlir_compile",
    "ttmlir-verify": "ttmlir_verify",
    "ttrt": "ttrt",
}
"""Maps commands that `ttreduce` can run without loading a tool each time to the tool's module."""


def ttopt() -> None:
    """Run `ttopt`, which is also installed as `ttmlir-opt`."""
    start("ttopt")


def tttranslate() -> None:
    """Run `tttranslate`, which is also installed as `ttmlir-translate`."""
    start("tttranslate")


def ttmlir_compile() -> None:
    """Run `ttmlir-compile`."""
    start("ttmlir_compile")


def ttrt() -> None:
    """Run `ttrt`."""
    start("ttrt")


def ttnn_standalone() -> None:
    """Run `ttnn-standalone`."""
    start("ttnn_standalone")


def ttmlir_verify() -> None:
    """Run `ttmlir-verify`."""
    start("ttmlir_verify")


def tttrace() -> None:
    """Run `tttrace`."""
    start("tttrace")


def tt_explorer() -> None:
    """Run `tt-explorer`."""
    start("tt_explorer")


def ttreduce() -> None:
    """Run `ttreduce`."""
    start("ttreduce")


def ttmlir_server() -> None:
    """Run `ttmlir-server`."""
    start("ttmlir_server")


def ttmlir_cache() -> None:
    """Run `ttmlir-cache`."""
    start("ttmlir_cache")


def ttmlir_lsp() -> None:
    """Run `ttmlir-lsp`."""
    start("ttmlir_lsp")


def ttmlir_mcp() -> None:
    """Run `ttmlir-mcp`."""
    start("ttmlir_mcp")


def ttmlir() -> None:
    """Run `ttmlir`."""
    start("ttmlir")


def ttmlir_ops() -> None:
    """Run `ttmlir-ops`."""
    start("ttmlir_ops")


def ttmlir_sweep() -> None:
    """Run `ttmlir-sweep`."""
    start("ttmlir_sweep")


def start(tool: str) -> None:
    """Run a tool in this process, or let the warm server run it."""
    is_warm = _is_warm()
    if not hasattr(os, "fork"):  # Windows has neither warm server nor result cache
        os.environ.pop(CACHE_VARIABLE, None)
        _refuse_without_fork(tool)
    elif folder := os.environ.get(CACHE_VARIABLE):
        from ttmlir_py.result_cache import client, keys

        if tool in keys.TOOLS:
            client.answer(tool, folder)
    if is_warm and tool not in _ALONE and hasattr(os, "fork"):
        from ttmlir_py.warm_server import client

        client.run(tool)
    from ttmlir_py import startup
    from ttmlir_py.common import interrupts, thread_timeout

    interrupts.leave_at_once()
    thread_timeout.shorten()
    gc.disable()  # loading modules creates no garbage
    startup.install(tool)
    main = import_module(f"ttmlir_py.tools.{tool}").main
    gc.enable()
    try:
        code = main()
    finally:  # also after --help, which exits
        interrupts.ignore()
        startup.keep()
    sys.exit(code)


def _refuse_without_fork(tool: str) -> None:
    """Exit with an error if `tool` cannot work on Windows."""
    if tool in _NEEDS_FORK:
        name = tool.replace("_", "-")
        sys.exit(f"{name}: Windows cannot run this tool: use Linux, macOS or WSL (docs/install.md)")


def _is_warm() -> bool:
    """Whether a warm start is requested. Remove `--warm` from the arguments."""
    if sys.argv[1:2] == [WARM]:
        del sys.argv[1]
        return True
    return os.environ.get(WARM_VARIABLE, "0") not in ("", "0")
