"""Operations for unstructured control flow (`cf`)."""

from ttmlir_py.bindings.ods import define

define(globals(), "cf")
