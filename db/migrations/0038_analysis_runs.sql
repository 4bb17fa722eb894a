-- Runs of analyses: what was asked for, how far it is, and how it ended. A worker holds a run by its token, for as long as
-- its lease: a result that is written under another token is discarded.
create table analysis_runs (
  id bigint generated always as identity primary key,
  analysis_id bigint not null references analysis on delete cascade,
  -- Whether scanned pages are read by the recognizer.
  reads_scans boolean not null default false,
  state text not null default 'queued' check (state in ('queued', 'running', 'done', 'failed', 'cancelled')),
  requested_by_id bigint references users on delete restrict,
  requested_at timestamptz not null default now(),
  -- The next attempt begins no earlier.
  due_at timestamptz not null default now(),
  -- Attempts that failed, and how often a worker has taken the run.
  attempts integer not null default 0 check (attempts >= 0),
  deliveries integer not null default 0 check (deliveries >= 0),
  run_token uuid,
  leased_until timestamptz,
  started_at timestamptz,
  finished_at timestamptz,
  pages_done integer not null default 0 check (pages_done >= 0),
  page_count integer check (page_count >= 0),
  failure_code text,
  check ((state = 'running') = (run_token is not null and leased_until is not null)),
  check ((state in ('queued', 'running')) = (finished_at is null))
);
-- An analysis has one unfinished run at most.
create unique index analysis_runs_unfinished_idx on analysis_runs (analysis_id) where state in ('queued', 'running');
create index analysis_runs_queue_idx on analysis_runs (requested_at, id) where state in ('queued', 'running');
create index analysis_runs_analysis_id_idx on analysis_runs (analysis_id, id desc);
create index analysis_runs_requested_by_id_idx on analysis_runs (requested_by_id);
create index analysis_runs_finished_at_idx on analysis_runs (finished_at) where state = 'done';

-- What an earlier version has queued.
insert into analysis_runs (analysis_id, requested_by_id, requested_at)
select id, analyzed_by_id, asked_at from analysis where asked_at is not null and deleted_at is null;

-- Why the last run failed; and what the last run has written into the fields, by which a change of a person is known.
alter table analysis add column failure_code text;
alter table analysis add column extracted_fields jsonb check (jsonb_typeof(extracted_fields) = 'object');
alter table analysis add column extracted_content jsonb check (jsonb_typeof(extracted_content) = 'object');

-- Figures that follow other columns are no save of their own; a run that changes them counts its version itself.
drop trigger analysis_version on analysis;
create trigger analysis_version before update on analysis for each row
  when ((old.case_numbers_text, old.number_order, old.analyzable_page_count, old.diff_percent, old.effort_score)
    is not distinct from
    (new.case_numbers_text, new.number_order, new.analyzable_page_count, new.diff_percent, new.effort_score))
  execute function count_version();

-- The run of an analysis that is ended or deleted ends with it.
create function cancel_analysis_runs() returns trigger
language plpgsql
as $$
begin
  update analysis_runs
     set state = 'cancelled', finished_at = now(), run_token = null, leased_until = null
   where analysis_id = new.id
     and state in ('queued', 'running');
  return null;
end
$$;
create trigger analysis_runs_cancelled after update of status, deleted_at on analysis for each row
  when (new.status in ('Finalized', 'Cancelled') or new.deleted_at is not null)
  execute function cancel_analysis_runs();

-- The sentence of a warning is made in the language of its reader, of its code and values; `description` is the one in
-- Dhivehi.
alter table analysis_warnings add column code text not null default '';
alter table analysis_warnings add column "values" jsonb not null default '{}' check (jsonb_typeof("values") = 'object');

-- The pages that the last finished run has read. The shapes of the jsonb columns are those of server/analysis/types.ts.
create table analysis_pages (
  analysis_id bigint not null references analysis on delete cascade,
  number integer not null check (number > 0),
  width real not null,
  height real not null,
  text text not null,
  scanned boolean not null,
  confidence real not null check (confidence between 0 and 1),
  seconds real not null,
  lines jsonb not null check (jsonb_typeof(lines) = 'array'),
  hidden jsonb not null check (jsonb_typeof(hidden) = 'array'),
  tables jsonb not null check (jsonb_typeof(tables) = 'array'),
  unknown_glyphs jsonb not null check (jsonb_typeof(unknown_glyphs) = 'array'),
  -- Lines that a person still has to look at; corrections lower it.
  doubtful_lines integer not null default 0 check (doubtful_lines >= 0),
  primary key (analysis_id, number)
);

-- The fields that it found, in order: `field` is a key of `Fields`.
create table analysis_found_fields (
  analysis_id bigint not null references analysis on delete cascade,
  field text not null,
  position integer not null check (position >= 0),
  value text not null,
  page integer not null check (page > 0),
  box jsonb not null check (jsonb_typeof(box) = 'object'),
  confidence real not null check (confidence between 0 and 1),
  primary key (analysis_id, field, position)
);

-- Text that a reader cannot see, by which a decision about it is found again after another run.
create function hidden_text_key(hidden jsonb) returns text
language sql immutable parallel safe
return encode(sha256(convert_to((hidden ->> 'reason') || ' ' || (hidden ->> 'text'), 'UTF8')), 'hex');

create table analysis_hidden_decisions (
  analysis_id bigint not null references analysis on delete cascade,
  page integer not null check (page > 0),
  key text not null,
  -- Hidden text is never part of the extracted text: a person who wants it there writes it.
  decision text not null check (decision in ('left-out', 'included')),
  decided_by_id bigint references users on delete restrict,
  decided_at timestamptz not null default now(),
  primary key (analysis_id, page, key)
);
create index analysis_hidden_decisions_decided_by_id_idx on analysis_hidden_decisions (decided_by_id);

-- The blind sample: lines of high confidence that a person judges without knowing that they are sure. `line` counts the
-- lines of the page from 0; `text` is the line as it was sampled.
create table analysis_sample_lines (
  analysis_id bigint not null references analysis on delete cascade,
  page integer not null check (page > 0),
  line integer not null check (line >= 0),
  text text not null,
  confidence real not null check (confidence between 0 and 1),
  is_right boolean,
  typed_text text,
  decided_by_id bigint references users on delete restrict,
  decided_at timestamptz,
  primary key (analysis_id, page, line)
);
create index analysis_sample_lines_decided_by_id_idx on analysis_sample_lines (decided_by_id);
