"""External models of xDSL's `bufferization` dialect: verifiers and types of operands."""

from xdsl.dialects.builtin import MemRefType, UnrankedMemRefType
from xdsl.ir import Attribute

from ttmlir_py.ir.external_models import ExternalModels, OdsWords


def _is_memref(type_: Attribute) -> bool:
    return isinstance(type_, MemRefType | UnrankedMemRefType)


ANY_MEMREF = ("ranked or unranked memref of any type values", _is_memref)
"""The description and the predicate of memrefs, for operations that xDSL restricts to ranked ones
or to operands of the same type.
"""

MODELS = ExternalModels(
    checks="ttmlir_py.dialects.upstream.checks.bufferization",
    words=OdsWords(
        field_types={
            ("bufferization.clone", "input"): ANY_MEMREF,
            ("bufferization.clone", "output"): ANY_MEMREF,
        }
    ),
)
