"""Default values of the options of a run.

This module imports nothing slow, because `ttrt --help` imports it.
"""

import os
from typing import Final

MEMORY_LIMIT: Final = 8 << 30
"""Largest total size of the values of live tensors, in bytes."""
PCC: Final = 0.99
"""Lowest accepted correlation with a golden."""
ATOL: Final = 1e-8
RTOL: Final = 1e-5
"""Absolute (`ATOL`) and relative (`RTOL`) tolerance of comparisons, as in numpy and PyTorch."""
INITIALIZERS: Final = ("arange", "ones", "rand", "randn", "zeros")
"""Ways to generate inputs."""
INITIALIZER: Final = "randn"
TENSOR_TRACE: Final = "/tmp/tensor_trace.bin"
"""Default path of a tensor-access trace, as in llama.cpp."""
TENSOR_TRACE_VARIABLES: Final = ("TTMLIR_TENSOR_TRACE", "GGML_TENSOR_TRACE")
"""Environment variables that enable the tensor-access trace: ours, and llama.cpp's."""


def tensor_trace_path() -> str:
    """Return the path of the tensor-access trace that the environment requests.

    The result is empty if no variable is set, or if it is set to 0.
    """
    wanted = any(os.environ.get(name, "") not in ("", "0") for name in TENSOR_TRACE_VARIABLES)
    return TENSOR_TRACE if wanted else ""
