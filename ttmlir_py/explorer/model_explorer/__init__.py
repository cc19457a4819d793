"""A plug-in for stock Model Explorer, which imports `main`.

Run `model-explorer --extensions=ttmlir_py.explorer.model_explorer`.
"""
