"""What comes out of the box: tiles, kits, sets and tables of sets."""
