"""The names of TTNN's extension module that programs use.

Most of them are in `ttmlir_py.ttnn` itself.
"""

from ttmlir_py.ttnn._ttnn import device

__all__ = ["device"]
