"""Colour as people with and without colour blindness see it: independent of the palette under test."""

from __future__ import annotations

import numpy as np

# Machado, Oliveira, Fernandes 2009, severity 1.0, on linear RGB.
BLINDNESS = {
    "none": np.eye(3),
    "protanopia": np.array(
        [[0.152286, 1.052583, -0.204868], [0.114503, 0.786281, 0.099216], [-0.003882, -0.048116, 1.051998]]
    ),
    "deuteranopia": np.array(
        [[0.367322, 0.860646, -0.227968], [0.280085, 0.672501, 0.047413], [-0.011820, 0.042940, 0.968881]]
    ),
    "tritanopia": np.array(
        [[1.255528, -0.076749, -0.178779], [-0.078411, 0.930809, 0.147602], [0.004733, 0.691367, 0.303900]]
    ),
}


def linear(colour: str) -> np.ndarray:
    digits = colour.removeprefix("#")
    srgb = np.array([int(digits[i : i + 2], 16) / 255 for i in (0, 2, 4)])
    return np.where(srgb <= 0.04045, srgb / 12.92, ((srgb + 0.055) / 1.055) ** 2.4)


def lab(colour: str, blindness: str = "none") -> np.ndarray:
    """CIE L*a*b* (D65) of a colour as seen with a kind of colour blindness."""
    rgb = np.clip(BLINDNESS[blindness] @ linear(colour), 0, 1)
    xyz = (
        np.array(
            [
                [0.4124564, 0.3575761, 0.1804375],
                [0.2126729, 0.7151522, 0.0721750],
                [0.0193339, 0.1191920, 0.9503041],
            ]
        )
        @ rgb
        / np.array([0.95047, 1.0, 1.08883])
    )
    f = np.where(xyz > 216 / 24389, np.cbrt(xyz), (24389 / 27 * xyz + 16) / 116)
    return np.array([116 * f[1] - 16, 500 * (f[0] - f[1]), 200 * (f[1] - f[2])])


def distance(one: str, other: str, blindness: str = "none") -> float:
    """CIE76 distance; about 2.3 is just noticeable."""
    return float(np.linalg.norm(lab(one, blindness) - lab(other, blindness)))


def contrast(one: str, other: str) -> float:
    """WCAG contrast ratio."""
    values = sorted(float(linear(c) @ np.array([0.2126, 0.7152, 0.0722])) for c in (one, other))
    return (values[1] + 0.05) / (values[0] + 0.05)
