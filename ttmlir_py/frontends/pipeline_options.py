"""The options of the pipelines that lower a program, read without loading the compiler."""

from collections.abc import Iterator, Mapping, Sequence
from typing import cast

from ttmlir_py.common.suggestions import suggestion
from ttmlir_py.passes.catalogue import OptionEntry, read_entry

FROM_STABLEHLO = "stablehlo-to-ttir-pipeline"
FROM_TOSA = "convert-tosa-to-ttir"
TO_TTNN = "ttir-to-ttnn-backend-pipeline"

DEFAULTS: Mapping[str, object] = {
    "complex-to-real": True,
    "exact-conversions": True,
    "exact-gather": True,
    "exact-remainder": True,
    "exact-scatter": True,
    "i1-as-bf16": True,
    "signed-integers": True,
    "simplify": True,
}
"""Pipeline options whose defaults here differ from those of the pipelines.

They preserve StableHLO's results: complex numbers become pairs, booleans become a type that TTNN
accepts, integers and remainders keep their sign, conversions to integers and clamped indices are
exact, and scatters without a valid index write nothing. Programs are also simplified before they
are lowered.
"""


def option_entries() -> Iterator[tuple[OptionEntry, str]]:
    """Yield each available option with the flag of the pass or pipeline that has it.

    An option of several passes is yielded once for each.
    """
    for flag in (FROM_STABLEHLO, FROM_TOSA, TO_TTNN):
        for option in read_entry(flag).options:
            yield option, flag


def option_texts(options: Mapping[str, object]) -> dict[str, str]:
    """Return the option string of each pass or pipeline. `options` override `DEFAULTS`.

    Option names may use dashes or underscores. Values are Python values: True, 2, "df-sharding",
    [1, 2]. Raise ValueError for an unknown option, or a value that cannot be written.
    """
    owners: dict[str, list[str]] = {}
    for option, flag in option_entries():
        owners.setdefault(option.name, []).append(flag)
    given = {name.replace("_", "-"): value for name, value in options.items()}
    if unknown := [name for name in given if name not in owners]:
        listed = f"expected one of {', '.join(sorted(owners))}"
        raise ValueError(f"unknown option '{unknown[0]}': {listed}{suggestion(unknown[0], owners)}")
    texts: dict[str, list[str]] = {}
    for name, value in (dict(DEFAULTS) | given).items():
        text = f"{name}={_value_text(name, value)}"
        for flag in owners[name]:
            texts.setdefault(flag, []).append(text)
    return {flag: " ".join(each) for flag, each in texts.items()}


def _value_text(name: str, value: object) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, list | tuple):
        return ",".join(map(str, cast("Sequence[object]", value)))
    text = str(value)
    if any(each in text for each in " {}'\""):
        raise ValueError(f"the option '{name}' cannot be {text!r}")
    return text
