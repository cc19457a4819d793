"""The `ttrt` commands, and the code that they share."""
