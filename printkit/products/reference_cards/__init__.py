"""What a game comes to in short: sections of entries, examples of hands, blocks, their flow."""
