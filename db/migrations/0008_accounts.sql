-- What registration, codes, letters and the limits of attempts need.

-- A temporary lock ends by itself; `is_locked` is the staff's and stays.
alter table users add column locked_until timestamptz;
-- A first or reset password that nobody has used by then opens nothing any more.
alter table users add column first_password_ends_at timestamptz;
alter table users add column terms_accepted_at timestamptz;
-- A form counts what it shows: whoever fails to sign in must not spoil what somebody is editing.
drop trigger users_version on users;
create trigger users_version
  before update of name, email, active, is_locked, must_change_password, avatar_file_id, deleted_at on users
  for each row execute function count_version();

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

-- A session may also be ended from another one of the same person.
alter table sessions drop constraint sessions_ended_why_check;
alter table sessions add constraint sessions_ended_why_check
  check (ended_why in ('logout', 'owner', 'password', 'locked', 'inactive', 'deleted', 'replayed', 'staff', 'role'));
-- Where a person has signed in from before.
create index sessions_known_idx on sessions (user_id, address);

-- Whoever keeps something open for a session (sockets) hears of its end within the moment of the commit.
create function tell_session_ended() returns trigger
language plpgsql
as $$
begin
  perform pg_notify('sessions', new.id::text);
  return null;
end
$$;
create trigger sessions_ended after update of ended_at on sessions
  for each row when (old.ended_at is null and new.ended_at is not null) execute function tell_session_ended();

-- A closed account has no session left, whoever closed it and however; opening it again revives none.
create function end_sessions_of_closed() returns trigger
language plpgsql
as $$
begin
  update sessions
     set ended_at = now(),
         ended_why = case
           when new.deleted_at is not null then 'deleted'
           when not new.active then 'inactive'
           when new.is_locked then 'locked'
           else 'password'
         end
   where user_id = new.id
     and ended_at is null;
  return null;
end
$$;
create trigger users_closed after update of active, is_locked, deleted_at, must_change_password on users
  for each row when (new.deleted_at is not null or not new.active or new.is_locked or new.must_change_password)
  execute function end_sessions_of_closed();

-- What somebody may do has changed: one word for each person it concerns.
create function tell_rights_of_people() returns trigger
language plpgsql
as $$
begin
  perform pg_notify('rights', user_id::text) from (select distinct user_id from changed) as people;
  return null;
end
$$;
create function tell_rights_of_roles() returns trigger
language plpgsql
as $$
begin
  perform pg_notify('rights', user_id::text)
     from (select distinct user_id from user_roles where role_id in (select role_id from changed)) as people;
  return null;
end
$$;
create trigger user_roles_given after insert on user_roles
  referencing new table as changed for each statement execute function tell_rights_of_people();
create trigger user_roles_taken after delete on user_roles
  referencing old table as changed for each statement execute function tell_rights_of_people();
create trigger role_permissions_given after insert on role_permissions
  referencing new table as changed for each statement execute function tell_rights_of_roles();
create trigger role_permissions_taken after delete on role_permissions
  referencing old table as changed for each statement execute function tell_rights_of_roles();
