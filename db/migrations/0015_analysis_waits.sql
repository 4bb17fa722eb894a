-- An analysis that somebody asked for waits, in the status that it has, for whatever runs it: the oldest first.
alter table analysis add column asked_at timestamptz;
alter table analysis add column is_waiting boolean not null generated always as (asked_at is not null) stored;
alter table analysis add constraint analysis_waiting_check
  check (asked_at is null or status in ('Pending', 'Analyzed', 'Scanned'));
create index analysis_waiting_idx on analysis (asked_at) where asked_at is not null and deleted_at is null;

-- Whatever ends the run or the analysis ends the waiting, and needs to know nothing of it.
create function end_waiting() returns trigger
language plpgsql
as $$
begin
  new.asked_at := null;
  return new;
end
$$;
create trigger analysis_waits_no_more before update of status, failed_at on analysis for each row
  when (old.asked_at is not null and new.asked_at = old.asked_at)
  execute function end_waiting();
