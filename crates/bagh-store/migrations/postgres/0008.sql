-- Challenges that were declined or withdrawn, for long enough that both players hear of it.
CREATE TABLE closed_challenges (
    id TEXT COLLATE "C" PRIMARY KEY,
    kind TEXT COLLATE "C" NOT NULL,
    account TEXT COLLATE "C" NOT NULL,
    opponent TEXT COLLATE "C",
    terms TEXT COLLATE "C" NOT NULL,
    side TEXT COLLATE "C",
    rating DOUBLE PRECISION NOT NULL,
    range DOUBLE PRECISION NOT NULL,
    two_games BOOLEAN NOT NULL,
    rematch_of TEXT COLLATE "C",
    created BIGINT NOT NULL,
    expires BIGINT NOT NULL,
    game TEXT COLLATE "C",
    closing TEXT COLLATE "C" NOT NULL,      -- declined or canceled
    closed BIGINT NOT NULL
);
CREATE INDEX closed_challenges_by_account ON closed_challenges (account, closed);
CREATE INDEX closed_challenges_to_opponent ON closed_challenges (opponent, closed);
CREATE INDEX closed_challenges_closed ON closed_challenges (closed);
