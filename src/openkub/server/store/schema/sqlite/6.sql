-- The log of a game that has been over for a while is one compressed record; `archived` says so.
ALTER TABLE games ADD COLUMN archived INTEGER NOT NULL DEFAULT 0;
CREATE INDEX games_unarchived ON games (at) WHERE phase = 'over' AND archived = 0;

CREATE TABLE archives (
    game INTEGER PRIMARY KEY REFERENCES games ON DELETE CASCADE,
    data BLOB NOT NULL
);

-- Players whom the server's host does not want to see, and until when.
CREATE TABLE bans (
    player TEXT PRIMARY KEY,
    until INTEGER NOT NULL
) WITHOUT ROWID;
