"""The package `ttmlir.dialects`."""
