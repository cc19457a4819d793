"""Verification of IR: `verifier` applies all rules, and `dominance` checks definitions before
uses.
"""
