-- The host's list of finished games, page by page.
CREATE INDEX games_over ON games (at) WHERE phase = 'over';
