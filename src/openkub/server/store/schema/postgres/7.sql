-- Who is at what just now, so that no two workers do the same work. A claim ends by itself, by the clock of the database.
-- Unlogged: after a crash of the database nobody is at anything, and no claim waits for a disk.
CREATE UNLOGGED TABLE claims (
    what text PRIMARY KEY,
    worker text NOT NULL,
    until timestamptz NOT NULL
) WITH (fillfactor = 50);
