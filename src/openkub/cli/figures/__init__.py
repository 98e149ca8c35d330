"""What a run of the arena has shown: as tables, and as a picture."""
