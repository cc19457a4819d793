"""IR to text.

`printer` prints operations, `attributes` what they hold; `names` numbers values and blocks, `aliases` decides which attributes
get a name and where it is defined, `resources` writes the end of a file.
"""
