"""The names in TTNN's extension module that programs use.

Most of them are defined in `ttmlir_py.ttnn`.
"""

from ttmlir_py.ttnn._ttnn import device

__all__ = ["device"]
