"""Passes (one module per pass, one folder per family), named pipelines, and the pass manager."""
