"""The text of `--help`."""

from collections.abc import Iterator, Mapping

from ttmlir_py.passes.catalogue import Entry, OptionEntry, read_passes, read_pipelines
from ttmlir_py.tools.driver import Flag, with_dashes
from ttmlir_py.warning_kinds import KINDS

COLUMN = 58
"""Where the descriptions of flags start."""


def help_text(program: str, overview: str, usage: str, flags: Mapping[str, Flag]) -> str:
    """Usage, the tool's own flags, and every pass and pipeline with its options."""
    lines = [f"OVERVIEW: {overview}", f"USAGE: {program} {usage}", "", "OPTIONS:", ""]
    lines += ["General options:", ""]
    for name, flag in sorted(flags.items()):
        lines.append(_line(2, f"{with_dashes(name)}{flag.placeholder}", flag.help, flag.default))
    lines += ["", "Warnings:", ""]
    lines += [_line(2, f"-W[no-]{name}", kind.summary) for name, kind in KINDS.items()]
    for title, entries in (("Passes:", read_passes()), ("Pass Pipelines:", read_pipelines())):
        lines += ["", title, ""]
        for entry in entries:
            lines.extend(_entry_lines(entry))
    return "\n".join(lines) + "\n"


def _line(indent: int, left: str, text: str, default: str | None = None) -> str:
    suffix = f" (default: {default})" if default else ""
    return f"{' ' * indent}{left}".ljust(COLUMN) + f" - {text}{suffix}"


def _entry_lines(entry: Entry) -> Iterator[str]:
    yield _line(2, f"--{entry.flag}", entry.summary)
    for option in entry.options:
        yield _option_line(option)
        for value in option.values:
            yield f"      ={value}"


def _option_line(option: OptionEntry) -> str:
    value = f"=<{option.type}>" if option.type else ""
    return _line(4, f"--{option.name}{value}", option.help, option.default)
