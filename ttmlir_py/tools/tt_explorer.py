"""The command line of `tt-explorer`, which shows, recompiles and compares programs in a browser."""

import argparse
import os
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from ttmlir_py.common.files import read_file, write_file
from ttmlir_py.common.suggestions import unknown_name
from ttmlir_py.tools.commands import command_parser, parse_arguments, run_commands
from ttmlir_py.tools.driver import ToolError

_DESCRIPTION = (
    "Show programs of TTIR, TTNN, StableHLO, TTMetal and EmitC, TTNN binaries and graph traces in "
    "a browser, with estimated times and memory; "
    "choose other layouts, and see what becomes of the program. Also: tt-explorer export MODEL -o "
    "FILE, tt-explorer compare MODEL."
)
_COMMANDS = ("export", "compare")
_FORMATS = {
    ".html": "html",
    ".perfetto.json": "perfetto",
    ".node-data.json": "node-data",
    ".json": "json",
    ".svg": "svg",
    ".mlir": "source",
    ".ttnn": "binary",
}
"""Maps file extensions to output formats."""


def build_parser(command: str = "") -> argparse.ArgumentParser:
    """Return the parser for a command, or that of the server without a command."""
    parser = command_parser(f"tt-explorer {command}".strip(), _DESCRIPTION)
    add = parser.add_argument
    if command:
        add("model", metavar="MODEL", help="the program")
    else:
        _add_server_options(parser)
    add(
        "--system-desc",
        default="",
        metavar="NAME|FILE",
        help="the board to compile for, by name or as a .ttsys file",
    )
    add(
        "--policy",
        default="",
        metavar="NAME",
        help="policy that chooses memory layouts (default: Auto)",
    )
    if command == "export":
        help = "; ".join(f"*{suffix}: {name}" for suffix, name in _FORMATS.items())
        add(
            "-o",
            "--output",
            required=True,
            metavar="FILE",
            help=f"{help}; DIR/: a report for TT-NN visualizer",
        )
        add(
            "--verify-numerics",
            nargs="?",
            const="randn:0",
            metavar="INPUTS",
            help=(
                "run, and validate each operation against the source on these inputs (default: "
                "randn:0)"
            ),
        )
    if command:
        add(
            "--override",
            action="append",
            metavar="OP=LAYOUT",
            help=(
                "set the layout of an operation's result, as in matmul_1=8x8:l1:block_sharded:tile"
            ),
        )
        add(
            "--run",
            action="store_true",
            help="run on the simulator to measure the accuracy of each operation",
        )
    return parser


def _add_server_options(parser: argparse.ArgumentParser) -> None:
    add = parser.add_argument
    add(
        "-p",
        "--port",
        type=_port,
        default=8080,
        help="the port (default: 8080, or the next free one up to 8099)",
    )
    add("-u", "--url", default="localhost", metavar="HOST", help="the host (default: %(default)s)")
    add("-q", "--no-browser", action="store_true", help="do not open a browser")
    add(
        "-x",
        "--no-model-execution",
        action="store_true",
        help="compile and estimate only, never run the simulator",
    )
    add(
        "-c",
        "--cors-host",
        "--cors_host",
        default="",
        metavar="ORIGIN",
        help="also accept requests from pages of this origin",
    )
    add(
        "--root",
        action="append",
        metavar="DIR",
        help="folder whose models may be opened (default: this folder)",
    )
    add("model", nargs="*", default=(), metavar="MODEL", help="programs to open at the start")


def _port(text: str) -> int:
    if not (text.isascii() and text.isdecimal() and int(text[:6]) < 1 << 16):
        raise argparse.ArgumentTypeError(f"'{text}' is not a port from 0 to 65535")
    return int(text)


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line, and return the exit code.

    It is 0 for success, 1 for failure, 2 for wrong usage, and 130 after Ctrl-C.
    """
    return run_commands("tt-explorer", lambda: _run(arguments))


def _run(arguments: Sequence[str] | None) -> int:
    given = list(sys.argv[1:] if arguments is None else arguments)
    command = given.pop(0) if given and given[0] in _COMMANDS else ""
    values = parse_arguments(build_parser(command), given)
    run = {"": _serve, "export": _export, "compare": _compare}[command]
    from ttmlir_py.explorer.files import PathError
    from ttmlir_py.explorer.overrides import OverrideError
    from ttmlir_py.frontends.sources import SourceError
    from ttmlir_py.ir.diagnostics import CompilationError
    from ttmlir_py.traces.errors import TraceError

    try:
        return run(values)
    except CompilationError as error:
        sys.stderr.write(str(error))
        return 1
    except SourceError as error:  # the message already names the file
        print(error, file=sys.stderr)
        return 1
    except PathError as error:  # its message does, too
        raise ToolError(str(error)) from None
    except (OverrideError, TraceError, ValueError) as error:
        raise ToolError(f"{values.model}: {error}") from None


def _settings(values: argparse.Namespace) -> Any:
    from ttmlir_py.explorer.overrides import (
        DEFAULT_POLICY,
        Override,
        OverrideError,
        Settings,
        parse_layout,
    )

    overrides: dict[str, Override] = {}
    for each in vars(values).get("override") or ():
        name, equals, layout = each.partition("=")
        if not equals:
            raise OverrideError(f"--override: expected OP=LAYOUT, got '{each}'")
        overrides[name] = Override(parse_layout(layout))
    try:
        return Settings(values.policy or DEFAULT_POLICY, values.system_desc, overrides)
    except OverrideError as error:
        raise ToolError(f"--policy: {error}") from None


def _starting_settings(session: Any, values: argparse.Namespace) -> Any:
    """Return the initial settings of a session.

    Without `--policy`, a binary keeps the optimizer policy with which it was compiled.
    """
    settings = _settings(values)
    return settings if values.policy else session.starting_settings(settings)


def _serve(values: argparse.Namespace) -> int:
    try:
        from ttmlir_py.explorer import server
    except ImportError as error:
        raise ToolError(
            f"the server needs further packages: pip install 'ttmlir-py[explorer]' ({error})"
        ) from None
    from ttmlir_py.explorer.commands import Commands
    from ttmlir_py.explorer.files import Files

    models = [os.path.abspath(each) for each in values.model or ()]
    for each in models:
        if not Path(each).is_file():
            raise ToolError(f"{each}: is not a file")
    roots = [*(values.root or ["."]), *map(os.path.dirname, models)]
    for each in roots:
        if not Path(each).is_dir():
            raise ToolError(f"--root: {each}: is not a folder")
    settings = _settings(values)
    _check_system(settings)
    commands = Commands(
        Files(roots),
        settings=settings,
        models=models,
        can_run=not values.no_model_execution,
        keeps_policy=bool(values.policy),
    )
    try:
        _open(commands, models)
        listening = _listening_socket(values)
    except BaseException:
        commands.close()
        raise
    import secrets
    import webbrowser

    token = "" if server.is_loopback(values.url) else secrets.token_urlsafe(24)
    access = server.Access(values.url, listening.getsockname()[1], values.cors_host, token)
    print(f"Starting Model Explorer server at:\n{access.url}", flush=True)
    if not values.no_browser:
        webbrowser.open(access.url)
    server.serve(commands, access, listening)
    return 0


def _check_system(settings: Any) -> None:
    """Check that the board of `--system-desc` exists. Raise ToolError.

    Other commands compile at once, and the compiler reports it. The server compiles later.
    """
    from ttmlir_py.common.boards import BOARDS
    from ttmlir_py.target.flatbuffer.system_desc import read_system_desc

    try:
        if settings.is_file:
            read_system_desc(read_file(settings.system))
        elif settings.system and settings.system not in BOARDS:
            raise ToolError(f"--system-desc: {unknown_name('system', settings.system, BOARDS)}")
    except ValueError as error:
        raise ToolError(f"{settings.system}: {error}") from None


def _open(commands: Any, models: Sequence[str]) -> None:
    """Open the models before the server starts, so that it does not start for other files."""
    from ttmlir_py.traces.errors import TraceError

    for path in models:
        try:
            commands.open(path)
        except TraceError as error:
            raise ToolError(f"{path}: {error}") from None


def _listening_socket(values: argparse.Namespace) -> Any:
    """Return the socket of the server. Raise ToolError if the host or the port cannot be used."""
    from ttmlir_py.explorer import server

    try:
        return server.bind(values.url, values.port)
    except OSError as error:
        raise ToolError(f"{values.url}, port {values.port}: {error.strerror}") from None


def _session(values: argparse.Namespace) -> Any:
    from ttmlir_py.explorer.models import open_model
    from ttmlir_py.explorer.session import Session

    return Session(open_model(values.model))


def _require_operations(result: Any, values: argparse.Namespace) -> None:
    if not result.conversion.graph.nodes:
        raise ToolError(f"{values.model}: the module has no operations: there is nothing to show")


def _findings(result: Any, inputs: str | None = None) -> Any:
    """Return the results of simulation, and of validation if `inputs` are given. Raises
    ToolError.
    """
    from ttmlir_py.explorer.simulation import Simulation
    from ttmlir_py.runtime.defaults import MEMORY_LIMIT

    if result.main is None:
        raise ToolError(f"{result.model.name}: --run: there is no binary")
    if inputs is not None and result.ttir is None:
        raise ToolError(f"{result.model.name}: --verify-numerics: it is not compiled from TTIR")
    simulation = Simulation(result.main, result.data, MEMORY_LIMIT, result.check(inputs))
    simulation.start(lambda _: None)
    try:
        simulation.join()
    finally:
        simulation.cancel()
    if simulation.error is not None:
        raise ToolError(f"{result.model.name}: {simulation.error}")
    return simulation.findings


def _export(values: argparse.Namespace) -> int:
    from ttmlir_py.explorer.export import TEXTS, binary, write_report
    from ttmlir_py.explorer.failures import failed_page
    from ttmlir_py.explorer.overlays import decorated
    from ttmlir_py.ir.diagnostics import CompilationError

    path: str = values.output
    suffix = next((each for each in _FORMATS if path.endswith(each)), "")
    if not suffix and not path.endswith("/"):
        raise ToolError(f"{path}: expected {', '.join(_FORMATS)}, or DIR/")
    name = _FORMATS.get(suffix)
    if values.model.endswith(".json"):
        write_file(path, _trace_text(values.model, name))
        return 0
    session = _session(values)
    try:
        result = session.show(_starting_settings(session, values))
    except CompilationError as error:
        if name != "html":
            raise
        write_file(path, failed_page(session.model, error))
        print(f"{path}: shows the source and the error", file=sys.stderr)
        raise
    sys.stderr.write(result.warnings)
    _require_operations(result, values)
    if name is None:
        write_report(result, path)
        return 0
    if name == "binary":
        write_file(path, binary(result))
        return 0
    base = session.base(result.settings) if session.model.is_editable else None
    runs = values.run or values.verify_numerics is not None
    findings = _findings(result, values.verify_numerics) if runs else None
    write_file(path, TEXTS[name](result, decorated(result, base, findings)))
    return _complain(values.model, findings and findings.verdict)


def _complain(model: str, verdict: Mapping[str, Any] | None) -> int:
    """Return the exit code: 1, after a message, for a program that is wrong or cannot be validated.

    The written file has the details.
    """
    if verdict is None or verdict.get("is_right"):
        return 0
    problem = verdict.get("problem")
    said = (
        f"not validated: {problem}"
        if problem
        else "the program does not mean what its source means"
    )
    print(f"{model}: error: {said}", file=sys.stderr)
    return 1


def _trace_text(path: str, name: str | None) -> str:
    """Return the text of a trace in the format of the output file `name`. Raises ToolError."""
    import json

    from ttmlir_py.explorer.graph import as_dict
    from ttmlir_py.explorer.html import html_page
    from ttmlir_py.explorer.traced import trace_graph

    if name == "json":
        return json.dumps({"graphs": [as_dict(trace_graph(path))]}, indent=1) + "\n"
    if name == "html":
        return html_page(trace_graph(path))
    raise ToolError(f"{path}: a trace is exported to .json or .html")


def _compare(values: argparse.Namespace) -> int:
    from ttmlir_py.explorer.session import compare

    session = _session(values)
    _require_operations(session.show(_starting_settings(session, values)), values)
    header = ["policy", "estimated us", "peak L1", *(["lowest PCC"] if values.run else [])]
    rows = [header]
    for result in compare(session):
        time = "-" if result.main is None else f"{result.main.nanoseconds / 1000:.3f}"
        peak = result.peak("L1")
        row = [result.settings.policy, time, "-" if peak is None else f"{peak:,}"]
        if values.run:
            found = [
                each["pcc"]
                for each in _findings(result).accuracy.values()
                if each["pcc"] is not None
            ]
            row.append(f"{min(found):.6f}" if found else "-")
        rows.append(row)
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    for row in rows:
        cells = [
            row[0].ljust(widths[0]),
            *(c.rjust(w) for c, w in zip(row[1:], widths[1:], strict=True)),
        ]
        print("  ".join(cells))
    return 0


if __name__ == "__main__":
    sys.exit(main())
