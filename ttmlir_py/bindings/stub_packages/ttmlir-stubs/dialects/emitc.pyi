# Generated: run `make generated`.

from ._emitc_ops_gen import *
