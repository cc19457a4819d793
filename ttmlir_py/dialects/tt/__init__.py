"""The tt dialect: definitions that the other dialects share.

It has systems, devices, grids, layouts, tiles, and modules for each processor. Attributes are in
`tt.attributes`, types in `tt.types`, enums in `tt.enums`, ops in `tt.ops`. Importing the package
itself does not load these.
"""
