-- The hearings of courts.

create table hearings (
  id bigint generated always as identity primary key,
  title text not null check (title <> ''),
  court_id bigint not null references courts,
  case_number_id bigint references case_numbers,
  held_on date,
  decided_at timestamp,
  published boolean not null default false,
  docket text not null default '',
  outcome text check (outcome in ('Held', 'Postponed')),
  hall text check (hall in ('A', 'B')),
  recorded boolean not null default false,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  list_text text generated always as (fold_text(title || ' ' || coalesce(day_text(held_on), '')
    || coalesce(' ' || day_text(decided_at::date) || ' ' || left(decided_at::time::text, 5), ''))) stored
);
create index hearings_court_id_idx on hearings (court_id);
create index hearings_case_number_id_idx on hearings (case_number_id);
create trigger hearings_version before update on hearings for each row execute function count_version();

insert into permissions (name)
select action || '-hearings' from unnest(array['read', 'create', 'update', 'delete']) as action
    on conflict do nothing;
insert into role_permissions (role_id, permission_id)
select roles.id, permissions.id
  from roles, permissions
 where roles.name = 'Administrator'
   and permissions.name like '%-hearings'
    on conflict do nothing;
