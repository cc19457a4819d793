"""Documentation pages and catalogues that are generated from definitions."""
