"""Passes for the host: single ops of a program, as functions that its CPU runs."""
