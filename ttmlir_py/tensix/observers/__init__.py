"""What watches kernels run: estimates of their time, the timeline, the picture of the grid, the debugger."""
