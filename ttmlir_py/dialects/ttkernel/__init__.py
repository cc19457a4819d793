"""The ttkernel dialect: code for one core, with one op per call of the kernel programming
interface.
"""
