"""Names of a program's arguments, from the locations in its debug information.

The binary holds the module's text, printed with locations. An argument that the front end named has
a name location: `%arg0: tensor<1x64xf32> loc("image")`, or `loc(#loc1)` with
`#loc1 = loc("image"(#loc))` elsewhere.
"""

import re

_ARGUMENT = re.compile(r"%arg\d+: ")
_LOCATION = re.compile(r' loc\((?:"((?:[^"\\\n]|\\.)*)"[()]|(#loc\d*)\))')
_ALIAS = re.compile(r'^(#loc\d*) = loc\("((?:[^"\\\n]|\\.)*)"[()]', re.MULTILINE)


def argument_names(source: str, function: str, count: int) -> list[str | None]:
    """Return the name of each of the `count` arguments of `function`.

    An argument without a name, or with a duplicate name, gets None.
    """
    header = re.search(rf'func\.func (?:\w+ )?@"?{re.escape(function)}"?\((.*)', source)
    parts = _ARGUMENT.split(header[1])[1:] if header else []
    if len(parts) != count:
        return [None] * count
    aliases: dict[str, str] = dict(_ALIAS.findall(source))
    names: list[str | None] = []
    for part in parts:
        location = _LOCATION.search(part)
        name = (location[1] or aliases.get(location[2] or "")) if location else None
        names.append(name or None)
    return [name if names.count(name) == 1 else None for name in names]
