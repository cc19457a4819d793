"""The navigation of each page: the titles of all pages, by section.

Sphinx copies every heading of every page to make it, which takes longer than all other steps.
"""

from html import escape

from sphinx import addnodes


def replace_navigation(app, pagename, templatename, context, doctree):
    """Give the theme a function that returns the navigation of a page."""
    if hasattr(app.builder, "get_relative_uri"):
        context["toctree"] = lambda **options: _sections(app, pagename)


def _sections(app, page: str) -> str:
    parts = []
    for node in app.env.get_doctree(app.config.root_doc).findall(addnodes.toctree):
        caption = escape(node["caption"])
        parts.append(
            '<p class="caption" role="heading" aria-level="2">'
            f'<span class="caption-text">{caption}</span></p>'
        )
        parts.append(_entries(app, page, [document for _, document in node["entries"]], 1))
    return "".join(parts)


def _entries(app, page: str, documents: list[str], level: int) -> str:
    """Return a list of pages. The pages below another page are part of its entry."""
    parts = []
    for document in documents:
        below = app.env.toctree_includes.get(document, [])
        is_current = document == page or page in below
        title = escape(app.env.titles[document].astext())
        target = app.builder.get_relative_uri(page, document) if document != page else "#"
        classes = f"toctree-l{level}{' current' if is_current else ''}"
        link = f'<a class="{"current " if is_current else ""}reference internal" href="{target}">'
        nested = _entries(app, page, below, level + 1) if below else ""
        parts.append(f'<li class="{classes}">{link}{title}</a>{nested}</li>')
    current = ' class="current"' if page in documents else ""
    return f"<ul{current}>{''.join(parts)}</ul>"
