"""Python functions as TTKernel kernels (`pykernel`)."""
