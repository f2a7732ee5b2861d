"""The twelve courts of the casino deck."""
