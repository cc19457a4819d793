# Generated: run `make generated`.

from ._cf_ops_gen import *
