"""The names that programs use of TTNN's extension module; most of them are in `ttmlir_py.ttnn` itself."""

from ttmlir_py.ttnn._ttnn import device

__all__ = ["device"]
