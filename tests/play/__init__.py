"""Simulated players of our games: how long the stakes and the evening last."""
