"""The EmitC dialect: C and C++ as operations, as in upstream's LLVM. xDSL has only a small part of
it.
"""
