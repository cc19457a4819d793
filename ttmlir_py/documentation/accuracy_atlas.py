"""The generator of the accuracy atlas, a Markdown page with plots of each operation's errors.

python -m ttmlir_py.documentation.accuracy_atlas docs/accuracy
python -m ttmlir_py.documentation.accuracy_atlas --table exp exp.csv  every number of bf16
"""

import argparse
import math
import sys
from collections.abc import Iterable, Iterator, Sequence
from functools import partial
from pathlib import Path

import ml_dtypes
import numpy as np

from ttmlir_py.common.files import write_file
from ttmlir_py.documentation.markdown import table
from ttmlir_py.runtime.observers.svg import WHITE, opening
from ttmlir_py.validation.accuracy import (
    BLOCKS,
    CASTS,
    SUMS,
    TYPES,
    WAYS,
    Error,
    Measured,
    binary_functions,
    measure_binary,
    measure_block,
    measure_cast,
    measure_sum,
    measure_unary,
    measure_where,
    unary_functions,
)

_INTRODUCTION = """\
# Accuracy

This page shows the error of each operation. Each operation is compiled alone and run on the simulator.
The result is compared with the operation's [reference semantics](../reference.md) in float64. There are
columns for ideal arithmetic, and for the [numbers of the device](../runtime.md#numbers-of-the-device).
`python -m ttmlir_py.documentation.accuracy_atlas docs/accuracy` generates the page.

| column | value |
|---|---|
| ULP | the largest error of a result, in units in the last place of the exact result. Operands and exact result are normal numbers or zeros |
| at | the operands for which the error is largest |
| nearest | the share of these results for which no number of the format is closer to the exact result |
| others | the number of results that are not the closest number, among those whose operand or exact result is subnormal, infinite or NaN |

The device columns show the truncation by formats and registers. They do not model the approximations in
the device's functions. The device has no subnormal numbers. Integers are exact in ideal arithmetic and on
the device.
"""  # noqa: E501
_UNARY = {
    "bf16": """\
The operands are all 65,536 numbers of bf16. To write a line for each operand of a function, run
`python -m ttmlir_py.documentation.accuracy_atlas --table exp exp.csv`. A line contains the bit pattern, the
operand, the exact result, the results, and the errors.""",  # noqa: E501
    "f32": "The operands are 65,536 numbers of f32, spread evenly over all bit patterns.",
}
_BINARY = """\
The operands are 65,536 pairs of numbers of both signs and of magnitudes up to 2^8. The operands of
`power` are positive numbers and exponents up to 8. The operands of `remainder` are positive numbers."""  # noqa: E501
_OTHERS = "The operands are 65,536 numbers of both signs. Every other condition of `where` is 0."
_BLOCKS = """\
65,536 normally distributed numbers of bf16 are converted to the block format. A block of 16 numbers shares
an exponent. Errors are in units in the last place of the largest number in the block. The largest
magnitudes saturate. For `bfp_bf4`, the device truncates the result of `bfp_bf8`."""  # noqa: E501
_SUMS = """\
The operands are numbers from 0 to 1, so that no terms cancel. In bf16, a card rounds a sum of products
after every 16 terms, unless its destination register has 32 bits. A matrix product is computed in one
block. The order of sums in f32 products and convolutions depends on the machine, so that other machines
may give other figures. A cumulative sum adds one number after the other, as a card does. The device
columns round each partial sum to bf16, as cards did before tt-metal's change 41371 of April 2026."""  # noqa: E501
_PLOTS = """\
The plots show the largest error of each 256 neighbouring operands. The most negative number is on the
left, 0 in the middle, and the largest number on the right. Blue is ideal arithmetic, and orange is the
device. The vertical axis is logarithmic, from 1/8 to 256 units. The horizontal line is at half a unit."""  # noqa: E501
_COLUMNS = [f"{way}: {what}" for way in WAYS for what in ("ULP", "at", "nearest", "others")]
_WIDTH, _HEIGHT, _MARGIN = 280, 64, 12
"""Size of the plotted area in pixels, and the part of its height that stays empty."""
_LEFT, _BELOW = 30, 14
"""Pixels for the labels of the axes."""
_COLORS = {"ideal": "#4575b4", "device": "#b8480a"}
_LEAST, _MOST = 2.0**-3, 2.0**8
"""Range of errors in plots, in units in the last place, on a logarithmic scale."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line, and return the exit code."""
    parser = argparse.ArgumentParser(prog="accuracy_atlas", description="Write the accuracy atlas.")
    parser.add_argument("output", metavar="DIR|FILE", type=Path)
    parser.add_argument("--table", metavar="OP", choices=sorted(unary_functions()))
    options = parser.parse_args(arguments)
    try:
        if options.table:
            write_file(options.output, table_text(measure_unary(options.table, "bf16")))
        else:
            write_atlas(options.output)
    except OSError as error:
        print(f"{options.output}: error: {error.strerror or error}", file=sys.stderr)
        return 1
    return 0


def write_atlas(folder: Path) -> None:
    """Write the page and a plot for each function of one number. Raises `OSError`."""
    folder.mkdir(parents=True, exist_ok=True)
    lines = [*_INTRODUCTION.splitlines(), ""]
    for element, about in _UNARY.items():
        plots = element == "bf16"
        lines += [f"## Functions of one number, {element}", "", about, ""]
        measured = [measure_unary(name, element) for name in unary_functions()]
        lines += table(["op", *_COLUMNS, *(["plot"] if plots else [])], _rows(measured, plots))
        if plots:
            lines += [_PLOTS, ""]
            for each in measured:
                write_file(folder / f"{each.name}.svg", plot(each))
    for element in TYPES:
        lines += [f"## Functions of two numbers, {element}", "", _BINARY, ""]
        found = [measure_binary(name, element) for name in binary_functions()]
        lines += table(["op", *_COLUMNS], _rows(found, plots=False))
    lines += ["## Choices and conversions", "", _OTHERS, ""]
    others = [
        *(measure_where(element) for element in TYPES),
        *(measure_cast(source, target) for source, target in CASTS),
    ]
    titles = [
        *(f"`where`, {each}" for each in TYPES),
        *(f"`typecast`, {a} to {b}" for a, b in CASTS),
    ]
    lines += table(["op", *_COLUMNS], _titled(titles, others))
    lines += ["## Block formats", "", _BLOCKS, ""]
    lines += table(["format", *_COLUMNS], _titled(BLOCKS, [measure_block(each) for each in BLOCKS]))
    lines += ["## Sums", "", _SUMS, ""]
    lines += table(
        ["op", "type", *(f"{way}: {what}" for way in WAYS for what in ("ULP", "nearest"))],
        (_sum_row(measure_sum(case, element)) for case in SUMS for element in TYPES),
    )
    write_file(folder / "README.md", "\n".join(lines).rstrip("\n") + "\n")


def _titled(titles: Iterable[str], measured: Iterable[Measured]) -> Iterator[list[str]]:
    for title, each in zip(titles, measured, strict=True):
        yield [title, *(text for way in WAYS for text in _cells(each.error(way)))]


def _rows(measured: Sequence[Measured], plots: bool) -> Iterator[list[str]]:
    for each in measured:
        cells = [text for way in WAYS for text in _cells(each.error(way))]
        yield [
            f"`{each.name}`",
            *cells,
            *([f"![error of {each.name}]({each.name}.svg)"] if plots else []),
        ]


def _cells(error: Error) -> list[str]:
    place = ", ".join(f"{each:.6g}" for each in error.place) if error.largest else ""
    return [_units(error), place, f"{error.nearest:.2%}", str(error.others)]


def _sum_row(measured: Measured) -> list[str]:
    errors = [measured.error(way) for way in WAYS]
    cells = [text for each in errors for text in (_units(each), f"{each.nearest:.2%}")]
    return [measured.name, measured.element, *cells]


def _units(error: Error) -> str:
    return f"{error.largest:.3g}" if math.isfinite(error.largest) else "not a number"


def plot(measured: Measured) -> str:
    """Return an SVG plot of the error of a function of one number over its operand."""
    lines = [opening(_LEFT + _WIDTH, _HEIGHT + _BELOW), WHITE, *_axes()]
    for way, color in _COLORS.items():
        points = " ".join(
            f"{x:.1f},{_height(error):.1f}" for x, error in _bins(measured, measured.units(way))
        )
        lines.append(f'<polyline points="{points}" fill="none" stroke="{color}"/>')
    return "\n".join([*lines, "</svg>"]) + "\n"


def _axes() -> Iterator[str]:
    """Yield lines at half a unit and at operand 0, labels of both axes, and a legend."""
    right, middle = _LEFT + _WIDTH, _LEFT + _WIDTH / 2
    yield f'<path d="M{_LEFT} {_height(0.5):.1f}H{right}" stroke="#bbb"/>'
    yield f'<path d="M{middle:g} 0V{_HEIGHT}" stroke="#eee"/>'
    text_at = '<text x="{x:g}" y="{y:.1f}" text-anchor="{anchor}" font-size="9" fill="{color}">'
    label = partial(f"{text_at}{{text}}</text>".format, color="#555")
    for error, text in ((_LEAST, "1/8"), (0.5, "1/2"), (_MOST, f"{_MOST:g}")):
        yield label(x=_LEFT - 4, y=_height(error) + 3, anchor="end", text=text)
    yield label(x=_LEFT + 4, y=_height(_MOST) + 3, anchor="start", text="ULP")
    for index, (way, color) in enumerate(reversed(_COLORS.items())):
        x = right - 40 * index
        yield label(x=x, y=_height(_MOST) + 3, anchor="end", text=way, color=color)
    for x, anchor, text in (
        (_LEFT, "start", "-max"),
        (middle, "middle", "0"),
        (right, "end", "max"),
    ):
        yield label(x=x, y=_HEIGHT + 10, anchor=anchor, text=text)


def _bins(measured: Measured, units: np.ndarray) -> Iterator[tuple[float, float]]:
    """Yield positions across the plot, each with the largest error there.

    The error is 0 at positions without a normal number.
    """
    operands = measured.operands[0].ravel()
    order = np.argsort(operands, kind="stable")
    order = order[np.isfinite(operands[order])]
    errors = np.where(np.isnan(units.ravel()), 0.0, units.ravel())[order]
    groups = np.array_split(errors, 256)
    for index, group in enumerate(groups):
        yield _LEFT + (index + 0.5) / len(groups) * _WIDTH, float(group.max())


def _height(error: float) -> float:
    share = math.log2(min(max(error, _LEAST), _MOST) / _LEAST) / math.log2(_MOST / _LEAST)
    return _HEIGHT - _MARGIN / 2 - share * (_HEIGHT - _MARGIN)


def table_text(measured: Measured) -> str:
    """Return one line per operand, with exact result, and result and error in each mode.

    Fields without a normal number are empty.
    """
    columns = [measured.operands[0], measured.exact]
    for way in WAYS:
        columns += [measured.results[way], measured.units(way)]
    patterns = measured.operands[0].astype(ml_dtypes.bfloat16).view(np.uint16).ravel().tolist()
    header = [
        "bits",
        "operand",
        "exact",
        *(f"{way}{what}" for way in WAYS for what in ("", " ulp")),
    ]
    lines = [",".join(header)]
    errors = {3 + 2 * index for index in range(len(WAYS))}
    for pattern, *values in zip(
        patterns, *(each.ravel().tolist() for each in columns), strict=True
    ):
        cells = [
            "" if index in errors and math.isnan(value) else repr(value)
            for index, value in enumerate(values)
        ]
        lines.append(",".join([f"0x{pattern:04x}", *cells]))
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    sys.exit(main())
