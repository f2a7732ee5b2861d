"""The twelve courts of the poker deck."""
