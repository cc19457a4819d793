"""The result cache: a run with the same arguments, inputs, variables and program as an earlier one
returns that run's results.

`store` keeps objects in a folder of limited size. `keys` identifies runs, `client` answers from the
cache, and `recording` observes a run and stores its result.
"""
