"""Front doors: a model that a user has, in a few forms, becomes numbers and a binary in one call.

`frontends.model` compiles MLIR text, `frontends.jax` functions of JAX, `frontends.torch` modules of PyTorch. Importing this package loads nothing.
"""
