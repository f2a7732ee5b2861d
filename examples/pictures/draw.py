"""Draw all pictures of the examples again: `python examples/pictures/draw.py`."""

from __future__ import annotations

from pathlib import Path

import coast
import moth_light
import sea
import shore
import sky
import winds
from engraving import Woodcut, save

HERE = Path(__file__).resolve().parents[1]
# Low Water: the pictures of its three suits.
SHORE = "bottle crab whelk driftwood anchor pool wreck lighthouse"
SEA = "shoal jellyfish paperboat whirlpool seal wave whale trawler"
SKY = "moon tern mist kite cloud plough rainbow storm"
SUITS = ((shore, SHORE), (sea, SEA), (sky, SKY))


def draw_low_water(folder: Path) -> None:
    """Write the pictures of Low Water into a folder."""
    pictures = [(module, name) for module, names in SUITS for name in names.split()]
    for seed, (module, name) in enumerate(pictures):
        cut = Woodcut(700, 563, seed)
        getattr(module, name)(cut)
        save(cut.finish(coast.KEY[module.__name__]), folder / f"{name}.png")


if __name__ == "__main__":
    draw_low_water(HERE / "low-water/pictures")
    moth_light.draw_all(HERE / "moth-light/images")
    winds.draw_all(HERE / "winds/pictures")
