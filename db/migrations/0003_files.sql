-- Files are kept by the hash of what they hold; a row says what a file is called and whom it belongs to.

create table files (
  id bigint generated always as identity primary key,
  sha256 bytea not null check (length(sha256) = 32),
  name text not null check (name <> ''),
  media_type text not null,
  size bigint not null check (size >= 0),
  -- Temp until the record that it was uploaded for is saved.
  type text not null default 'Temp' check (type in ('Temp', 'Permanent')),
  owner_id bigint references users on delete set null,
  created_at timestamptz not null default now()
);
create index files_sha256_idx on files (sha256);
create index files_temp_idx on files (created_at) where type = 'Temp';

alter table users
  add foreign key (avatar_file_id) references files on delete set null;
create index users_avatar_file_id_idx on users (avatar_file_id);
