-- The line of a text that a viewer writes in. It is reported apart from the heartbeat, which leaves it as it is.
alter table live_presence add column line integer;

create function notify_presence_line() returns trigger
language plpgsql
as $$
begin
  perform pg_notify('presence', new.channel);
  return null;
end
$$;
create trigger live_presence_line_changed after update of line on live_presence
  for each row when (old.line is distinct from new.line) execute function notify_presence_line();
