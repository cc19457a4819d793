"""Changes to IR: building, replacing and erasing ops, pattern and conversion drivers, and op
queries.
"""
