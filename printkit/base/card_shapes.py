"""The names of the shapes of cards."""

RECTANGLE, ROUNDED, OCTAGON, HEXAGON = "rectangle", "rounded", "octagon", "hexagon"
ELONGATED, CIRCLE = "elongated-hexagon", "circle"
# The kind of a shape that is the outline of a file.
OUTLINE = "outline"
# The shapes of cards with a name; other pieces are rectangles.
CARD_SHAPES = (ROUNDED, OCTAGON, HEXAGON, ELONGATED, CIRCLE)
STRAIGHT_CUT = (OCTAGON, HEXAGON, ELONGATED)
