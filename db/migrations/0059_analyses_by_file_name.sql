-- A list shows the name of the file of an analysis that has no title yet: it is found by that name, also in a long list.
alter table analysis add column if not exists pdf_file_name text not null default '';

create or replace function copy_pdf_file_name() returns trigger
language plpgsql
as $$
begin
  new.pdf_file_name = coalesce((select name from files where id = new.pdf_file_id), '');
  return new;
end
$$;
create or replace trigger analysis_pdf_file_name before insert or update of pdf_file_id on analysis for each row
  execute function copy_pdf_file_name();

-- They take most of the time that a changed row takes, and no user can read while the table is rewritten: they are built
-- afterwards, while reads go on.
drop index if exists analysis_list_text_idx, analysis_ngrams_idx, analysis_text_pictures_idx;

-- next step
-- A name that is copied is no save: the versions stay.
alter table analysis disable trigger user;
update analysis set pdf_file_name = files.name from files
 where files.id = analysis.pdf_file_id
   and files.name <> analysis.pdf_file_name;
alter table analysis enable trigger user;

-- next step
alter table analysis alter column list_text set expression as
  (fold_text(case_numbers_text || ' ' || coalesce(nullif(title, ''), pdf_file_name) || ' ' || coalesce(day_text(date), '')
    || ' ' || coalesce(content_start_page::text, '') || ' ' || coalesce(analyzable_page_count::text, '')));

-- next step
create index if not exists analysis_list_text_idx on analysis using gin (court_id, list_text gin_trgm_ops) where deleted_at is null;
create index if not exists analysis_ngrams_idx on analysis using gin (list_ngrams(court_id, list_text)) where deleted_at is null;
create index if not exists analysis_text_pictures_idx on analysis (id) where case_content @? '$.content[*].insert.picture';
