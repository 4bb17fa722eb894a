-- Second factors of a sign-in, and personal API tokens. Secrets are sealed, codes and tokens only hashed.
create table totp_authenticators (
  user_id bigint primary key references users on delete cascade,
  sealed_secret text not null,
  created_at timestamptz not null default now(),
  -- Null until a code confirms it: before that it is no factor.
  confirmed_at timestamptz,
  -- The newest accepted time step: a code is accepted once.
  last_step bigint not null default 0,
  used_at timestamptz
);

create table recovery_codes (
  id bigint generated always as identity primary key,
  user_id bigint not null references users on delete cascade,
  code_hash bytea not null,
  used_at timestamptz,
  unique (user_id, code_hash)
);

-- A user with a second factor of their own may refuse codes by e-mail.
alter table users add column email_codes_allowed boolean not null default true;

create table api_tokens (
  id uuid primary key default gen_random_uuid(),
  user_id bigint not null references users on delete cascade,
  name text not null check (name <> ''),
  scopes text[] not null check (cardinality(scopes) > 0),
  token_hash bytea not null unique,
  created_at timestamptz not null default now(),
  used_at timestamptz,
  ends_at timestamptz not null check (ends_at <= created_at + interval '366 days'),
  revoked_at timestamptz,
  revoked_why text check (revoked_why in ('owner', 'password', 'closed'))
);
create index api_tokens_user_id_idx on api_tokens (user_id) where revoked_at is null;

-- A closed account and a new password leave no token, whatever the cause of the change.
create function revoke_api_tokens() returns trigger
language plpgsql
as $$
begin
  update api_tokens
     set revoked_at = now(),
         revoked_why = case when new.deleted_at is null and new.active and not new.is_locked then 'password' else 'closed' end
   where user_id = new.id
     and revoked_at is null;
  return null;
end
$$;
create trigger users_tokens after update of password_hash, active, is_locked, deleted_at, must_change_password on users
  for each row when (
    new.deleted_at is not null or not new.active or new.is_locked or new.must_change_password
    or new.password_hash is distinct from old.password_hash)
  execute function revoke_api_tokens();
