"""Helper functions for SVG pictures."""

_STOPS = ((255, 255, 229), (254, 196, 79), (217, 95, 14), (102, 37, 6))
"""RGB colors of the heat scale, from low to high."""


def opening(width: float, height: float) -> str:
    """Return the opening tag of a picture with this size in pixels."""
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width:g}" height="{height:g}" '
        'font-family="sans-serif" font-size="11">'
    )


WHITE = '<rect width="100%" height="100%" fill="white"/>'
"""An element that draws a white background, so that the picture looks the same on every page."""


def heat_color(share: float) -> str:
    """Return the color on the heat scale for a value from 0 to 1."""
    place = min(max(float(share), 0.0), 1.0) * (len(_STOPS) - 1)
    index = min(int(place), len(_STOPS) - 2)
    mixed = (
        round(a + (b - a) * (place - index))
        for a, b in zip(_STOPS[index], _STOPS[index + 1], strict=True)
    )
    return "#" + "".join(f"{each:02x}" for each in mixed)
