"""The conversion from TOSA to TTIR."""
