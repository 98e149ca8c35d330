"""An environment for players that learn: PettingZoo for all seats, Gymnasium for one seat against bots,
and many rounds at once.

A turn is built tile by tile: choose tiles of the rack, then lay them all, or draw. The solver says at every step which
actions lead to a legal play. docs/environment.md explains actions, observations and rewards.

The import registers `openkub/Solo-v0` with Gymnasium, for `gymnasium.make` and `gymnasium.make_vec`.
"""

from __future__ import annotations

from openkub.extras import needs

with needs("openkub.env", "openkub[env]"):
    from openkub.env.arrays import OBSERVED, to_array
    from openkub.env.building import ACTIONS, DONE, IDLE, Building
    from openkub.env.many import ManyEnv
    from openkub.env.seats import TableEnv, table_env
    from openkub.env.solo import SoloEnv

__all__ = ["ACTIONS", "DONE", "IDLE", "OBSERVED", "Building", "ManyEnv", "SoloEnv", "TableEnv", "table_env", "to_array"]
