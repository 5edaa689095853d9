-- Times are milliseconds since the Unix epoch.

CREATE TABLE accounts (
    id TEXT COLLATE "C" PRIMARY KEY,
    name TEXT COLLATE "C",                  -- none for a guest
    name_key TEXT COLLATE "C" UNIQUE,       -- the name as it compares: no case, no look-alikes
    password TEXT COLLATE "C",              -- argon2id, as a PHC string
    created BIGINT NOT NULL,
    seen BIGINT NOT NULL,
    banned TEXT COLLATE "C"                 -- the reason, for an account that may not play
);

CREATE TABLE recovery_codes (
    account TEXT COLLATE "C" NOT NULL,
    hash TEXT COLLATE "C" NOT NULL,
    PRIMARY KEY (account, hash)
);

-- Sessions of browsers and tokens of programs, by the hash of what they present.
CREATE TABLE keys (
    hash TEXT COLLATE "C" PRIMARY KEY,
    account TEXT COLLATE "C" NOT NULL,
    kind TEXT COLLATE "C" NOT NULL,
    label TEXT COLLATE "C" NOT NULL,
    created BIGINT NOT NULL,
    expires BIGINT
);
CREATE INDEX keys_of_account ON keys (account);

CREATE TABLE blocks (
    account TEXT COLLATE "C" NOT NULL,
    blocked TEXT COLLATE "C" NOT NULL,
    created BIGINT NOT NULL,
    PRIMARY KEY (account, blocked)
);

-- What a log leads to, as far as lists and deadlines need it. The log is the truth.
CREATE TABLE games (
    id TEXT COLLATE "C" PRIMARY KEY,
    last BIGINT NOT NULL,      -- the number of the last event
    tiger TEXT COLLATE "C",
    goat TEXT COLLATE "C",
    game TEXT COLLATE "C" NOT NULL,
    setup TEXT COLLATE "C" NOT NULL,
    rated BOOLEAN NOT NULL,
    created BIGINT NOT NULL,
    updated BIGINT NOT NULL,
    ply BIGINT NOT NULL,
    turn TEXT COLLATE "C" NOT NULL,
    deadline BIGINT,
    lease BIGINT,              -- until then a node is busy with the deadline
    outcome TEXT COLLATE "C",
    reason TEXT COLLATE "C",                -- why the game ended; none while it runs
    to_rate BOOLEAN NOT NULL    -- whether the result still has to change ratings
);
CREATE INDEX games_due ON games (deadline) WHERE deadline IS NOT NULL;
CREATE INDEX games_to_rate ON games (id) WHERE to_rate;
CREATE INDEX games_running ON games (updated) WHERE reason IS NULL;
CREATE INDEX games_of_tiger ON games (tiger, created);
CREATE INDEX games_of_goat ON games (goat, created);

CREATE TABLE events (
    game TEXT COLLATE "C" NOT NULL,
    number BIGINT NOT NULL,
    body TEXT COLLATE "C" NOT NULL,
    PRIMARY KEY (game, number)
);

CREATE TABLE ratings (
    account TEXT COLLATE "C" NOT NULL,
    game TEXT COLLATE "C" NOT NULL,
    side TEXT COLLATE "C" NOT NULL,
    value DOUBLE PRECISION NOT NULL,
    deviation DOUBLE PRECISION NOT NULL,
    volatility DOUBLE PRECISION NOT NULL,
    games BIGINT NOT NULL,
    updated BIGINT NOT NULL,
    PRIMARY KEY (account, game, side)
);
CREATE INDEX ratings_by_value ON ratings (game, side, value);

CREATE TABLE rating_history (
    account TEXT COLLATE "C" NOT NULL,
    played TEXT COLLATE "C" NOT NULL,       -- the id of the game
    game TEXT COLLATE "C" NOT NULL,
    side TEXT COLLATE "C" NOT NULL,
    at BIGINT NOT NULL,
    value DOUBLE PRECISION NOT NULL,
    deviation DOUBLE PRECISION NOT NULL,
    PRIMARY KEY (account, played)
);

-- Challenges to one player or by link, and seeks that wait for anyone who fits.
CREATE TABLE challenges (
    id TEXT COLLATE "C" PRIMARY KEY,
    kind TEXT COLLATE "C" NOT NULL,
    account TEXT COLLATE "C" NOT NULL,
    opponent TEXT COLLATE "C",
    terms TEXT COLLATE "C" NOT NULL,        -- the setup as JSON, which is also what seeks are matched by
    side TEXT COLLATE "C",
    rating DOUBLE PRECISION NOT NULL,
    range DOUBLE PRECISION NOT NULL,
    two_games BOOLEAN NOT NULL,
    rematch_of TEXT COLLATE "C",
    created BIGINT NOT NULL,
    expires BIGINT NOT NULL,
    game TEXT COLLATE "C"                   -- the game it led to
);
CREATE INDEX challenges_open ON challenges (kind, terms) WHERE game IS NULL;
CREATE INDEX challenges_expire ON challenges (expires);

CREATE TABLE nodes (
    id TEXT COLLATE "C" PRIMARY KEY,
    alive BIGINT NOT NULL
);

CREATE TABLE presence (
    game TEXT COLLATE "C" NOT NULL,
    account TEXT COLLATE "C" NOT NULL,
    node TEXT COLLATE "C" NOT NULL,
    PRIMARY KEY (game, account, node)
);
