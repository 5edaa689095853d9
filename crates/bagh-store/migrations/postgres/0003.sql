-- Whether a program plays with the account.
ALTER TABLE accounts ADD COLUMN bot BOOLEAN NOT NULL DEFAULT FALSE;
CREATE INDEX accounts_bots ON accounts (id) WHERE bot;
