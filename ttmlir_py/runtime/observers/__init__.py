"""What watches a run: each observer is fed by run events and keeps its own report."""
