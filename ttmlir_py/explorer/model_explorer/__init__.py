"""A plug-in for stock Model Explorer:
`model-explorer --extensions=ttmlir_py.explorer.model_explorer`, which imports `main`.
"""
