-- A save adds its n-grams to a list of pending entries, and the one that exceeds its limit moves all of them to the index: with
-- a million case files the usual four megabytes took a save six seconds. A search reads the whole list too.
alter index case_files_list_text_idx set (gin_pending_list_limit = 64);
alter index case_files_ngrams_idx set (gin_pending_list_limit = 64);
alter index analysis_list_text_idx set (gin_pending_list_limit = 64);
alter index analysis_ngrams_idx set (gin_pending_list_limit = 64);
alter index phrases_list_text_idx set (gin_pending_list_limit = 64);
alter index judges_list_text_idx set (gin_pending_list_limit = 64);
alter index users_list_text_idx set (gin_pending_list_limit = 64);
alter index analysis_pages_unknown_glyphs_idx set (gin_pending_list_limit = 64);

-- next step
-- Now, and not in the next save.
select gin_clean_pending_list(indexrelid)
  from pg_index
  join pg_class on pg_class.oid = indexrelid
  join pg_am on pg_am.oid = relam
 where amname = 'gin'
   and relnamespace = current_schema()::regnamespace;
