"""Back ends behind one Protocol (`base`), over one HTTP client (`http`).

They do not know each other, nor the save workflow; their table is built in the composition root.
"""
