-- What tokens are marked with.
CREATE TABLE keys (
    purpose text PRIMARY KEY,
    value bytea NOT NULL
);

-- A short code finds a game while it waits for players, and is free again when it begins.
UPDATE games SET code = NULL WHERE phase <> 'waiting';

-- Writes the wishes that may be written, at most one a game, and names their games; all in one round trip.
CREATE OR REPLACE FUNCTION append(
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

        INSERT INTO events (game, n, at, data, key)
        SELECT g.id, 0, w.at, w.data, w.key
        FROM unnest(wish_games, wish_ns, wish_ats, wish_datas, wish_keys) AS w (game, n, at, data, key)
        JOIN games AS g ON g.name = w.game
        WHERE w.n = 0 AND w.game = ANY (opened);
    END IF;

    WITH moved_games AS (
        UPDATE games AS g SET
            n = w.n, at = w.at, phase = w.phase, listed = w.listed, due = w.due, summary = w.summary,
            code = CASE WHEN w.phase = 'waiting' THEN g.code END
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
