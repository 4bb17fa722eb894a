-- Case files: what the library is made of.

create table case_files (
  id bigint generated always as identity primary key,
  -- The public name; the id is never shown.
  reference text not null unique default random_reference() check (reference ~ '^[1-9A-HJ-NP-Za-km-z]{8,24}$'),
  court_id bigint not null references courts on delete restrict,
  closed_date date,
  -- May be empty: then it is made of the case numbers and the parties.
  title text not null default '',
  -- Lists of names, divided by |.
  claimant text not null default '',
  respondant text not null default '',
  interpleader text not null default '',
  keywords text not null default '',
  -- Sanitised HTML.
  status_details text,
  -- A Delta: { content, footnotes, annotations }.
  case_content jsonb check (jsonb_typeof(case_content) = 'object'),
  pdf_file_id bigint references files on delete restrict,
  published boolean not null default false,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz
);
create index case_files_court_id_idx on case_files (court_id, closed_date desc);
create index case_files_closed_date_idx on case_files (closed_date desc, id desc) where deleted_at is null;
create index case_files_pdf_file_id_idx on case_files (pdf_file_id);

create table case_numbers (
  id bigint generated always as identity primary key,
  case_file_id bigint not null references case_files on delete cascade,
  position integer not null check (position >= 0),
  -- As it was written.
  number text not null check (number <> ''),
  -- As it is looked up: code/year/serial, as `caseNumberKey` of shared/text makes it.
  key text not null check (key <> ''),
  submission_date date,
  registration_date date,
  -- False once its case file is deleted: the number may be used again.
  live boolean not null default true,
  check (submission_date <= registration_date),
  unique (case_file_id, position)
);
create unique index case_numbers_key_idx on case_numbers (key) where live;

create function mark_case_numbers() returns trigger
language plpgsql
as $$
begin
  update case_numbers
     set live = new.deleted_at is null
   where case_file_id = new.id;
  return null;
end
$$;
create trigger case_files_deleted after update of deleted_at on case_files
  for each row when (old.deleted_at is distinct from new.deleted_at) execute function mark_case_numbers();

create table case_file_types (
  case_file_id bigint not null references case_files on delete cascade,
  case_type_id bigint not null references case_types on delete restrict,
  position integer not null default 0,
  primary key (case_file_id, case_type_id)
);
create index case_file_types_case_type_id_idx on case_file_types (case_type_id);

-- The presiding judge first.
create table case_file_judges (
  case_file_id bigint not null references case_files on delete cascade,
  judge_id bigint not null references judges on delete restrict,
  position integer not null,
  primary key (case_file_id, judge_id),
  unique (case_file_id, position)
);
create index case_file_judges_judge_id_idx on case_file_judges (judge_id);

create table case_file_statuses (
  case_file_id bigint not null references case_files on delete cascade,
  case_status_id bigint not null references case_statuses on delete restrict,
  position integer not null default 0,
  primary key (case_file_id, case_status_id)
);
create index case_file_statuses_case_status_id_idx on case_file_statuses (case_status_id);

create table related_cases (
  id bigint generated always as identity primary key,
  case_file_id bigint not null references case_files on delete cascade,
  position integer not null check (position >= 0),
  type_id bigint not null references relation_types on delete restrict,
  -- The other case may not be in the library, so it is named by its number.
  number text not null check (number <> ''),
  key text not null check (key <> ''),
  status_id bigint references case_statuses on delete restrict,
  -- Sanitised HTML.
  description text,
  unique (case_file_id, position)
);
create index related_cases_key_idx on related_cases (key);
create index related_cases_type_id_idx on related_cases (type_id);
create index related_cases_status_id_idx on related_cases (status_id);

create trigger case_files_version before update on case_files for each row execute function count_version();
