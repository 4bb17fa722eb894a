-- What happened: who did what, what changed, who is told, what was copied.

create table notifications (
  id bigint generated always as identity primary key,
  user_id bigint not null references users on delete cascade,
  title text not null check (title <> ''),
  description text not null default '',
  link text,
  -- An icon, or a picture: { type, path, bg }.
  avatar jsonb,
  created_at timestamptz not null default now(),
  read_at timestamptz
);
create index notifications_user_id_idx on notifications (user_id, created_at desc);

-- Written in the transaction of what it tells of, never changed afterwards.
create table audit (
  id bigint generated always as identity primary key,
  at timestamptz not null default now(),
  actor_id bigint references users on delete restrict,
  session_id uuid,
  address inet,
  action text not null,
  resource text not null,
  row_id bigint,
  before jsonb,
  after jsonb,
  request_id text
);
create index audit_row_idx on audit (resource, row_id, at desc);
create index audit_actor_id_idx on audit (actor_id, at desc);

create function refuse_change() returns trigger
language plpgsql
as $$
begin
  raise exception 'the audit log is only ever added to';
end
$$;
create trigger audit_kept before update or delete or truncate on audit execute function refuse_change();

create table copies (
  id bigint generated always as identity primary key,
  user_id bigint not null references users on delete cascade,
  case_file_id bigint not null references case_files on delete cascade,
  letters integer not null check (letters > 0),
  at timestamptz not null default now()
);
create index copies_user_id_idx on copies (user_id, at desc);
create index copies_case_file_id_idx on copies (case_file_id);

-- What the search index has to read again. Ordered by transaction, so that a reader who stops before the oldest
-- transaction that still runs never misses a row that commits late.
create table change_log (
  id bigint generated always as identity primary key,
  transaction_id xid8 not null default pg_current_xact_id(),
  resource text not null check (resource in ('caseFiles', 'phrases')),
  row_id bigint not null,
  at timestamptz not null default now()
);
create index change_log_order_idx on change_log (transaction_id, id);

-- One row for each statement and changed row, and one word to whoever listens.
create function log_change(resource text, ids bigint[]) returns void
language sql
as $$
  insert into change_log (resource, row_id)
  select log_change.resource, id
    from (select distinct unnest(ids) as id) as changed
   where id is not null;
  select pg_notify('changes', resource)
   where cardinality(ids) > 0;
$$;

-- Statement triggers: `tg_argv[0]` is the resource, `tg_argv[1]` the column that names its row.
create function log_changed_rows() returns trigger
language plpgsql
as $$
declare
  ids bigint[];
begin
  execute format('select array_agg(%I) from changed', tg_argv[1]) into ids;
  perform log_change(tg_argv[0], coalesce(ids, '{}'));
  return null;
end
$$;

do $$
declare
  source record;
begin
  for source in
    select *
      from (values
        ('case_files', 'caseFiles', 'id'),
        ('case_numbers', 'caseFiles', 'case_file_id'),
        ('case_file_types', 'caseFiles', 'case_file_id'),
        ('case_file_judges', 'caseFiles', 'case_file_id'),
        ('case_file_statuses', 'caseFiles', 'case_file_id'),
        ('phrases', 'phrases', 'id'),
        ('phrase_case_numbers', 'phrases', 'phrase_id')) as sources (source_table, resource, id_column)
  loop
    execute format(
      'create trigger %1$I after insert on %2$I referencing new table as changed for each statement execute function log_changed_rows(%3$L, %4$L)',
      source.source_table || '_inserted', source.source_table, source.resource, source.id_column);
    execute format(
      'create trigger %1$I after update on %2$I referencing new table as changed for each statement execute function log_changed_rows(%3$L, %4$L)',
      source.source_table || '_updated', source.source_table, source.resource, source.id_column);
    execute format(
      'create trigger %1$I after delete on %2$I referencing old table as changed for each statement execute function log_changed_rows(%3$L, %4$L)',
      source.source_table || '_removed', source.source_table, source.resource, source.id_column);
  end loop;
end
$$;

-- A new name of a court, judge or case type changes every case that shows it.
create function log_renamed() returns trigger
language plpgsql
as $$
begin
  perform log_change('caseFiles', (
    select array_agg(case_file_id)
      from (
        select id as case_file_id from case_files where tg_table_name = 'courts' and court_id = new.id
        union all
        select case_file_id from case_file_judges where tg_table_name = 'judges' and judge_id = new.id
        union all
        select case_file_id from case_file_types where tg_table_name = 'case_types' and case_type_id = new.id
      ) as showing));
  return null;
end
$$;
create trigger courts_renamed after update of name on courts
  for each row when (old.name is distinct from new.name) execute function log_renamed();
create trigger judges_renamed after update of name on judges
  for each row when (old.name is distinct from new.name) execute function log_renamed();
create trigger case_types_renamed after update of name on case_types
  for each row when (old.name is distinct from new.name) execute function log_renamed();

-- Which library this is: an index that was made of another one is made anew.
create table library (
  id uuid primary key default gen_random_uuid(),
  one boolean not null unique default true check (one)
);
insert into library default values;
