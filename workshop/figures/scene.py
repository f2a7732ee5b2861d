"""A figure as height fields on one grid: one lamp, shadows thrown from part to part, hatching.

A part has a material, a height in mm, a mask (positive inside, in mm), and a phase, whose whole
numbers are the lines of its hatching. `Scene.draw` turns the visible parts into areas and lines of
a plate, whose roles are `material.tone`; tones are pale, mid, deep, ink, and edge.
"""

import math

import numpy as np
from scipy.ndimage import distance_transform_edt, gaussian_filter, maximum_filter, minimum_filter
from shapely import contains_xy
from shapely.geometry import Polygon

from workshop.figures.curves import dome
from workshop.figures.drawing import contour_lines, thin
from workshop.plate import BLEED, hatch, rings

LAMP = (-0.52, -0.60, 0.61)
# Light wraps round the edge of their shade a little, and they have no gloss.
SOFT = (
    *("flesh", "lips", "hair", "beard", "veil", "linen", "cloth", "gown", "robe", "lining"),
    *("cap", "fur", "horse", "leather", "feather", "black", "leaf"),
)
# What dark things take from the light in their lines alone, so that lines carry local colour.
LOCAL = {
    "hair": -0.22,
    "hair2": -0.22,
    "hair3": -0.10,
    "hair4": -0.14,
    "black": -0.14,
    "flame": -0.08,
    "wood": -0.03,
}
CLOTH = ("cloth", "gown", "robe", "lining", "cap", "black")


class Scene:
    """The grid, its parts, and their light. `cut` is positive where the figure is kept (mm)."""

    def __init__(self, width=63.5, bottom=66.0, st=0.06, cut=None):
        self.st = st
        self.xs = np.arange(-BLEED, width + BLEED, st)
        self.ys = np.arange(-BLEED, bottom, st)
        self.X, self.Y = np.meshgrid(self.xs, self.ys)
        self.zb = np.full(self.X.shape, -999.0)
        self.top = np.full(self.X.shape, -1, int)
        self.cut = np.full(self.X.shape, 9.0) if cut is None else cut(self.X, self.Y)
        self.parts, self.inks = [], []

    # -- geometry

    def window(self, x0, y0, x1, y1):
        """Return the slices of the grid for a box, at least two points each way."""
        jx = np.searchsorted(self.xs, (x0, x1))
        jy = np.searchsorted(self.ys, (y0, y1))
        return slice(jy[0], max(jy[1], jy[0] + 2)), slice(jx[0], max(jx[1], jx[0] + 2))

    def inside(self, outline):
        """Return the signed distance to an outline, positive inside."""
        pts = np.asarray(outline)
        sub = self.window(*(pts.min(0) - 1), *(pts.max(0) + 1))
        out = np.full(self.X.shape, -9.0)
        inn = contains_xy(Polygon(pts).buffer(0), self.X[sub], self.Y[sub])
        e = (distance_transform_edt(inn) - distance_transform_edt(~inn)) * self.st
        out[sub] = gaussian_filter(e, 0.6)
        return out

    def along(self, path, r):
        """Return a tube along a path: mm along it, signed mm across, mask, height when round."""
        p = np.asarray(path, float)
        r = np.broadcast_to(np.asarray(r, float), (len(p),))
        pad = r.max() + 0.6
        sub = self.window(*(p.min(0) - pad), *(p.max(0) + pad))
        x, y = self.X[sub], self.Y[sub]
        best = np.full(x.shape, 1e9)
        along, across, radius = np.zeros_like(x), np.zeros_like(x), np.full(x.shape, r[0])
        s = 0.0
        for i in range(len(p) - 1):
            d = p[i + 1] - p[i]
            length = math.hypot(*d)
            if length < 1e-9:
                continue
            t = np.clip(((x - p[i, 0]) * d[0] + (y - p[i, 1]) * d[1]) / length**2, 0, 1)
            ex, ey = x - p[i, 0] - t * d[0], y - p[i, 1] - t * d[1]
            rr = r[i] + (r[i + 1] - r[i]) * t
            q = np.hypot(ex, ey)
            near = q - rr < best
            best = np.where(near, q - rr, best)
            along = np.where(near, s + t * length, along)
            radius = np.where(near, rr, radius)
            across = np.where(near, np.sign(d[0] * ey - d[1] * ex) * q, across)
            s += length
        out = []
        height = np.sqrt(np.maximum(radius * radius - across * across, 0))
        for v, outside in ((along, 0), (across, 99), (-best, -9), (height, 0)):
            a = np.full(self.X.shape, float(outside))
            a[sub] = v
            out.append(a)
        return out

    # -- parts

    def add(
        self,
        name,
        material,
        z,
        mask,
        phase,
        pitch=0.42,
        gain=1.0,
        lift=0.0,
        line=0.30,
        smooth=1.2,
        group=0,
        window=None,
        over=None,
    ):
        """Add a part; `group` joins parts of one body, between which no outline is drawn."""
        win = window or (slice(None), slice(None))
        shape = self.X[win].shape
        mask = np.minimum(np.broadcast_to(mask, shape), self.cut[win] * 4)
        on = mask > 0
        if not on.any():
            return
        z = np.broadcast_to(z, shape)
        phase = np.broadcast_to(phase, shape)
        y0 = win[0].start or 0
        x0 = win[1].start or 0
        yy, xx = np.flatnonzero(on.any(1)), np.flatnonzero(on.any(0))
        pad = 14
        a, b = max(yy[0] - pad, 0), min(yy[-1] + pad, shape[0])
        c, d = max(xx[0] - pad, 0), min(xx[-1] + pad, shape[1])
        cut = (slice(a, b), slice(c, d))
        sub = (slice(y0 + a, y0 + b), slice(x0 + c, x0 + d))
        z, on = z[cut].copy(), on[cut].copy()
        i = len(self.parts)
        win_ = on & (z > self.zb[sub])
        self.zb[sub][win_] = z[win_]
        self.top[sub][win_] = i
        self.parts.append(
            {
                "name": name,
                "material": material,
                "sub": sub,
                "z": z,
                "phase": phase[cut] / pitch,
                "pitch": pitch,
                "gain": gain,
                "lift": lift,
                "line": line,
                "rank": float(np.median(z[on])) if over is None else over,
                "smooth": smooth,
                "group": group,
            }
        )

    def ball(self, name, material, x, y, r, z, gain=0, line=0.24, pitch=0.34):
        """Add a ball."""
        pad = r + 16 * self.st
        win = self.window(x - pad, y - pad, x + pad, y + pad)
        gx, gy = self.X[win], self.Y[win]
        if not gx.size:
            return
        d = np.hypot(gx - x, gy - y)
        high = z + r * dome(d / r)
        self.add(name, material, high, r - d, gy - 0.3 * gx, pitch, gain, 0, line, window=win)

    def oval(self, name, material, x, y, rx, ry, z, pitch=0.34, gain=1.0, line=0.28, high=None):
        """Add an oval boss, `high` mm over z (its half width if not given)."""
        pad = max(rx, ry) + 16 * self.st
        win = self.window(x - pad, y - pad, x + pad, y + pad)
        gx, gy = self.X[win], self.Y[win]
        if not gx.size:
            return
        e = np.hypot((gx - x) / rx, (gy - y) / ry)
        z = z + (rx if high is None else high) * dome(e)
        self.add(
            name, material, z, (1 - e) * ry, gx - 0.3 * gy, pitch, gain, 0.02, line, window=win
        )

    def tube(
        self, name, material, path, r, z, pitch=0.4, gain=1.0, lift=0, line=0.3, high=1.0, bow=0.35
    ):
        """Add a round tube; return mm along it, mm across, its mask, and its height."""
        u, w, m, h = self.along(path, r)
        zz = z + high * h
        self.add(name, material, zz, m, u - bow * h, pitch, gain, lift, line)
        return u, w, m, zz

    def ink(self, owner, draw, late=False):
        """Let `draw`(plate, material) draw lines right after a part, or `late`, over everything."""
        self.inks.append((owner, draw, late))

    # -- light

    def light(self, lamp=LAMP):
        """Compute shadows and seams once all parts are there."""
        self.lamp = np.array(lamp) / np.linalg.norm(lamp)
        st = self.st
        self.void = self.top < 0
        zb = np.where(self.void, -13, self.zb)
        self.ao = np.clip((gaussian_filter(zb, 1.2 / st) - zb) * 0.085, 0, 0.55)
        self.ao += np.clip((gaussian_filter(zb, 0.42 / st) - zb) * 0.10, 0, 0.35)
        shadow = np.zeros_like(zb)
        h, w = zb.shape
        lx, ly, lz = self.lamp
        for s in np.linspace(0.5, 9, 16):
            ox, oy = round(lx / lz * s / st), round(ly / lz * s / st)
            zs = np.full_like(zb, -99.0)
            zs[max(0, -oy) : h + min(0, -oy), max(0, -ox) : w + min(0, -ox)] = zb[
                max(0, oy) : h + min(0, oy), max(0, ox) : w + min(0, ox)
            ]
            shadow = np.maximum(shadow, np.clip(zs - (zb + s) - 0.3, 0, 1))
        self.shadow = gaussian_filter(shadow, 0.16 / st)
        groups = np.array([p["group"] for p in self.parts])
        g = np.where(self.void, -1, groups[self.top])
        same = (maximum_filter(g, 7) == minimum_filter(g, 7)) & (g > 0)
        self.seam = same & (maximum_filter(zb, 7) - minimum_filter(zb, 7) < 0.95)

    def tone(self, part):
        """Return the light on a part, 0 to 1."""
        st, sub = self.st, part["sub"]
        zy, zx = np.gradient(gaussian_filter(part["z"], part["smooth"]), st)
        nn = np.sqrt(zx**2 + zy**2 + 1)
        nx, ny, nz = -zx / nn, -zy / nn, 1 / nn
        lamp = self.lamp
        between = lamp + np.array((0, 0, 1))
        between = between / np.linalg.norm(between)
        soft = part["material"].startswith(SOFT)
        lam = nx * lamp[0] + ny * lamp[1] + nz * lamp[2]
        lam = np.clip((lam + 0.16) / 1.16 if soft else lam, 0, 1)
        gloss = np.clip(nx * between[0] + ny * between[1] + nz * between[2], 0, 1) ** 22
        rim = np.clip(nx * 0.95 + ny * 0.1, 0, 1) ** 1.5 * (1 - nz) * (0.45 if soft else 0.75)
        t = 0.19 + 0.74 * lam + (0.14 if soft else 0.42) * gloss + rim
        t = t - self.ao[sub] - 0.42 * self.shadow[sub] + part["lift"]
        return np.clip(gaussian_filter(t, 1.0), 0, 1)

    # -- drawing

    def draw(self, plate, halo=0.5):
        """Draw the visible parts on a plate, from the lowest to the highest."""
        around = gaussian_filter((~self.void).astype(float), halo / self.st)
        around = np.where(self.cut > 0, around, 0)
        plate.area("halo", rings(self.xs, self.ys, around, 0.16, 0.03))
        for i in sorted(range(len(self.parts)), key=lambda i: self.parts[i]["rank"]):
            p = self.parts[i]
            visible = (self.top[p["sub"]] == i) & (self.cut[p["sub"]] > 0)
            if visible.sum() >= 10:
                self._draw_part(plate, p, visible)
            for owner, fn, late in self.inks:
                if owner == p["name"] and not late:
                    fn(plate, p["material"])
        for owner, fn, late in self.inks:
            part = next((p for p in self.parts if p["name"] == owner), None)
            if late and part:
                fn(plate, part["material"])

    def _draw_part(self, plate, p, visible):
        sub, material = p["sub"], p["material"]
        xs, ys = self.xs[sub[1]], self.ys[sub[0]]
        cover = gaussian_filter(visible.astype(float), 0.9) - 0.5
        tone = self.tone(p)
        cloth = material.startswith(CLOTH)
        low, high = 0.47, 0.80 + (0.09 if cloth else 0)
        line = p["line"]
        edged = line and not p["group"]
        edge = (material + ".edge", max(0.12, line)) if edged else None
        plate.area(material + ".mid", rings(xs, ys, cover, 0 if edged else -0.12), edge)
        inner = cover - 0.40 if line else cover
        deep = rings(xs, ys, np.minimum(inner, (low - tone) * 2), 0, eps=0.02, least=0.05)
        plate.area(material + ".deep", deep)
        pale = rings(xs, ys, np.minimum(inner, (tone - high) * 2), 0, eps=0.02, least=0.05)
        plate.area(material + ".pale", pale)
        if p["gain"]:
            bright = tone * (1.02 if cloth else 1.16) - 0.02 + LOCAL.get(material, 0)
            bright = np.clip(bright, 0, 1)
            ink = np.clip((1 - bright) * p["gain"] * 0.92, 0, 1.1)
            mask = cover * self.st * 2
            # A line that would be thinner than 0.07 mm ends.
            floor = max(0.12, 0.07 / p["pitch"])
            strokes = hatch(xs, ys, ink, p["phase"], mask, floor=floor, least=0.5, eps=0.014)
            plate.lines(material + ".ink", strokes)
        if line and p["group"]:
            self._outline(plate, material + ".edge", xs, ys, cover, line)

    def _outline(self, plate, role, xs, ys, cover, width):
        """Outline a part of a body, but for the seams with its neighbours."""
        for path in contour_lines(xs, ys, cover, 0):
            row = np.clip(((path[:, 1] - self.ys[0]) / self.st).round().astype(int), 0, None)
            col = np.clip(((path[:, 0] - self.xs[0]) / self.st).round().astype(int), 0, None)
            row, col = np.minimum(row, len(self.ys) - 1), np.minimum(col, len(self.xs) - 1)
            hidden = self.seam[row, col]
            for run in np.split(np.arange(len(path)), np.flatnonzero(np.diff(hidden)) + 1):
                if hidden[run[0]] or len(run) < 7:
                    continue
                q = path[run]
                w = np.full(len(q), width)
                if hidden.any():
                    end = np.minimum(np.arange(len(q)), np.arange(len(q))[::-1]) / 12
                    w = width * np.clip(end, 0.1, 1)
                q, w = thin(q, w, 0.016)
                plate.line(role, q, w)
