"""Renders the icon as PNG: `python -m tools.icon FILE.png`.

iPhones need a bitmap for the home screen. It is drawn from `web/public/icon-maskable.svg`: paths of lines and curves,
circles, and groups with translation and scale; anything else is refused.
Standard library only: this runs inside pip, as part of tools/web.py.
"""

import math
import re
import struct
import sys
import zlib
from pathlib import Path
from xml.etree import ElementTree

ICON_SVG = Path(__file__).resolve().parent.parent / "web" / "public" / "icon-maskable.svg"
SIZE = 180
SAMPLES_PER_PIXEL = 3
"""Samples per pixel in each direction (antialiasing)."""
CURVE_SEGMENTS = 16
"""Line segments per curve."""

Point = tuple[float, float]
Ring = list[Point]
Colour = tuple[int, int, int]
Frame = tuple[float, float, float]
"""Origin and scale of a coordinate system."""


def path_outlines(path: str) -> list[Ring]:
    """The outlines of an SVG path.

    >>> path_outlines("M1 1h2v2z")
    [[(1.0, 1.0), (3.0, 1.0), (3.0, 3.0)]]
    """
    outlines, at, command = list[Ring](), (0.0, 0.0), ""
    words = re.findall(r"[A-Za-z]|-?(?:\d+\.?\d*|\.\d+)", path)
    while words:
        if words[0].isalpha():
            command = words.pop(0)
            if command in "Zz":
                at = outlines[-1][0]
                continue
        at = _draw(outlines, command, at, words)
        command = {"M": "L", "m": "l"}.get(command, command)
    return outlines


def _draw(outlines: list[Ring], command: str, at: Point, words: list[str]) -> Point:
    """Append one segment of a path; returns its end point."""
    x0, y0 = at if command.islower() else (0.0, 0.0)
    kind = command.upper()
    if kind in ("H", "V"):
        n = float(words.pop(0))
        end = (x0 + n, at[1]) if kind == "H" else (at[0], y0 + n)
        outlines[-1].append(end)
        return end
    spots = [(x0 + float(words.pop(0)), y0 + float(words.pop(0))) for _ in range({"M": 1, "L": 1, "C": 3}[kind])]
    if kind == "M":
        outlines.append([])
    outlines[-1].extend(_curve(at, *spots) if kind == "C" else spots)
    return spots[-1]


def _curve(a: Point, b: Point, c: Point, d: Point) -> Ring:
    points = []
    for k in range(1, CURVE_SEGMENTS + 1):
        t = k / CURVE_SEGMENTS
        weights = ((1 - t) ** 3, 3 * t * (1 - t) ** 2, 3 * t * t * (1 - t), t**3)
        points.append(tuple(sum(w * p[axis] for w, p in zip(weights, (a, b, c, d), strict=True)) for axis in (0, 1)))
    return [(x, y) for x, y in points]


def circle_outline(x: float, y: float, r: float) -> Ring:
    """A circle as a polygon."""
    return [(x + r * math.cos(k * math.tau / 24), y + r * math.sin(k * math.tau / 24)) for k in range(24)]


def stroke_outlines(ring: Ring, width: float) -> list[Ring]:
    """Outlines of a stroke along a closed line: a bar for every side, a disc at every corner."""
    outlines = list[Ring]()
    for (ax, ay), (bx, by) in zip(ring, ring[1:] + ring[:1], strict=True):
        length = math.hypot(bx - ax, by - ay)
        if length > 0:
            dx, dy = (by - ay) / length * width / 2, (ax - bx) / length * width / 2
            outlines.append([(ax + dx, ay + dy), (bx + dx, by + dy), (bx - dx, by - dy), (ax - dx, ay - dy)])
        outlines.append(circle_outline(ax, ay, width / 2))
    return outlines


class PixelCanvas:
    """A square image of samples."""

    def __init__(self, size: int) -> None:
        self.size = size
        self.rows: list[list[Colour]] = [
            [(255, 255, 255)] * (size * SAMPLES_PER_PIXEL) for _ in range(size * SAMPLES_PER_PIXEL)
        ]

    def fill(self, ring: Ring, colour: Colour) -> None:
        """Fill an outline, given in samples."""
        top = max(0, math.floor(min(y for _, y in ring)))
        end = min(len(self.rows), math.ceil(max(y for _, y in ring)))
        for row in range(top, end):
            cuts = sorted(_cuts(ring, row + 0.5))
            for left, right in zip(cuts[::2], cuts[1::2], strict=False):
                a, b = max(0, round(left)), min(len(self.rows), round(right))
                self.rows[row][a:b] = [colour] * max(0, b - a)

    def png(self) -> bytes:
        """The image as PNG: each pixel is the mean of its samples."""
        lines = bytearray()
        for y in range(self.size):
            lines.append(0)
            block = self.rows[y * SAMPLES_PER_PIXEL : (y + 1) * SAMPLES_PER_PIXEL]
            for x in range(self.size):
                samples = [
                    sample for row in block for sample in row[x * SAMPLES_PER_PIXEL : (x + 1) * SAMPLES_PER_PIXEL]
                ]
                lines += bytes(sum(one[part] for one in samples) // len(samples) for part in (0, 1, 2))
        head = struct.pack(">IIBBBBB", self.size, self.size, 8, 2, 0, 0, 0)
        chunks = ((b"IHDR", head), (b"IDAT", zlib.compress(bytes(lines), 9)), (b"IEND", b""))
        return b"\x89PNG\r\n\x1a\n" + b"".join(_chunk(kind, data) for kind, data in chunks)


def _cuts(ring: Ring, y: float) -> list[float]:
    """Intersections of an outline with a row of samples."""
    sides = zip(ring, ring[1:] + ring[:1], strict=True)
    return [ax + (y - ay) * (bx - ax) / (by - ay) for (ax, ay), (bx, by) in sides if (ay > y) != (by > y)]


def _chunk(kind: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))


def _colour(text: str) -> Colour:
    return int(text[1:3], 16), int(text[3:5], 16), int(text[5:7], 16)


def paint(canvas: PixelCanvas, node: ElementTree.Element, frame: Frame) -> None:
    """Draw a shape, or everything in a group."""
    kind = node.tag.rpartition("}")[2]
    if kind in ("svg", "g"):
        for child in node:
            paint(canvas, child, _inner(frame, node.get("transform", "")))
        return
    if kind == "circle":
        outlines = [circle_outline(*(float(node.get(name, "0")) for name in ("cx", "cy", "r")))]
    elif kind == "path":
        outlines = path_outlines(node.get("d", ""))
    else:
        raise ValueError(f"the sign has a <{kind}>, which tools/icon.py cannot draw")
    lines = [bar for ring in outlines for bar in stroke_outlines(ring, float(node.get("stroke-width", "1")))]
    for shapes, ink in ((outlines, node.get("fill")), (lines, node.get("stroke"))):
        for ring in shapes if ink else ():
            canvas.fill([_place(point, frame) for point in ring], _colour(ink or ""))


def _place(point: Point, frame: Frame) -> Point:
    return frame[0] + point[0] * frame[2], frame[1] + point[1] * frame[2]


def _inner(frame: Frame, transform: str) -> Frame:
    """The coordinate system of a transformed group."""
    if not transform:
        return frame
    match = re.fullmatch(r"translate\(([\d.]+) ([\d.]+)\) scale\(([\d.]+)\)", transform)
    if match is None:
        raise ValueError(f"tools/icon.py cannot do {transform}")
    x, y, scale = map(float, match.groups())
    return *_place((x, y), frame), frame[2] * scale


def draw(sign: Path = ICON_SVG, size: int = SIZE) -> bytes:
    """The icon as PNG with this many pixels per side."""
    root = ElementTree.fromstring(sign.read_text(encoding="utf-8"))
    canvas = PixelCanvas(size)
    across = float(root.get("viewBox", "0 0 64 64").split()[2])
    paint(canvas, root, (0.0, 0.0, size * SAMPLES_PER_PIXEL / across))
    return canvas.png()


if __name__ == "__main__":
    Path(sys.argv[1]).write_bytes(draw())
