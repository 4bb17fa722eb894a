-- A restored library sends no e-mail and runs no job until an operator turns them on.
alter table library add column jobs_off_since timestamptz;
