"""Courts for suits of a user."""
