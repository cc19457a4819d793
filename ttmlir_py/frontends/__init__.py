"""Front ends: compile a model, given as text or as a JAX or PyTorch function, and run it.

`frontends.model` compiles MLIR text, `frontends.jax` compiles JAX functions, and `frontends.torch`
compiles PyTorch modules. Importing this package imports no front end.
"""
