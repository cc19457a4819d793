"""Trace events in the format of Perfetto and chrome://tracing, and files of them."""

import json
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

Event = dict[str, Any]


def name_event(what: str, name: str, process: int, thread: int = 0) -> Event:
    """Return an event that names a track. `what` is `process` or `thread`."""
    args = {"name": name}
    return {"name": f"{what}_name", "ph": "M", "ts": 0, "pid": process, "tid": thread, "args": args}


def slice_event(
    name: str, category: str, start: float, duration: float, args: Mapping[str, Any], **track: int
) -> Event:
    """Return an event with a start and a duration, both in microseconds.

    `track` may have `pid` and `tid`, which are 0 by default.
    """
    times = {"ts": start, "dur": duration}
    return {"name": name, "cat": category, "ph": "X", **times, "pid": 0, "tid": 0, **track} | {
        "args": dict(args)
    }


def counter_event(name: str, time: float, values: Mapping[str, float], process: int = 0) -> Event:
    """Return an event that sets counters to `values` at `time` (microseconds)."""
    return {"name": name, "ph": "C", "ts": time, "pid": process, "tid": 0, "args": dict(values)}


def file_lines(
    events: Iterable[Event], unit: str = "ns", about: Mapping[str, Any] | None = None
) -> Iterator[str]:
    """Yield the lines of a trace file, with one event per line.

    Viewers show times in `unit`. `about` has metadata of the file.
    """
    root = {"displayTimeUnit": unit} | ({"otherData": dict(about)} if about else {})
    yield json.dumps(root)[:-1] + ', "traceEvents": ['
    separator = ""
    for event in events:
        yield separator + json.dumps(event)
        separator = ","
    yield "]}"
