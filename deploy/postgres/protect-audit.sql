-- Run once by a superuser of PostgreSQL, and after each upgrade: the application reads the audit log and adds to it, and
-- can neither change it nor remove its triggers (docs/operations-backup.md).
-- deploy/postgres/create.sh has made it in the containers.
do $$
begin
  if not exists (select from pg_roles where rolname = 'hukum_audit') then
    create role hukum_audit;
  end if;
end
$$;
alter schema public owner to hukum_audit;
grant usage, create on schema public to hukum;
alter table audit owner to hukum_audit;
alter table audit_seals owner to hukum_audit;
alter function refuse_change() owner to hukum_audit;
alter function assign_transaction() owner to hukum_audit;
grant select, insert on audit, audit_seals to hukum;
grant select on sequence audit_id_seq to hukum;
