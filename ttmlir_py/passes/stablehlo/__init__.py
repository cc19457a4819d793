"""Conversions from and to StableHLO."""
