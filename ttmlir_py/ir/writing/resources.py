"""The resources of a file: data that its attributes refer to, and data that tools store there."""

from collections.abc import Iterable, Mapping

Resources = Mapping[str, Mapping[str, Mapping[str, str]]]
"""The `{-# ... #-}` section of a file: `section: { group: { key: text } }`."""


def resources_text(
    resources: Resources,
    used: Mapping[str, Iterable[str]],
    limit: int | None,
) -> str:
    """Return the `{-# ... #-}` section: the printed dialect resources in printing order, and all
    external resources.

    Texts longer than `limit` are omitted.
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
