-- A further sign-in ends the oldest session of a user who has as many as allowed.
alter table sessions drop constraint sessions_ended_why_check;
alter table sessions add constraint sessions_ended_why_check
  check (ended_why in ('logout', 'owner', 'password', 'locked', 'inactive', 'deleted', 'replayed', 'staff', 'role', 'limit'));
