-- Times are milliseconds since the Unix epoch.

CREATE TABLE accounts (
    id TEXT PRIMARY KEY,
    name TEXT,                  -- none for a guest
    name_key TEXT UNIQUE,       -- the name as it compares: no case, no look-alikes
    password TEXT,              -- argon2id, as a PHC string
    created INTEGER NOT NULL,
    seen INTEGER NOT NULL,
    banned TEXT                 -- the reason, for an account that may not play
) STRICT, WITHOUT ROWID;

CREATE TABLE recovery_codes (
    account TEXT NOT NULL,
    hash TEXT NOT NULL,
    PRIMARY KEY (account, hash)
) STRICT, WITHOUT ROWID;

-- Sessions of browsers and tokens of programs, by the hash of what they present.
CREATE TABLE keys (
    hash TEXT PRIMARY KEY,
    account TEXT NOT NULL,
    kind TEXT NOT NULL,
    label TEXT NOT NULL,
    created INTEGER NOT NULL,
    expires INTEGER
) STRICT, WITHOUT ROWID;
CREATE INDEX keys_of_account ON keys (account);

CREATE TABLE blocks (
    account TEXT NOT NULL,
    blocked TEXT NOT NULL,
    created INTEGER NOT NULL,
    PRIMARY KEY (account, blocked)
) STRICT, WITHOUT ROWID;

-- What a log leads to, as far as lists and deadlines need it. The log is the truth.
CREATE TABLE games (
    id TEXT PRIMARY KEY,
    last INTEGER NOT NULL,      -- the number of the last event
    tiger TEXT,
    goat TEXT,
    game TEXT NOT NULL,
    setup TEXT NOT NULL,
    rated INTEGER NOT NULL,
    created INTEGER NOT NULL,
    updated INTEGER NOT NULL,
    ply INTEGER NOT NULL,
    turn TEXT NOT NULL,
    deadline INTEGER,
    lease INTEGER,              -- until then a node is busy with the deadline
    outcome TEXT,
    reason TEXT,                -- why the game ended; none while it runs
    to_rate INTEGER NOT NULL    -- whether the result still has to change ratings
) STRICT, WITHOUT ROWID;
CREATE INDEX games_due ON games (deadline) WHERE deadline IS NOT NULL;
CREATE INDEX games_to_rate ON games (id) WHERE to_rate;
CREATE INDEX games_running ON games (updated) WHERE reason IS NULL;
CREATE INDEX games_of_tiger ON games (tiger, created);
CREATE INDEX games_of_goat ON games (goat, created);

CREATE TABLE events (
    game TEXT NOT NULL,
    number INTEGER NOT NULL,
    body TEXT NOT NULL,
    PRIMARY KEY (game, number)
) STRICT, WITHOUT ROWID;

CREATE TABLE ratings (
    account TEXT NOT NULL,
    game TEXT NOT NULL,
    side TEXT NOT NULL,
    value REAL NOT NULL,
    deviation REAL NOT NULL,
    volatility REAL NOT NULL,
    games INTEGER NOT NULL,
    updated INTEGER NOT NULL,
    PRIMARY KEY (account, game, side)
) STRICT, WITHOUT ROWID;
CREATE INDEX ratings_by_value ON ratings (game, side, value);

CREATE TABLE rating_history (
    account TEXT NOT NULL,
    played TEXT NOT NULL,       -- the id of the game
    game TEXT NOT NULL,
    side TEXT NOT NULL,
    at INTEGER NOT NULL,
    value REAL NOT NULL,
    deviation REAL NOT NULL,
    PRIMARY KEY (account, played)
) STRICT, WITHOUT ROWID;

-- Challenges to one player or by link, and seeks that wait for anyone who fits.
CREATE TABLE challenges (
    id TEXT PRIMARY KEY,
    kind TEXT NOT NULL,
    account TEXT NOT NULL,
    opponent TEXT,
    terms TEXT NOT NULL,        -- the setup as JSON, which is also what seeks are matched by
    side TEXT,
    rating REAL NOT NULL,
    range REAL NOT NULL,
    two_games INTEGER NOT NULL,
    rematch_of TEXT,
    created INTEGER NOT NULL,
    expires INTEGER NOT NULL,
    game TEXT                   -- the game it led to
) STRICT, WITHOUT ROWID;
CREATE INDEX challenges_open ON challenges (kind, terms) WHERE game IS NULL;
CREATE INDEX challenges_expire ON challenges (expires);

CREATE TABLE nodes (
    id TEXT PRIMARY KEY,
    alive INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE presence (
    game TEXT NOT NULL,
    account TEXT NOT NULL,
    node TEXT NOT NULL,
    PRIMARY KEY (game, account, node)
) STRICT, WITHOUT ROWID;
