"""Passes that move ops of a program to the host CPU, as separate functions."""
