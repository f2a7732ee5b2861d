"""Read, merge and check definitions of games."""
