-- How many connections each node has.
ALTER TABLE nodes ADD COLUMN here BIGINT NOT NULL DEFAULT 0;
