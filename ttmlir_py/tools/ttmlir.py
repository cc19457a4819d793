"""The command line of `ttmlir`, for the installation: `ttmlir doctor`."""

import argparse
import sys

from ttmlir_py.tools.commands import command_parser, parse_arguments, run_commands

_DESCRIPTION = (
    "Look after the installation of ttmlir_py. The compiler's tools are ttopt and others."
)
_DOCTOR = (
    "show versions, extras, tools, caches and servers, what is missing, and the commands that "
    "install it; the exit code is 1 if the tools cannot work"
)


def build_parser() -> argparse.ArgumentParser:
    """Return the parser of the command line."""
    parser = command_parser("ttmlir", _DESCRIPTION)
    commands = parser.add_subparsers(title="commands", required=True, metavar="COMMAND")
    doctor = commands.add_parser("doctor", help=_DOCTOR, description=_DOCTOR)
    doctor.add_argument("--json", action="store_true", help="print the same as JSON")
    return parser


def main() -> int:
    """Run the command line, and return the exit code."""

    def run() -> int:
        options = parse_arguments(build_parser(), None)
        from ttmlir_py.tools import doctor

        findings = doctor.findings()
        sys.stdout.write(doctor.json_text(findings) if options.json else doctor.text(findings))
        return 0 if doctor.works(findings) else 1

    return run_commands("ttmlir", run)


if __name__ == "__main__":
    sys.exit(main())
