-- Judgment PDFs on their way to becoming case files.

create table analysis (
  id bigint generated always as identity primary key,
  judgement_number text not null default '',
  court_id bigint not null references courts on delete restrict,
  title text not null default '',
  claimant text not null default '',
  respondant text not null default '',
  date date,
  case_type_id bigint references case_types on delete restrict,
  keywords text not null default '',
  pdf_file_id bigint not null references files on delete restrict,
  ext_file text,
  page_count integer check (page_count >= 0),
  scanned_page_count integer check (scanned_page_count >= 0 and scanned_page_count <= page_count),
  content_start_page integer check (content_start_page >= 0 and content_start_page <= page_count),
  tables_detected integer check (tables_detected >= 0),
  analyzable_page_count integer check (analyzable_page_count >= 0 and analyzable_page_count <= page_count),
  confidence_level integer check (confidence_level between 0 and 100),
  diff_percent numeric(5, 2) check (diff_percent between 0 and 100),
  effort_score integer check (effort_score between 0 and 100),
  case_content jsonb check (jsonb_typeof(case_content) = 'object'),
  status text not null default 'Pending' check (status in ('Pending', 'Analyzed', 'Scanned', 'Finalized', 'Cancelled')),
  charge_status text not null default 'Pending Analysis' check (charge_status in (
    'Pending Analysis', 'Non-Chargeable (Pre-Imported)', 'Non-Chargeable (Low Confidence)', 'Non-Chargeable (Scanned)',
    'Non-Chargeable (Manual Cancellation)', 'Pending Payment', 'Paid')),
  analyzed_by_id bigint references users on delete restrict,
  finalized_by_id bigint references users on delete restrict,
  -- The case file that finalizing made.
  case_file_id bigint unique references case_files on delete restrict,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz,
  check ((status = 'Finalized') = (case_file_id is not null))
);
create index analysis_court_id_idx on analysis (court_id, status);
create index analysis_case_type_id_idx on analysis (case_type_id);
create index analysis_pdf_file_id_idx on analysis (pdf_file_id);

create table analysis_judges (
  id bigint generated always as identity primary key,
  analysis_id bigint not null references analysis on delete cascade,
  position integer not null check (position >= 0),
  name text not null check (name <> ''),
  unique (analysis_id, position)
);

create table analysis_case_numbers (
  id bigint generated always as identity primary key,
  analysis_id bigint not null references analysis on delete cascade,
  position integer not null check (position >= 0),
  number text not null check (number <> ''),
  unique (analysis_id, position)
);

create table analysis_warnings (
  id bigint generated always as identity primary key,
  analysis_id bigint not null references analysis on delete cascade,
  position integer not null check (position >= 0),
  description text not null check (description <> ''),
  page integer check (page > 0),
  unique (analysis_id, position)
);

create trigger analysis_version before update on analysis for each row execute function count_version();
