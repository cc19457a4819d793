# Generated: run `make generated`.

from ._math_ops_gen import *
