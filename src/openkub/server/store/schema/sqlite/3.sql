-- Drafts and the order of racks are of no use to anybody once a game is over.
CREATE TRIGGER games_finished AFTER UPDATE OF phase ON games WHEN NEW.phase = 'over' AND OLD.phase <> 'over' BEGIN
    DELETE FROM notes WHERE game = NEW.id;
END;
DELETE FROM notes WHERE game IN (SELECT id FROM games WHERE phase = 'over');
