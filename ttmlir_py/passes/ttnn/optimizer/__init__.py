"""The analyses and policies of the pass `ttnn-optimizer`; see docs/optimizer.md."""
