"""Draw mats, tables and boards with their places."""
