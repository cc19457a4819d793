"""The pass that converts TOSA to TTIR."""
