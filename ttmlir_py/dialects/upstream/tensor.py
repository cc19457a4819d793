"""The part of the `tensor` dialect that is xDSL's: suggested names, and words of the verifier.

The project's own operations of the dialect are in `dialects.tensor`.
"""

from xdsl.dialects.builtin import TensorType

from ttmlir_py.ir.external_models import ExternalModels, OdsWords

MODELS = ExternalModels(
    result_names={
        "tensor.cast": "cast",
        "tensor.concat": "concat",
        "tensor.dim": "dim",
        "tensor.expand_shape": "expanded",
        "tensor.extract": "extracted",
        "tensor.extract_slice": "extracted_slice",
        "tensor.from_elements": "from_elements",
        "tensor.gather": "gather",
        "tensor.generate": "generated",
        "tensor.insert": "inserted",
        "tensor.insert_slice": "inserted_slice",
        "tensor.pad": "padded",
        "tensor.rank": "rank",
        "tensor.reshape": "reshape",
        "tensor.scatter": "scatter",
        "tensor.splat": "splat",
    },
    words=OdsWords(types={TensorType: "ranked tensor of any type values"}),
    verifiers_are_local=True,
)
