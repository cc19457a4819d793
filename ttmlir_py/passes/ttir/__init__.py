"""Passes on TTIR that every backend begins with."""
