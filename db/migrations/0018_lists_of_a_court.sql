-- A word among the cases of a court is found in one index: to lay all that stands in the court beside all that holds the
-- word takes longer than to read what is left.
create extension if not exists btree_gin;

drop index case_files_list_text_idx;
create index case_files_list_text_idx on case_files using gin (court_id, list_text gin_trgm_ops) where deleted_at is null;
drop index analysis_list_text_idx;
create index analysis_list_text_idx on analysis using gin (court_id, list_text gin_trgm_ops) where deleted_at is null;

-- A late page passes over the rows before it in the index alone; the other one is asked when a court is deleted.
create index case_files_court_date_idx on case_files (court_id, closed_date desc nulls last, id desc) where deleted_at is null;
drop index case_files_court_id_idx;
create index case_files_court_id_idx on case_files (court_id);
