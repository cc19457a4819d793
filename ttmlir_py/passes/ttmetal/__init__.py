"""Passes from TTIR to TTMetal, with what they share: tensors with a metal layout."""
