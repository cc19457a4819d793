"""Results of earlier runs: a run whose arguments, inputs, variables and program are those of an earlier one gives what that one gave, without being done.

`store` keeps objects in a folder of limited size, `keys` says when two runs are the same, `client` answers for a run from the folder,
`recording` watches a run and puts what it read and wrote there.
"""
