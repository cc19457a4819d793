"""`ttmlir-mcp`: the compiler as tools of coding agents, by the Model Context Protocol.

`answers` has the tools as functions, which need no protocol. `server` offers them by the protocol
and needs the extra `mcp`.
"""
