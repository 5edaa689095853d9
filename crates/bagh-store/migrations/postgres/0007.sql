-- Accuracy counts only moves that could have lost value. What was counted before did not tell them
-- apart; games without a mark are marked again when a profile is looked at.
DELETE FROM marks;
ALTER TABLE marks ADD COLUMN could_err BIGINT NOT NULL DEFAULT 0;
