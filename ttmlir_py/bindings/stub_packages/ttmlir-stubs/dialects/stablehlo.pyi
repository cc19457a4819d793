# Generated: run `make generated`.

from ._stablehlo_ops_gen import *
