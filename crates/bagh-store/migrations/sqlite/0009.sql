-- Times in which no node was alive. Clocks did not run then: a game gets the time back when
-- somebody next looks at it.
CREATE TABLE outages (
    ended INTEGER NOT NULL,
    begun INTEGER NOT NULL,
    PRIMARY KEY (ended, begun)
) STRICT, WITHOUT ROWID;

-- Games without a clock end when nobody moves any more. The exact time follows from the log, which
-- a node reads then.
UPDATE games SET deadline = updated + 1209600000
WHERE reason IS NULL AND deadline IS NULL AND tiger IS NOT NULL AND goat IS NOT NULL;
