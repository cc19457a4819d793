"""Conversion from TOSA to TTIR."""
