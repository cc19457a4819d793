"""Front ends: compile a user's model, in one of several forms, to a binary in one call, and run it.

`frontends.model` compiles MLIR text, `frontends.jax` compiles JAX functions, and `frontends.torch`
compiles PyTorch modules. Importing this package loads nothing else.
"""
