-- Whose rights or session were taken away, for a broadcaster outside: it keeps sockets that no server here can close.
create table rights_taken (
  id bigint generated always as identity primary key,
  user_id bigint not null,
  at timestamptz not null default now()
);

create function note_taken_of_people() returns trigger
language plpgsql
as $$
begin
  insert into rights_taken (user_id) select distinct user_id from changed;
  perform pg_notify('live', '');
  return null;
end
$$;
create function note_taken_of_roles() returns trigger
language plpgsql
as $$
begin
  insert into rights_taken (user_id)
  select distinct user_id from user_roles where role_id in (select role_id from changed);
  perform pg_notify('live', '');
  return null;
end
$$;
create function note_session_ended() returns trigger
language plpgsql
as $$
begin
  insert into rights_taken (user_id) values (new.user_id);
  perform pg_notify('live', '');
  return null;
end
$$;
create trigger user_roles_noted after delete on user_roles
  referencing old table as changed for each statement execute function note_taken_of_people();
create trigger role_permissions_noted after delete on role_permissions
  referencing old table as changed for each statement execute function note_taken_of_roles();
create trigger sessions_noted after update of ended_at on sessions for each row
  when (old.ended_at is null and new.ended_at is not null)
  execute function note_session_ended();
