"""Observers of kernel runs: time estimates, the timeline, the picture of the grid, the debugger."""
