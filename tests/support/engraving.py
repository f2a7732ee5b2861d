"""Write engraved drawings as the workshop does, for tests of the reader."""

import json
import lzma
import zlib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from printkit.graphics.engraved import LEVELS, LONG, MARK, START_CODER, STEP_CODER

Points = Sequence[tuple[int, int]]


def varint(value: int) -> bytes:
    """Return a number, seven bits a byte."""
    written = bytearray()
    while value > 127:
        written.append(value & 127 | 128)
        value >>= 7
    return bytes([*written, value])


def zigzag(value: int) -> bytes:
    """Return a signed number: 0, −1, 1, −2, 2 …"""
    return varint(2 * value if value >= 0 else -2 * value - 1)


def step(value: int) -> bytes:
    """Return a step: its sign and its size, at most that of a long one."""
    return bytes([min(abs(value), LONG) | (128 if value < 0 else 0)])


@dataclass
class Writer:
    """The streams of a drawing under construction; the last block is the card."""

    roles: list[str] = field(default_factory=list)
    streams: list[bytearray] = field(default_factory=lambda: [bytearray() for _ in range(6)])
    long: tuple[bytearray, bytearray] = field(default_factory=lambda: (bytearray(), bytearray()))
    blocks: int = 1
    x: int = 0
    y: int = 0

    def role(self, name: str) -> int:
        if name not in self.roles:
            self.roles.append(name)
        return self.roles.index(name)

    def ops(self, *codes: int) -> None:
        self.streams[0] += bytes(codes)

    def chain(self, points: Points) -> None:
        self.streams[1] += varint(len(points))
        self.follow(points)

    def follow(self, points: Points) -> None:
        _, _, xs, ys, _, starts = self.streams
        (x, y), *rest = points
        starts += zigzag(x - self.x) + zigzag(y - self.y)
        for other, another in rest:
            for stream, long, way in (
                (xs, self.long[0], other - x),
                (ys, self.long[1], another - y),
            ):
                stream += step(way)
                if abs(way) >= LONG:
                    long += varint(abs(way))
            x, y = other, another
        self.x, self.y = x, y

    def area(self, role: str, rings: Iterable[Points], edge: str = "", width: int = 0) -> None:
        rings = [*rings]
        self.ops(12 if edge else 9, self.role(role))
        if edge:
            self.ops(self.role(edge))
            self.streams[4].append(width)
        self.streams[1] += varint(len(rings))
        for ring in rings:
            self.chain(ring)
            self.x, self.y = ring[0]

    def line(self, role: str, points: Points, width: int, *, closed: bool = False) -> None:
        self.ops(11 if closed else 10, self.role(role))
        self.streams[4].append(width)
        self.chain(points)

    def swell(self, role: str, points: Points, levels: Sequence[int], *, broad: bool) -> None:
        self.ops(5 if broad else 4, self.role(role))
        self.chain(points)
        halves = [LEVELS.index(level) + 8 for level in levels] + [0]
        for i in range(0, len(levels), 2):
            self.streams[4].append(halves[i] | halves[i + 1] << 4)

    def use(self, symbol: int, x: int, y: int, *, turned: bool) -> None:
        self.ops(6, symbol, int(turned))
        self.streams[5] += zigzag(x) + zigzag(y)

    def end(self) -> None:
        """End a block."""
        self.ops(0)
        self.x = self.y = 0

    def done(self, header: dict[str, object] | None = None, grid: int = 2) -> bytes:
        """Return the file; without a header, one in the older form."""
        self.end()
        names = b"".join(bytes([len(role)]) + role.encode() for role in self.roles)
        packed = []
        coders = {2: STEP_CODER, 3: STEP_CODER, 5: START_CODER}
        for number, stream in enumerate([*self.streams, self.long[0] + self.long[1]]):
            if coder := coders.get(number):
                packed.append(lzma.compress(stream, lzma.FORMAT_RAW, filters=[coder]))
                continue
            deflate = zlib.compressobj(6, zlib.DEFLATED, -15)
            packed.append(deflate.compress(bytes(stream)) + deflate.flush())
        head = b""
        if header is not None:
            text = json.dumps(header, separators=(",", ":"), sort_keys=True).encode()
            head = bytes([MARK]) + varint(len(text)) + text
        counts = bytes([grid, self.blocks - 1, len(self.roles)])
        return head + counts + names + b"".join(map(varint, map(len, packed))) + b"".join(packed)


def example() -> bytes:
    """Return a small drawing with each kind of shape."""
    writer = Writer(blocks=2)
    writer.area("gem.mid", [[(0, 0), (60, 0), (30, 50)]], "gem.edge", 26)
    writer.end()
    writer.area("ground", [[(-160, -160), (3335, -160), (3335, 4605), (-160, 4605)]])
    writer.ops(7)
    square = [(500, 500), (900, 500), (900, 900), (500, 900)]
    writer.area("gold.mid", [square, [(600, 600), (700, 600), (650, 700)]], "gold.edge", 30)
    writer.area("gold.deep", [[(700, 700), (850, 700), (850, 850)]])
    writer.swell("gold.ink", [(520, 520), (600, 560), (800, 570)], (0, 18, 10), broad=False)
    writer.swell("gold.ink", [(520, 620), (800, 670)], (45, 14), broad=True)
    writer.line("ray", [(100, 100), (400, 300), (420, 700)], 20)
    writer.line("gold.rim", [(1000, 1000), (1100, 1000), (1050, 1080)], 25, closed=True)
    writer.use(0, 1500, 1200, turned=False)
    writer.use(0, 1700, 1200, turned=True)
    writer.ops(8)
    writer.line("ray2", [(1500, 2222), (1675, 2222)], 14)
    return writer.done({"bleed": 3.2, "sash": [31.6, 6.1]})
