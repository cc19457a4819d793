"""`ttnn.graph_tracer_utils`: arguments of graph traces as values, under TT-NN's name."""
# ruff: noqa: F401
# pyright: reportUnusedImport=false

from ttmlir_py.traces.graph.arguments import GraphTracerUtils
