"""Modules of dialects (`ttmlir.dialects`): classes of operations and functions that build them."""
