"""What is said before a long trace is held in memory as a whole."""

MANY = 100_000
"""As many operations or nodes are worth a word."""


def held_in_memory(count: int, what: str, size: float) -> str:
    """What so many operations or nodes are about to take, with kilobytes for each."""
    return f"all {count:,} {what} are held in memory, about {count * size / 1000:,.0f} MB"
