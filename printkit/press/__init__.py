"""Prepare colours, lines and pictures for print shops."""
