"""The metadata of a file: resources that attributes refer to, and data that tools store."""

from collections.abc import Iterable, Mapping

Resources = Mapping[str, Mapping[str, Mapping[str, str]]]
"""The `{-# ... #-}` section of a file: maps section, group and key to the text of the entry."""


def resources_text(
    resources: Resources,
    used: Mapping[str, Iterable[str]],
    limit: int | None,
) -> str:
    """Return the text of the `{-# ... #-}` section.

    It has the dialect resources in `used`, in printing order, and all external resources. Texts
    with more than `limit` characters are omitted.
    """
    sections: list[str] = []
    any_entry = False
    for section, groups in resources.items():
        texts: list[str] = []
        for group, entries in groups.items():
            names = used.get(group, ()) if section == "dialect_resources" else entries
            known = [(name, entries[name]) for name in names if name in entries]
            any_entry = any_entry or bool(known)
            lines = [
                f"      {name}: {text}"
                for name, text in known
                if limit is None or text in ("true", "false") or len(text) <= limit
            ]
            if lines:
                texts.append(f"    {group}: {{\n" + ",\n".join(lines) + "\n    }")
        if texts:
            sections.append(f"  {section}: {{\n" + ",\n".join(texts) + "\n  }")
    return "\n{-#\n" + ",\n".join(sections) + "\n#-}\n" if any_entry else ""
