# Generated: run `make generated`.

from ._tosa_ops_gen import *
