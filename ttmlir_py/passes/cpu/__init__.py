"""Passes for the host CPU, which runs single ops of a program as functions."""
