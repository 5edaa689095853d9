-- Challenges that were declined or withdrawn, for long enough that both players hear of it.
CREATE TABLE closed_challenges (
    id TEXT PRIMARY KEY,
    kind TEXT NOT NULL,
    account TEXT NOT NULL,
    opponent TEXT,
    terms TEXT NOT NULL,
    side TEXT,
    rating REAL NOT NULL,
    range REAL NOT NULL,
    two_games INTEGER NOT NULL,
    rematch_of TEXT,
    created INTEGER NOT NULL,
    expires INTEGER NOT NULL,
    game TEXT,
    closing TEXT NOT NULL,      -- declined or canceled
    closed INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX closed_challenges_by_account ON closed_challenges (account, closed);
CREATE INDEX closed_challenges_to_opponent ON closed_challenges (opponent, closed);
CREATE INDEX closed_challenges_closed ON closed_challenges (closed);
