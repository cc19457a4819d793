"""What the passes share that convert a dialect to TTIR."""

from dataclasses import dataclass

from ttmlir_py.passes.base import Pass, option


@dataclass(frozen=True)
class FrontDoorPass(Pass):
    """Base of the passes that convert a dialect to TTIR."""

    report_unsupported: bool = option(
        False,
        "Show how many operations of each kind cannot be converted, where the first is, and why.",
        own=True,
    )
