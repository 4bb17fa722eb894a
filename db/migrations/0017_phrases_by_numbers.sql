-- A phrase is found by the numbers of the cases that use it, as long as a reader may see these.

create function log_phrases_of_case() returns trigger
language plpgsql
as $$
begin
  perform log_change('phrases', (
    select array_agg(phrase_id)
      from case_numbers
      join phrase_case_numbers on case_number_id = case_numbers.id
     where case_file_id = new.id));
  return null;
end
$$;
create trigger case_files_shown after update of published, deleted_at on case_files
  for each row when (old.published is distinct from new.published or old.deleted_at is distinct from new.deleted_at)
  execute function log_phrases_of_case();

create function log_phrases_of_number() returns trigger
language plpgsql
as $$
begin
  perform log_change('phrases', (select array_agg(phrase_id) from phrase_case_numbers where case_number_id = new.id));
  return null;
end
$$;
create trigger case_numbers_written after update of number, case_file_id on case_numbers
  for each row when (old.number is distinct from new.number or old.case_file_id is distinct from new.case_file_id)
  execute function log_phrases_of_number();

-- An index that was made before this holds them all.
select log_change('phrases', (
  select array_agg(phrase_id)
    from phrase_case_numbers
    join case_numbers on case_numbers.id = case_number_id
    join case_files on case_files.id = case_file_id
   where not published or deleted_at is not null));
