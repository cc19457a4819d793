"""The package `pykernel`: Python functions that are compiled to TTKernel kernels."""
