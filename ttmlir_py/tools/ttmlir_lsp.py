"""The command line of `ttmlir-lsp`, a language server for MLIR text of all revisions."""

import argparse
import sys

from ttmlir_py.tools.commands import command_parser, parse_arguments, run_commands
from ttmlir_py.tools.driver import ToolError

_DESCRIPTION = (
    "Answer an editor by the Language Server Protocol, on stdin and stdout: diagnostics, hover, "
    "completion, names, formatting and corrections for MLIR text. docs/language_server.md shows "
    "how to set up editors."
)


def build_parser() -> argparse.ArgumentParser:
    """Return the parser of the command line."""
    parser = command_parser("ttmlir-lsp", _DESCRIPTION)
    parser.add_argument(
        "--stdio", action="store_true", help="use stdin and stdout (this is the default)"
    )
    return parser


def main() -> int:
    """Run the command line, and return the exit code."""

    def run() -> int:
        parse_arguments(build_parser(), None)
        try:
            from ttmlir_py.language_server import server
        except ModuleNotFoundError as error:
            if error.name and error.name.partition(".")[0] in ("lsprotocol", "pygls"):
                raise ToolError(
                    f"{error.name} is not installed: pip install 'ttmlir_py[lsp]'"
                ) from None
            raise
        server.start()
        return 0

    return run_commands("ttmlir-lsp", run)


if __name__ == "__main__":
    sys.exit(main())
