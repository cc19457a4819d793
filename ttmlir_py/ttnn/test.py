"""`ttnn.test`: functions for tests of what uses the library."""
# ruff: noqa: F401
# pyright: reportUnusedImport=false

from ttmlir_py.ttnn.core import test_hang_operation
