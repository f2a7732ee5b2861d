"""XV, The Horned Mask: a horned masker between two fires holds a smiling mask before an eclipse."""

import numpy as np

from workshop.figures import cloth, crowns, garments, hair, hands, sleeves
from workshop.figures.curves import Frame, spline
from workshop.figures.head import Face
from workshop.figures.picture import Head, Picture
from workshop.figures.wonders import flame, horn

NAMES = ["trumps/15"]
K = 0.66


def figure(picture, st):
    """Return the scene."""
    sc = picture.scene(st)
    low = picture.h
    x, y = 39.8, 43.0
    ex, ey = 39.8, 18.6
    crowns.ray_star(sc, ex, ey, 18.6, -14.0, 24, "sun", 0.62)
    d = np.hypot(sc.X - ex, sc.Y - ey)
    sc.add("eclipse", "black", -11.5 + 0 * d, 10.6 - d, sc.Y, 0.56, 0.6, -0.1, 0.3)
    sc.add("corona", "gold", -11.0 + 0 * d, 0.7 - np.abs(d - 10.8), sc.X, 0.5, 0.6, 0.1, 0.2)
    h = Head(sc, x, y, 9.8, yaw=12, pitch=8, roll=-2, man=1, age=0.7, skin="demon")
    garments.cape(sc, x, y + 11, 18.0, low + 2, "black", -9.0, 5, 29.0)
    z, m = garments.gown(
        sc, x, y + 13, "robe", (14.6, 6.8), (34.0, 11.0), (84.0, 20.0), -2.0, 7.0, 4
    )
    garments.facing(sc, x, y + 15, low, z, m, 3.0, "flame")
    cloth.neck(h, [(x + 0.2, y + 6), (x + 0.4, y + 16)], [4.4, 5.0])
    cloth.chain(sc, x + 0.4, y + 11.0, 12.0, 12.5, 9.0, 13, 1.1, 1.0, "gold", "flame")
    h.add()
    for s in (-1, 1):
        a = np.array(h.at(s * 0.46, -0.66))
        steps = ((-0.6, 2.2), (0, 0), (6.0, -2.0), (12.0, -7.0), (13.4, -15.0), (8.0, -20.5))
        horn(sc, [a + np.array((s * px, py)) for px, py in steps], 3.7, 7.0)
        e = np.array(h.at(s * 0.66, 0.05))
        ear = spline(
            [e + np.array((s * px, py)) for px, py in ((0, 2.4), (2.6, -0.6), (6.4, -4.2))], 24
        )
        radii = np.interp(np.linspace(0, 1, 24), [0, 0.3, 1], [1.6, 1.9, 0.15])
        sc.tube("ear", "demon", ear, radii, 3.0, 0.36, 0.95, 0, 0.3)
    hair.cap(h, "hair2", 0.1, -0.42, arch=2.2, side=1.15, z=0.7, lift=-0.02)
    hair.short_beard(h, "hair2", low=0.62, point=0, open_=0.2)
    for i, dx in enumerate((-0.16, 0.16, -0.06, 0.06)):
        a = np.array(h.at(dx, 0.88))
        tip = [np.add(a, (dx * 3, 4)), np.add(a, (1.0 - dx * 6, 9.5))]
        hair.lock(sc, [a, *tip], 1.3, 8 + 0.4 * i, "hair2", i, 0.6)
    hair.moustache(h, "hair2", 0.42, 3.0, 9.4, up=0.9, r=0.8)
    # The mask on its stick, in the right hand.
    mx, my = 64.6, 53.0
    mask = Head(sc, mx, my, 7.6, yaw=-14, pitch=0, roll=8, skin="pearl")
    mask.z = mask.z + 12.0
    mask.mask = np.minimum(mask.mask, (mask.fy + 0.86) * 9)
    mask.add(0.06)
    crowns.band(mask, -0.76, 0.06, 0.10, 1.4, "gold")
    sc.tube("stick", "gold", [(65.4, my + 8.0), (67.2, 96.0)], 0.9, 12.0, 0.44, 0.9, 0.03, 0.28)
    f = Frame(66.6, 81.0, -4, 1, 1.0)
    hands.fist(sc, f, 15.0, "demon")
    arm = [(52.4, 62.0), (62.6, 97.0), (68.4, 97.0), f.at(2.0, 10.0)]
    radii = [5.6, 6.0, 6.0, 5.6, 4.8, 3.6]
    sleeves.sleeve(sc, arm, radii, [3.0, 5.0, 7.0, 9.0], "robe", 6, 1.0)
    cloth.cuff(sc, f, 12.0, 9.6, 3.7, 3.0, "black", "gold", skew=1.6)
    # A flame over the left hand.
    flame(sc, 14.0, 61.6, 1.5, 10.0)
    g = Frame(14.0, 69.4, -6, -1, 1.04)
    hands.cup(sc, g, 15.0, "demon", "l")
    arm = [(27.2, 62.0), (18.6, 93.0), (13.6, 90.0), g.at(0.2, 9.6)]
    sleeves.sleeve(sc, arm, radii, [3.0, 5.0, 7.0, 9.0], "robe", 4, 1.0)
    cloth.cuff(sc, g, 12.0, 9.8, 3.7, 3.0, "black", "gold", skew=-1.4)
    for s in (-1, 1):
        bx = x + s * 30.0
        flame(sc, bx, 113.0, 1.7, 12.0 if s > 0 else 13.0)
        e = np.hypot((sc.X - bx) / 9.6, (sc.Y - 112.6) / 2.4)
        sc.add("brazier", "bronze", 20.0 + 0 * e, (1 - e) * 2.4, sc.X, 0.5, 0.8, 0, 0.3)
        bowl = np.minimum(
            9.2 * np.sqrt(np.clip(1 - ((sc.Y - 113) / 9.0) ** 2, 0, 1)) - np.abs(sc.X - bx),
            sc.Y - 113.4,
        )
        zz = 19.0 + 0.6 * np.sqrt(np.maximum(81 - (sc.X - bx) ** 2, 0))
        sc.add("bowl", "bronze", zz, bowl, sc.Y - 0.3 * zz, 0.5, 0.95, 0.02, 0.34)

    def face(q):
        q.eyes(look=(0.02, 0.0), wide=0.72, iris="flame", big=1.1, lined=True)
        q.brows("hair2.ink", 1.1, 0.05, 0.11)
        q.nose(1.2)
        q.wrinkles(2)
        q.mouth(0.66, 0.2, 0.03)

    def smile(q):
        for s in (-1, 1):
            q.fill(
                "eye.ink",
                np.array(
                    [
                        (s * a, b)
                        for a, b in (
                            (0.14, 0.04),
                            (0.24, -0.08),
                            (0.38, -0.06),
                            (0.46, 0.02),
                            (0.32, 0.06),
                        )
                    ]
                ),
            )
        q.brows("gold.ink", 0.6, 0.06)
        q.nose()
        q.lips(full=1.1, smile=0.08, wide=0.27)

    h.features(face)
    sc.inks.append(("band", lambda plate, _: smile(Face(mask, plate, "pearl")), True))
    return sc


def draw(name, st=0.06):
    """Return the plate and the header of its file."""
    picture = Picture(K)
    bend = 2.4 * np.sin(picture.Y * 0.20 + 0.10 * picture.X) + 1.1 * np.sin(
        picture.Y * 0.43 - 0.2 * picture.X + 1
    )
    sway = picture.X + bend * np.clip((130 - picture.Y) / 90, 0.2, 1)
    tongue = np.abs(np.mod(sway / 13.0, 1) - 0.5) * 2
    lick = np.clip(1.15 - tongue - (70 - picture.Y) / 70, 0, 1)
    r, _ = picture.polar(39.8, 18.6)
    picture.lines(sway / 1.7, (0.22 + 0.42 * lick) * np.clip((r - 18) / 6, 0, 1))
    return picture.finish(figure(picture, st))
