-- The review of an analysis: what people decided about the text that a run has read. A run replaces the pages, never these.

create table analysis_corrections (
  id bigint generated always as identity primary key,
  analysis_id bigint not null references analysis on delete cascade,
  -- The rows of one act, such as one for each of all alike words: they are undone together.
  act uuid not null,
  page integer not null check (page > 0),
  -- The line and its text as the analysis read it, and a range of this text by UTF-16 offsets.
  line integer not null check (line >= 0),
  line_text text not null,
  range_start integer not null check (range_start >= 0),
  range_end integer not null check (range_end > range_start),
  before text not null,
  after text not null,
  kind text not null check (kind in ('accepted', 'fixed', 'joined', 'split')),
  user_id bigint references users on delete set null,
  created_at timestamptz not null default now(),
  undone_at timestamptz,
  check ((kind = 'accepted') = (before = after)),
  -- A call that is repeated after a lost answer adds nothing.
  unique (act, page, line, range_start)
);
create index analysis_corrections_analysis_id_idx on analysis_corrections (analysis_id, id) where undone_at is null;
create index analysis_corrections_user_id_idx on analysis_corrections (user_id);

-- A field that a person compared with its place on the page. It holds as long as the field has this value.
create table analysis_field_checks (
  analysis_id bigint not null references analysis on delete cascade,
  field text not null check (field <> ''),
  value text not null,
  user_id bigint references users on delete set null,
  created_at timestamptz not null default now(),
  primary key (analysis_id, field)
);
create index analysis_field_checks_user_id_idx on analysis_field_checks (user_id);

-- Why hidden text is left out.
alter table analysis_hidden_decisions add column reason text not null default '';
