-- Uploads in parts that are not complete yet. The bytes of the parts are in the file store; `received` are those of the
-- parts that are complete.
create table uploads (
  id uuid primary key default gen_random_uuid(),
  owner_id bigint not null references users on delete cascade,
  -- The resource and the field that the file is for.
  used_for text not null,
  name text not null check (name <> ''),
  size bigint not null check (size > 0),
  -- When the file was last changed, in ms: with its name and size, by which an interrupted upload of it is found.
  modified bigint not null check (modified >= 0),
  received bigint not null default 0 check (received between 0 and size),
  part_count integer not null default 0 check (part_count >= 0),
  created_at timestamptz not null default now(),
  unique (owner_id, used_for, name, size, modified)
);
create index uploads_created_at_idx on uploads (created_at);
