-- Whether readers may have seen the row before the change: only then an answer of the index may show what is hidden now.
alter table change_log add column was_visible boolean not null default true;

drop function log_change(text, bigint[]);
create function log_change(resource text, ids bigint[], was_visible boolean default true) returns void
language sql
as $$
  insert into change_log (resource, row_id, was_visible)
  select log_change.resource, id, log_change.was_visible
    from (select distinct unnest(ids) as id) as changed
   where id is not null;
  select pg_notify('changes', resource)
   where cardinality(ids) > 0;
$$;

-- A new row was not visible, and a changed link hides nothing.
create or replace function log_changed_rows() returns trigger
language plpgsql
as $$
declare
  ids bigint[];
begin
  execute format('select array_agg(%I) from changed', tg_argv[1]) into ids;
  perform log_change(tg_argv[0], coalesce(ids, '{}'), tg_op = 'DELETE' and tg_argv[1] = 'id');
  return null;
end
$$;

-- `tg_argv`: the resource, and the columns that the index reads. A row that differs in no other is not indexed again.
create function log_updated_rows() returns trigger
language plpgsql
as $$
declare
  logged integer;
begin
  execute format(
    'insert into change_log (resource, row_id, was_visible)
     select %L, id, former.published and former.deleted_at is null
       from changed
       join former using (id)
      where %s',
    tg_argv[0],
    (select string_agg(format('former.%1$I is distinct from changed.%1$I', name), ' or ' order by position)
       from unnest(tg_argv[1:]) with ordinality as columns (name, position)));
  get diagnostics logged = row_count;
  if logged > 0 then
    perform pg_notify('changes', tg_argv[0]);
  end if;
  return null;
end
$$;

-- The text, which takes longest to compare, is the last column.
create or replace trigger case_files_updated after update on case_files
  referencing old table as former new table as changed
  for each statement execute function log_updated_rows(
    'caseFiles', 'published', 'deleted_at', 'closed_date', 'title', 'claimant', 'respondant', 'interpleader', 'keywords',
    'court_id', 'case_content');
create or replace trigger phrases_updated after update on phrases
  referencing old table as former new table as changed
  for each statement execute function log_updated_rows(
    'phrases', 'published', 'deleted_at', 'dhivehi_phrase', 'english_phrase', 'arabic_phrase', 'short_meaning', 'meaning');
