"""The explorer: program graphs, estimates and simulation results of each op, and the edit-compile
loop.

- `graph` converts modules to graphs in Model Explorer's format, with the texts of `attributes`.
- `session` compiles with overrides; `overlays` adds what is known about a result.
- `commands` and `server` answer requests; `export` writes files.
"""
