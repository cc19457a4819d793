"""The functions of upstream's module `ttrt.library_tweaks`, which prepare TT-Metal."""

from ttmlir_py.ttrt.common.files import get_ttrt_metal_home_path

__all__ = ["get_ttrt_metal_home_path", "set_tt_metal_home"]


def set_tt_metal_home() -> None:
    """Do nothing, because the simulator needs no TT-Metal."""
