-- What the tables say of the moves of games that are over, for each side.
CREATE TABLE marks (
    game TEXT NOT NULL,
    side TEXT NOT NULL,
    account TEXT NOT NULL,
    kind TEXT NOT NULL,         -- the game that was played, such as bagh-chal
    moves INTEGER NOT NULL,
    keeping INTEGER NOT NULL,   -- moves that kept the value
    only_moves INTEGER NOT NULL,
    only_found INTEGER NOT NULL,
    PRIMARY KEY (game, side)
) STRICT, WITHOUT ROWID;
CREATE INDEX marks_of_account ON marks (account, kind, side);
