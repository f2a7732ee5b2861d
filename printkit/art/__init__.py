"""Themes, frames, backs, pips and emblems. Imports only base and graphics."""
