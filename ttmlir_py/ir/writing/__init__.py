"""IR to text: attributes and types, aliases, names of values, operations."""
