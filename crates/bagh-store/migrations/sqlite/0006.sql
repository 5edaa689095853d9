-- Challenges are looked up by who made them and by who is asked.
CREATE INDEX challenges_by_account ON challenges (account);
CREATE INDEX challenges_to_opponent ON challenges (opponent);
