"""The functions of the command line for programs; `printkit` exports them."""
