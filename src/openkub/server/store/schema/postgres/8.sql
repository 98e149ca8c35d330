-- Logs of finished games are no longer compressed; their events were restored before this step.
DROP INDEX games_unarchived;
ALTER TABLE games DROP COLUMN archived;
DROP TABLE archives;
