"""The head: one mesh for any turn, age, and sex, and the lines of a face, drawn in its plane.

The plane of the face has its own units: y runs from −1 (crown) over 0 (eyes) to 1 (chin), x is
0 on the ridge of the nose. `Head.pt` leads points of it to the card, so eyes, lips, hairlines,
bands, and veils lie right however the head is turned.
"""

import math

import numpy as np
from scipy.ndimage import binary_closing, distance_transform_edt, gaussian_filter
from shapely.geometry import Polygon

from workshop.figures.curves import bell, bez, step
from workshop.figures.drawing import thin

DEPTH = 0.74  # of the skull's front, in units of the face


class Head:
    """A head at (cx, cy), `u` mm from the eyes to the chin, turned by yaw, pitch, and roll.

    `man` and `age` run from 0 to 1. On the scene's grid: `z` (mm), `fx` and `fy` (plane of the
    face), `lon` (longitude, 0 in front, in radians), `mask` (signed distance, mm).
    """

    def __init__(self, scene, cx, cy, u, yaw=0, pitch=0, roll=0, man=0.0, age=0.0, skin="flesh"):
        self.scene, self.c, self.u, self.man, self.age = scene, (cx, cy), u, man, age
        self.yaw, self.skin = yaw, skin
        a, b, c = (math.radians(v) for v in (yaw, pitch, roll))
        ry = np.array([[math.cos(a), 0, math.sin(a)], [0, 1, 0], [-math.sin(a), 0, math.cos(a)]])
        rx = np.array([[1, 0, 0], [0, math.cos(b), math.sin(b)], [0, -math.sin(b), math.cos(b)]])
        rz = np.array([[math.cos(c), -math.sin(c), 0], [math.sin(c), math.cos(c), 0], [0, 0, 1]])
        self.turned = rz @ rx @ ry
        self._splat()

    @property
    def far(self):
        """The side of the face that is turned away: −1 left, 1 right."""
        return 1 if self.yaw > 0 else -1

    def half(self, y):
        """Return half the width of the head at height y."""
        up = 0.70 * np.sqrt(np.clip(1 - (np.minimum(y + 0.12, 0) / 0.89) ** 2, 0, 1))
        jaw = 0.70 - (0.075 - 0.03 * self.man) * step(0.05, 0.5, y)
        jaw = jaw - (0.33 - 0.10 * self.man) * step(0.38, 1.02, y)
        end = np.sqrt(np.clip(1 - (np.maximum(y - 0.70, 0) / 0.305) ** 2.4, 0, 1))
        return np.where(y < -0.12, up, jaw * end)

    def face(self, x, y):
        """Return the depth over the plane of the face."""
        m, g = self.man, self.age
        ax = np.abs(x)
        z = 0.70 + 0.05 * bell(y + 0.30, 0.4) - 0.30 * np.clip(-y - 0.35, 0, 1) ** 1.6
        z = z + 0.03 * step(0.45, 0.6, y) - 0.22 * np.clip((y - 0.84) / 0.16, 0, 1) ** 2.4 + 0 * x
        # brow, socket, eyeball
        z = z + (0.045 + 0.05 * m) * bell(y + 0.14, 0.08) * bell(ax - 0.27, 0.20)
        e = np.hypot((ax - 0.285) / 0.20, (y - 0.015) / 0.115)
        z = z - (0.105 + 0.03 * m + 0.025 * g) * np.exp(-(e**2.2))
        e = np.hypot((ax - 0.29) / 0.155, (y - 0.02) / 0.12)
        z = z + 0.075 * np.sqrt(np.clip(1 - e**2, 0, 1))
        # nose: ridge, wings, tip
        t = np.clip((y + 0.12) / 0.53, 0, 1)
        wide = 0.048 + 0.012 * m + (0.045 + 0.01 * m) * t**2.2
        rise = 0.035 + 0.20 * t**1.35 + 0.03 * m * bell(t - 0.45, 0.2)
        rise = rise * (1 - step(0.405, 0.475, y)) * step(-0.26, -0.06, y)
        z = z + rise * np.exp(-((ax / wide) ** 2) * 0.8)
        z = z + 0.075 * np.exp(-(((ax - 0.105) / 0.055) ** 2) - ((y - 0.385) / 0.06) ** 2)
        z = z + 0.05 * bell(ax, 0.075) * bell(y - 0.37, 0.07)
        # cheeks, muzzle
        cheek = np.exp(-(((ax - 0.45) / 0.17) ** 2) - ((y - 0.24) / 0.13) ** 2)
        hollow = np.exp(-(((ax - 0.42) / 0.13) ** 2) - ((y - 0.56) / 0.17) ** 2)
        z = z + (0.055 + 0.03 * g) * cheek - (0.035 + 0.055 * g) * hollow
        z = z + 0.05 * np.exp(-((ax / 0.25) ** 2) - ((y - 0.60) / 0.17) ** 2)
        fold = bell(ax - 0.20 - 0.28 * (y - 0.42), 0.035)
        z = z - 0.03 * g * fold * step(0.36, 0.46, y) * (1 - step(0.7, 0.8, y))
        # lips, furrow above them, chin
        lip = np.clip(1 - (ax / 0.215) ** 2, 0, 1)
        z = z + 0.042 * lip * bell(y - (0.588 + 0.02 * bell(ax, 0.03)), 0.030)
        z = z + 0.058 * lip * bell(y - 0.685, 0.040)
        z = z - 0.045 * lip**0.5 * bell(y - 0.635 - 0.012 * np.cos(ax * 18) * lip, 0.016)
        z = z - 0.010 * bell(ax, 0.030) * bell(y - 0.51, 0.05)
        z = z - 0.035 * bell(ax, 0.16) * bell(y - 0.78, 0.045)
        z = z + 0.055 * np.exp(-((ax / 0.17) ** 2) - ((y - 0.885) / 0.09) ** 2)
        if g:
            z = z - self._wrinkles(x, ax, y)
        return z

    def _wrinkles(self, x, ax, y):
        z = 0
        for k in range(3):
            row = bell(y + 0.30 + 0.095 * k - 0.05 * np.cos(x * 7), 0.016)
            z = z + 0.014 * row * bell(ax, 0.34)
        z = z + 0.02 * bell(ax - 0.05, 0.016) * bell(y + 0.14, 0.07)
        bag = bell(y - 0.155 - 0.36 * (ax - 0.29) ** 2, 0.014)
        bag = bag + 0.8 * bell(y - 0.20 - 0.1 * (ax - 0.29), 0.014)
        return (z + 0.018 * bag * bell(ax - 0.30, 0.13)) * self.age

    def _splat(self):
        sc, u = self.scene, self.u
        n = int(max(700, 5.2 * u / sc.st))
        lat = np.linspace(-math.pi / 2, math.pi / 2, n)
        t, lon = np.meshgrid(lat, np.linspace(-2.15, 2.15, n), indexing="ij")
        y = np.sin(t) * 0.998
        w = self.half(y)
        x = w * np.sin(lon)
        # flat in front, round at the side
        front = np.sign(np.cos(lon)) * np.abs(np.cos(lon)) ** 0.92
        z = self.face(x, y) - DEPTH * (1 - front) * np.clip(w / 0.6, 0.25, 1)
        p = np.stack([x, y, z], -1) @ self.turned.T
        px, py, pz = p[..., 0] * u + self.c[0], p[..., 1] * u + self.c[1], p[..., 2] * u
        shape = sc.X.shape
        ix = np.round((px - sc.xs[0]) / sc.st).astype(int).ravel()
        iy = np.round((py - sc.ys[0]) / sc.st).astype(int).ravel()
        o = np.argsort(pz.ravel(), kind="stable")
        o = o[(ix[o] >= 0) & (iy[o] >= 0) & (ix[o] < shape[1]) & (iy[o] < shape[0])]
        idx = np.full(shape, -1)
        idx[iy[o], ix[o]] = o
        hit = idx >= 0
        close = binary_closing(hit, iterations=6)
        near = distance_transform_edt(~hit, return_distances=False, return_indices=True)
        idx = idx[near[0], near[1]]
        self.z = gaussian_filter(np.where(close, pz.ravel()[idx], pz.min()), 0.5)
        self.fx = gaussian_filter(x.ravel()[idx], 0.8)
        self.fy = gaussian_filter(y.ravel()[idx], 0.8)
        self.lon = gaussian_filter(lon.ravel()[idx], 0.8)
        outside = distance_transform_edt(~close)
        self.mask = np.where(close, distance_transform_edt(close), -outside) * sc.st

    def pt(self, q):
        """Return the points of the card (mm) for points in the plane of the face."""
        q = np.atleast_2d(np.asarray(q, float))
        w = self.half(q[:, 1])
        s = np.clip(q[:, 0] / np.maximum(w, 0.05), -1, 1)
        c = np.sqrt(1 - s * s)
        z = self.face(q[:, 0], q[:, 1]) - DEPTH * (1 - c**0.92) * np.clip(w / 0.6, 0.25, 1)
        p = np.stack([q[:, 0], q[:, 1], z], -1) @ self.turned.T
        return p[:, :2] * self.u + self.c

    def at(self, x, y):
        """Return one point of the card (mm) for a point in the plane of the face."""
        return tuple(self.pt([(x, y)])[0])

    # -- parts

    def add(self, lift=0.0):
        """Add the face to the scene, hatched by tilted planes that cut the head."""
        sc = self.scene
        tilt = -0.05 * self.far * (sc.X - self.c[0])
        phase = sc.Y - 0.46 * self.z + tilt
        sc.add("face", self.skin, self.z, self.mask, phase, 0.335, 0.92, lift, 0.34)

    def features(self, draw):
        """Let `draw`(face) draw lines right after the face; see `Face`."""
        self.scene.ink("face", lambda plate, material: draw(Face(self, plate, material)))


class Face:
    """Pens that draw in the plane of the face."""

    def __init__(self, head, plate, skin):
        self.h, self.plate, self.skin = head, plate, skin
        self.line = skin + ".ink"

    def stroke(self, points, width, role=None, taper=(0.35, 0.35)):
        """Draw a line that swells to `width` mm; `taper`: the share of it that each end takes."""
        p = self.h.pt(points)
        seg = np.r_[0, np.cumsum(np.hypot(*np.diff(p, axis=0).T))]
        k = max(14, int(seg[-1] / 0.1))
        q = np.linspace(0, seg[-1], k)
        p = np.stack([np.interp(q, seg, p[:, j]) for j in (0, 1)], 1)
        t = np.linspace(0, 1, k)
        a, b = (max(v, 1e-6) for v in taper)
        env = np.minimum(np.clip(t / a, 0, 1), np.clip((1 - t) / b, 0, 1)) ** 0.7
        self.plate.line(role or self.line, *thin(p, np.maximum(width * env, 0.02), 0.008))

    def fill(self, role, points):
        """Fill an outline."""
        self.plate.poly(role, self.h.pt(points))

    def eye(self, sx, look=(0, 0), wide=1.0, iris="wood", big=1.06, lined=False):
        """Draw an eye (−1 left, 1 right); `wide` 1 is open, `lined` a line of kohl."""

        def f(*points):
            place = [(sx * (0.292 + (x - 0.292) * big), 0.02 + (y - 0.02) * big) for x, y in points]
            return bez(*place)

        o = wide
        upper = f(
            *((0.140, 0.058), (0.190, -0.015 * o - 0.01), (0.26, -0.068 * o)),
            *((0.315, -0.062 * o), (0.365, -0.056 * o), (0.410, -0.02), (0.445, 0.018)),
        )
        lower = f(
            *((0.445, 0.018), (0.40, 0.072), (0.35, 0.100), (0.295, 0.100)),
            *((0.235, 0.100), (0.185, 0.085), (0.140, 0.058)),
        )
        lids = np.concatenate([upper, lower[1:-1]])
        self.fill("eye.pale", lids)
        almond = Polygon(self.h.pt(lids)).buffer(0)
        c = np.array([sx * 0.292 + look[0], 0.016 + look[1]])
        a = np.linspace(0, 6.283, 44)
        round_ = np.stack([np.cos(a), 1.02 * np.sin(a)], 1)

        def disc(r, shift=(0, 0)):
            return Polygon(self.h.pt(c + shift + r * round_)).buffer(0)

        def put(shape, role):
            shape = shape.intersection(almond)
            for q in getattr(shape, "geoms", [shape]):
                if q.geom_type == "Polygon" and q.area > 0.003:
                    self.plate.poly(role, np.array(q.exterior.coords)[:-1])

        lid = np.concatenate([upper, (upper + np.array((0, 0.034)))[::-1]])
        shade = Polygon(self.h.pt(lid)).buffer(0)
        put(shade, "eye.mid")
        put(disc(0.088), "eye.ink")
        put(disc(0.072), f"iris-{iris}.mid")
        put(disc(0.074).intersection(shade), "eye.ink")
        put(disc(0.038), "eye.ink")
        put(disc(0.021, (-0.034, -0.028)), "eye.pale")
        self.stroke(lower, 0.15, taper=(0.3, 0.3))
        self.stroke(upper, 0.42, taper=(0.35, 0.12))
        tip = f((0.430, 0.008), (0.455, 0.004), (0.475, -0.012), (0.492, -0.034))
        self.stroke(tip, 0.22, taper=(0.05, 0.9))
        crease = f(
            *((0.155, -0.005), (0.21, -0.085), (0.29, -0.118)),
            *((0.335, -0.108), (0.39, -0.098), (0.43, -0.06), (0.458, -0.022)),
        )
        self.stroke(crease, 0.15, taper=(0.5, 0.5))
        if lined:
            kohl = [
                (sx * x, y) for x, y in ((0.44, 0.018), (0.5, 0.03), (0.55, 0.015), (0.6, -0.03))
            ]
            self.stroke(bez(*kohl), 0.42, taper=(0.05, 0.8))
        if self.h.age:
            bag = f((0.20, 0.135), (0.26, 0.165), (0.34, 0.155), (0.40, 0.115))
            self.stroke(bag, 0.16, taper=(0.5, 0.5))

    def eyes(self, **kw):
        """Draw both eyes."""
        for sx in (-1, 1):
            self.eye(sx, **kw)

    def closed_eye(self, sx):
        """Draw an eye whose lid is down, with its lashes."""
        lid = np.array([(0.14, 0.05), (0.22, 0.095), (0.33, 0.095), (0.45, 0.02)]) * [sx, 1]
        self.stroke(bez(*lid), 0.36, taper=(0.3, 0.2))
        crease = np.array([(0.16, 0.0), (0.22, -0.075), (0.36, -0.085), (0.45, -0.02)]) * [sx, 1]
        self.stroke(bez(*crease), 0.15, taper=(0.5, 0.5))
        for x in (0.2, 0.25, 0.3, 0.35, 0.4, 0.44):
            y = 0.05 + 0.045 * math.sin((x - 0.14) / 0.31 * math.pi)
            lash = [(sx * x, y), (sx * (x + 0.012), y + 0.04)]
            self.stroke(np.array(lash), 0.15, taper=(0.1, 0.8))

    def brows(self, role, thick=0.62, lift=0.0, frown=0.0):
        """Draw both eyebrows; `frown` lowers their inner ends."""
        for sx in (-1, 1):
            line = bez(
                *((sx * 0.115, -0.115 - lift * 0.2 + frown), (sx * 0.20, -0.20 - lift + frown)),
                *((sx * 0.33, -0.235 - lift), (sx * 0.49, -0.120 - lift)),
            )
            self.stroke(line, thick, role, (0.28, 0.75))

    def nose(self, k=1.0):
        """Draw wings, nostrils, tip, and the ridge on the far side."""
        far = self.h.far
        for sx in (-1, 1):
            if sx != far:
                wing = [
                    (0.118 * k, 0.325),
                    (0.168 * k, 0.36),
                    (0.160 * k, 0.44),
                    (0.108 * k, 0.432),
                ]
                self.stroke(bez(*[(sx * x, y) for x, y in wing]), 0.26, taper=(0.5, 0.4))
            hole = [(0.034, 0.436), (0.055, 0.416), (0.085, 0.420), (0.106 * k, 0.434)]
            self.stroke(bez(*[(sx * x, y) for x, y in hole]), 0.32, taper=(0.4, 0.35))
        tip = bez((-0.03, 0.447), (-0.01, 0.462), (0.01, 0.462), (0.03, 0.447))
        self.stroke(tip, 0.18, taper=(0.4, 0.4))
        ridge = [(0.052, -0.10), (0.066, 0.06), (0.050, 0.20), (0.072, 0.325)]
        self.stroke(bez(*[(far * x, y) for x, y in ridge]), 0.26, taper=(0.6, 0.5))

    def lips(self, y=0.637, wide=0.215, full=1.0, smile=0.012, material="lips"):
        """Draw two lips with their bow, the line between them, and a few strokes."""
        w, f, s = wide, full, smile
        line = bez(
            *((-w, y - s), (-0.13, y + 0.012), (-0.07, y - 0.012), (0, y + 0.008)),
            *((0.07, y - 0.012), (0.13, y + 0.012), (w, y - s)),
        )
        bow = ((0.075, 0.072), (0.045, 0.070), (0.02, 0.068), (0.01, 0.055))
        up = bez(
            *((w, y - s), (0.13, y - 0.045 * f), *((x, y - v * f) for x, v in bow)),
            (0, y - 0.055 * f),
            *((-x, y - v * f) for x, v in bow[::-1]),
            *((-0.13, y - 0.045 * f), (-w, y - s)),
        )
        low = bez(
            *((w * 0.93, y + 0.002), (0.13, y + 0.085 * f), (0.06, y + 0.108 * f)),
            *((0, y + 0.106 * f), (-0.06, y + 0.108 * f), (-0.13, y + 0.085 * f)),
            (-w * 0.93, y + 0.002),
        )
        self.fill(material + ".mid", np.concatenate([line, low]))
        self.fill(material + ".deep", np.concatenate([line, up]))
        shine = bez(
            *((-0.10, y + 0.050), (-0.05, y + 0.030), (0.02, y + 0.030), (0.07, y + 0.050)),
            *((0.03, y + 0.066), (-0.04, y + 0.068), (-0.10, y + 0.050)),
        )
        self.fill(material + ".pale", shine)
        for i in range(-5, 6):
            x = i * w / 6.2
            k = 1 - (x / w) ** 2
            above = np.linspace((x, y - 0.055 * f * k), (x * 1.04, y - 0.004), 8)
            self.stroke(above, 0.15, material + ".ink", (0.7, 0.15))
            below = np.linspace((x * 1.03, y + 0.012), (x, y + (0.05 if i % 2 else 0.034) * k), 8)
            self.stroke(below, 0.13, material + ".ink", (0.1, 0.9))
        self.stroke(line, 0.34, taper=(0.22, 0.22))
        under = [(-0.115, y + 0.126), (-0.05, y + 0.138), (0.03, y + 0.138), (0.09, y + 0.126)]
        self.stroke(np.array(under), 0.20, taper=(0.5, 0.5))

    def mouth(self, y=0.645, wide=0.19, smile=0.0, material="lips2"):
        """Draw a man's mouth: one line, a little of the lower lip, its shade."""
        w, s = wide, smile
        line = bez(
            *((-w, y - s), (-0.11, y + 0.012), (-0.05, y - 0.012), (0, y + 0.006)),
            *((0.05, y - 0.012), (0.11, y + 0.012), (w, y - s)),
        )
        low = bez((w * 0.8, y), (0.09, y + 0.062), (-0.09, y + 0.062), (-w * 0.8, y))
        self.fill(material + ".mid", np.concatenate([line, low]))
        self.stroke(line, 0.36, taper=(0.25, 0.25))
        self.stroke(
            bez((-0.1, y + 0.1), (-0.04, y + 0.116), (0.04, y + 0.116), (0.1, y + 0.1)), 0.22
        )
        for sx in (-1, 1):
            corner = [(w, y - 0.03 - s), (w + 0.03, y - s), (w + 0.03, y + 0.02), (w, y + 0.04)]
            self.stroke(bez(*[(sx * a, b) for a, b in corner]), 0.2, taper=(0.5, 0.5))

    def wrinkles(self, brow=3, cheeks=True):
        """Draw furrows of the brow, crow's feet, and the folds from nose to mouth."""
        for i in range(brow):
            y, x = -0.33 - 0.10 * i, 0.36 - 0.03 * i
            self.stroke(bez((-x, y + 0.03), (-0.15, y - 0.05), (-0.05, y + 0.03), (0.02, y)), 0.17)
            self.stroke(bez((0.05, y), (0.14, y - 0.03), (0.22, y - 0.02), (x, y + 0.04)), 0.17)
        for sx in (-1, 1):
            between = [(0.045, -0.20), (0.06, -0.15), (0.06, -0.10), (0.04, -0.05)]
            self.stroke(bez(*[(sx * a, b) for a, b in between]), 0.24, taper=(0.5, 0.5))
            if cheeks:
                fold = [(0.17, 0.40), (0.24, 0.46), (0.29, 0.54), (0.31, 0.62)]
                self.stroke(bez(*[(sx * a, b) for a, b in fold]), 0.26, taper=(0.5, 0.5))
            for j in range(3):
                foot = ((0.47, 0.035), (0.51, 0.05), (0.54, 0.065), (0.57, 0.09))
                start = (0.01, 0.01, 0.02, 0.03)
                points = [(sx * x, y0 + dy * j) for (x, dy), y0 in zip(foot, start, strict=True)]
                self.stroke(bez(*points), 0.15, taper=(0.3, 0.7))

    def stubble(self, role, seed=1, n=90):
        """Dot jaw and upper lip with short strokes."""
        r = np.random.RandomState(seed)
        for _ in range(n):
            x, y = r.uniform(-0.5, 0.5), r.uniform(0.5, 0.98)
            lip = abs(x) < 0.24 and 0.57 < y < 0.76
            if abs(x) > 0.62 - 0.35 * y + 0.22 or lip:
                continue
            if y < 0.66 and abs(x) < 0.36 and not (y > 0.5 and abs(x) < 0.2 and y < 0.58):
                continue
            self.stroke(np.array([(x, y), (x * 1.02, y + 0.035)]), 0.15, role, (0.2, 0.7))
