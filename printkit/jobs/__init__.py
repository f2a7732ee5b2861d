"""From a job to files: Job → Plan → Artifacts, the one chain of the program.

A job says what is wanted, a plan what it comes to (sheets, sides, cuts, supplies) without writing
anything, artifacts are the files. Build, map, preview, calibrate and books all go this way.
"""
