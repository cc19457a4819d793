"""Sphinx's configuration of the site. `site/build.py` prepares the pages and calls Sphinx."""

import sys
import tomllib
from pathlib import Path

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(Path(__file__).parent))

from mlir_lexer import MlirLexer  # noqa: E402
from navigation import replace_navigation  # noqa: E402

_METADATA = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]

project = "ttmlir_py"
release = version = _METADATA["version"]
copyright = "the authors of ttmlir_py"
html_title = f"ttmlir_py {release}"
html_short_title = "ttmlir_py"
language = "en"

extensions = ["myst_parser"]
myst_enable_extensions = ["colon_fence"]
myst_heading_anchors = 4
nitpicky = True
toc_object_entries_show_parents = "hide"

html_theme = "furo"
templates_path = ["templates"]
html_static_path = ["style"]
html_css_files = ["site.css"]
html_search_scorer = str(Path(__file__).with_name("scorer.js"))
html_copy_source = False
html_show_sphinx = False
html_theme_options = {"navigation_with_keys": True}
pygments_style = "a11y-high-contrast-light"
pygments_dark_style = "a11y-high-contrast-dark"
python_use_unqualified_type_names = True


def setup(app):
    """Highlight MLIR, and make the navigation."""
    app.add_lexer("mlir", MlirLexer)
    app.connect("html-page-context", replace_navigation, priority=400)
