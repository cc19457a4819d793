"""Mathematical functions (`math`)."""

from ttmlir_py.bindings.ods import define

define(globals(), "math")
