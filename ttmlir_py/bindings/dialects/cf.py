"""Unstructured control flow."""

from ttmlir_py.bindings.ods import define

define(globals(), "cf")
