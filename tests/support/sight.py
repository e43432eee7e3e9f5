"""Colours as seen with colour vision deficiencies, and in grey."""

from __future__ import annotations

Matrix = tuple[tuple[float, float, float], ...]

# Machado, Oliveira, Fernandes: A physiologically-based model for simulation of color vision
# deficiency, IEEE TVCG 15 (2009), full severity, for linear red, green and blue.
MATRICES: dict[str, Matrix] = {
    "protanopia": (
        (0.152286, 1.052583, -0.204868),
        (0.114503, 0.786281, 0.099216),
        (-0.003882, -0.048116, 1.051998),
    ),
    "deuteranopia": (
        (0.367322, 0.860646, -0.227968),
        (0.280085, 0.672501, 0.047413),
        (-0.011820, 0.042940, 0.968881),
    ),
    "tritanopia": (
        (1.255528, -0.076749, -0.178779),
        (-0.078411, 0.930809, 0.147602),
        (0.004733, 0.691367, 0.303900),
    ),
}
SIGHTS = ("grey", *MATRICES)


def compute_luminance(colour: tuple[int, int, int], sight: str) -> float:
    """Return the relative luminance of a colour for these eyes, from 0 to 1."""
    linear = [_linearize(part / 255) for part in colour]
    if sight in MATRICES:
        linear = [
            max(0.0, min(1.0, sum(a * b for a, b in zip(row, linear, strict=True))))
            for row in MATRICES[sight]
        ]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def _linearize(part: float) -> float:
    return part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4


def contrast(one: tuple[int, int, int], two: tuple[int, int, int]) -> float:
    """Return the contrast of two colours by WCAG 2: 1 for equal ones, 21 for black on white."""
    dark, light = sorted((compute_luminance(one, "grey"), compute_luminance(two, "grey")))
    return (light + 0.05) / (dark + 0.05)
