"""Registers the environment with Gymnasium, where that is installed.

The module that has the environment is imported when one is made.
"""

from __future__ import annotations

from gymnasium.envs import registration

NAME = "bagh/Bagh-v0"

if NAME not in registration.registry:
    registration.register(id=NAME, entry_point="bagh.gymnasium:BaghEnv")
