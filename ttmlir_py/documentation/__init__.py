"""Generators of documentation pages and catalogues from definitions in the code."""
