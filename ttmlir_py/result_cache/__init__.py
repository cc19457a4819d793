"""The result cache, which repeats the results of an earlier run with equal inputs.

Equal runs have the same arguments, inputs, environment variables and program. `store` keeps objects
in a folder of limited size. `keys` identifies runs, `client` answers from the cache, and
`recording` observes a run and stores its result.
"""
