"""Translations out of the IR: one package a format."""
