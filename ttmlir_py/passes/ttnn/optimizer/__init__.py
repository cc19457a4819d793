"""The parts of the pass `ttnn-optimizer`, which docs/optimizer.md describes."""
