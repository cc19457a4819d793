"""Changes to IR: builders, replacing and erasing ops, pattern and conversion drivers, and
folding.
"""
