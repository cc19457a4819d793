"""The tt dialect: what the other dialects share. Systems, devices, grids, layouts, tiles, and modules for each processor.

Attributes are in `tt.attributes`, types in `tt.types`, enums in `tt.enums`, ops in `tt.ops`; importing the package
itself loads none of them.
"""
