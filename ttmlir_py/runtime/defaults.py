"""What a run does unless it is told otherwise. Nothing heavy is imported here: the command line's help says it, too."""

import os
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
TENSOR_TRACE: Final = "/tmp/tensor_trace.bin"
"""Where llama.cpp writes a tensor-access trace, and its tool looks for one."""
TENSOR_TRACE_VARIABLES: Final = ("TTMLIR_TENSOR_TRACE", "GGML_TENSOR_TRACE")
"""Environment variables that ask for it: ours, and llama.cpp's."""


def tensor_trace_path() -> str:
    """Where the environment asks for a tensor-access trace; empty if it does not: no variable is set, or to 0."""
    wanted = any(os.environ.get(name, "") not in ("", "0") for name in TENSOR_TRACE_VARIABLES)
    return TENSOR_TRACE if wanted else ""
