"""Passes that bring models in other dialects to TTIR."""
