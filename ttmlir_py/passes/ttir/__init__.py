"""Passes on TTIR that all backends share."""
