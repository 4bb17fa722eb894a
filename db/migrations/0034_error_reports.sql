-- Errors in the text of a case that readers report, for the users who may correct them.
create table error_reports (
  id bigint generated always as identity primary key,
  case_file_id bigint not null references case_files on delete cascade,
  user_id bigint references users on delete set null,
  -- The block of the text, from 1, in this version of the case.
  paragraph integer not null check (paragraph >= 1),
  case_version integer not null,
  -- The selected text.
  quote text not null check (char_length(quote) <= 500),
  message text not null check (message <> '' and char_length(message) <= 1000),
  created_at timestamptz not null default now(),
  done_at timestamptz,
  done_by_id bigint references users on delete set null
);
create index error_reports_open_idx on error_reports (case_file_id, id) where done_at is null;
create index error_reports_user_id_idx on error_reports (user_id);
create index error_reports_done_by_id_idx on error_reports (done_by_id);
