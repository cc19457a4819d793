"""Passes that convert to StableHLO, and from StableHLO to TTIR."""
