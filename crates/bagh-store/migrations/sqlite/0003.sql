-- Whether a program plays with the account.
ALTER TABLE accounts ADD COLUMN bot INTEGER NOT NULL DEFAULT 0;
CREATE INDEX accounts_bots ON accounts (id) WHERE bot;
