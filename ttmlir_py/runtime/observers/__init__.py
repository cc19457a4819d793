"""Observers of a run. Each receives run events and makes its own report."""
