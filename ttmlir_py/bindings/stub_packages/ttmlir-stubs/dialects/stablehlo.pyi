# Generated: run `make generated`.

from ttmlir.dialects._stablehlo_ops_gen import *
