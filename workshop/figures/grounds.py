"""Grounds of specials and trumps: each is a separate line drawing behind one figure."""

import math

import numpy as np

from workshop.figures.card import POKER, SASH_WIDTH
from workshop.figures.drawing import Drawing
from workshop.plate import BLEED, hatch, thin

STEP = 0.16


class Ground:
    """The upper half of a card while its ground is drawn: grid, and distance above the sash."""

    def __init__(self, court=POKER):
        self.court = court
        self.plate = Drawing(court.w, court.h)
        self.plate.ground("ground")
        bottom = court.level + court.slope * (court.w + BLEED) + 2
        self.xs = np.arange(-BLEED - 0.4, court.w + BLEED + 0.4, STEP)
        self.ys = np.arange(-BLEED - 0.4, bottom, STEP)
        self.X, self.Y = np.meshgrid(self.xs, self.ys)
        self.inside = court.cut(self.X, self.Y)

    def polar(self, x, y):
        """Return the distance from a point and the angle from straight above it."""
        return np.hypot(self.X - x, self.Y - y), np.arctan2(self.X - x, -(self.Y - y))

    def lines(self, phase, ink, inside=None, role="ray", widest=0.9, least=1.2):
        """Draw lines along the whole numbers of `phase`, as wide as `ink` times their distance."""
        mask = self.inside if inside is None else np.minimum(self.inside, inside)
        ink = np.broadcast_to(ink, mask.shape)
        strokes = hatch(
            self.xs, self.ys, ink, phase, mask, floor=0.08, widest=widest, least=least, eps=0.02
        )
        self.plate.lines(role, strokes)

    def path(self, points, width, role="ray2", hidden=None):
        """Draw the stretches of a line above the sash, and where `hidden` is false."""
        p = np.asarray(points, float)
        width = np.broadcast_to(np.asarray(width, float), len(p))
        seen = self.court.cut(p[:, 0], p[:, 1]) > 0
        seen &= (np.abs(p[:, 0] - self.court.w / 2) < self.court.w / 2 + BLEED + 0.4) & (
            p[:, 1] > -BLEED - 0.4
        )
        if hidden is not None:
            seen &= ~hidden
        for run in np.split(np.arange(len(p)), np.flatnonzero(np.diff(seen)) + 1):
            if seen[run[0]] and len(run) > 2:
                k = thin(np.column_stack([p[run], width[run] * 0.5]), 0.02)
                self.plate.line(role, p[run][k], width[run][k])

    def circle(self, x, y, r, width, role="ray2"):
        """Draw a circle, as far as it is above the sash."""
        start = math.atan2(-1, self.court.slope) + math.pi * 0.75
        a = np.linspace(0, math.tau, 181) + start
        self.path(np.stack([x + r * np.cos(a), y + r * np.sin(a)], 1), width, role)

    def rays(self, x, y, n, near, ink, far=None, role="ray", wave=None):
        """Draw rays from a point; `ink` is the share of their distance, `wave`(r, a) changes it."""
        far = far or math.hypot(self.court.w, self.court.h) + 4
        for i in range(n):
            a = i * math.tau / n
            r = np.linspace(near, far, 90)
            share = ink * np.clip((r - near) / 3, 0, 1)
            if wave is not None:
                share = share * wave(r, a)
            p = np.stack([x + r * math.sin(a), y - r * math.cos(a)], 1)
            self.path(p, np.minimum(r * math.tau / n * share, 0.9), role)

    def stars(self, seed, n, free=(), least=0.5, most=1.5, role="gold.pale"):
        """Scatter stars of four points; none near a place of `free` (x, y, distance)."""
        rnd = np.random.RandomState(seed)
        placed = []
        for _ in range(n * 12):
            x, y = rnd.uniform(0, self.court.w), rnd.uniform(0, self.court.h * 0.7)
            r = rnd.uniform(least, most)
            near = [math.hypot(x - a, y - b) < d + r for a, b, d in (*free, *placed)]
            if any(near) or self.court.cut(x, y) < r + 1.5 or len(placed) == n:
                continue
            placed.append((x, y, 4.0))
            a = np.arange(8) * math.tau / 8
            reach = np.where(np.arange(8) % 2 == 0, r, r * 0.26)
            p = np.stack([x + reach * np.sin(a), y - reach * np.cos(a)], 1)
            self.plate.poly(role, p)

    def finish(self, scene):
        """Draw the figure on the ground; return the plate and the header of its file."""
        scene.light()
        scene.draw(self.plate)
        self.plate.finish()
        return self.plate, {"sash": [round(self.court.angle, 3), SASH_WIDTH]}


def motley(g, wide=8.6, tall=13.0, shift=(2.0, 1.0)):
    """Cover the ground with lozenges, hatched in turn upward and downward."""
    u = (g.X - shift[0]) / wide + (g.Y - shift[1]) / tall
    v = (g.X - shift[0]) / wide - (g.Y - shift[1]) / tall
    edge = np.minimum(0.5 - np.abs(np.mod(u, 1) - 0.5), 0.5 - np.abs(np.mod(v, 1) - 0.5))
    even = np.mod(np.floor(u) + np.floor(v), 2) == 0
    space = edge * min(wide, tall) * 0.84 - 0.42
    swell = 0.26 + 0.5 * np.clip(edge * 2, 0, 1)
    g.lines((g.X + 0.62 * g.Y) / 1.02, swell * 0.95, np.where(even, space, -1))
    g.lines((g.X - 0.62 * g.Y) / 1.02, swell * 0.42, np.where(even, -1, space))
    for s in (-1, 1):
        for k in range(-14, 22):
            y = np.linspace(-4, 70, 120)
            x = shift[0] + wide * (k - s * (y - shift[1]) / tall)
            g.path(np.stack([x, y], 1), 0.14)


def wind(g, x, y, turns=34, tight=15.0, arms=5):
    """Let the wind turn round a point in streams that swell."""
    r, a = g.polar(x, y)
    phase = tight * np.log(np.maximum(r, 1)) + turns * a / math.tau
    stream = np.cos(4.2 * np.log(np.maximum(r, 1)) + arms * a)
    ink = (0.46 + 0.26 * stream) * np.clip((r - 9) / 6, 0, 1)
    cut = (math.pi - np.abs(a)) * r - 0.35
    g.lines(phase, ink, cut)


def masonry(g, tall=6.4, wide=14.0, seed=4):
    """Draw courses of hewn stones, each hatched with a different density."""
    rnd = np.random.RandomState(seed)
    row = np.floor((g.Y + 4) / tall)
    column = np.floor((g.X + 6) / wide + 0.5 * np.mod(row, 2))
    u = np.mod((g.X + 6) / wide + 0.5 * np.mod(row, 2), 1)
    v = np.mod((g.Y + 4) / tall, 1)
    shade = rnd.uniform(0.26, 0.72, (40, 40))
    rough = shade[row.astype(int) % 40, column.astype(int) % 40]
    edge = np.minimum(np.minimum(u, 1 - u) * wide, np.minimum(v, 1 - v) * tall)
    ink = rough * (0.72 + 0.5 * v) * np.clip(1.25 - 0.35 * u, 0.6, 1.3)
    phase = (g.Y + 0.22 * np.sin(g.X * 0.9 + 2 * row) + 0.05 * np.sin(g.X * 3.1)) / 0.86
    g.lines(phase, ink, edge - 0.38)


def orbits(g, x, y, pitch=1.3, worlds=((12.5, 0.5), (21.0, 2.2), (30.0, 4.4))):
    """Draw rings about a point, with orbits of gold."""
    r, a = g.polar(x, y)
    ink = 0.44 + 0.22 * np.cos(r / 10.5 * math.tau) + 0.12 * np.cos(4 * a + r / 5)
    g.lines(r / pitch, ink * np.clip((r - 6) / 5, 0, 1))
    for at, angle in worlds:
        g.circle(x, y, at, 0.34)
        g.circle(x, y, at + 0.8, 0.13)
        px, py = x + at * math.sin(angle), y - at * math.cos(angle)
        if g.court.cut(px, py) > 2:
            g.plate.circle("gold.mid", px, py, 1.0)


def rain(g, pitch=1.0, seed=2):
    """Let sand fall in threads that begin and end."""
    rnd = np.random.RandomState(seed)
    start = rnd.uniform(0, math.tau, 400)
    speed = rnd.uniform(0.24, 0.5, 400)
    k = np.arange(-8, int(g.court.w / pitch) + 8)
    for i in k:
        y = np.linspace(-BLEED, 72, 260)
        x = i * pitch + 0.35 * np.sin(y * 0.11 + i * 0.35)
        w = pitch * (0.40 + 0.42 * np.sin(y * speed[i] + start[i]))
        seen = w > 0.13
        g.path(np.stack([x, y], 1), np.clip(w, 0.1, 0.8), "ray", ~seen)


def waves(g, r=6.4, rings=(0.97, 0.78, 0.58, 0.38, 0.2)):
    """Cover the ground with waves as overlapping scales; each row lies over the one above."""
    rows = range(-2, int(g.court.h / (r * 0.5)) + 2)
    a = np.linspace(-math.pi, 0, 70)
    for row in rows:
        for col in range(-2, int(g.court.w / (2 * r)) + 3):
            cx, cy = (col + 0.5 * (row % 2)) * 2 * r, row * r * 0.5
            ahead = []
            for k, d in ((1, 1), (1, -1), (2, 0), (3, 1), (3, -1), (4, 0), (2, 2), (2, -2)):
                ahead.append((cx + d * r, cy + k * r * 0.5))
            for j, share in enumerate(rings):
                p = np.stack([cx + share * r * np.cos(a), cy + share * r * np.sin(a)], 1)
                hidden = np.zeros(len(p), bool)
                for ax, ay in ahead:
                    hidden |= np.hypot(p[:, 0] - ax, p[:, 1] - ay) < r * 1.01
                width = (0.62, 0.44, 0.32, 0.24, 0.18)[j] * (0.75 + 0.25 * np.sin(-a))
                g.path(p, width, "ray", hidden)


def flames(g, pitch=1.15):
    """Let tongues of flame rise from below."""
    bend = 2.4 * np.sin(g.Y * 0.20 + 0.10 * g.X) + 1.1 * np.sin(g.Y * 0.43 - 0.2 * g.X + 1)
    x = g.X + bend * np.clip((70 - g.Y) / 60, 0.2, 1)
    tongue = np.abs(np.mod(x / 10.5 + 0.12 * np.sin(g.Y * 0.1), 1) - 0.5) * 2
    high = 0.5 + 0.5 * np.cos(np.floor(x / 10.5) * 2.4)
    lick = np.clip(1.15 - tongue - (46 - g.Y - 22 * high) / 40, 0, 1)
    ink = 0.22 + 0.60 * lick
    g.lines(x / pitch, ink)
