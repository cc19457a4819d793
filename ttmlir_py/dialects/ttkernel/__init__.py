"""The ttkernel dialect: the code of one core, with an op per call of the kernel programming
interface.
"""
