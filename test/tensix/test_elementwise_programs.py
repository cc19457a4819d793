"""Compare random element-wise programs on the simulated chip with TTNN's simulator, bit for bit.

`ELEMENTWISE_PROGRAMS=2000 pytest test/tensix/test_elementwise_programs.py` runs more of them.
"""

import os
from collections.abc import Iterator

import ml_dtypes
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tiers import share

import ttmlir_py
from ttmlir_py import runtime, tensix
from ttmlir_py.dialects import ttir
from ttmlir_py.dialects.ttir.interfaces import ElementwiseOp

pytestmark = pytest.mark.slow

PROGRAMS = int(os.environ.get("ELEMENTWISE_PROGRAMS", "10"))
TYPES = {
    "f32": np.float32,
    "bf16": ml_dtypes.bfloat16,
    "f16": np.float16,
    "si32": np.int32,
    "ui32": np.uint32,
    "ui16": np.uint16,
    "ui8": np.uint8,
}
FLOATS, INTEGERS = ("f32", "bf16", "f16"), ("si32", "ui32", "ui16", "ui8")
ALL = (*FLOATS, *INTEGERS)
UNARY = {
    **dict.fromkeys(("exp", "sqrt", "rsqrt", "reciprocal", "sigmoid", "gelu", "tanh"), FLOATS),
    **dict.fromkeys(("log", "log1p", "expm1", "sin", "cos", "tan"), FLOATS),
    **dict.fromkeys(("cbrt", "leaky_relu"), FLOATS),
    **dict.fromkeys(("floor", "ceil", "sign", "abs", "relu", "neg", "isfinite"), ALL),
    **{"bitwise_not": INTEGERS, "logical_not": ALL},
}
BINARY = {
    **dict.fromkeys(("add", "subtract", "multiply", "maximum", "minimum"), ALL),
    **dict.fromkeys(("eq", "ne", "gt", "ge", "lt", "le"), ALL),
    **dict.fromkeys(("logical_and", "logical_or", "logical_xor"), ALL),
    **dict.fromkeys(("bitwise_and", "bitwise_or", "bitwise_xor"), INTEGERS),
    **{"power": FLOATS, "remainder": ALL, "div": INTEGERS},
}
OPS = {**UNARY, **BINARY, "where": ALL}
"""The element types for which each op is exact to the bit."""
INEXACT = {"div": FLOATS}
"""Types for which an op is not exact: it multiplies by a rounded reciprocal."""
PARAMETERS = {"leaky_relu": ", parameter = 0.3 : f32"}
ARITY = {**dict.fromkeys(UNARY, 1), **dict.fromkeys(BINARY, 2), "where": 3}


def type_of(shape, element) -> str:
    return f"tensor<{''.join(f'{size}x' for size in shape)}{element}>"


def function(shapes, element, lines: Iterator[tuple[str, str]], results) -> str:
    """Return a function with the given arguments and values `(text, type)` in order. It returns
    some of them.
    """
    arguments = ", ".join(
        f"%{number}: {type_of(shape, element)}" for number, shape in enumerate(shapes)
    )
    types = ", ".join(type_ for _, type_ in results)
    returned = ", ".join(f"%{number}" for number, _ in results)
    body = "\n".join(text for text, _ in lines)
    return f"func.func @f({arguments}) -> ({types}) {{\n{body}\nreturn {returned} : {types}\n}}"


def line(number, op, operands, result) -> tuple[str, str]:
    """Return the text of an op with operands `(number, type)`, and the type of its result."""
    values = ", ".join(f"%{each}" for each, _ in operands)
    types = ", ".join((*(type_ for _, type_ in operands), result))
    segments = f"operandSegmentSizes = array<i32: {len(operands)}, 1>{PARAMETERS.get(op, '')}"
    text = (
        f"%e{number} = tensor.empty() : {result}\n"
        f'%{number} = "ttir.{op}"({values}, %e{number}) <{{{segments}}}> : ({types}) -> {result}'
    )
    return text, result


@st.composite
def programs(draw):
    """Return the text of a function, and its arguments."""
    element = draw(st.sampled_from(list(TYPES)))
    outer = draw(st.lists(st.integers(1, 3), max_size=2))
    inner = st.lists(st.sampled_from([1, 2, 17, 32, 33, 40, 64]), min_size=1, max_size=2)
    whole = [*outer, *draw(inner)]
    known = [op for op, types in OPS.items() if element in types]
    shapes = [tuple(whole)]
    for _ in range(draw(st.integers(0, 2))):
        kept = draw(st.integers(0, len(whole)))
        smaller = whole[len(whole) - kept :]
        shapes.append(tuple(draw(st.sampled_from((size, 1))) for size in smaller))
    values = list(enumerate(shapes))
    lines: list[tuple[str, str]] = []
    for number in range(len(shapes), len(shapes) + draw(st.integers(1, 5))):
        op = draw(st.sampled_from(known))
        operands = [draw(st.sampled_from(values)) for _ in range(ARITY[op])]
        result = np.broadcast_shapes(*(shape for _, shape in operands))
        typed = [(each, type_of(shape, element)) for each, shape in operands]
        lines.append(line(number, op, typed, type_of(result, element)))
        values.append((number, result))
    chosen = draw(st.lists(st.sampled_from(values), max_size=2))
    results = [(each, type_of(shape, element)) for each, shape in (*chosen, values[-1])]
    random = np.random.default_rng(draw(st.integers(0, 1 << 16)))
    return function(shapes, element, iter(lines), results), [
        numbers(random, shape, element) for shape in shapes
    ]


def numbers(random, shape, element):
    if element in FLOATS:
        values = random.uniform(-4, 4, shape).astype(TYPES[element])
        special = np.array([0.0, -0.0, np.inf, -np.inf, np.nan], TYPES[element])
    else:
        limits = np.iinfo(TYPES[element])
        values = random.integers(limits.min, limits.max, shape, TYPES[element], endpoint=True)
        special = np.array([0, 1, limits.min, limits.max], TYPES[element])
    return np.where(random.random(shape) < 0.2, random.choice(special, shape), values)


def on_both(text, arrays):
    """Return the results of the simulated chip, and those of TTNN's simulator."""
    kernels = ttmlir_py.compile(text, "ttir-to-ttmetal-backend-pipeline", "ttmetal-to-flatbuffer")
    calls = ttmlir_py.compile(
        text, "ttir-to-ttnn-backend-pipeline{signed-integers=true}", "ttnn-to-flatbuffer"
    )
    return tensix.load(kernels).run(arrays), runtime.load(calls).run(arrays)


def require_equal(text, arrays):
    for found, expected in zip(*on_both(text, arrays), strict=True):
        assert found.dtype == expected.dtype
        np.testing.assert_array_equal(found.astype(float), expected.astype(float))


ELEMENTWISE_OPS = [
    op.name.removeprefix("ttir.")
    for op in ttir.TTIR.operations
    if issubclass(op, ElementwiseOp) and op is not ttir.TypecastOp
]


def test_every_elementwise_op_has_tensix_row():
    assert set(OPS) == set(ELEMENTWISE_OPS)


@pytest.mark.parametrize("op", share(ELEMENTWISE_OPS, 6))
def test_elementwise_ops_that_compile_equal_listed_ops(op):
    types = {element: type_of((3, 5), element) for element in TYPES}
    operands = range(ARITY[op])
    compiled = {
        element: compiles(
            function(
                [(3, 5) for _ in operands],
                element,
                iter([line(3, op, [(each, type_) for each in operands], type_)]),
                [(3, type_)],
            )
        )
        for element, type_ in types.items()
    }
    known = (*OPS[op], *INEXACT.get(op, ()))
    assert compiled == {element: element in known for element in TYPES}


def compiles(text) -> bool:
    try:
        ttmlir_py.compile(text, "ttir-to-ttmetal-backend-pipeline", "ttmetal-to-flatbuffer")
    except ttmlir_py.CompilationError as error:
        if "no kernel computes it with elements of type" in str(error):
            return False
        raise
    return True


@settings(max_examples=PROGRAMS)
@given(program=programs())
def test_random_elementwise_program_matches_ttnn(program):
    require_equal(*program)


@pytest.mark.parametrize(
    "limits", ["-5.5, 90.5", "0.5, 0x7F800000", "0xFF800000, 3.0e9", "9.0, 7.0"]
)
@pytest.mark.parametrize("element", INTEGERS)
def test_elementwise_programs_on_integer_limits_match_ttnn(element, limits):
    low, high = limits.split(", ")
    type_ = type_of((3, 40), element)
    text = f"""func.func @f(%a: {type_}) -> {type_} {{
      %0 = tensor.empty() : {type_}
      %1 = "ttir.clamp"(%a, %0) <{{min = {low} : f32, max = {high} : f32}}> : ({type_}, {type_}) -> {type_}
      return %1 : {type_}
    }}"""
    require_equal(text, [numbers(np.random.default_rng(3), (3, 40), element) % 128])


@pytest.mark.parametrize("element", FLOATS)
def test_compiled_division_multiplies_by_rounded_reciprocal(element):
    """Division is the only element-wise op that TTNN's simulator rounds differently, by about a
    unit in the last place.
    """
    random = np.random.default_rng(7)
    a, b = (random.uniform(1, 4, (40, 40)).astype(TYPES[element]) for _ in range(2))
    type_ = type_of(a.shape, element)
    lines = iter([line(2, "div", [(0, type_), (1, type_)], type_)])
    (got,), (expected,) = on_both(function([a.shape] * 2, element, lines, [(2, type_)]), [a, b])
    wide = [each.astype(np.float32) for each in (a, b)]
    reciprocal = (1 / wide[1]).astype(TYPES[element]).astype(np.float32)
    assert np.array_equal(got, (wide[0] * reciprocal).astype(TYPES[element]))
    assert np.array_equal(expected, (wide[0] / wide[1]).astype(TYPES[element]))
    digits = {"f32": 2.0**-23, "bf16": 2.0**-7, "f16": 2.0**-10}[element]
    np.testing.assert_allclose(got.astype(float), expected.astype(float), rtol=1.6 * digits)
    assert not np.array_equal(got, expected)


CONVERSIONS = [(source, target) for source in TYPES for target in TYPES if source != target]


@pytest.mark.parametrize(("source", "target"), share(CONVERSIONS, 5))
def test_compiled_typecast_matches_ttnn_for_values_in_range(source, target):
    """Values include infinities, NaN, and numbers that the target type cannot represent."""
    array = numbers(np.random.default_rng(1), (33, 40), source)
    if source in FLOATS:
        array[::2] *= 3000
    types = type_of(array.shape, source), type_of(array.shape, target)
    cast, _ = line(1, "typecast", [(0, types[0])], types[1])
    text = f"func.func @f(%0: {types[0]}) -> {types[1]} {{\n{cast}\nreturn %1 : {types[1]}\n}}"
    if target == "ui16" and source in ("si32", "ui32"):
        # The chip saturates, as TTNN's typecast does. With signed-integers=true, TTNN programs keep
        # the low bits.
        (found,), _ = on_both(text, [array])
        np.testing.assert_array_equal(found, np.clip(array, 0, 65535))
    else:
        require_equal(text, [array])


LARGE = [((1024, 1024), (1024, 1)), ((1, 1024), (1024, 1)), ((999, 150), (150,)), ((700, 800), ())]


@pytest.mark.parametrize("shapes", share(LARGE, 2))
def test_elementwise_program_larger_than_core_matches_ttnn(shapes):
    """All cores of the grid read the same rows and columns."""
    random = np.random.default_rng(2)
    arrays = [random.uniform(-4, 4, shape).astype(np.float32) for shape in shapes]
    operands = [(number, type_of(shape, "f32")) for number, shape in enumerate(shapes)]
    result = type_of(np.broadcast_shapes(*shapes), "f32")
    lines = iter([line(2, "subtract", operands, result)])
    require_equal(function(shapes, "f32", lines, [(2, result)]), arrays)


@pytest.mark.parametrize("op", ["div", "remainder"])
def test_compiled_unsigned_integer_division_matches_numpy(op):
    """All pairs of numbers near powers of two are divided. Division by 0 gives a quotient of all
    ones, and the dividend as remainder.
    """
    ends = np.array([0, 1, 2, 3, 2**16, 2**31 - 1, 2**31, 2**31 + 1, 2**32 - 2, 2**32 - 1])
    a, b = (each.astype(np.uint64) for each in np.meshgrid(ends, ends))
    type_ = type_of(a.shape, "ui32")
    lines = iter([line(2, op, [(0, type_), (1, type_)], type_)])
    text = function([a.shape] * 2, "ui32", lines, [(2, type_)])
    (got,), _ = on_both(text, [each.astype(np.uint32) for each in (a, b)])
    quotient = np.where(b == 0, 2**32 - 1, a // np.maximum(b, 1))
    assert np.array_equal(got, quotient if op == "div" else a - b * (b > 0) * quotient)
