"""MLIR's Python API (`ttmlir.ir`) over the IR of xDSL.

The classes have the names, members and errors of MLIR's bindings as of LLVM 20. Objects are thin:
each holds an object of xDSL (`xdsl`) and its context.
"""

from ttmlir_py.bindings.ir import (
    affine,
    attribute_map,
    attributes,
    builders,
    context,
    core,
    dense_arrays,
    diagnostics,
    elements,
    insertion,
    integer_sets,
    interfaces,
    location_kinds,
    locations,
    operations,
    shaped_types,
    structure,
    symbols,
    types,
    values,
)
from ttmlir_py.bindings.ir import registration as _registration
from ttmlir_py.bindings.ir.affine import *
from ttmlir_py.bindings.ir.attribute_map import *
from ttmlir_py.bindings.ir.attributes import *
from ttmlir_py.bindings.ir.builders import *
from ttmlir_py.bindings.ir.context import *
from ttmlir_py.bindings.ir.core import *
from ttmlir_py.bindings.ir.debug import GlobalDebug
from ttmlir_py.bindings.ir.dense_arrays import *
from ttmlir_py.bindings.ir.diagnostics import *
from ttmlir_py.bindings.ir.elements import *
from ttmlir_py.bindings.ir.insertion import *
from ttmlir_py.bindings.ir.integer_sets import *
from ttmlir_py.bindings.ir.interfaces import *
from ttmlir_py.bindings.ir.location_kinds import *
from ttmlir_py.bindings.ir.locations import *
from ttmlir_py.bindings.ir.operations import *
from ttmlir_py.bindings.ir.registration import register_type_caster, register_value_caster
from ttmlir_py.bindings.ir.shaped_types import *
from ttmlir_py.bindings.ir.structure import *
from ttmlir_py.bindings.ir.symbols import *
from ttmlir_py.bindings.ir.types import *
from ttmlir_py.bindings.ir.values import *

__all__ = ["register_type_caster", "register_value_caster"]
__all__ += affine.__all__
__all__ += attribute_map.__all__
__all__ += attributes.__all__
__all__ += builders.__all__
__all__ += context.__all__
__all__ += core.__all__
__all__ += dense_arrays.__all__
__all__ += diagnostics.__all__
__all__ += elements.__all__
__all__ += insertion.__all__
__all__ += integer_sets.__all__
__all__ += interfaces.__all__
__all__ += location_kinds.__all__
__all__ += locations.__all__
__all__ += operations.__all__
__all__ += shaped_types.__all__
__all__ += structure.__all__
__all__ += symbols.__all__
__all__ += types.__all__
__all__ += values.__all__

_GlobalDebug = GlobalDebug  # pyright: ignore[reportUnusedVariable]
_OperationBase = operations.OpView.__base__
_globals = _registration.globals
