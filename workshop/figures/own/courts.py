"""Courts for suits of a user: seven figures, each with a medal for the emblem of the suit.

printkit prints the emblem on the medal of each half. Costumes have the colour of the suit.
"""

import math

import numpy as np

from workshop.figures import armour, cloth, crowns, hair, hands
from workshop.figures.attributes import rod
from workshop.figures.card import POKER, compose
from workshop.figures.curves import Frame, dome, loop, spline
from workshop.figures.head import Head

NAMES = [
    "own/commander",
    "own/jack",
    "own/king",
    "own/knight",
    "own/master",
    "own/mistress",
    "own/queen",
]

# The rim of a medal (mm), and the places and the radii of the medals.
RIM = 1.5
MEDALS = {
    "commander": (51.4, 37.6, 10.4),
    "jack": (52.6, 18.0, 8.6),
    "king": (53.2, 31.6, 9.0),
    "knight": (52.0, 17.2, 8.8),
    "master": (53.4, 15.6, 8.8),
    "mistress": (53.4, 22.6, 9.0),
    "queen": (52.0, 31.4, 9.2),
}


def medal(sc, rank, z, tilt=1.0):
    """Strike the medal of a figure: a milled rim, a rope, and a plain field for the emblem."""
    x, y, r = MEDALS[rank]
    d, a = np.hypot((sc.X - x) / tilt, sc.Y - y), np.arctan2(sc.X - x, -(sc.Y - y))
    rim = z + 0.9 * dome((d - r + 0.75) / 0.8) + 0.2 * np.cos(a * 64)
    sc.add("medal", "gold", rim, r - d, a * r * 1.1, 0.4, 1.0, 0.02, 0.36)
    sc.add("medalfield", "white", z + 0.2 + 0 * d, r - RIM - d, d, 0.6, 0.0, 0.1, 0.24)
    return x, y, r


def _commander(sc):
    """Stand behind a round shield, in a plumed helm and mail."""
    x = 27.4
    h = Head(sc, x, 21.8, 10.2, yaw=-14, pitch=2, roll=2, man=1.0, age=0.35, skin="flesh3")
    armour.cloak(sc, x, 25, 23, "cloth", seed=5, top=28)
    armour.breastplate(sc, x + 0.4, 52, 16.5, 18, 35)
    cloth.neck(h, [(x, 27.4), (x + 0.3, 34)], [4.6, 5.0])
    armour.gorget(sc, x + 0.3, ((32.0, 7.2), (34.0, 8.8), (36.2, 10.6)))
    crowns.ray_star(sc, x + 0.6, 43.6, 3.2, 13, 8, "gold", 0.4, "gem")
    armour.pauldron(sc, 12.4, 42.4, -22, -1, z=5)
    armour.pauldron(sc, 42.0, 42.8, 24, 1, z=5, rx=8.2, ry=7.8)
    h.add()
    hair.short_beard(h, "hair2", low=0.54, point=2.6)
    hair.moustache(h, "hair2", 0.32, 1.4, 9.2, r=0.8)
    armour.open_helm(h, "steel", "gold", -0.34, nasal=True)
    for i, (dx, dy) in enumerate(((-9, -5.4), (-5.4, -9.2), (0, -10.6), (5.4, -9.2), (9, -5.4))):
        root = h.at(0.0, -0.98)
        path = [root, (root[0] + dx * 0.6, root[1] + dy * 0.8), (root[0] + dx, root[1] + dy * 0.72)]
        crowns.feather(sc, path, 2.0, 7.0 - abs(i - 2), "cloth" if i % 2 else "feather", i)
    x, y, r = MEDALS["commander"]
    d, a = np.hypot(sc.X - x, sc.Y - y), np.arctan2(sc.X - x, -(sc.Y - y))
    # The shield reaches beyond its medal: a ring of the suit with studs.
    ring = r + 3.6 - d
    sc.add("shield", "robe", 16.0 + 3.0 * dome(d / (r + 6)), ring, d * 0.9, 0.46, 1.0, 0.0, 0.36)
    sc.add(
        "shieldrim", "gold", 18.6 + 0 * d, 0.75 - np.abs(d - r - 3.1), a * 12, 0.4, 1, 0.02, 0.26
    )
    for i in range(16):
        b = i * math.tau / 16
        sc.ball("stud", "gold", x + (r + 1.5) * math.sin(b), y - (r + 1.5) * math.cos(b), 0.7, 18.4)
    medal(sc, "commander", 19.0)

    def face(q):
        q.eyes(look=(-0.02, -0.004), wide=0.86, iris="wood", big=1.02)
        q.brows("hair2.ink", 0.8, 0.0, 0.03)
        q.nose(1.1)
        q.mouth(0.648, 0.17)

    h.features(face)


def _mistress(sc):
    """Raise the medal on spread fingers, under a veiled crown of rays."""
    x = 31.0
    h = Head(sc, x, 22.6, 10.4, yaw=20, pitch=4, roll=-4, skin="flesh2")
    veil = [
        *((x, 9.0), (x - 6.4, 10.4), (x - 11.6, 16), (x - 13.6, 25), (x - 17, 34), (x - 22, 43)),
        *((4, 60), (56, 66), (50, 50), (x + 14.4, 40), (x + 12.6, 30), (x + 11.4, 18), (x + 6, 10)),
    ]
    cloth.hanging(sc, "veil", "gown", veil, (x, -8), -6.0, 9, 19, 1.7, (16, 34), 0.0)
    cloth.neck(h, [(x + 0.2, 28), (x + 0.6, 34), (x + 0.8, 42)], [3.7, 3.5, 4.6])
    z = cloth.breast(sc, x + 0.8, 50, 16, 14, 36.4, "flesh2")
    gown = [
        *((13, 49), (17, 43.6), (21.6, 41.0), (26.0, 42.6), (31.6, 47.0), (37.0, 43.0)),
        *((41.6, 41.2), (47, 45), (52, 62), (32, 68), (11, 66)),
    ]
    cloth.bodice(sc, gown, z, 31.6, "robe")
    rows = ((5.6, 0.5, "gold", 60), (6.9, 0.7, "gem", 26), (8.2, 0.5, "gold", 80))
    cloth.collar(sc, x + 0.8, 33.0, rows, 0.84)
    for s in (-1, 1):
        path = [h.at(s * 0.62, -0.1), (x + s * 9.6, 31), (x + s * 9.0, 38), (x + s * 10.6, 45)]
        hair.braid(sc, spline(path, 40), 1.9, 1.2, 5.0, "hair")
    h.add(0.02)
    hair.cap(h, "hair", 0.5, -0.55, side=1.04, z=0.8, lift=0.02)
    crowns.band(h, -0.56, 0.17, 0.075, 2.4, "gold")
    for lon in (-1.0, -0.6, -0.2, 0.2, 0.6, 1.0):
        px, py = crowns.on_band(h, -0.66, 0.17, lon)
        tip = (px + 4.2 * lon, py - 6.4 + 2.2 * abs(lon))
        sc.tube("spike", "gold", [(px, py), tip], [1.1, 0.1], 9.0 - abs(lon), 0.4, 1.0, 0.02, 0.26)
        sc.ball("spikepearl", "pearl", *tip, 0.7, 9.6 - abs(lon), 0, 0.2)
    crowns.stones(h, -0.56, 0.17, (-0.8, -0.4, 0, 0.4, 0.8), 0.6, 12.5, ("gem", "pearl"))
    x, y, r = medal(sc, "mistress", 16.0)
    f = Frame(x, y + r + 5.4, 2)
    hands.cup(sc, f, 20.0, "flesh2")
    cloth.arm(sc, f.all([(0.6, 9.6), (0.8, 18), (0.4, 30)]), [3.4, 4.6, 6.0], 14.0, "robe", 6)
    cloth.cuff(sc, f, 18.0, 10.0, 3.6, 3.0, "linen", "gold", skew=-1.0)

    def face(q):
        q.eyes(look=(0.024, 0), iris="leaf", big=1.12, lined=True)
        q.brows("hair.ink", 0.55, 0.012)
        q.nose(1.05)
        q.lips(full=1.15, smile=0.022, material="lips2")

    h.features(face)


def _master(sc):
    """Carry the medal on a pole, in a turban and a mantle with a long beard."""
    x = 29.4
    h = Head(sc, x, 23.6, 10.4, yaw=17, pitch=6, roll=-3, man=1.0, age=1.0, skin="flesh2")
    cloth.mantle(sc, "robe", x + 1, 60, 25, 25.5, 21, -6, 9.5, 0.06)
    cloth.cowl(sc, x + 0.4, 39.0, 13.0, 8.4, 3.4, "cloth", 4, top=34.0)
    h.add()
    hair.temples(h)
    hair.beard(h, "beard", 1.0, to=x + 1.6)
    hair.moustache(h)
    hair.shaggy_brows(h)
    crowns.turban(h, "gown", -0.34, full=1.5, jewel="gem", plume="feather")
    x, y, r = MEDALS["master"]
    f = Frame(53.4, 0)
    knobs = [(y + r + 2.0, 1.9, 0.9), (y + r + 4.0, 1.5, 0.6), (33.0, 1.7, 0.8), (53.0, 1.8, 0.9)]
    rod(sc, f, y + r, 66.0, 1.15, 15.0, "wood", knobs)
    medal(sc, "master", 17.0)
    for i in range(12):
        a = i * math.tau / 12
        out = np.array((math.sin(a), -math.cos(a)))
        c = np.array((x, y))
        if y - (r + 2.6) * math.cos(a) < y + r:
            path = [c + out * (r - 0.4), c + out * (r + 2.8)]
            sc.tube("ray", "gold", path, [1.0, 0.12], 15.6, 0.4, 0.9, 0.04, 0.24)
    g = Frame(53.4, 42.0, 4, 1, 1.0)
    hands.fist(sc, g, 19.0, "flesh2")
    cloth.arm(sc, g.all([(3.2, 8.6), (4.0, 16), (5.0, 30)]), [3.6, 5.0, 7.0], 13.0, "gown", 6)
    cloth.cuff(sc, g, 17.5, 9.4, 4.2, 3.0, "linen", "gold", skew=1.8)

    def face(q):
        q.eyes(look=(0.028, 0.018), wide=0.74, iris="steel", big=1.0)
        q.nose(1.1)
        q.wrinkles()
        q.mouth(0.66, 0.17)

    h.features(face)


def _jack(sc):
    """Show the medal between two fingers, in a beret with a plume and a ruff."""
    x = 29.0
    h = Head(sc, x, 22.8, 10.2, yaw=-20, pitch=-2, roll=5, man=0.35, skin="flesh")
    z, m = cloth.torso(sc, x + 0.6, 36.4, "gown", 21, 8.4, 7, 0.5)
    cloth.stripes(sc, z, m, x + 0.6, 37, 3.6, "cloth", "gold", 4)
    cloth.neck(h, [(x, 28), (x + 0.4, 36)], [4.0, 4.4])
    cloth.ruff(sc, x + 0.4, 37.4, 12.4, 5.0, 4.4, 2.8, 26, "linen", 0.3)
    cloth.puff(sc, 45.6, 45.2, 22, 7.4, 7.0, 4.0, "gown", 6.4)
    for s in (-1, 1):
        for i in range(3):
            path = [
                h.at(s * 0.62, -0.3 + 0.1 * i),
                (x + s * (9.0 + i), 26 + i),
                (x + s * 8.6, 33 - i),
            ]
            hair.wave(sc, path, 3.0 - 0.4 * i, 1.7, 3, "hair4", i + s + 1, 0.8)
    h.add()
    hair.cap(h, "hair4", 0.5, -0.5, side=1.04, z=0.8, full=0.6)
    crowns.beret(h, -0.46, "cloth", -8, plume="feather", wide=1.45)
    x, y, r = medal(sc, "jack", 15.0)
    f = Frame(x + 0.2, y + r - 0.6, -5, 1, 1.02)
    hands.pinch(sc, f, 17.5, "flesh")
    cloth.arm(sc, f.all([(4.7, 18), (5.2, 26), (3.0, 38)]), [3.2, 4.6, 6.0], 13.0, "gown", 5)
    cloth.cuff(sc, f, 16.5, 18.4, 3.6, 3.0, "linen", "gold", skew=3.2)

    def face(q):
        q.eyes(look=(-0.02, -0.004), iris="water", big=1.1)
        q.brows("hair4.ink", 0.5, 0.02)
        q.nose(1.0)
        q.lips(full=1.0, smile=0.03, wide=0.2)

    h.features(face)


def _knight(sc):
    """Lift the medal on a lance, in full armour with a crest."""
    x = 29.6
    armour.cloak(sc, x, 25, 23, "robe", seed=9, top=28)
    armour.breastplate(sc, x, 53, 16.5, 18, 36)
    armour.gorget(sc, x, ((32.8, 7.4), (35.0, 9.0), (37.4, 10.8)))
    armour.pauldron(sc, 14.2, 43.4, -22, -1, z=5)
    armour.pauldron(sc, 44.8, 43.6, 24, 1, z=5)
    crowns.ray_star(sc, x + 0.4, 45.4, 3.4, 13, 8, "gold", 0.4, "gem")
    armour.crest(sc, x, 21.0)
    armour.closed_helm(sc, x, 22.0)
    x, y, r = MEDALS["knight"]
    rod(sc, Frame(x, 0), -4.0, 66.0, 1.15, 13.6, "wood", [(30.0, 1.8, 0.8), (52.0, 1.8, 0.9)])
    tail = [
        (x - 1, y + r - 3),
        (x + 12, y + r - 1),
        (x + 8.4, y + r + 4),
        (x + 12, y + r + 9),
        (x - 1, y + r + 7),
    ]
    m = sc.inside(np.array(tail))
    f = 0.8 * np.cos(sc.X * 0.9 + 0.3 * sc.Y)
    sc.add("pennon", "cloth", 12.0 + f, m, sc.X + 0.3 * f, 0.46, 1.0, 0.02, 0.32)
    medal(sc, "knight", 16.4)
    g = Frame(x, 40.6, 3, 1, 1.0)
    hands.fist(sc, g, 18.0, "leather")
    u, w, m, hh = sc.along(g.all([(3.4, 8.4), (4.0, 18), (4.4, 32)]), [3.2, 4.0, 5.0])
    sc.add("vambrace", "steel", 14.0 + hh + 0.3 * np.cos(w * 2.1), m, u - 0.05 * w * w, 0.44)
    for at, t in ((1.2, 0.8), (4.8, 0.45)):
        ring = np.minimum(m + 0.25, t - np.abs(u - at + 0.05 * w * w))
        sc.add("vambracerim", "gold", 15.0 + hh, ring, w, 0.36, 1, 0.03, 0.24)


def _queen(sc):
    """Hold the medal at the breast, under a tall headdress and a fan of lace."""
    x = 28.6
    h = Head(sc, x, 22.2, 10.2, yaw=14, pitch=8, roll=4, skin="flesh3")
    cloth.fan(sc, x + 0.2, 28.0, 18.6, -8.0, 1.9, 17, "linen", "gold")
    cloth.torso(sc, x + 0.6, 36.0, "robe", 20, 8.0, 5, 0.4)
    cloth.neck(h, [(x, 27.6), (x + 0.2, 33), (x + 0.4, 40)], [3.7, 3.5, 4.4])
    rows = (
        (5.4, 0.5, "gold", 60),
        (6.6, 0.7, "water", 28),
        (7.9, 0.5, "gold", 80),
        (9.4, 0.8, "gem", 40),
        (10.8, 0.5, "gold", 90),
    )
    cloth.collar(sc, x + 0.4, 32.6, rows, 0.84, 3.6)
    hair.plaits(h, lambda sx, i: (0.15 + 0.72 * i) * (1 if sx < 0 else 0.8), 5, 15.5, "hair2")
    h.add(0.03)
    hair.cap(h, "hair2", 0.0, -0.58, side=1.1, z=0.7, lift=-0.04)
    crowns.band(h, -0.58, 0.16, 0.085, 3.0)
    crowns.points(h, -0.78, (-1.1, -0.56, 0.0, 0.56, 1.1), 1.0, 10.0)
    crowns.stones(h, -0.58, 0.16, (-0.9, -0.45, 0, 0.45, 0.9), 0.62, 12.6, ("gem", "pearl"))
    x, y, r = medal(sc, "queen", 16.0)
    f = Frame(x + 2.0, y + r + 5.0, -14, 1, 0.98)
    hands.cup(sc, f, 20.0, "flesh3")
    cloth.arm(sc, f.all([(0.6, 9.6), (0.8, 18), (0.0, 28)]), [3.4, 4.6, 6.0], 14.0, "gown", 8)

    def face(q):
        q.eyes(look=(0.02, 0.024), wide=0.8, iris="wood", big=1.1, lined=True)
        q.brows("hair2.ink", 0.55, 0.014)
        q.nose(1.1)
        q.lips(full=1.2, smile=0.02, material="lips2")

    h.features(face)


def _king(sc):
    """Rest the medal on the hand, in furs, under an arched crown."""
    x = 29.6
    h = Head(sc, x, 23.0, 10.2, yaw=-16, pitch=2, roll=2, man=1.0, age=0.6, skin="flesh")
    z, _ = cloth.torso(sc, x + 0.6, 37.0, "cloth", 23, 7.6, 3, 0.5)
    cloth.buttons(sc, z, x + 0.6, 40.0, 5, 2.6, 0.7)
    fur = [
        *(
            (14, 40.6),
            (19, 37.2),
            (24.4, 36.4),
            (30.0, 40.6),
            (35.6, 36.4),
            (41.0, 37.2),
            (45.6, 40.6),
        ),
        *(
            (48.6, 46),
            (45, 54),
            (38.6, 58),
            (35.6, 50),
            (30.2, 46.4),
            (24.6, 50),
            (20, 58),
            (12, 52),
            (11, 46),
        ),
    ]
    m = sc.inside(loop(fur))
    q, r = np.arctan2(sc.X - 30, sc.Y - 26), np.hypot(sc.X - 30, sc.Y - 26)
    tuft = np.abs(np.sin(q * 21 + 0.8 * np.sin(r * 1.3)))
    zf = z + 1.4 + 1.2 * np.sqrt(np.clip(m, 0, 2)) + 0.25 * tuft
    sc.add("fur", "fur", zf, m - 0.5 * tuft**3, q * 16 + 0.14 * np.sin(r * 1.9), 0.46, 0.9, 0.03)
    cloth.neck(h, [(x, 29), (x + 0.4, 40)], [4.6, 5.0])
    cloth.chain(sc, x + 0.4, 35, 11.6, 12.6, 12.0, 13, 1.0, 1.0, gem="gem")
    h.add()
    hair.cap(h, "hair3", 0.5, -0.5, side=1.06, z=0.7, full=0.7)
    hair.short_beard(h, "beard", low=0.60, point=4.6, open_=0.14)
    hair.moustache(h, "beard", 0.34, 1.6, 9.4, up=0.5, r=0.9)
    crowns.arched(h, -0.60, cap_material="cloth")
    x, y, r = medal(sc, "king", 15.0)
    f = Frame(x + 0.4, y + r + 5.2, 4, 1, 1.0)
    hands.cup(sc, f, 19.0, "flesh")
    cloth.arm(sc, f.all([(0.6, 9.6), (0.8, 18), (0.4, 28)]), [3.6, 4.8, 6.2], 13.0, "cloth", 6)
    cloth.cuff(sc, f, 17.0, 9.8, 3.8, 3.0, "fur", "gold", skew=-1.0)

    def face(p):
        p.eyes(look=(-0.02, 0.0), wide=0.84, iris="steel", big=1.02)
        p.brows("beard.ink", 0.8, 0.0, 0.02)
        p.nose(1.1)
        p.wrinkles(1)
        p.mouth(0.648, 0.17)

    h.features(face)


FIGURES = {
    "commander": (_commander, (28.0, 20.0), 8),
    "jack": (_jack, (29.4, 21.0), 5),
    "king": (_king, (30.0, 21.0), 6),
    "knight": (_knight, (29.8, 20.4), 7),
    "master": (_master, (30.0, 20.8), 4),
    "mistress": (_mistress, (31.2, 20.4), 9),
    "queen": (_queen, (29.0, 20.4), 10),
}


def draw(name, st=0.06):
    """Return the plate and the header of its file, with the places of the emblem."""
    rank = name.split("/")[1]
    figure, centre, petals = FIGURES[rank]
    sc = POKER.scene(st)
    figure(sc)
    plate, header = compose(sc, centre, petals=petals)
    x, y, r = MEDALS[rank]
    header["pips"] = [[x, y, False], [POKER.w - x, POKER.h - y, True]]
    header["pip"] = round(2 * (r - RIM - 0.15), 2)
    return plate, header
