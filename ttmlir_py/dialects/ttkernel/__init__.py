"""The ttkernel dialect: what runs on one core, op by op as the calls of the kernel programming interface."""
