"""Operations of TOSA (`tosa`)."""

from ttmlir_py.bindings.ods import define

define(globals(), "tosa")
