"""The fast start of the tools: reuse what an earlier process compiled, loaded or generated."""
