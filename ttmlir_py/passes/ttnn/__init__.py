"""Passes from TTIR to TTNN and on to C++, with shared helpers for TTNN layouts and the library."""
