-- Who may come in, and what each may do.

-- A public, unguessable name of a row: twelve letters of base 58, about 70 random bits.
create function random_reference() returns text
language sql volatile
as $$
  select string_agg(substr('123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz', get_byte(bytes, place) % 58 + 1, 1), '')
    from (select uuid_send(gen_random_uuid()) as bytes) as random,
         -- Bytes 6 and 8 of a random uuid hold its version and variant.
         unnest(array[0, 1, 2, 3, 4, 5, 7, 9, 10, 11, 12, 13]) as place
$$;

-- Every editable row counts its saves; a form sends back the version that it was opened with.
create function count_version() returns trigger
language plpgsql
as $$
begin
  new.version := old.version + 1;
  new.updated_at := now();
  return new;
end
$$;

create table permissions (
  id bigint generated always as identity primary key,
  name text not null unique check (name <> ''),
  guard_name text not null default 'web' check (guard_name = 'web'),
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);

create table roles (
  id bigint generated always as identity primary key,
  name text not null unique check (name <> ''),
  guard_name text not null default 'web' check (guard_name = 'web'),
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);

create table role_permissions (
  role_id bigint not null references roles on delete cascade,
  permission_id bigint not null references permissions on delete restrict,
  position integer not null default 0,
  primary key (role_id, permission_id)
);
create index role_permissions_permission_id_idx on role_permissions (permission_id);

create table users (
  id bigint generated always as identity primary key,
  name text not null check (name <> ''),
  email text not null check (email <> '' and email = lower(email)),
  -- argon2id, in its own notation; null until a password has been set.
  password_hash text,
  must_change_password boolean not null default true,
  active boolean not null default true,
  is_locked boolean not null default true,
  avatar_file_id bigint,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz
);
create unique index users_email_idx on users (email) where deleted_at is null;

create table user_roles (
  user_id bigint not null references users on delete cascade,
  role_id bigint not null references roles on delete restrict,
  position integer not null default 0,
  primary key (user_id, role_id)
);
create index user_roles_role_id_idx on user_roles (role_id);

-- The server keeps sessions: a token is only good while its session is.
create table sessions (
  id uuid primary key default gen_random_uuid(),
  user_id bigint not null references users on delete cascade,
  -- The id of the newest token, and of the one before it while other tabs still hold it.
  token_id uuid not null,
  previous_token_id uuid,
  rotated_at timestamptz,
  remember boolean not null default false,
  address inet,
  user_agent text not null default '',
  created_at timestamptz not null default now(),
  seen_at timestamptz not null default now(),
  -- When the newest token ends, and when the session does, however often it is renewed.
  token_ends_at timestamptz not null,
  ends_at timestamptz not null,
  ended_at timestamptz,
  ended_why text check (ended_why in ('logout', 'password', 'locked', 'inactive', 'deleted', 'replayed', 'staff', 'role')),
  check (token_ends_at <= ends_at)
);
create index sessions_user_id_idx on sessions (user_id) where ended_at is null;

-- One-time codes and links: only keyed hashes are kept, each is used once.
create table one_time_codes (
  id uuid primary key default gen_random_uuid(),
  purpose text not null check (purpose in ('login', 'register', 'reset')),
  email text not null,
  user_id bigint references users on delete cascade,
  reference_hash bytea not null unique,
  code_hash bytea,
  tries integer not null default 0 check (tries between 0 and 5),
  confirmed_at timestamptz,
  created_at timestamptz not null default now(),
  ends_at timestamptz not null,
  used_at timestamptz
);
create index one_time_codes_email_idx on one_time_codes (email, purpose, created_at);

create trigger permissions_version before update on permissions for each row execute function count_version();
create trigger roles_version before update on roles for each row execute function count_version();
create trigger users_version before update on users for each row execute function count_version();
