"""From a TOML definition to a frozen, validated Variant. Imports base."""
