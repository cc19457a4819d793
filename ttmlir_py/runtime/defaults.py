"""Defaults of a run.

This module imports nothing slow, because the help of the command line uses it.
"""

import os
from typing import Final

MEMORY_LIMIT: Final = 8 << 30
"""Limit of the bytes for values of all live tensors."""
PCC: Final = 0.99
"""Correlation that goldens require."""
ATOL: Final = 1e-8
RTOL: Final = 1e-5
"""Tolerances of comparisons, as numpy's and PyTorch's."""
INITIALIZERS: Final = ("arange", "ones", "rand", "randn", "zeros")
"""Ways to generate inputs."""
INITIALIZER: Final = "randn"
TENSOR_TRACE: Final = "/tmp/tensor_trace.bin"
"""Default path of a tensor-access trace, for llama.cpp and its tool."""
TENSOR_TRACE_VARIABLES: Final = ("TTMLIR_TENSOR_TRACE", "GGML_TENSOR_TRACE")
"""Environment variables that turn the trace on: ours, and llama.cpp's."""


def tensor_trace_path() -> str:
    """Return the path of the tensor-access trace that the environment requests.

    The result is empty if no variable is set, or if it is set to 0.
    """
    wanted = any(os.environ.get(name, "") not in ("", "0") for name in TENSOR_TRACE_VARIABLES)
    return TENSOR_TRACE if wanted else ""
