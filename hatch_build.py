"""Build hooks for what pyproject.toml cannot express: links that work on PyPI, the SBOM, Windows.

On Linux and macOS, the tools are scripts (`scripts/`): the entry points that installers write
import `re`, which takes half of the time of a warm start. Windows cannot start such scripts, so its
wheel has entry points, for which installers write `.exe` files. `TTMLIR_WHEEL=windows` builds that
wheel anywhere.
"""

import json
import os
import re
import sys
from pathlib import Path

from hatchling.builders.hooks.plugin.interface import BuildHookInterface
from hatchling.metadata.plugin.interface import MetadataHookInterface

SBOM = "ttmlir_py.cdx.json"
WINDOWS_TAG = "py3-none-win32.win_amd64.win_arm64"
LINK = re.compile(r"(!?)\[([^\]]*)\]\((?!https?://|#)([^)]+)\)")


def is_for_windows() -> bool:
    """Return True if the wheel is for Windows."""
    return os.environ.get("TTMLIR_WHEEL", sys.platform) in ("windows", "win32")


def absolute_links(text: str, repository: str) -> str:
    """Return a README whose links and pictures lead to the repository."""

    def absolute(match: re.Match[str]) -> str:
        kind = "raw" if match[1] else "blob"
        return f"{match[1]}[{match[2]}]({repository}/{kind}/main/{match[3]})"

    # The text of a link may be a picture or code, but code blocks have no links.
    return LINK.sub(absolute, text)


def tool_functions(scripts: Path) -> dict[str, str]:
    """Return the function that each script calls, by the name of the script."""
    functions = {}
    for script in sorted(scripts.iterdir()):
        module, name = re.findall(r"^from (\S+) import (\w+)$", script.read_text(), re.MULTILINE)[0]
        functions[script.name] = f"{module}:{name}"
    return functions


def bill_of_materials(metadata) -> dict[str, object]:
    """Return the CycloneDX document of the wheel: the package and what it depends on."""
    root = f"pkg:pypi/{metadata.name}@{metadata.version}"
    components, names = [], []
    optional = {
        requirement for extra in metadata.optional_dependencies.values() for requirement in extra
    }
    for scope, requirements in (("required", metadata.dependencies), ("optional", optional)):
        for requirement in sorted(requirements):
            name = re.split(r"[\[<>=!~; ]", requirement)[0].lower().replace("_", "-")
            if name not in names:
                names.append(name)
                components.append(
                    {
                        "type": "library",
                        "bom-ref": f"pkg:pypi/{name}",
                        "name": name,
                        "purl": f"pkg:pypi/{name}",
                        "scope": scope,
                        "properties": [{"name": "requirement", "value": requirement}],
                    }
                )
    return {
        "bomFormat": "CycloneDX",
        "specVersion": "1.6",
        "version": 1,
        "metadata": {
            "component": {
                "type": "application",
                "bom-ref": root,
                "name": metadata.name,
                "version": metadata.version,
                "purl": root,
                "licenses": [{"expression": metadata.license_expression}],
            }
        },
        "components": components,
        "dependencies": [
            {
                "ref": root,
                "dependsOn": [c["bom-ref"] for c in components if c["scope"] == "required"],
            }
        ],
    }


class CustomMetadataHook(MetadataHookInterface):
    """Sets the README of the metadata, and the entry points for Windows."""

    def update(self, metadata: dict) -> None:
        """Set the dynamic fields."""
        root = Path(self.root)
        text = absolute_links((root / "README.md").read_text("utf-8"), metadata["urls"]["Source"])
        metadata["readme"] = {"content-type": "text/markdown", "text": text}
        if is_for_windows():
            metadata["scripts"] = tool_functions(root / "scripts")


class CustomBuildHook(BuildHookInterface):
    """Adds the SBOM, and either the scripts or the tag of Windows."""

    def initialize(self, version: str, build_data: dict) -> None:
        """Write the SBOM, and add it to the wheel (PEP 770)."""
        if self.target_name != "wheel":
            return
        self.sbom = Path(self.directory) / SBOM
        self.sbom.parent.mkdir(parents=True, exist_ok=True)
        document = bill_of_materials(self.metadata.core)
        self.sbom.write_text(json.dumps(document, indent=1) + "\n", "utf-8")
        build_data["sbom_files"].append(str(self.sbom))
        if is_for_windows():
            build_data["tag"] = WINDOWS_TAG
        else:
            for script in sorted((Path(self.root) / "scripts").iterdir()):
                build_data["shared_scripts"][str(script)] = script.name

    def finalize(self, version: str, build_data: dict, artifact_path: str) -> None:
        """Remove the SBOM, which the wheel contains now."""
        if self.target_name == "wheel":
            self.sbom.unlink(missing_ok=True)
