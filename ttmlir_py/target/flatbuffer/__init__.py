"""FlatBuffer binaries from IR: `ttnn.translate` creates `.ttnn` files."""
