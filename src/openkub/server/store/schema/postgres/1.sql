CREATE TABLE migrations (
    version integer PRIMARY KEY,
    at timestamptz NOT NULL DEFAULT now()
);

CREATE TABLE games (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    name text NOT NULL UNIQUE,
    n integer NOT NULL,
    begun bigint NOT NULL,
    at bigint NOT NULL,
    phase text NOT NULL,
    listed boolean NOT NULL,
    due bigint,
    code text,
    host text NOT NULL,
    summary bytea NOT NULL
) WITH (fillfactor = 70);

CREATE UNIQUE INDEX games_code ON games (code) WHERE code IS NOT NULL;
CREATE INDEX games_due ON games (due) WHERE due IS NOT NULL;
CREATE INDEX games_lobby ON games (begun) WHERE listed AND phase = 'waiting';
CREATE INDEX games_open ON games (host) WHERE phase <> 'over';

-- No foreign key: whoever writes or deletes holds the lock of the game's row, and checking again costs a third.
CREATE TABLE events (
    game bigint NOT NULL,
    n integer NOT NULL,
    at bigint NOT NULL,
    data bytea NOT NULL,
    key text,
    PRIMARY KEY (game, n)
);

CREATE UNIQUE INDEX events_key ON events (game, key) WHERE key IS NOT NULL;

CREATE TABLE notes (
    game bigint NOT NULL REFERENCES games ON DELETE CASCADE,
    seat integer NOT NULL,
    text text NOT NULL,
    PRIMARY KEY (game, seat)
) WITH (fillfactor = 70);

CREATE TABLE beats (
    worker text PRIMARY KEY,
    at bigint NOT NULL
) WITH (fillfactor = 50);

CREATE TABLE outages (
    "begin" bigint NOT NULL,
    "end" bigint PRIMARY KEY
);

-- Writes the wishes that may be written, at most one a game, and names their games; all in one round trip.
CREATE FUNCTION append(
    wish_games text[], wish_ns integer[], wish_ats bigint[], wish_datas bytea[], wish_keys text[], wish_phases text[],
    wish_listeds boolean[], wish_dues bigint[], wish_codes text[], wish_hosts text[], wish_summaries bytea[]
) RETURNS text[] LANGUAGE plpgsql AS $$
DECLARE
    opened text[] := '{}';
    moved text[];
BEGIN
    -- In order, so that two workers never wait for each other; and in a statement of its own, so that the next ones see
    -- all that others wrote while we waited.
    PERFORM 1 FROM games WHERE name = ANY (wish_games) ORDER BY name FOR NO KEY UPDATE;

    IF 0 = ANY (wish_ns) THEN
        WITH fresh AS (
            INSERT INTO games (name, n, begun, at, phase, listed, due, code, host, summary)
            SELECT game, 0, at, at, phase, listed, due, code, host, summary
            FROM unnest(
                wish_games, wish_ns, wish_ats, wish_phases, wish_listeds, wish_dues, wish_codes, wish_hosts, wish_summaries
            ) AS w (game, n, at, phase, listed, due, code, host, summary)
            WHERE n = 0 ORDER BY game
            ON CONFLICT DO NOTHING
            RETURNING name
        )
        SELECT coalesce(array_agg(name), '{}') INTO opened FROM fresh;

        -- Only the games that were opened just now have no first entry.
        INSERT INTO events (game, n, at, data, key)
        SELECT g.id, 0, w.at, w.data, w.key
        FROM unnest(wish_games, wish_ns, wish_ats, wish_datas, wish_keys) AS w (game, n, at, data, key)
        JOIN games AS g ON g.name = w.game
        WHERE w.n = 0 AND NOT EXISTS (SELECT 1 FROM events AS e WHERE e.game = g.id AND e.n = 0);
    END IF;

    WITH moved_games AS (
        UPDATE games AS g SET
            n = w.n, at = w.at, phase = w.phase, listed = w.listed, due = w.due, summary = w.summary,
            code = CASE WHEN w.phase = 'over' THEN NULL ELSE g.code END
        FROM unnest(
            wish_games, wish_ns, wish_ats, wish_datas, wish_keys, wish_phases, wish_listeds, wish_dues, wish_summaries
        ) AS w (game, n, at, data, key, phase, listed, due, summary)
        WHERE g.name = w.game AND g.n = w.n - 1 AND w.n > 0
            AND NOT EXISTS (SELECT 1 FROM events AS e WHERE e.game = g.id AND e.key = w.key)
        RETURNING g.id, g.name, w.n, w.at, w.data, w.key
    ), logged AS (
        INSERT INTO events (game, n, at, data, key) SELECT id, n, at, data, key FROM moved_games
    )
    SELECT coalesce(array_agg(name), '{}') INTO moved FROM moved_games;
    RETURN opened || moved;
END $$;
