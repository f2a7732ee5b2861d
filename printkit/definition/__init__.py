"""Room 1: from a TOML definition to a frozen, validated Variant. Imports base."""
