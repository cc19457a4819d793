"""The command lines of the tools."""
