-- What changed, for those who look at it now. Rows are ids: each process loads what it sends, each reader gets what he may see.
create sequence live_sequence;
create table live_events (
  id bigint generated always as identity primary key,
  -- The order of commits, given at the commit itself: whoever has read up to one has missed none before it.
  sequence bigint,
  resource text not null,
  row_id bigint not null,
  event text not null check (event in ('Created', 'Updated', 'Deleted', 'Notified')),
  -- The filter values that the row had before, when it may have left a list.
  was jsonb,
  -- Who made it: the socket is believed only together with its session.
  from_socket text,
  from_session uuid,
  at timestamptz not null default now()
);
create unique index live_events_sequence_idx on live_events (sequence);
create index live_events_at_idx on live_events (at);

-- One commit at a time gives out numbers, for as long as its commit takes.
create function number_live_event() returns trigger
language plpgsql
as $$
declare
  given bigint;
begin
  perform pg_advisory_xact_lock(hashtext('live events'));
  update live_events set sequence = nextval('live_sequence'), at = clock_timestamp() where id = new.id returning sequence into given;
  -- Many changes of one transaction wake a listener once.
  perform pg_notify('live', '');
  return null;
end
$$;
create constraint trigger live_events_numbered after insert on live_events
  deferrable initially deferred for each row execute function number_live_event();

-- Who looks at a record now, by any server. Losing it in a crash costs nothing: the sockets are lost with it.
create unlogged table live_presence (
  channel text not null,
  socket_id text not null,
  user_id bigint not null,
  info jsonb not null,
  -- Of the server that holds the socket; what it says no more is not believed for long.
  process uuid not null,
  seen_at timestamptz not null default now(),
  primary key (channel, socket_id)
);
create index live_presence_process_idx on live_presence (process);

create function tell_presence() returns trigger
language plpgsql
as $$
begin
  perform pg_notify('presence', channel) from (select distinct channel from changed) as channels;
  return null;
end
$$;
create trigger live_presence_came after insert on live_presence
  referencing new table as changed for each statement execute function tell_presence();
create trigger live_presence_went after delete on live_presence
  referencing old table as changed for each statement execute function tell_presence();
