"""The explorer: program graphs with estimates and simulation results, and editing of layouts.

- `graph` converts modules to graphs in Model Explorer's format, with the texts of `attributes`.
- `session` compiles with overrides; `overlays` adds what is known about a result.
- `commands` and `server` answer requests; `export` writes files.
"""
