"""Canonicalization of `scf`: xDSL's patterns, without the one that moves constants out of loops.

The driver does that, and xDSL's moves unregistered operations too, which it takes for constants.
"""

from xdsl.transforms.canonicalization_patterns.scf import SimplifyTrivialLoops

PATTERNS = {"scf.for": (SimplifyTrivialLoops(),)}
