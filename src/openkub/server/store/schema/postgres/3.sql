-- Drafts and the order of racks are of no use to anybody once a game is over.
CREATE FUNCTION forget_notes() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    DELETE FROM notes WHERE game = NEW.id;
    RETURN NULL;
END $$;

CREATE TRIGGER games_finished AFTER UPDATE OF phase ON games
    FOR EACH ROW WHEN (NEW.phase = 'over' AND OLD.phase <> 'over') EXECUTE FUNCTION forget_notes();

DELETE FROM notes WHERE game IN (SELECT id FROM games WHERE phase = 'over');
