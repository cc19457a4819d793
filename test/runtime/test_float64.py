"""Kernels compute in the type of their operands, so goldens can be computed in float64."""

import numpy as np
import pytest

from ttmlir_py.runtime.kernels import ELEMENTWISE, KERNELS

RNG = np.random.default_rng(0)
CREATE_OR_COUNT = ("ConstantOp", "FullOp", "EmptyOp", "ZerosOp", "OnesOp", "ArangeOp")
COMPUTING = {name for name, kernel in KERNELS.items() if kernel.compute}
COLLECTIVE = {name for name in COMPUTING if KERNELS[name].collective}


def values(*shape):
    """Return random numbers from 0.5 to 1.5 that float32 holds exactly."""
    return (RNG.random(shape, np.float32) + np.float32(0.5)).astype(np.float64)


IMAGE = {"image": (1, 4, 4, 2), "kernel": (3, 3), "stride": (1, 1), "padding": (1, 1)}
CONV = IMAGE | {"dilation": (1, 1), "out_channels": 2, "groups": 1, "result_shape": (1, 4, 4, 2)}
CALLS = {
    "MatmulOp": ((values(2, 3), values(3, 4)), {"result_shape": (2, 4)}),
    "LinearOp": ((values(2, 3), values(3, 4), values(1, 4)), {"result_shape": (2, 4)}),
    "ReductionOp": (
        (values(2, 3),),
        {"op": "Mean", "dims": (1,), "keep_dim": True, "result_shape": (2, 1)},
    ),
    "ReductionProdOp": (
        (values(2, 3),),
        {"all_dimensions": False, "dim": 1, "keep_dim": True, "result_shape": (2, 1)},
    ),
    "MorehCumSumOp": ((values(2, 3),), {"dim": 1}),
    "SoftmaxOp": ((values(2, 3),), {"dim": 1}),
    "Conv2dOp": ((values(1, 4, 4, 2), values(2, 2, 3, 3), values(1, 1, 1, 2)), CONV),
    "ConvTranspose2dOp": (
        (values(1, 4, 4, 2), values(2, 2, 3, 3), None),
        CONV | {"output_padding": (0, 0)},
    ),
    "MaxPool2dOp": (
        (values(1, 4, 4, 2),),
        IMAGE | {"dilation": (1, 1), "ceil_mode": False, "result_shape": (1, 4, 4, 2)},
    ),
    "UpsampleOp": (
        (values(1, 2, 2, 1),),
        {"scale": 2, "mode": "bilinear", "result_shape": (1, 4, 4, 1)},
    ),
    "EmbeddingOp": ((np.uint32([1, 0]), values(3, 4)), {"result_shape": (2, 4)}),
    "EmbeddingBackwardOp": (
        (np.uint32([1, 0]), values(3, 4), values(2, 4)),
        {"result_shape": (3, 4)},
    ),
    "FillCacheOp": ((values(1, 1, 4, 2), values(1, 1, 2, 2)), {"batch_offset": 0}),
    "UpdateCacheOp": (
        (values(1, 1, 4, 2), values(1, 1, 1, 2), np.uint32([1])),
        {"batch_offset": 0},
    ),
    "ConcatOp": (([values(2, 3), values(2, 3)],), {"dim": 0, "result_shape": (4, 3)}),
    "ReshapeOp": ((values(2, 3),), {"shape": (3, 2)}),
    "TransposeOp": ((values(2, 3),), {"dim0": 0, "dim1": 1}),
    "PermuteOp": ((values(2, 3),), {"permutation": (1, 0)}),
    "SliceOp": ((values(2, 3),), {"begins": (0, 0), "ends": (1, 2), "steps": (1, 1)}),
    "RepeatOp": ((values(2, 3),), {"repeats": (2, 1), "result_shape": (4, 3)}),
    "RepeatInterleaveOp": ((values(2, 3),), {"repeats": 2, "dim": 0, "result_shape": (4, 3)}),
    "PadOp": ((values(2, 3),), {"padding": (1, 0, 0, 0), "value": 0.0, "result_shape": (3, 3)}),
    **dict.fromkeys(
        ["ToLayoutOp", "ToMemoryConfigOp", "ToDTypeOp", "TypecastOp", "ToDeviceOp", "FromDeviceOp"],
        ((values(2, 3),), {}),
    ),
}


def test_every_computing_kernel_has_float64_test_call():
    assert {*CALLS, *CREATE_OR_COUNT, *COLLECTIVE} == COMPUTING


@pytest.mark.parametrize("name", CALLS)
def test_kernel_on_float64_operands_returns_float64(name):
    operands, attributes = CALLS[name]
    wide = KERNELS[name].compute(*operands, **attributes)
    assert wide.dtype == np.float64
    narrow = KERNELS[name].compute(*map(narrowed, operands), **attributes)
    assert narrow.dtype == np.float32
    np.testing.assert_allclose(narrow, wide, rtol=1e-5)


def narrowed(operand):
    if isinstance(operand, list):
        return [each.astype(np.float32) for each in operand]
    return (
        operand.astype(np.float32) if operand is not None and operand.dtype.kind == "f" else operand
    )


@pytest.mark.parametrize(
    "name", [name for name, row in ELEMENTWISE.items() if row.domain != "integer"]
)
def test_elementwise_kernel_on_float64_operands_returns_float64(name):
    row = ELEMENTWISE[name]
    parameters = {parameter: 0.75 + index for index, parameter in enumerate(row.attributes)}
    operands = [values(2, 3) for _ in range(row.arity)]
    wide = ELEMENTWISE[name].compute(operands, result_shape=(2, 3), **parameters)
    assert wide.dtype in (np.float64, np.bool_)
    narrow = ELEMENTWISE[name].compute(
        list(map(narrowed, operands)), result_shape=(2, 3), **parameters
    )
    np.testing.assert_allclose(narrow.astype(float), wide.astype(float), rtol=1e-5)
