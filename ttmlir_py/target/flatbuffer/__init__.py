"""Translations between the IR and FlatBuffer binaries, such as `.ttnn` files."""
