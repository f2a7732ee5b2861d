"""Units, geometry, errors, assets, files, names and strings. Imports nothing of ours."""
