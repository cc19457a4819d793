"""A note about memory, before a long trace is held in memory."""

MANY = 100_000
"""Number of operations or nodes from which on a note is given."""


def held_in_memory(count: int, what: str, size: float) -> str:
    """Return a note about the memory for `count` operations or nodes, with `size` kilobytes for
    each.
    """
    return f"all {count:,} {what} are held in memory, about {count * size / 1000:,.0f} MB"
