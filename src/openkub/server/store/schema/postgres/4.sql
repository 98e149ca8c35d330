-- Whose games are over: a player's own list. Of those that ended before this step only the host is known.
CREATE TABLE played (
    player text NOT NULL,
    game bigint NOT NULL REFERENCES games ON DELETE CASCADE,
    PRIMARY KEY (player, game)
);

CREATE INDEX played_game ON played (game);

CREATE FUNCTION remember_players() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO played (player, game)
    SELECT owner, NEW.id
    FROM jsonb_array_elements_text(coalesce(convert_from(NEW.summary, 'UTF8')::jsonb -> 'owners', '[]')) AS owner
    WHERE owner IS NOT NULL
    ON CONFLICT DO NOTHING;
    RETURN NULL;
EXCEPTION WHEN data_exception THEN
    RETURN NULL;  -- a summary that says nothing of players
END $$;

CREATE TRIGGER games_played AFTER UPDATE OF phase ON games
    FOR EACH ROW WHEN (NEW.phase = 'over' AND OLD.phase <> 'over') EXECUTE FUNCTION remember_players();

INSERT INTO played (player, game) SELECT host, id FROM games WHERE phase = 'over';

-- What was found when somebody looked back at a game.
CREATE TABLE analyses (
    game bigint PRIMARY KEY REFERENCES games ON DELETE CASCADE,
    data bytea NOT NULL
);
