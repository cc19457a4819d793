"""Operations of StableHLO (`stablehlo`)."""

from ttmlir_py.bindings.ods import define

define(globals(), "stablehlo")
