"""What must hold of IR: each operation's invariants, and what spans operations."""
