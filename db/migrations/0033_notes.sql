-- Notes that readers make on the text of a case: private to their owner.

-- The text that the ranges of notes refer to: the blocks of a judgment, one line for each. Stored once for each text of a case
-- that has notes, because a later version carries them over the difference.
create table note_texts (
  id bigint generated always as identity primary key,
  case_file_id bigint not null references case_files on delete cascade,
  -- The version of the case when the text was stored.
  version integer not null check (version > 0),
  -- `fingerprint` of shared/text.
  fingerprint text not null check (fingerprint ~ '^[0-9a-f]{32}$'),
  text text not null,
  unique (case_file_id, fingerprint)
);

create table notes (
  id bigint generated always as identity primary key,
  uid uuid not null unique default gen_random_uuid(),
  user_id bigint not null references users on delete cascade,
  case_file_id bigint not null references case_files on delete cascade,
  -- The version of the case on which the note was made, confirmed, or given another range.
  version integer not null check (version > 0),
  -- The text, and the range in it by UTF-16 offsets.
  text_id bigint not null references note_texts on delete restrict,
  range_start integer not null check (range_start >= 0),
  range_end integer not null check (range_end > range_start),
  quote text not null,
  type text not null check (type in ('General', 'Positive', 'Neutral', 'Warning', 'Cautionary')),
  title text not null,
  category text not null check (category in ('editorial', 'usul')),
  description text not null,
  -- The state in the text that the note was last carried over to, and the range there that is proposed for a moved note.
  state text not null default 'placed' check (state in ('placed', 'moved', 'lost')),
  carried_text_id bigint not null references note_texts on delete restrict,
  moved_start integer check (moved_start >= 0),
  moved_end integer check (moved_end > moved_start),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  check ((state = 'moved') = (moved_start is not null)),
  check ((moved_start is null) = (moved_end is null)),
  check (state <> 'placed' or carried_text_id = text_id)
);
create index notes_user_id_idx on notes (user_id, case_file_id);
create index notes_case_file_id_idx on notes (case_file_id);
create index notes_text_id_idx on notes (text_id);
create index notes_carried_text_id_idx on notes (carried_text_id);

-- The row of a deleted user stays, their notes do not.
create function delete_notes_of_user() returns trigger
language plpgsql
as $$
begin
  delete from notes where user_id = new.id;
  return null;
end
$$;
create trigger users_deleted_notes after update of deleted_at on users
  for each row when (new.deleted_at is not null) execute function delete_notes_of_user();
