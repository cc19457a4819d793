"""What the pass `ttnn-optimizer` is made of; docs/optimizer.md says how the parts fit together."""
