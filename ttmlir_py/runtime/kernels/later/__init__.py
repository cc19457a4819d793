"""Kernels of operations that 2025-02 lacks and later revisions have.

The operations are members of the FlatBuffer unions and enums in `schemas/simulator`. There, an
operation with several results is split into one operation for each result.
"""
