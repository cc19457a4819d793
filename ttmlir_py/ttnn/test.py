"""`ttnn.test`: functions for testing programs that use the library."""
# ruff: noqa: F401
# pyright: reportUnusedImport=false

from ttmlir_py.ttnn.core import test_hang_operation
