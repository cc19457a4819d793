"""What the passes share that convert a dialect to TTIR."""

from dataclasses import dataclass

from ttmlir_py.passes.base import Pass, option


@dataclass(frozen=True)
class FrontDoorPass(Pass):
    """Base of the passes that convert a dialect to TTIR."""

    report_unsupported: bool = option(
        False,
        "Show a table of the operations that cannot be converted: how many of each kind, where the first is, and why.",
        own=True,
    )
