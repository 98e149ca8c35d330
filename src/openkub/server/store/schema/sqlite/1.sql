CREATE TABLE migrations (
    version INTEGER PRIMARY KEY,
    at TEXT NOT NULL DEFAULT CURRENT_TIMESTAMP
);

-- Games that are played at the same time have neighbouring ids, so that one commit touches few pages.
CREATE TABLE games (
    id INTEGER PRIMARY KEY,
    name TEXT NOT NULL UNIQUE,
    n INTEGER NOT NULL,
    begun INTEGER NOT NULL,
    at INTEGER NOT NULL,
    phase TEXT NOT NULL,
    listed INTEGER NOT NULL,
    due INTEGER,
    code TEXT,
    host TEXT NOT NULL,
    summary BLOB NOT NULL
);

CREATE UNIQUE INDEX games_code ON games (code) WHERE code IS NOT NULL;
CREATE INDEX games_due ON games (due) WHERE due IS NOT NULL;
CREATE INDEX games_lobby ON games (begun) WHERE listed AND phase = 'waiting';
CREATE INDEX games_open ON games (host) WHERE phase <> 'over';

CREATE TABLE events (
    game INTEGER NOT NULL REFERENCES games ON DELETE CASCADE,
    n INTEGER NOT NULL,
    at INTEGER NOT NULL,
    data BLOB NOT NULL,
    key TEXT,
    PRIMARY KEY (game, n)
);

CREATE UNIQUE INDEX events_key ON events (game, key) WHERE key IS NOT NULL;

CREATE TABLE notes (
    game INTEGER NOT NULL REFERENCES games ON DELETE CASCADE,
    seat INTEGER NOT NULL,
    text TEXT NOT NULL,
    PRIMARY KEY (game, seat)
) WITHOUT ROWID;

CREATE TABLE beats (
    worker TEXT PRIMARY KEY,
    at INTEGER NOT NULL
) WITHOUT ROWID;

CREATE TABLE outages (
    "begin" INTEGER NOT NULL,
    "end" INTEGER PRIMARY KEY
);
