"""Draw parts shared by products and booklets: tokens, reference sections and notes."""
