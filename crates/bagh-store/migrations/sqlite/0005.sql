-- How many connections each node has.
ALTER TABLE nodes ADD COLUMN here INTEGER NOT NULL DEFAULT 0;
