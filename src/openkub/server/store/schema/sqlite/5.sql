-- What tokens are marked with.
CREATE TABLE keys (
    purpose TEXT PRIMARY KEY,
    value BLOB NOT NULL
) WITHOUT ROWID;

-- A short code finds a game while it waits for players, and is free again when it begins.
UPDATE games SET code = NULL WHERE phase <> 'waiting';
