"""Observers of a run. Run events feed each observer, which makes its own report."""
