-- The blind sample is drawn for each run. Lines of earlier runs that a person has judged stay: they tell which share of the
-- sure lines is wrong.
alter table analysis_sample_lines drop constraint analysis_sample_lines_pkey;
alter table analysis_sample_lines add column id bigint generated always as identity primary key;
-- Null for a line that was judged before samples belonged to runs.
alter table analysis_sample_lines add column run_id bigint references analysis_runs on delete cascade;
create unique index analysis_sample_lines_place_idx on analysis_sample_lines (analysis_id, run_id, page, line);
create index analysis_sample_lines_run_id_idx on analysis_sample_lines (run_id);
create index analysis_sample_lines_decided_idx on analysis_sample_lines (decided_at desc) include (is_right)
  where is_right is not null;

-- The pages of other files with a glyph whose letter was given.
create index analysis_pages_unknown_glyphs_idx on analysis_pages using gin (unknown_glyphs jsonb_path_ops)
  where unknown_glyphs <> '[]';
