"""Types that annotations use."""

from __future__ import annotations

from typing import TypedDict


class Mark(TypedDict):
    """The mark of a policy on positions of one side and phase."""

    side: str
    phase: str
    positions: int
    errors: int
    share: float
    share_interval: tuple[float, float]
    regret: float
    regret_interval: tuple[float, float]
