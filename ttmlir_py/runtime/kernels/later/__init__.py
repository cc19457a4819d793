"""Kernels of operations of later revisions that have no counterpart in 2025-02.

They are members of the FlatBuffer unions and enums in `schemas/simulator`. An operation with
several results is one operation for each result there.
"""
