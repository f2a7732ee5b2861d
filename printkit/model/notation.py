"""Write numbers as on cards."""

MINUS, PLUS_MINUS = "\u2212", "\u00b1"


def signed(value: int) -> str:
    """Write a number with a real minus sign.

    >>> signed(-17)
    '−17'
    """
    return f"{MINUS}{-value}" if value < 0 else str(value)


def shown_values(values: tuple[int, ...]) -> str:
    """Write the values of a card: `7`, `−8`, `±2`, `1/15`, `1…6`; no value gives ""."""
    if len(values) > 3 and values == tuple(range(values[0], values[-1] + 1)):
        return f"{signed(values[0])}…{signed(values[-1])}"
    if len(values) == 2 and values[0] == -values[1]:
        return f"{PLUS_MINUS}{values[1]}"
    return "/".join(map(signed, values))


def write_range(low: int, high: int) -> str:
    """Return two numbers as a range, or the one if they are the same."""
    return f"{low}–{high}" if high > low else f"{low}"
