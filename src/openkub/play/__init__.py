"""A game as it is played: drafts, rounds, matches, records."""
