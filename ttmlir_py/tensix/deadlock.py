"""The report about a deadlock: each waiting thread, and the threads that could release it."""

from collections.abc import Iterator, Sequence

from ttmlir_py.tensix.threads import Key, Thread, Unit, Wait, core_names

_HELPERS = {
    "space": ("cb_pop_front",),
    "pages": ("cb_push_back",),
    "semaphore": (
        "noc_semaphore_inc",
        "noc_semaphore_set",
        "noc_semaphore_set_multicast",
        "noc_semaphore_set_multicast_loopback_src",
    ),
    "taken": (),
    "unpacked": (),
    "released": ("tile_regs_release",),
    "committed": ("tile_regs_commit",),
}
"""Maps kinds of waits to the functions whose call can end such a wait."""
_ROLES = {"taken": "math", "unpacked": "unpack", "released": "pack", "committed": "math"}
"""Maps kinds of waits between the threads of one kernel to the role of the thread that can end such
a wait.
"""
_MOST = 24
"""Largest number of threads in the report."""


def report(units: Sequence[Unit]) -> str:
    """Return the report: waiting threads, threads that could release them, and a cycle if any."""
    threads = [thread for unit in units for thread in unit.threads]
    stuck = [thread for thread in threads if thread.waiting is not None]
    lines = ["deadlock: no thread can go on"]
    for thread in stuck[:_MOST]:
        lines += _described(thread, threads)
    if len(stuck) > _MOST:
        lines.append(f"  and {len(stuck) - _MOST} more threads")
    cycle = _cycle(stuck, threads)
    if cycle:
        lines.append("  cycle: " + " -> ".join(map(_title, [*cycle, cycle[0]])))
    else:
        lines.append("  nobody is left who could go on")
    return "\n".join(lines)


def _title(thread: Thread) -> str:
    return f"{thread} on {core_names(thread.unit)}"


def _described(thread: Thread, threads: Sequence[Thread]) -> Iterator[str]:
    wait = thread.waiting
    assert wait is not None
    function, place = thread.call()
    yield f"  {_title(thread)}, {place}: {function} {wait.describe(wait.missing[0])}"
    helpers = list(_helpers(thread, wait, threads))
    if not helpers:
        wanted = " or ".join(_HELPERS[wait.key[0]]) or "the call's other part"
        yield f"    no thread has a call of {wanted} that could help"
    for helper in helpers[:_MOST]:
        yield f"    {_title(helper)} could help, but {_state(helper)}"


def _state(thread: Thread) -> str:
    if thread.waiting is None:
        return "is done"
    function, place = thread.call()
    return f"waits at {place}: {function}"


def _helpers(thread: Thread, wait: Wait, threads: Sequence[Thread]) -> Iterator[Thread]:
    """Yield the threads whose code contains a call that could end a wait."""
    kind, _ = wait.key
    for other in threads:
        if other is thread:
            continue
        if kind in _ROLES:
            if other.unit is thread.unit and other.role == _ROLES[kind]:
                yield other
        elif kind == "semaphore":
            if other.code.functions & set(_HELPERS[kind]):
                yield other
        elif set(wait.missing) & set(other.unit.cores) and _calls(other, wait.key):
            yield other


def _calls(thread: Thread, key: Key) -> bool:
    kind, port = key
    return any((function, port) in thread.code.ports for function in _HELPERS[kind])


def _cycle(stuck: Sequence[Thread], threads: Sequence[Thread]) -> list[Thread]:
    """Return threads that wait for each other in a cycle, or an empty list."""
    edges = {
        thread: [other for other in _helpers(thread, thread.waiting, threads) if other.waiting]
        for thread in stuck
        if thread.waiting is not None
    }
    done: set[Thread] = set()
    for first in stuck:
        path: list[Thread] = []
        branches = [iter([first])]
        while branches:
            following = next(branches[-1], None)
            if following is None:
                branches.pop()
                if path:
                    done.add(path.pop())
            elif following in path:
                return path[path.index(following) :]
            elif following not in done:
                path.append(following)
                branches.append(iter(edges.get(following, ())))
    return []
