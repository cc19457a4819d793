"""Passes from TTIR to TTNN and from there to C++, with what they share: tensors with a TTNN layout, and the library."""
