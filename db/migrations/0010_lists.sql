-- What lists of the back office are searched and sorted by, at any length.

create extension if not exists pg_trgm;

-- The spelling in which a word of a list and a word that is searched meet: without dots, case and unseen marks. Queries
-- fold with the same function, so that the two cannot disagree.
create function fold_text(value text) returns text
language sql immutable parallel safe strict
return lower(translate(replace(value, 'ﷲ', 'އްލާ'),
  'ޘޙޚޛޜޝޞޟޠޡޢޣޤޥޱأإآٱىئیؤةک٠١٢٣٤٥٦٧٨٩' || U&'\00AD\061C\200B\200C\200D\200E\200F\202A\202B\202C\202D\202E\2060\2066\2067\2068\2069\FEFF',
  'ސހހޒޒށސޒތޒއގގވނااااييي' || 'وهك0123456789'));

-- A day as it is shown and as it is written.
create function day_text(day date) returns text
language sql immutable parallel safe strict
return extract(day from day)::integer || ' '
  || (array['ޖެނުއަރީ', 'ފެބްރުއަރީ', 'މާރިޗު', 'އޭޕްރީލު', 'މޭ', 'ޖޫން', 'ޖުލައި', 'އޯގަސްޓު', 'ސެޕްޓެމްބަރު', 'އޮކްޓޯބަރު', 'ނޮވެމްބަރު', 'ޑިސެމްބަރު'])
       [extract(month from day)::integer]
  || ' ' || extract(year from day)::integer
  || ' ' || extract(year from day)::integer || '-' || lpad(extract(month from day)::integer::text, 2, '0')
  || '-' || lpad(extract(day from day)::integer::text, 2, '0');

-- The numbers of a case, kept beside it: a list of a million shows and sorts by them.
alter table case_files add column case_numbers_text text not null default '';
alter table case_files add column number_order bigint not null default 0;
alter table analysis add column case_numbers_text text not null default '';

-- What a trigger shows anew is no save.
drop trigger case_files_version on case_files;
create trigger case_files_version before update on case_files for each row
  when ((old.case_numbers_text, old.number_order) is not distinct from (new.case_numbers_text, new.number_order))
  execute function count_version();
drop trigger analysis_version on analysis;
create trigger analysis_version before update on analysis for each row
  when (old.case_numbers_text is not distinct from new.case_numbers_text)
  execute function count_version();

-- Year, then serial: 2021 and 1124 are 2021 * 10^7 + 1124.
create function number_order(key text) returns bigint
language sql immutable parallel safe strict
return case when key ~ '^[^/]+/\d{4}/\d{1,7}'
  then split_part(key, '/', 2)::bigint * 10000000 + substring(split_part(key, '/', 3) from '^\d{1,7}')::bigint
  else 0 end;

create function show_case_numbers() returns trigger
language plpgsql
as $$
begin
  update case_files
     set case_numbers_text = shown.text, number_order = shown.place
    from (
      select ids.case_file_id,
             coalesce(string_agg(case_numbers.number, '، ' order by position), '') as text,
             coalesce((array_agg(number_order(case_numbers.key) order by position))[1], 0) as place
        from (select distinct case_file_id from changed) as ids
        left join case_numbers on case_numbers.case_file_id = ids.case_file_id
       group by ids.case_file_id) as shown
   where case_files.id = shown.case_file_id
     and (case_files.case_numbers_text, case_files.number_order) is distinct from (shown.text, shown.place);
  return null;
end
$$;
create trigger case_numbers_shown after insert on case_numbers
  referencing new table as changed for each statement execute function show_case_numbers();
create trigger case_numbers_shown_anew after update on case_numbers
  referencing new table as changed for each statement execute function show_case_numbers();
create trigger case_numbers_unshown after delete on case_numbers
  referencing old table as changed for each statement execute function show_case_numbers();

create function show_analysis_case_numbers() returns trigger
language plpgsql
as $$
begin
  update analysis
     set case_numbers_text = shown.text
    from (
      select ids.analysis_id, coalesce(string_agg(number, '، ' order by position), '') as text
        from (select distinct analysis_id from changed) as ids
        left join analysis_case_numbers on analysis_case_numbers.analysis_id = ids.analysis_id
       group by ids.analysis_id) as shown
   where analysis.id = shown.analysis_id
     and analysis.case_numbers_text is distinct from shown.text;
  return null;
end
$$;
create trigger analysis_case_numbers_shown after insert on analysis_case_numbers
  referencing new table as changed for each statement execute function show_analysis_case_numbers();
create trigger analysis_case_numbers_shown_anew after update on analysis_case_numbers
  referencing new table as changed for each statement execute function show_analysis_case_numbers();
create trigger analysis_case_numbers_unshown after delete on analysis_case_numbers
  referencing old table as changed for each statement execute function show_analysis_case_numbers();

update case_files
   set case_numbers_text = shown.text, number_order = shown.place
  from (select case_file_id, string_agg(number, '، ' order by position) as text,
               (array_agg(number_order(key) order by position))[1] as place
          from case_numbers
         group by case_file_id) as shown
 where case_files.id = shown.case_file_id;

-- What a list shows of a row, folded; what it shows of other rows (courts, types, statuses) is looked up by name.
alter table courts add column list_text text generated always as (fold_text(name)) stored;
alter table judges add column list_text text generated always as (fold_text(name)) stored;
alter table case_types add column list_text text generated always as (fold_text(name)) stored;
alter table relation_types add column list_text text generated always as (fold_text(name)) stored;
alter table case_statuses add column list_text text generated always as (fold_text(name || ' ' || color || ' ' || icon)) stored;
alter table dynamic_pages add column list_text text generated always as (fold_text(name || ' ' || route)) stored;
alter table subscription_configs add column list_text text generated always as (fold_text(name || ' ' || amount || ' ' || days)) stored;
alter table roles add column list_text text generated always as (fold_text(name || ' ' || guard_name)) stored;
alter table permissions add column list_text text generated always as (fold_text(name || ' ' || guard_name)) stored;
alter table users add column list_text text generated always as (fold_text(name || ' ' || email)) stored;
alter table phrases add column list_text text generated always as
  (fold_text(dhivehi_phrase || ' ' || english_phrase || ' ' || arabic_phrase)) stored;
alter table case_files add column list_text text generated always as
  (fold_text(case_numbers_text || ' ' || title || ' ' || coalesce(day_text(closed_date), ''))) stored;
alter table analysis add column list_text text generated always as
  (fold_text(case_numbers_text || ' ' || title || ' ' || coalesce(day_text(date), ''))) stored;

create index judges_list_text_idx on judges using gin (list_text gin_trgm_ops);
create index users_list_text_idx on users using gin (list_text gin_trgm_ops);
create index phrases_list_text_idx on phrases using gin (list_text gin_trgm_ops) where deleted_at is null;
create index case_files_list_text_idx on case_files using gin (list_text gin_trgm_ops) where deleted_at is null;
create index analysis_list_text_idx on analysis using gin (list_text gin_trgm_ops) where deleted_at is null;

-- A page of a list is read in its order, never sorted. Backwards they serve the other direction; lists put what is empty
-- first when they ascend.
drop index case_files_court_id_idx;
create index case_files_court_id_idx on case_files (court_id, closed_date desc nulls last, id desc);
create index case_files_court_title_idx on case_files (court_id, fold_text(title) nulls first, id) where deleted_at is null;
create index case_files_court_number_idx on case_files (court_id, number_order nulls first, id) where deleted_at is null;
create index users_active_name_idx on users (active, fold_text(name) nulls first, id) where deleted_at is null;
create index phrases_order_idx on phrases (fold_text(dhivehi_phrase) nulls first, id) where deleted_at is null;

-- The version that a save made: what was changed since a form was opened can be told.
alter table audit add column row_version integer;
