"""Build the site: `python site/build.py out/site`.

The pages in `docs/` are copied and completed:
- Tables of contents come from the tables of `docs/README.md`.
- A linked file outside `docs/` becomes a page that shows it.
- The Python API and the changelog become pages.

Sphinx treats each warning as an error. Then every link and anchor in the written HTML is checked.
"""

import argparse
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote

import api_pages
from sphinx.cmd.build import main as sphinx

SITE = Path(__file__).parent
ROOT = SITE.parent
DOCS = ROOT / "docs"
KINDS = {".md", ".svg", ".png", ".ipynb"}
LANGUAGES = {".py": "python", ".mlir": "mlir", ".hpp": "cpp", ".cpp": "cpp", ".json": "json"}
LINK = re.compile(r"\]\(([^)\s#]+)(#[^)\s]*)?\)")
CODE = re.compile(r"^```.*?^```$", re.MULTILINE | re.DOTALL)
NAMED = re.compile(r"^```(\w+) (\S+/\S+)\n")
"""The first line of a block of code that names its file."""
SHOWN_FILE = 60_000
"""Files with more characters are not shown whole."""


class Stage:
    """The folder with the pages that Sphinx reads. Unchanged files keep their time."""

    def __init__(self, folder: Path):
        self.folder = folder
        self.written: set[Path] = set()

    def write(self, name: str, text: str | bytes) -> None:
        """Write a page if it differs from the one of the last build."""
        path = self.folder / name
        data = text.encode() if isinstance(text, str) else text
        self.written.add(path)
        path.parent.mkdir(parents=True, exist_ok=True)
        if not path.exists() or path.read_bytes() != data:
            path.write_bytes(data)

    def remove_others(self) -> None:
        """Remove the files of earlier builds that this build did not write."""
        for path in self.folder.rglob("*"):
            if path.is_file() and path not in self.written:
                path.unlink()


def stage_pages(stage: Stage) -> None:
    """Copy the pages and pictures of `docs`, and the files that they link to."""
    files: set[Path] = set()
    for source in sorted(DOCS.rglob("*")):
        name = source.relative_to(DOCS).as_posix()
        if source.suffix in KINDS - {".md"}:
            stage.write(name, source.read_bytes())
        elif source.suffix == ".md":
            text = source.read_text()
            if name == "README.md":
                text = with_contents(text)
            if name == "architecture.md" and shutil.which("dot"):
                text, picture = drawn(text)
                stage.write("packages.svg", picture)
            stage.write("index.md" if name == "README.md" else name, linked(source, text, files))
    for name in ("CHANGELOG", "CONTRIBUTING"):
        source = ROOT / f"{name}.md"
        stage.write(f"{name.lower()}.md", linked(source, source.read_text(), files))
    stage.write("files.md", file_list(files))
    for path in sorted(files):
        stage.write(f"files/{page_name(path)}.md", file_page(path))
        if is_downloadable(path):
            stage.write(download_name(path), path.read_bytes())


def drawn(text: str) -> tuple[str, bytes]:
    """Replace the graph of packages, which GitHub draws, by a picture. Return both."""
    match = re.search(r"```mermaid\nflowchart TD\n(.*?)```\n", text, re.DOTALL)
    assert match
    edges = re.findall(r"^  (\w+) (-->|-\.->) (\w+)$", match[1], re.MULTILINE)
    lines = ["digraph { node [shape=box fontname=Helvetica fontsize=11 height=0.3]; bgcolor=white"]
    lines += [f"{a} -> {b}{' [style=dashed]' if '.' in arrow else ''}" for a, arrow, b in edges]
    picture = subprocess.run(
        ["dot", "-Tsvg"], input="\n".join([*lines, "}"]).encode(), capture_output=True, check=True
    ).stdout
    image = "![The imports between packages, which the table below lists](packages.svg)\n"
    return text.replace(match[0], image), picture


def with_contents(text: str) -> str:
    """Add a hidden table of contents to each section: the pages that its table links to."""
    heading, *sections = re.split(r"^(?=## )", text, flags=re.MULTILINE)
    parts = [heading]
    for section in sections:
        title = section.splitlines()[0].removeprefix("## ")
        pages = [target for target, _ in LINK.findall(section) if target.endswith(".md")]
        if title == "Development":
            pages += ["contributing.md", "changelog.md", "files.md"]
        if title == "Reference":
            pages.insert(0, "api/index.md")
        parts.append(f"{section.rstrip()}\n\n{toctree(title, pages)}\n")
    return "".join(parts)


def toctree(caption: str, pages: list[str]) -> str:
    """Return a hidden table of contents."""
    lines = "\n".join(each.removesuffix(".md") for each in dict.fromkeys(pages))
    return f"```{{toctree}}\n:hidden:\n:caption: {caption}\n\n{lines}\n```\n"


def linked(source: Path, text: str, files: set[Path]) -> str:
    """Return the text of a page with links that lead to pages of the site. Collect in `files` the
    files outside `docs` that it links to.
    """

    def replace(match: re.Match[str]) -> str:
        target, anchor = match[1], match[2] or ""
        if target.startswith(("https://", "http://", "mailto:")):
            return match[0]
        path = (source.parent / target).resolve()
        up = "" if source.parent == ROOT else "../" * (len(source.relative_to(DOCS).parts) - 1)
        if path == DOCS / "README.md":
            inside = "index.md"
        elif path.is_relative_to(DOCS):
            if path.is_dir():
                path /= "README.md"
                if not path.exists():  # the dialects: a section of the index
                    return f"]({up}index.md#reference)"
            inside = path.relative_to(DOCS).as_posix()
        elif path.parent == ROOT and path.name in ("CHANGELOG.md", "CONTRIBUTING.md"):
            inside = path.name.lower()
        else:
            files.add(path)
            inside = f"files/{page_name(path)}.md"
        return f"]({up}{inside}{anchor})"

    kept: list[str] = []

    def keep(match: re.Match[str]) -> str:
        # MyST drops the name of the file, which is all that says where an edit belongs
        kept.append(NAMED.sub(r"```{code-block} \1\n:caption: \2\n\n", match[0]))
        return f"\0{len(kept) - 1}\0"

    text = LINK.sub(replace, CODE.sub(keep, text))
    return re.sub(r"\0(\d+)\0", lambda match: kept[int(match[1])], text)


def page_name(path: Path) -> str:
    """Return the name of the page that shows a file of the checkout."""
    return path.relative_to(ROOT).as_posix().replace(".", "-").strip("/")


def is_downloadable(path: Path) -> bool:
    """Whether the page of a file has a link that saves the file. Sphinx would read a Markdown file
    as a page.
    """
    return path.is_file() and path.suffix != ".md"


def download_name(path: Path) -> str:
    """Return where the staged copy of a downloadable file is."""
    return f"downloads/{path.relative_to(ROOT).as_posix()}"


def file_page(path: Path) -> str:
    """Return the page that shows a file, or the files in a folder."""
    name = path.relative_to(ROOT).as_posix()
    shown = sorted(each for each in path.rglob("*") if each.is_file()) if path.is_dir() else [path]
    lines = [f"# `{name}`", ""]
    if is_downloadable(path):
        lines += [f"{{download}}`Save {path.name} </{download_name(path)}>`", ""]
    for each in shown:
        if each.suffix in (".pyc", ".npy", ".npz", ".ttnn"):
            continue
        if path.is_dir():
            lines += [f"## `{each.relative_to(path).as_posix()}`", ""]
        text = each.read_text()
        if len(text) > SHOWN_FILE:
            text = text[:SHOWN_FILE].rpartition("\n")[0] + "\n...\n"
        language = LANGUAGES.get(each.suffix, "text")
        lines += [f"``````{language}", text.rstrip("\n"), "``````", ""]
    return "\n".join(lines)


def file_list(files: set[Path]) -> str:
    """Return the page that lists the shown files."""
    names = sorted(page_name(path) for path in files)
    lines = ["# Files that pages link to", "", "Programs and other files of a checkout."]
    return "\n".join([*lines, "", "```{toctree}", *(f"files/{each}" for each in names), "```", ""])


class Links(HTMLParser):
    """The links and the anchors of an HTML page."""

    def __init__(self) -> None:
        super().__init__()
        self.links: set[str] = set()
        self.anchors: set[str] = set()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Collect `href`, `src`, `id` and `name`."""
        for name, value in attrs:
            if value and name in ("href", "src"):
                self.links.add(value)
            elif value and (name == "id" or (name == "name" and tag == "a")):
                self.anchors.add(value)


def dead_links(folder: Path) -> Iterator[str]:
    """Yield each link of the written pages that leads to no file or to no anchor."""
    pages: dict[Path, Links] = {}
    for path in sorted(folder.rglob("*.html")):
        pages[path] = Links()
        pages[path].feed(path.read_text())
    for path, page in pages.items():
        for link in sorted(page.links):
            if re.match(r"[a-z]+:|//", link):
                continue
            target, _, anchor = unquote(link).partition("#")
            target = target.partition("?")[0]  # the theme's files carry a digest
            found = (path.parent / target).resolve() if target else path
            if found.is_dir():
                found /= "index.html"
            if not found.exists():
                yield f"{path.relative_to(folder)}: {link}: no such file"
            elif anchor and found in pages and anchor not in pages[found].anchors:
                yield f"{path.relative_to(folder)}: {link}: no such anchor"


ACCESSIBLE = (
    ('<aside class="sidebar-drawer">', '<aside class="sidebar-drawer" aria-label="Site">'),
    ('<aside class="toc-drawer', '<aside aria-label="Page" class="toc-drawer'),
    ("<pre>", '<pre tabindex="0">'),
    ('<div class="table-wrapper', '<div tabindex="0" class="table-wrapper'),
)
"""Replacements in the theme's HTML, for screen readers and keyboards: names of regions, and focus
for parts that scroll.
"""


def make_accessible(folder: Path) -> None:
    """Complete the HTML that the theme writes."""
    for path in folder.rglob("*.html"):
        before = text = path.read_text()
        for written, needed in ACCESSIBLE:
            text = text.replace(written, needed)
        if text != before:
            path.write_text(text)


def write_llms_text(folder: Path) -> None:
    """Write `llms.txt`, the index of pages for language models, and the pages as Markdown."""
    text = (DOCS / "README.md").read_text()
    lines = [
        "# ttmlir_py",
        "",
        "> Tenstorrent's MLIR compiler (tt-mlir) in Python on xDSL, with a simulator.",
        "> It installs with pip, compiles JAX, PyTorch, ONNX, StableHLO, TOSA and TTIR to TTNN,",
        "> and runs the result.",
    ]
    for section in re.split(r"^## ", text, flags=re.MULTILINE)[1:]:
        title, *rows = section.splitlines()
        lines += ["", f"## {title}", ""]
        for row in rows:
            cells = row.strip("| ").split(" | ")
            if len(cells) == 2 and "](" in cells[0]:
                links = re.findall(r"\[([^\]]+)\]\(([^)]+)\)", cells[0])
                lines += [f"- [{name}]({target}): {cells[1]}" for name, target in links]
    (folder / "llms.txt").write_text("\n".join(lines) + "\n")
    for source in sorted(DOCS.rglob("*.md")):
        copy = folder / source.relative_to(DOCS)
        copy.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(source, copy)


def main() -> int:
    """Build the site. Return 0 if there is no warning and no dead link."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path, help="the folder to write")
    folder: Path = parser.parse_args().folder
    stage, html = Stage(folder / "source"), folder / "html"
    stage_pages(stage)
    for name, text in api_pages.pages().items():
        stage.write(f"api/{name}.md", text)
    stage.remove_others()
    options = ["-q", "-W", "--keep-going", "-n", "-c", str(SITE), "-d", str(folder / "trees")]
    if sphinx([*options, "-b", "html", str(stage.folder), str(html)]):
        return 1
    make_accessible(html)
    write_llms_text(html)
    dead = list(dead_links(html))
    print("\n".join(dead) or f"{html / 'index.html'}: {len(stage.written)} files, no dead link")
    return 1 if dead else 0


if __name__ == "__main__":
    sys.exit(main())
