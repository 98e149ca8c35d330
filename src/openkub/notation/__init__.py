"""How values are read and written as text."""
