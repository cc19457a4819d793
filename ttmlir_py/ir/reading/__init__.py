"""Text to IR: tokens, attributes and types, regions, operations, files."""
