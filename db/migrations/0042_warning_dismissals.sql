-- Warnings of a text that a user dismissed, with the reason. `warning` is the id of `shared/delta/warnings.ts`.
create table warning_dismissals (
  id bigint generated always as identity primary key,
  case_file_id bigint references case_files on delete cascade,
  analysis_id bigint references analysis on delete cascade,
  warning text not null check (warning <> ''),
  reason text not null check (reason <> ''),
  user_id bigint references users on delete set null,
  at timestamptz not null default now(),
  check (num_nonnulls(case_file_id, analysis_id) = 1),
  unique (case_file_id, warning),
  unique (analysis_id, warning)
);
create index warning_dismissals_user_id_idx on warning_dismissals (user_id);
