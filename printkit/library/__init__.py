"""The functions behind the command line, for use by programs; `printkit` exports them."""
