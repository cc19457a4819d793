"""Self-contained pages, in which scripts, styles and compressed data are embedded.

They open from a file, offline. A content security policy lists the hashes of the embedded scripts,
so that nothing else runs and nothing is loaded.
"""

import base64
import hashlib
import json
import re
import zlib
from importlib.resources import files
from typing import Any

_LINK = re.compile(r'<link rel="stylesheet" href="([\w.-]+)">\n')
_SCRIPT = re.compile(r'<script src="([\w.-]+)"></script>\n')


def asset(name: str) -> str:
    """Return the text of a file in the folder `page`."""
    return files("ttmlir_py.explorer").joinpath("page", name).read_text("utf-8")


def self_contained(page: str, data: Any, title: str) -> str:
    """Return the text of a page, such as `report.html`, with everything that it loads, and with
    `data`.

    The output is deterministic.
    """
    text = asset(page)
    styles = "".join(map(asset, _LINK.findall(text)))
    scripts = "".join(map(asset, _SCRIPT.findall(text)))
    policy = (
        f"default-src 'none'; script-src {_hash(scripts)}; style-src {_hash(styles)}; img-src "
        "data:; base-uri 'none'; form-action 'none'"
    )
    head = (
        f'<meta http-equiv="Content-Security-Policy" content="{policy}">\n'
        f"<title>{_escaped(title)}</title>\n"
    )
    text = re.sub(r"<title>.*</title>\n", lambda _: head, text)
    text = _SCRIPT.sub("", _LINK.sub("", text))
    text = text.replace("</head>", f"<style>{styles}</style>\n</head>")
    holder = f'<script type="application/octet-stream" id="data">{packed(data)}</script>\n'
    return text.replace("</body>", f"{holder}<script>{scripts}</script>\n</body>")


def packed(data: Any) -> str:
    """Return JSON data as base64 text of its compressed (deflate) form."""
    text = json.dumps(data, separators=(",", ":"), ensure_ascii=True)
    return base64.b64encode(zlib.compress(text.encode("ascii"), 9)).decode("ascii")


def _hash(text: str) -> str:
    return f"'sha256-{base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()}'"


def _escaped(text: str) -> str:
    printable = text.encode("utf-8", "replace").decode("utf-8")
    return printable.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
