"""What several products and booklets draw with: faces, tokens, places, the lock-up, thumbnails."""
