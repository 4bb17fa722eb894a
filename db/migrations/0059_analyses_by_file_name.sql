-- A list shows the name of the file of an analysis that has no title yet: it is found by that name, also in a long list.
alter table analysis add column pdf_file_name text not null default '';

create function copy_pdf_file_name() returns trigger
language plpgsql
as $$
begin
  new.pdf_file_name = coalesce((select name from files where id = new.pdf_file_id), '');
  return new;
end
$$;
create trigger analysis_pdf_file_name before insert or update of pdf_file_id on analysis for each row
  execute function copy_pdf_file_name();

-- A name that is copied is no save: the versions stay.
alter table analysis disable trigger user;
update analysis set pdf_file_name = files.name from files where files.id = analysis.pdf_file_id;
alter table analysis enable trigger user;

alter table analysis alter column list_text set expression as
  (fold_text(case_numbers_text || ' ' || coalesce(nullif(title, ''), pdf_file_name) || ' ' || coalesce(day_text(date), '')
    || ' ' || coalesce(content_start_page::text, '') || ' ' || coalesce(analyzable_page_count::text, '')));
