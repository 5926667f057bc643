"""The page's sign as a PNG, for screens that take no SVG: `python -m tools.icon FILE.png`.

An iPhone that keeps the page on its home screen wants a bitmap. It is drawn from `web/public/icon-maskable.svg`: paths
of lines and curves, circles, and groups that are moved and scaled; what goes beyond our own sign is refused.
Standard library only: this runs inside pip, as part of tools/web.py.
"""

import math
import re
import struct
import sys
import zlib
from pathlib import Path
from xml.etree import ElementTree

SIGN = Path(__file__).resolve().parent.parent / "web" / "public" / "icon-maskable.svg"
SIZE = 180
FINE = 3
"""Samples across a pixel."""
CURVE = 16
"""Straight pieces of a curve."""

Point = tuple[float, float]
Ring = list[Point]
Colour = tuple[int, int, int]
Frame = tuple[float, float, float]
"""Where a drawing's origin is, and how large its unit is."""


def rings(path: str) -> list[Ring]:
    """The outlines of a path.

    >>> rings("M1 1h2v2z")
    [[(1.0, 1.0), (3.0, 1.0), (3.0, 3.0)]]
    """
    found, at, command = list[Ring](), (0.0, 0.0), ""
    words = re.findall(r"[A-Za-z]|-?(?:\d+\.?\d*|\.\d+)", path)
    while words:
        if words[0].isalpha():
            command = words.pop(0)
            if command in "Zz":
                at = found[-1][0]
                continue
        at = _draw(found, command, at, words)
        command = {"M": "L", "m": "l"}.get(command, command)
    return found


def _draw(found: list[Ring], command: str, at: Point, words: list[str]) -> Point:
    """One piece of a path: where it ends."""
    x0, y0 = at if command.islower() else (0.0, 0.0)
    kind = command.upper()
    if kind in ("H", "V"):
        n = float(words.pop(0))
        end = (x0 + n, at[1]) if kind == "H" else (at[0], y0 + n)
        found[-1].append(end)
        return end
    spots = [(x0 + float(words.pop(0)), y0 + float(words.pop(0))) for _ in range({"M": 1, "L": 1, "C": 3}[kind])]
    if kind == "M":
        found.append([])
    found[-1].extend(_curve(at, *spots) if kind == "C" else spots)
    return spots[-1]


def _curve(a: Point, b: Point, c: Point, d: Point) -> Ring:
    found = []
    for k in range(1, CURVE + 1):
        t = k / CURVE
        weights = ((1 - t) ** 3, 3 * t * (1 - t) ** 2, 3 * t * t * (1 - t), t**3)
        found.append(tuple(sum(w * p[axis] for w, p in zip(weights, (a, b, c, d), strict=True)) for axis in (0, 1)))
    return [(x, y) for x, y in found]


def disc(x: float, y: float, r: float) -> Ring:
    """A circle."""
    return [(x + r * math.cos(k * math.tau / 24), y + r * math.sin(k * math.tau / 24)) for k in range(24)]


def pen(ring: Ring, width: float) -> list[Ring]:
    """What a round pen leaves along a closed line: a bar for every side, a disc at every corner."""
    found = list[Ring]()
    for (ax, ay), (bx, by) in zip(ring, ring[1:] + ring[:1], strict=True):
        length = math.hypot(bx - ax, by - ay)
        if length > 0:
            dx, dy = (by - ay) / length * width / 2, (ax - bx) / length * width / 2
            found.append([(ax + dx, ay + dy), (bx + dx, by + dy), (bx - dx, by - dy), (ax - dx, ay - dy)])
        found.append(disc(ax, ay, width / 2))
    return found


class Canvas:
    """A square of samples."""

    def __init__(self, size: int) -> None:
        self.size = size
        self.rows: list[list[Colour]] = [[(255, 255, 255)] * (size * FINE) for _ in range(size * FINE)]

    def fill(self, ring: Ring, colour: Colour) -> None:
        """Everything inside an outline, which is given in samples."""
        top = max(0, math.floor(min(y for _, y in ring)))
        end = min(len(self.rows), math.ceil(max(y for _, y in ring)))
        for row in range(top, end):
            cuts = sorted(_cuts(ring, row + 0.5))
            for left, right in zip(cuts[::2], cuts[1::2], strict=False):
                a, b = max(0, round(left)), min(len(self.rows), round(right))
                self.rows[row][a:b] = [colour] * max(0, b - a)

    def png(self) -> bytes:
        """The picture as a file: each pixel is the mean of its samples."""
        lines = bytearray()
        for y in range(self.size):
            lines.append(0)
            block = self.rows[y * FINE : (y + 1) * FINE]
            for x in range(self.size):
                seen = [sample for row in block for sample in row[x * FINE : (x + 1) * FINE]]
                lines += bytes(sum(one[part] for one in seen) // len(seen) for part in (0, 1, 2))
        head = struct.pack(">IIBBBBB", self.size, self.size, 8, 2, 0, 0, 0)
        chunks = ((b"IHDR", head), (b"IDAT", zlib.compress(bytes(lines), 9)), (b"IEND", b""))
        return b"\x89PNG\r\n\x1a\n" + b"".join(_chunk(kind, data) for kind, data in chunks)


def _cuts(ring: Ring, y: float) -> list[float]:
    """Where a row of samples crosses an outline."""
    sides = zip(ring, ring[1:] + ring[:1], strict=True)
    return [ax + (y - ay) * (bx - ax) / (by - ay) for (ax, ay), (bx, by) in sides if (ay > y) != (by > y)]


def _chunk(kind: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))


def _colour(text: str) -> Colour:
    return int(text[1:3], 16), int(text[3:5], 16), int(text[5:7], 16)


def paint(canvas: Canvas, node: ElementTree.Element, frame: Frame) -> None:
    """A shape, or everything in a group."""
    kind = node.tag.rpartition("}")[2]
    if kind in ("svg", "g"):
        for child in node:
            paint(canvas, child, _inner(frame, node.get("transform", "")))
        return
    if kind == "circle":
        outlines = [disc(*(float(node.get(name, "0")) for name in ("cx", "cy", "r")))]
    elif kind == "path":
        outlines = rings(node.get("d", ""))
    else:
        raise ValueError(f"the sign has a <{kind}>, which tools/icon.py cannot draw")
    lines = [bar for ring in outlines for bar in pen(ring, float(node.get("stroke-width", "1")))]
    for shapes, ink in ((outlines, node.get("fill")), (lines, node.get("stroke"))):
        for ring in shapes if ink else ():
            canvas.fill([_place(point, frame) for point in ring], _colour(ink or ""))


def _place(point: Point, frame: Frame) -> Point:
    return frame[0] + point[0] * frame[2], frame[1] + point[1] * frame[2]


def _inner(frame: Frame, transform: str) -> Frame:
    """The frame of a group that is moved, then scaled."""
    if not transform:
        return frame
    found = re.fullmatch(r"translate\(([\d.]+) ([\d.]+)\) scale\(([\d.]+)\)", transform)
    if found is None:
        raise ValueError(f"tools/icon.py cannot do {transform}")
    x, y, scale = map(float, found.groups())
    return *_place((x, y), frame), frame[2] * scale


def draw(sign: Path = SIGN, size: int = SIZE) -> bytes:
    """The sign as a PNG of so many pixels across."""
    root = ElementTree.fromstring(sign.read_text(encoding="utf-8"))
    canvas = Canvas(size)
    across = float(root.get("viewBox", "0 0 64 64").split()[2])
    paint(canvas, root, (0.0, 0.0, size * FINE / across))
    return canvas.png()


if __name__ == "__main__":
    Path(sys.argv[1]).write_bytes(draw())
