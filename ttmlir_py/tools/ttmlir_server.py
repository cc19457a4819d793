"""`ttmlir-server`: shows and stops the warm servers (`ttmlir_py.warm_server`)."""

import argparse
import os
import sys

from ttmlir_py.tools.commands import command_parser, parse_arguments, run_commands
from ttmlir_py.tools.driver import ToolError
from ttmlir_py.warm_server import client, places

_DESCRIPTION = (
    "Show or stop the servers that `ttopt --warm` and TTMLIR_WARM=1 start. A "
    "server ends by itself when it has been idle for some time, and when a file of "
    "the package has changed."
)


def build_parser() -> argparse.ArgumentParser:
    """Return the parser of the command line."""
    parser = command_parser("ttmlir-server", _DESCRIPTION)
    commands = parser.add_subparsers(title="commands", required=True, metavar="COMMAND")
    commands.add_parser("status", help="list the servers").set_defaults(verb=b"status")
    stop = commands.add_parser("stop", help="stop all servers; commands that are running continue")
    stop.set_defaults(verb=b"stop")
    return parser


def answers(verb: bytes) -> list[str]:
    """Send a request such as `status` to all servers of this user, and return their replies.

    Replies are sorted by server name. Raises ToolError if the folder of the sockets is not private.
    """
    try:
        folder = places.open_folder(create=False)
    except FileNotFoundError:
        return []
    except OSError as error:
        raise ToolError(f"{places.folder()}: {error.strerror or 'is not private'}") from None
    names = sorted(name for name in os.listdir(folder) if name.endswith(places.SOCKET))
    said = [_ask(places.path_in(folder, name), verb) for name in names]
    os.close(folder)
    return [answer for answer in said if answer]


def _ask(path: str, verb: bytes) -> str:
    """Return a server's reply to `verb`, or an empty text if the server has ended."""
    answer = bytearray()
    connection = client.connection_to(path)
    if connection is None:
        return ""
    try:
        connection.sendall(client.message([verb]))
        while data := connection.recv(1 << 12):
            answer += data
    except OSError:
        return ""
    finally:
        connection.close()
    return answer.decode("utf-8", "surrogateescape")


def _run(verb: bytes) -> int:
    found = answers(verb)
    sys.stdout.write("".join(found) or "no servers\n")
    return 0


def main() -> int:
    """Run the command line, and return the exit code."""

    def run() -> int:
        options = parse_arguments(build_parser(), None)
        return _run(options.verb)

    return run_commands("ttmlir-server", run)


if __name__ == "__main__":
    sys.exit(main())
