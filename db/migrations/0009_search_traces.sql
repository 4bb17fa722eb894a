-- What was searched, and whether something came of it: nobody's name, address or session stands here.

create table search_traces (
  id bigint generated always as identity primary key,
  -- The opaque name under which a click is told.
  trace text not null unique check (trace <> ''),
  type text not null check (type in ('CaseFile', 'Phrase')),
  -- As it was typed, without what looks like an address, a card or a telephone; and the form in which spellings meet.
  query text not null,
  folded text not null,
  -- The ids of courts, judges, types and the like, and days. Never a name.
  filters jsonb not null default '{}' check (jsonb_typeof(filters) = 'object'),
  count bigint not null check (count >= 0),
  ms integer not null check (ms >= 0),
  -- The place of the first result that was opened; 0 when the search led straight to a case.
  clicked_position integer check (clicked_position >= 0),
  at timestamptz not null default now()
);
create index search_traces_at_idx on search_traces (at);
create index search_traces_without_idx on search_traces (at) where count = 0;

-- A library that has its permissions already gets the new one; an empty one gets all of them with its seed.
insert into permissions (name)
select 'view-searches'
 where exists (select from permissions)
    on conflict do nothing;
insert into role_permissions (role_id, permission_id)
select roles.id, permissions.id
  from roles, permissions
 where roles.name in ('Administrator', 'Registrar')
   and permissions.name = 'view-searches'
    on conflict do nothing;
