"""Observers of kernel runs: time estimates, timeline, grid picture and debugger."""
