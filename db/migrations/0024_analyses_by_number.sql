-- Analyses are sorted by the year and serial of their first number, as the case files are that they become: by the key
-- that the same code makes of what was written.
alter table analysis_case_numbers add column key text not null default '';
alter table analysis add column number_order bigint not null default 0;

-- What a trigger shows anew is no save.
drop trigger analysis_version on analysis;
create trigger analysis_version before update on analysis for each row
  when ((old.case_numbers_text, old.number_order) is not distinct from (new.case_numbers_text, new.number_order))
  execute function count_version();

create or replace function show_analysis_case_numbers() returns trigger
language plpgsql
as $$
begin
  update analysis
     set case_numbers_text = shown.text, number_order = shown.place
    from (
      select ids.analysis_id,
             coalesce(string_agg(number, '، ' order by position), '') as text,
             coalesce((array_agg(number_order(key) order by position))[1], 0) as place
        from (select distinct analysis_id from changed) as ids
        left join analysis_case_numbers on analysis_case_numbers.analysis_id = ids.analysis_id
       group by ids.analysis_id) as shown
   where analysis.id = shown.analysis_id
     and (analysis.case_numbers_text, analysis.number_order) is distinct from (shown.text, shown.place);
  return null;
end
$$;

-- The two ways in which courts write their numbers; one that is written otherwise gets its key when it is saved next.
update analysis_case_numbers
   set key = written.code || '/' || written.year || '/' || written.serial
  from (
    select id, regexp_replace(fold_text(parts[2]), '[\s.-]', '', 'g') as code,
           case when parts[3] ~ '^(19|20)\d\d$' then parts[3] else parts[1] end as year,
           ltrim(case when parts[3] ~ '^(19|20)\d\d$' then parts[1] else parts[3] end, '0') as serial
      from analysis_case_numbers, regexp_match(number, '^\s*(\d{1,6})\s*/\s*([^/]+?)\s*/\s*(\d{1,6})\s*$') as parts
     where (parts[1] ~ '^(19|20)\d\d$') <> (parts[3] ~ '^(19|20)\d\d$')) as written
 where analysis_case_numbers.id = written.id
   and written.serial <> '';

create index analysis_court_number_idx on analysis (court_id, number_order nulls first, id) where deleted_at is null;
