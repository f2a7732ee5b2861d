"""Shrink an input to the smallest that still shows the same error."""

import time
from collections.abc import Callable, Iterator

# Seconds allowed for shrinking one input.
MAX_SECONDS = 30.0


def shrink(data: bytes, still_fails: Callable[[bytes], bool]) -> bytes:
    """Return a part of the data that still fails: pieces are removed, large ones first."""
    end = time.monotonic() + MAX_SECONDS
    progress = True
    while progress and time.monotonic() < end:
        progress = False
        for shorter in _leave_out(data):
            if time.monotonic() > end:
                break
            if still_fails(shorter):
                data, progress = shorter, True
                break
    return data


def _leave_out(data: bytes) -> Iterator[bytes]:
    """Yield the data without a piece: halves, quarters … down to single bytes."""
    size = len(data)
    while size > 1:
        size = (size + 1) // 2
        for start in range(0, len(data), size):
            yield data[:start] + data[start + size :]
        if size == 1:
            return
