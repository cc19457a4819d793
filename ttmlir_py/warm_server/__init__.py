"""Warm starts: a server with loaded tools forks a process for each run of a thin client.

The client lends the process its descriptors, folder, arguments and variables. `places` locates a
user's servers and decides which one may serve a process. `client` sends requests, `server` forks,
`worker` runs in the forked process, and `spare` pre-forks (with `preparation` and `written_pages`).
`freshness` detects changed files (with `watching`).
"""
