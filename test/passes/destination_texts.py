"""Convert texts of tt-mlir 2026-08 to 2025-11: each TTIR operation gets destinations from
`ttir.empty`.
"""

import re

from ttmlir_py.dialects.revisions.table import likenesses

_LINE = re.compile(
    r'(?P<indent> *)(?P<results>%[\w:]+) = "(?P<name>ttir\.\w+)"\((?P<operands>[^)]*)\)'
    r"(?P<properties> (?:<\{.*?\}> )?):? ?: \((?P<types>[^)]*)\) -> \(?(?P<result>[^()\n]*)\)?"
)
_SEGMENTS = re.compile(r",? ?operandSegmentSizes = array<i32: ([\d, ]*)>")


def with_destinations(text: str) -> str | None:
    """Return the text of 2025-11, or None if an operation did not exist then or had another
    form.
    """
    likeness = likenesses("2025-11")
    kinds = {likeness.get(name, "") for name in re.findall(r'"(ttir\.\w+)"', text)}
    has_sink = "scaled_dot_product_attention" in text and ", 1>" in text
    is_newer = has_sink or "batch_dim" in text
    if not kinds & {"destination", "maybe"} or kinds & {"", "first"} or is_newer:
        return None
    return _LINE.sub(lambda match: _line(match, likeness[match["name"]]), text)


def _line(match: re.Match[str], likeness: str) -> str:
    if likeness == "same":
        return match[0]
    outs = re.findall(r"tensor<[^>]*>", match["result"])
    name = match["results"].partition(":")[0]
    fresh = [f"{name}_d{index}" for index in range(len(outs))]
    lines = [
        f"{match['indent']}{each} = ttir.empty() : {out}"
        for each, out in zip(fresh, outs, strict=True)
    ]
    properties = match["properties"]
    if match["name"] == "ttir.scaled_dot_product_attention":  # its sink came later
        properties = _SEGMENTS.sub("", properties).replace("<{, ", "<{")
    else:
        ones = ", 1" * len(outs)
        properties = _SEGMENTS.sub(lambda m: m[0].replace(m[1], m[1] + ones), properties)
    operands = ", ".join([*filter(None, [match["operands"]]), *fresh])
    types = ", ".join([*filter(None, [match["types"]]), *outs])
    result = f"({match['result']})" if match["result"].count("tensor") > 1 else match["result"]
    lines.append(
        f'{match["indent"]}{match["results"]} = "{match["name"]}"({operands}){properties}: ({types}) -> {result}'
    )
    return "\n".join(lines)
