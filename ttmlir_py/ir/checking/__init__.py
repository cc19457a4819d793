"""What must hold of IR: `verifier` walks it and checks each operation and what spans operations, `dominance` who sees whose values."""
