"""Affine loops and accesses."""

from ttmlir_py.bindings.ods import define

define(globals(), "affine")
