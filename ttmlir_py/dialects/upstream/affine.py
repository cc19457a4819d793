"""xDSL's `affine` dialect: verifier rules, effects and folding of loops."""

from typing import Any

from ttmlir_py.ir.external_models import ExternalModels, FoldResult


def _fold_for(op: Any) -> FoldResult | None:
    """Return the initial values of a loop that never runs, otherwise None.

    Law: a loop without iterations returns its initial values.
    """
    from ttmlir_py.dialects.upstream.canonicalization.affine import fold_loop

    return fold_loop(op)


MODELS = ExternalModels(
    checks="ttmlir_py.dialects.upstream.checks.affine",
    folders={"affine.for": _fold_for},
    canonicalization="ttmlir_py.dialects.upstream.canonicalization.affine",
    recursive_effects=frozenset({"affine.for"}),
)
