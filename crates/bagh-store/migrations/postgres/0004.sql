-- Passkeys: public keys that sign an account in.
CREATE TABLE passkeys (
    id TEXT COLLATE "C" PRIMARY KEY,        -- the identifier of the credential, base64url
    account TEXT COLLATE "C" NOT NULL,
    public_key TEXT COLLATE "C" NOT NULL,   -- COSE, base64url
    counter BIGINT NOT NULL,   -- the signatures that the authenticator has counted; 0 if it counts none
    label TEXT COLLATE "C" NOT NULL,
    created BIGINT NOT NULL,
    used BIGINT                -- when it last signed the account in
);
CREATE INDEX passkeys_of_account ON passkeys (account);

-- Challenges that authenticators are to sign, by their hash. Each is good for one answer.
CREATE TABLE passkey_challenges (
    hash TEXT COLLATE "C" PRIMARY KEY,
    account TEXT COLLATE "C",               -- who adds a passkey; none to sign in
    expires BIGINT NOT NULL
);
CREATE INDEX passkey_challenges_expire ON passkey_challenges (expires);
