-- Passkeys (WebAuthn) as second factors. A challenge is derived or signed, not stored.
create table passkeys (
  id bigint generated always as identity primary key,
  user_id bigint not null references users on delete cascade,
  name text not null check (name <> ''),
  -- In base64url, as browsers name it.
  credential_id text not null unique,
  public_key bytea not null,
  -- Signatures so far: a smaller number is that of a copy. Synchronized passkeys always have 0.
  sign_count bigint not null,
  transports text[] not null default '{}',
  created_at timestamptz not null default now(),
  used_at timestamptz
);
create index passkeys_user_id_idx on passkeys (user_id);
