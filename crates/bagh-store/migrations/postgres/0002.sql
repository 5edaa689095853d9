-- What the tables say of the moves of games that are over, for each side.
CREATE TABLE marks (
    game TEXT COLLATE "C" NOT NULL,
    side TEXT COLLATE "C" NOT NULL,
    account TEXT COLLATE "C" NOT NULL,
    kind TEXT COLLATE "C" NOT NULL,         -- the game that was played, such as bagh-chal
    moves BIGINT NOT NULL,
    keeping BIGINT NOT NULL,   -- moves that kept the value
    only_moves BIGINT NOT NULL,
    only_found BIGINT NOT NULL,
    PRIMARY KEY (game, side)
);
CREATE INDEX marks_of_account ON marks (account, kind, side);
