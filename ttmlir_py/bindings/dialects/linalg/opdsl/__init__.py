"""The functions of named operations (`ttmlir.dialects.linalg.opdsl`)."""
