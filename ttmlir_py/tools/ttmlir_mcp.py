"""The command line of `ttmlir-mcp`, which offers the compiler to coding agents."""

import argparse
import sys

from ttmlir_py.tools.commands import command_parser, parse_arguments, run_commands
from ttmlir_py.tools.driver import ToolError

_DESCRIPTION = (
    "Answer a coding agent by the Model Context Protocol, on stdin and stdout: parse, compile, run "
    "and verify programs, explain operations, search the documentation. docs/coding_agents.md "
    "shows how to set up agents."
)


def build_parser() -> argparse.ArgumentParser:
    """Return the parser of the command line."""
    parser = command_parser("ttmlir-mcp", _DESCRIPTION)
    parser.add_argument(
        "--root",
        action="append",
        default=None,
        metavar="FOLDER",
        help="a folder whose files may be read and written (default: the current folder)",
    )
    return parser


def main() -> int:
    """Run the command line, and return the exit code."""

    def run() -> int:
        options = parse_arguments(build_parser(), None)
        from ttmlir_py.mcp_server.sources import Roots, SourceError

        try:
            roots = Roots.of(options.root or [])
        except SourceError as error:
            raise ToolError(f"--root: {error}") from None
        try:
            from ttmlir_py.mcp_server import server
        except ModuleNotFoundError as error:
            if error.name and error.name.partition(".")[0] == "mcp":
                raise ToolError("mcp is not installed: pip install 'ttmlir_py[mcp]'") from None
            raise
        server.start(roots)
        return 0

    return run_commands("ttmlir-mcp", run)


if __name__ == "__main__":
    sys.exit(main())
