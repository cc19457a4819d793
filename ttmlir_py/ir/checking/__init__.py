"""The rules for valid IR. `verifier` checks each operation and the rules that span operations;
`dominance` checks which values each operation can see.
"""
