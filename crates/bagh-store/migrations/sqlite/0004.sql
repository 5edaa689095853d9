-- Passkeys: public keys that sign an account in.
CREATE TABLE passkeys (
    id TEXT PRIMARY KEY,        -- the identifier of the credential, base64url
    account TEXT NOT NULL,
    public_key TEXT NOT NULL,   -- COSE, base64url
    counter INTEGER NOT NULL,   -- the signatures that the authenticator has counted; 0 if it counts none
    label TEXT NOT NULL,
    created INTEGER NOT NULL,
    used INTEGER                -- when it last signed the account in
) STRICT, WITHOUT ROWID;
CREATE INDEX passkeys_of_account ON passkeys (account);

-- Challenges that authenticators are to sign, by their hash. Each is good for one answer.
CREATE TABLE passkey_challenges (
    hash TEXT PRIMARY KEY,
    account TEXT,               -- who adds a passkey; none to sign in
    expires INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX passkey_challenges_expire ON passkey_challenges (expires);
