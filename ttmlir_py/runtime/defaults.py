"""What a run does unless it is told otherwise. Nothing is imported here: the command line's help says it, too."""

from typing import Final

MEMORY_LIMIT: Final = 8 << 30
"""Bytes that the values of all live tensors may take."""
PCC: Final = 0.99
"""Correlation that goldens require."""
ATOL: Final = 1e-8
RTOL: Final = 1e-5
"""Tolerances of comparisons, as numpy's and PyTorch's."""
INITIALIZERS: Final = ("arange", "ones", "rand", "randn", "zeros")
"""Ways to generate inputs."""
INITIALIZER: Final = "randn"
