-- Renames tables, columns, functions, triggers, and indexes to the standard terms of docs/glossary.md. No data changes.

alter table letters rename to emails;
alter table emails rename column tries to attempts;
alter table emails rename column last_problem to last_error;
alter table emails rename column given_up_at to failed_at;
alter index letters_waiting_idx rename to emails_pending_idx;
alter sequence letters_id_seq rename to emails_id_seq;

alter table rights_taken rename to revocations;
alter sequence rights_taken_id_seq rename to revocations_id_seq;

alter table live_told_outside rename to external_broadcast_position;

-- The constraints of a renamed table keep its former name, those of "not null" among them.
do $$
declare
  former record;
begin
  for former in
    select renamed.table_name, conname, renamed.table_name || substr(conname, length(renamed.prefix) + 1) as new_name
      from (values ('emails', 'letters'),
                   ('revocations', 'rights_taken'),
                   ('external_broadcast_position', 'live_told_outside')) as renamed (table_name, prefix)
      join pg_constraint on conrelid = renamed.table_name::regclass and starts_with(conname, renamed.prefix || '_')
  loop
    execute format('alter table %I rename constraint %I to %I', former.table_name, former.conname, former.new_name);
  end loop;
end
$$;

alter table copies rename column letters to characters;
alter table copies rename constraint copies_letters_check to copies_characters_check;
alter table live_events rename column was to previous_filters;
alter table one_time_codes rename column tries to attempts;
alter table one_time_codes rename constraint one_time_codes_tries_check to one_time_codes_attempts_check;
alter table notifications rename column about to subject;
alter table notifications rename column once to deduplication_key;
alter table notifications rename constraint notifications_user_id_once_key to notifications_user_id_deduplication_key_key;
alter table files rename column let_go_at to unreferenced_at;
alter index files_let_go_idx rename to files_unreferenced_idx;

alter function list_pieces rename to list_ngrams;
alter function wanted_pieces rename to query_ngrams;
alter index case_files_pieces_idx rename to case_files_ngrams_idx;
alter index analysis_pieces_idx rename to analysis_ngrams_idx;

alter function tell_of_analysis rename to announce_analysis;
alter function tell_notified rename to announce_notifications;
alter function tell_presence rename to notify_presence;
alter function tell_rights_of_people rename to notify_rights_of_users;
alter function tell_rights_of_roles rename to notify_rights_of_roles;
alter function tell_session_ended rename to notify_session_ended;
alter function note_taken_of_people rename to log_revoked_roles;
alter function note_taken_of_roles rename to log_revoked_permissions;
alter function note_session_ended rename to log_ended_session;

-- Triggers of one event run in the order of their names, which stays.
alter trigger analysis_waits_no_more on analysis rename to analysis_waiting_ended;
alter trigger analysis_case_numbers_shown on analysis_case_numbers rename to analysis_case_numbers_text_inserted;
alter trigger analysis_case_numbers_shown_anew on analysis_case_numbers rename to analysis_case_numbers_text_updated;
alter trigger analysis_case_numbers_unshown on analysis_case_numbers rename to analysis_case_numbers_text_removed;
alter trigger case_numbers_shown on case_numbers rename to case_numbers_text_inserted;
alter trigger case_numbers_shown_anew on case_numbers rename to case_numbers_text_updated;
alter trigger case_numbers_unshown on case_numbers rename to case_numbers_text_removed;
alter trigger audit_kept on audit rename to audit_append_only;
alter trigger live_presence_came on live_presence rename to live_presence_inserted;
alter trigger live_presence_went on live_presence rename to live_presence_removed;
alter trigger role_permissions_given on role_permissions rename to role_permissions_granted;
alter trigger role_permissions_taken on role_permissions rename to role_permissions_revoked;
alter trigger role_permissions_noted on role_permissions rename to role_permissions_logged;
alter trigger user_roles_given on user_roles rename to user_roles_granted;
alter trigger user_roles_taken on user_roles rename to user_roles_revoked;
alter trigger user_roles_noted on user_roles rename to user_roles_logged;
alter trigger sessions_noted on sessions rename to sessions_logged;

-- Functions that name a renamed table or column in their text.
create or replace function announce_analysis() returns trigger
language plpgsql
as $$
begin
  -- As the channels of its lists name it: by its court and its status.
  insert into live_events (resource, row_id, event, previous_filters)
  values ('analysis', new.id, 'Updated', jsonb_build_array(old.court_id::text, old.status));
  return null;
end
$$;

create or replace function notify_of_analysis() returns trigger
language plpgsql
as $$
declare
  notification_kind text :=
    case when new.failed_at is distinct from old.failed_at then 'analysis-failed' else 'analysis-finished' end;
begin
  delete from notifications
   where user_id = new.analyzed_by_id
     and subject = 'analysis ' || new.id
     and read_at is null;
  insert into notifications (user_id, kind, subject, data)
  values (new.analyzed_by_id, notification_kind, 'analysis ' || new.id, jsonb_build_object(
    'id', new.id,
    'name', left(coalesce(nullif(new.case_numbers_text, ''), nullif(new.judgement_number, ''), new.title), 200)));
  return null;
end
$$;

create or replace function log_revoked_roles() returns trigger
language plpgsql
as $$
begin
  insert into revocations (user_id) select distinct user_id from changed;
  perform pg_notify('live', '');
  return null;
end
$$;

create or replace function log_revoked_permissions() returns trigger
language plpgsql
as $$
begin
  insert into revocations (user_id)
  select distinct user_id from user_roles where role_id in (select role_id from changed);
  perform pg_notify('live', '');
  return null;
end
$$;

create or replace function log_ended_session() returns trigger
language plpgsql
as $$
begin
  insert into revocations (user_id) values (new.user_id);
  perform pg_notify('live', '');
  return null;
end
$$;
