-- Whose games are over: a player's own list. Of those that ended before this step only the host is known.
CREATE TABLE played (
    player TEXT NOT NULL,
    game INTEGER NOT NULL REFERENCES games ON DELETE CASCADE,
    PRIMARY KEY (player, game)
) WITHOUT ROWID;

CREATE INDEX played_game ON played (game);

CREATE TRIGGER games_played AFTER UPDATE OF phase ON games WHEN NEW.phase = 'over' AND OLD.phase <> 'over' BEGIN
    INSERT OR IGNORE INTO played (player, game) SELECT value, NEW.id FROM json_each(
        CASE WHEN json_valid(CAST(NEW.summary AS TEXT)) THEN CAST(NEW.summary AS TEXT) ELSE '{}' END, '$.owners'
    ) WHERE value IS NOT NULL;
END;

INSERT INTO played (player, game) SELECT host, id FROM games WHERE phase = 'over';

-- What was found when somebody looked back at a game.
CREATE TABLE analyses (
    game INTEGER PRIMARY KEY REFERENCES games ON DELETE CASCADE,
    data BLOB NOT NULL
);
