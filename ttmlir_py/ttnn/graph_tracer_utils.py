"""`ttnn.graph_tracer_utils`: parses the arguments in graph traces into values."""
# ruff: noqa: F401
# pyright: reportUnusedImport=false

from ttmlir_py.traces.graph.arguments import GraphTracerUtils
