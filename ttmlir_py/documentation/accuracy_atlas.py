"""Writes the accuracy atlas: how far each operation's results are from the exact ones, as a Markdown page with small plots.

python -m ttmlir_py.documentation.accuracy_atlas docs/accuracy
python -m ttmlir_py.documentation.accuracy_atlas --table exp exp.csv      every number of bf16, one a line
"""

import argparse
import math
import sys
from collections.abc import Iterable, Iterator, Sequence
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

_INTRODUCTION = (
    "# Accuracy",
    "",
    "How far each operation, compiled alone and run on the simulator, is from its meaning in float64 ([the reference](../reference.md)), in ideal arithmetic and with the",
    "[numbers of the device](../runtime.md#numbers-of-the-device). This page is made by `python -m ttmlir_py.documentation.accuracy_atlas docs/accuracy`.",
    "",
    "- **ULP** is the largest error in units in the last place of the exact result, at the operands beside it, where these and the exact result are normal numbers or zeros.",
    "- **nearest** is the share of those results that are right to half a unit: no number of the format is nearer.",
    "- **others** counts results that are not the nearest number where an operand or the exact result is subnormal, infinite or no number; the device has no subnormal numbers.",
    "",
    "Approximations in the device's functions are not modelled: what the device columns show is how formats and registers cut off. Integers are exact in both.",
    "",
)
_UNARY = {
    "bf16": "Every one of the 65,536 numbers of bf16. `python -m ttmlir_py.documentation.accuracy_atlas --table exp exp.csv` writes a line for each: bit pattern, operand, exact result, results and errors.",
    "f32": "65,536 numbers of f32, spread evenly over all bit patterns.",
}
_BINARY = "65,536 pairs of numbers of both signs, of sizes up to 2^8; `power` of positive numbers to exponents up to 8, `remainder` of positive numbers."
_OTHERS = "65,536 numbers of both signs; of `where` the first operand is 0 every other time."
_BLOCKS = (
    "65,536 normally distributed numbers of bf16, converted. A unit is that of the block of 16 numbers, which share an exponent: of the last place of its largest number. "
    "The largest magnitudes saturate. Of `bfp_bf4` the device cuts off what is more than `bfp_bf8` has."
)
_SUMS = "Numbers from 0 to 1, so that nothing cancels. In bf16 a card's product is rounded every 16 terms unless its destination register has 32 bits; products are in one block. Products and convolutions of f32 are summed in an order that depends on the machine: another one may have other figures."
_COLUMNS = [f"{way}: {what}" for way in WAYS for what in ("ULP", "at", "nearest", "others")]
_WIDTH, _HEIGHT, _MARGIN = 280, 64, 12
_COLORS = {"ideal": "#4575b4", "device": "#d95f0e"}
_LEAST, _MOST = 2.0**-3, 2.0**8
"""Errors between which plots are drawn, by their logarithms."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command; returns the exit code."""
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
    lines = list(_INTRODUCTION)
    for element, about in _UNARY.items():
        plots = element == "bf16"
        lines += [f"## Functions of one number, {element}", "", about, ""]
        measured = [measure_unary(name, element) for name in unary_functions()]
        lines += table(["op", *_COLUMNS, *(["plot"] if plots else [])], _rows(measured, plots))
        if plots:
            lines += [
                "Plots: the largest error of 256 neighbours, from the most negative number on the left over 0 to the largest on the right; blue ideal, orange device;",
                "upwards by factors of 2, from 1/8 to 256 units, the line is at half a unit.",
                "",
            ]
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
        yield [f"`{each.name}`", *cells, *([f"![]({each.name}.svg)"] if plots else [])]


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
    """An SVG of the errors of a function of one number over its operands."""
    lines = [opening(_WIDTH, _HEIGHT), WHITE]
    half = _height(0.5)
    lines.append(f'<path d="M0 {half:.1f}H{_WIDTH}" stroke="#bbb"/>')
    for way, color in _COLORS.items():
        points = " ".join(
            f"{x:.1f},{_height(error):.1f}" for x, error in _bins(measured, measured.units(way))
        )
        lines.append(f'<polyline points="{points}" fill="none" stroke="{color}"/>')
    return "\n".join([*lines, "</svg>"]) + "\n"


def _bins(measured: Measured, units: np.ndarray) -> Iterator[tuple[float, float]]:
    """Places across the picture, and the largest error there, which is none where no number is normal."""
    operands = measured.operands[0].ravel()
    order = np.argsort(operands, kind="stable")
    order = order[np.isfinite(operands[order])]
    errors = np.where(np.isnan(units.ravel()), 0.0, units.ravel())[order]
    groups = np.array_split(errors, 256)
    for index, group in enumerate(groups):
        yield (index + 0.5) / len(groups) * _WIDTH, float(group.max())


def _height(error: float) -> float:
    share = math.log2(min(max(error, _LEAST), _MOST) / _LEAST) / math.log2(_MOST / _LEAST)
    return _HEIGHT - _MARGIN / 2 - share * (_HEIGHT - _MARGIN)


def table_text(measured: Measured) -> str:
    """A line for every operand: bit pattern, operand, exact result, and for each way result and error, empty where no number is normal."""
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
