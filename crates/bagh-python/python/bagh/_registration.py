"""What Gymnasium calls while it is imported, by the entry point of this package.

It is not complete then, so that the module with the environment waits until one is made.
"""

from __future__ import annotations

__all__ = ["register"]

NAME = "bagh/Bagh-v0"


def register() -> None:
    """Registers the environment, unless it is registered."""
    from gymnasium.envs import registration

    if NAME not in registration.registry:
        registration.register(id=NAME, entry_point="bagh.gymnasium:BaghEnv")
