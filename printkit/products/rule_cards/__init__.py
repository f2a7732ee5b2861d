"""Rule cards."""
