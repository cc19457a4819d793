"""FlatBuffer binaries from IR: `ttnn.translate` makes `.ttnn` files."""
