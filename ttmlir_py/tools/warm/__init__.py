"""Warm starts: a server that has the tools loaded forks a process for each run, to which a thin client lends all that it has.

`places` says where a user's servers are and which one may serve a process, `client` asks it, `server` forks, `worker` is what it forks,
`spare` what it forks ahead (`preparation`, `written_pages`), `freshness` tells when what was loaded is not what stands in the files any more (`watching`).
"""
