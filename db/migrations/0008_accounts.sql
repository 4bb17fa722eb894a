-- What registration, codes, letters and the limits of attempts need.

-- A temporary lock ends by itself; `is_locked` is the staff's and stays.
alter table users add column locked_until timestamptz;
-- A first or reset password that nobody has used by then opens nothing any more.
alter table users add column first_password_ends_at timestamptz;
alter table users add column terms_accepted_at timestamptz;

-- What a step was begun with, so that the one that ends it keeps the same promise.
alter table one_time_codes add column remember boolean not null default false;
alter table one_time_codes drop constraint one_time_codes_purpose_check;
-- `first` is the step that a first password leads to: nothing but choosing another.
alter table one_time_codes add constraint one_time_codes_purpose_check
  check (purpose in ('login', 'register', 'reset', 'first'));
create index one_time_codes_user_id_idx on one_time_codes (user_id, purpose, created_at);

-- Attempts, counted by rate-limiter-flexible; it dictates the columns. Losing them in a crash costs nothing but a count.
create unlogged table rate_limits (
  key varchar(255) primary key,
  points integer not null default 0,
  expire bigint
);
create index rate_limits_expire_idx on rate_limits (expire);

-- Letters are written in the transaction of what they tell of and sent afterwards, so that none is lost and none is
-- sent for what did not happen.
create table letters (
  id bigint generated always as identity primary key,
  kind text not null,
  language text not null check (language in ('dv', 'en')),
  recipient text not null check (recipient <> '' and recipient !~ '[\r\n]'),
  -- What the letter says; codes and links are taken out once it has been sent.
  content jsonb not null default '{}',
  created_at timestamptz not null default now(),
  tries integer not null default 0,
  last_problem text,
  sent_at timestamptz,
  given_up_at timestamptz
);
create index letters_waiting_idx on letters (created_at) where sent_at is null and given_up_at is null;
