# Generated: run `make generated`.

from ._arith_ops_gen import *
from ttmlir_py.bindings.dialects.arith import CmpFPredicate as CmpFPredicate
from ttmlir_py.bindings.dialects.arith import CmpIPredicate as CmpIPredicate
from ttmlir_py.bindings.dialects.arith import ConstantOp as ConstantOp
from ttmlir_py.bindings.dialects.arith import FastMathFlags as FastMathFlags
from ttmlir_py.bindings.dialects.arith import IntegerOverflowFlags as IntegerOverflowFlags
from ttmlir_py.bindings.dialects.arith import constant as constant
