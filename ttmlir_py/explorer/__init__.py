"""What shows programs: their graphs, what is estimated and simulated of each op, and the loop of editing and compiling.

`graph` makes graphs of modules in Model Explorer's format, `attributes` says what of an op is shown, `session` compiles with
overrides, `overlays` adds what is known of a result, `commands` and `server` answer requests, `export` writes files.
"""
