"""From a job to files: Job → Plan → Artifacts.

A job is a request, a plan holds its laid-out pages with sheets, cuts and supplies, and artifacts
are the files. The commands build, map, preview and calibrate all use this chain.
"""
