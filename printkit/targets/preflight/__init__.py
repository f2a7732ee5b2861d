"""What a target would refuse in a file, whoever made it."""
