"""The `--help` text of tools that run passes."""

from collections.abc import Iterable, Iterator, Mapping

from ttmlir_py.common.warning_kinds import KINDS
from ttmlir_py.passes.catalogue import Entry, OptionEntry, read_passes, read_pipelines
from ttmlir_py.passes.lookup import foreign_passes, plug_in_name
from ttmlir_py.tools.driver import Flag, HelpStyle, with_dashes

COLUMN = 58
"""Column in which descriptions of flags start."""


def help_text(
    program: str,
    overview: str,
    usage: str,
    flags: Mapping[str, Flag],
    style: HelpStyle,
) -> str:
    """Return the help text: usage, the tool's flags, and every pass and pipeline with its
    options.
    """
    lines = [f"OVERVIEW: {overview}", f"USAGE: {program} {usage}", "", "OPTIONS:", ""]
    shown = {name: flag for name, flag in flags.items() if style.hidden or not flag.hidden}
    general = {name: [_flag_line(name, flag)] for name, flag in sorted(shown.items())}
    warnings = {
        f"W{name}": [_line(2, f"-W[no-]{name}", kind.summary)] for name, kind in KINDS.items()
    }
    plug_ins = {
        flag: [_line(2, f"--{flag}", f"of {plug_in_name(entry)}")]
        for flag, entry in foreign_passes().items()
    }
    passes = {each.flag: list(_entry_lines(each)) for each in read_passes()}
    pipelines = {each.flag: list(_entry_lines(each)) for each in read_pipelines()}
    if style.as_list:
        everything = general | warnings | passes | pipelines | plug_ins
        return _text(lines, (everything[name] for name in sorted(everything)))
    lines += ["General options:", ""]
    titles = [["", title, ""] for title in ("Warnings:", "Passes:", "Pass Pipelines:")]
    sections = zip(titles, (warnings, passes, pipelines), strict=True)
    titled = [each for title, entries in sections for each in (title, *entries.values())]
    if plug_ins:
        titled += [["", "Passes of other packages:", ""], *plug_ins.values()]
    return _text(lines, (*general.values(), *titled))


def _text(lines: list[str], more: Iterable[list[str]]) -> str:
    return "\n".join([*lines, *(line for each in more for line in each)]) + "\n"


def _flag_line(name: str, flag: Flag) -> str:
    return _line(2, f"{with_dashes(name)}{flag.placeholder}", flag.help, flag.default)


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
