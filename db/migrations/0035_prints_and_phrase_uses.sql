-- Prints are counted like copies.
create table prints (
  id bigint generated always as identity primary key,
  user_id bigint not null references users on delete cascade,
  case_file_id bigint not null references case_files on delete cascade,
  at timestamptz not null default now()
);
create index prints_user_id_idx on prints (user_id, at desc);
create index prints_case_file_id_idx on prints (case_file_id);

-- Cases that contain a phrase, and that the staff dismissed as its uses: they are not suggested again.
create table dismissed_phrase_uses (
  phrase_id bigint not null references phrases on delete cascade,
  case_file_id bigint not null references case_files on delete cascade,
  primary key (phrase_id, case_file_id)
);
create index dismissed_phrase_uses_case_file_id_idx on dismissed_phrase_uses (case_file_id);
