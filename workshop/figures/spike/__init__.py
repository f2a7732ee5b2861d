"""The program of the Sylop of Corellian Spike."""
