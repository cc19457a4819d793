"""Changing IR: building, replacing and erasing ops, drivers for patterns and conversions, and what they ask of ops."""
