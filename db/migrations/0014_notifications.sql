-- What people are told of: written in the transaction of its cause, kept until it is old. Sentences are the web's,
-- in the language of whoever reads: here is a kind, and what its sentence needs.
-- Nothing was ever written into the table that kept sentences.
drop table notifications;
create table notifications (
  id bigint generated always as identity primary key,
  user_id bigint not null references users on delete cascade,
  kind text not null,
  data jsonb not null check (jsonb_typeof(data) = 'object'),
  -- The record it is about: what is new of it takes the place of what was not read yet.
  about text,
  -- Whatever is told once in all: a second one with the same word is none.
  once text,
  created_at timestamptz not null default now(),
  read_at timestamptz,
  unique (user_id, once)
);
create index notifications_user_id_idx on notifications (user_id, id desc);
create index notifications_unread_idx on notifications (user_id, about) where read_at is null;
create index notifications_created_at_idx on notifications (created_at);

-- Every device of a person hears that there is something new, or that something was read on another.
create function tell_notified() returns trigger
language plpgsql
as $$
begin
  insert into live_events (resource, row_id, event)
  select distinct 'users', user_id, 'Notified' from changed;
  return null;
end
$$;
create trigger notifications_made after insert on notifications
  referencing new table as changed for each statement execute function tell_notified();
create trigger notifications_read after update on notifications
  referencing new table as changed for each statement execute function tell_notified();

-- When the last run of an analysis gave up; whoever runs it anew empties it.
alter table analysis add column failed_at timestamptz;

-- Whatever runs an analysis, and wherever: who asked for it hears how it ended.
create function notify_of_analysis() returns trigger
language plpgsql
as $$
declare
  told text := case when new.failed_at is distinct from old.failed_at then 'analysis-failed' else 'analysis-finished' end;
begin
  delete from notifications
   where user_id = new.analyzed_by_id
     and about = 'analysis ' || new.id
     and read_at is null;
  insert into notifications (user_id, kind, about, data)
  values (new.analyzed_by_id, told, 'analysis ' || new.id, jsonb_build_object(
    'id', new.id,
    'name', left(coalesce(nullif(new.case_numbers_text, ''), nullif(new.judgement_number, ''), new.title), 200)));
  return null;
end
$$;
-- An analysis that is run again ends in the status that it had: it is the writing of it that counts.
create trigger analysis_finished after update of status on analysis for each row
  when (new.analyzed_by_id is not null and new.status in ('Analyzed', 'Scanned') and new.failed_at is null)
  execute function notify_of_analysis();
create trigger analysis_failed after update of failed_at on analysis for each row
  when (new.analyzed_by_id is not null and new.failed_at is not null and new.failed_at is distinct from old.failed_at)
  execute function notify_of_analysis();
