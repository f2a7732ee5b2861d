"""Room 4: themes, frames, backs, pips and emblems. Imports base and drawing."""
