"""What a run of the arena or an analysis has shown: as tables, and as pictures."""
