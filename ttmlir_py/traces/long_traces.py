"""A note about memory for commands that hold a long trace in memory."""

MANY = 100_000
"""Number of operations or nodes above which a note is shown."""


def held_in_memory(count: int, what: str, size: float) -> str:
    """Return a note about the memory for `count` operations or nodes of `size` kilobytes each."""
    return f"all {count:,} {what} are held in memory, about {count * size / 1000:,.0f} MB"
