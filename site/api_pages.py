"""Pages of the Python API: the public names with signatures and docstrings, which are Markdown."""

import inspect
import re
from importlib import import_module

from public_names import MODULES, Name, public_names

EXAMPLE = re.compile(r"(?:^>>> .*\n(?:^(?!$).*\n)*)+", re.MULTILINE)
KINDS = {"def": "function", "class": "class", "value": "data"}
MEMBERS = {"def": "method", "property": "property", "value": "attribute"}


def pages() -> dict[str, str]:
    """Return the pages of the API by name, among them the index."""
    found = {module: module_page(module) for module in MODULES}
    rows = [f"| [`{module}`]({module}.md) | {summary(module)} |" for module in MODULES]
    lines = [
        "# Python API",
        "",
        "The public modules, generated from signatures and docstrings. These names and signatures",
        "follow [semantic versioning](../install.md#versions): a release that breaks a program",
        "which uses only them gets a new major version, or a new minor version before 1.0.",
        "",
        *("| module | content |", "|---|---|", *rows, ""),
        *("```{toctree}", ":hidden:", "", *MODULES, "```", ""),
    ]
    return {"index": "\n".join(lines), **found}


def summary(module: str) -> str:
    """Return the first sentence of a module's docstring."""
    text = " ".join(markdown(import_module(module).__doc__).split("\n\n")[0].split())
    return re.split(r"(?<=[.:])\s", text)[0].rstrip(":.")


def module_page(module: str) -> str:
    """Return the page of a module."""
    lines = [f"# `{module}`", "", markdown(import_module(module).__doc__), ""]
    lines += [f"```{{py:module}} {module}", "```", ""]
    names = list(public_names(module))
    classes = {name.path for name in names if name.kind == "class"}
    for name in names:
        owner = name.path.rpartition(".")[0]
        if owner not in classes:
            members = [each for each in names if each.path.startswith(f"{name.path}.")]
            lines += entry(module, name, members)
    return "\n".join(lines)


def entry(module: str, name: Name, members: list[Name]) -> list[str]:
    """Return the lines of a name and its members, as directives of Sphinx's Python domain."""
    short = name.path.removeprefix(f"{module}.")
    lines = [f"``````{{py:{KINDS[name.kind]}}} {short}{bare(name)}", ""]
    lines += body(name)
    for member in members:
        label = member.path.removeprefix(f"{name.path}.")
        lines += [f"`````{{py:{MEMBERS[member.kind]}}} {label}{bare(member)}", *options(member), ""]
        lines += [*body(member), "`````", ""]
    return [*lines, "``````", ""]


def options(name: Name) -> list[str]:
    """Return the options of a directive."""
    return [":no-index-entry:"] if name.kind == "value" else []


def bare(name: Name) -> str:
    """Return the parameters without annotations, which the code below the name shows."""
    if not name.signature:
        return ""
    if name.signature == "(...)":
        return "()"
    parameters = inspect.signature(name.value if name.kind == "class" else unwrapped(name.value))
    kept = [
        each.replace(annotation=inspect.Parameter.empty, default=short_default(each))
        for each in parameters.parameters.values()
        if each.name != "self"
    ]
    bare = inspect.Signature(kept)
    return re.sub(r"\b0x[0-9a-f]+", "...", str(bare))


class Ellipsis_:
    """A default value that is shown as `...`."""

    def __repr__(self) -> str:
        return "..."


def short_default(parameter: inspect.Parameter) -> object:
    """Return a default value whose text Sphinx parses; others are shown as `...`."""
    default = parameter.default
    plain = (bool, int, float, str, type(None), tuple)
    is_plain = default is inspect.Parameter.empty or isinstance(default, plain)
    return default if is_plain and type(default) in (*plain, type) else Ellipsis_()


def unwrapped(value: object) -> object:
    """Return the function of a class method or static method."""
    return value.__func__ if isinstance(value, (classmethod, staticmethod)) else value


def body(name: Name) -> list[str]:
    """Return the signature with annotations, and the docstring."""
    lines: list[str] = []
    if name.kind == "def" and name.signature != "(...)":
        short = name.path.rpartition(".")[2]
        lines += ["```python", wrapped(f"{short}{name.signature}"), "```", ""]
    document = vars(name.value).get("__doc__") if name.kind == "class" else documented(name)
    if document and not (name.kind == "class" and document.startswith(f"{name.path}(")):
        lines += [markdown(document), ""]
    return lines


def documented(name: Name) -> str | None:
    """Return the docstring of a function or property; values have none of their own."""
    return None if name.kind == "value" else getattr(name.value, "__doc__", None)


def wrapped(signature: str) -> str:
    """Return a signature with one parameter per line if it is long."""
    if len(signature) <= 88:
        return signature
    name, rest = signature.split("(", 1)
    parts, depth, start = [], 0, 0
    for at, letter in enumerate(rest):
        if letter in "([{":
            depth += 1
        elif letter in ")]}":
            if depth == 0:
                parts.append(rest[start:at])
                return "\n".join(
                    [f"{name}(", *(f"    {each.strip()}," for each in parts), rest[at:]]
                )
            depth -= 1
        elif letter == "," and depth == 0:
            parts.append(rest[start:at])
            start = at + 1
    return signature


def markdown(document: str | None) -> str:
    """Return a docstring as Markdown: examples with `>>>` become code blocks."""
    text = inspect.cleandoc(document or "") + "\n"
    text = EXAMPLE.sub(lambda match: f"```pycon\n{match[0].rstrip()}\n```\n", text)
    return re.sub(r"^(#+) ", r"\\\1 ", text, flags=re.MULTILINE).rstrip()
