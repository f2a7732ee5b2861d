"""Themes, frames, backs, pips and emblems. Imports base and graphics."""
