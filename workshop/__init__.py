"""The illustrator's workshop: programs that draw the engraved cards.

`python -m workshop` writes the drawings of templates/art/engraved. It needs the extra `art`; the
product does not need the workshop.
"""
