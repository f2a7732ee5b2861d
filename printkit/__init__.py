"""printkit: Sabacc, Kessel Sabacc and Pazaak, from a definition to print-ready sheets."""

__version__ = "0.1.0"
