"""The report of `--mlir-pass-statistics`, in MLIR's layout."""

from collections.abc import Iterator, Sequence

from ttmlir_py.passes.running.pass_manager import AnyPass, OpPassManager
from ttmlir_py.passes.statistics import Counter, counters_of

RULE = f"==={'-' * 73}===\n"
TITLE = "... Pass statistics report ..."


def statistics_report(manager: OpPassManager, *, as_list: bool = False) -> str:
    """Return the counters of all passes in `manager`.

    They are nested like the pipeline, or with `as_list` a list in which passes of the same name are
    merged.
    """
    lines = _list_lines(manager) if as_list else _pipeline_lines(manager, 0)
    title = " " * ((80 - len(TITLE)) // 2) + TITLE
    return "\n".join((f"{RULE}{title}\n{RULE[:-1]}", *lines)) + "\n\n"


def _entry(indent: int, name: str, counters: Sequence[Counter] = ()) -> Iterator[str]:
    yield " " * indent + name
    value_width = max((len(str(each.value)) for each in counters), default=0)
    name_width = max((len(each.name) for each in counters), default=0)
    for each in counters:
        text = f"(S) {each.value:{value_width}} {each.name:{name_width}} - {each.help}"
        yield " " * (indent + 2) + text


def _pipeline_lines(manager: OpPassManager, indent: int) -> Iterator[str]:
    for step in manager.merged():
        if not isinstance(step, list):
            yield from _entry(indent, step.cpp_name, counters_of(step))
            continue
        inner = indent
        if len(step) > 1:
            anchors = ", ".join(f"'{each.anchor or 'any'}'" for each in step)
            yield from _entry(indent, f"Pipeline Collection : [{anchors}]")
            inner += 2
        for nested in step:
            yield from _entry(inner, f"'{nested.anchor or 'any'}' Pipeline")
            yield from _pipeline_lines(nested, inner + 2)


def _list_lines(manager: OpPassManager) -> Iterator[str]:
    merged: dict[str, dict[str, Counter]] = {}
    for each in _all_passes(manager):
        for counter in counters_of(each):
            sums = merged.setdefault(each.cpp_name, {})
            sums.setdefault(counter.name, Counter(counter.name, counter.help)).add(counter.value)
    for name in sorted(merged):
        yield from _entry(2, name, list(merged[name].values()))


def _all_passes(manager: OpPassManager) -> Iterator[AnyPass]:
    for each in manager.passes:
        if isinstance(each, OpPassManager):
            yield from _all_passes(each)
        else:
            yield each
