"""Conversion of IR to text.

`printer` prints operations and `attributes` their attributes, types and locations. `names` numbers
values and blocks. `aliases` chooses which attributes get an alias and where it is defined.
`resources` writes the metadata at the end of a file.
"""
