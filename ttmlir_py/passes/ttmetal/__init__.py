"""Passes from TTIR to TTMetal, with shared helpers for metal layouts."""
