-- A deleted record may lose its court, so that a court can be deleted that no other record has.
alter table case_files alter column court_id drop not null;
alter table case_files add constraint case_files_court_id_check
  check (court_id is not null or deleted_at is not null) not valid;
alter table analysis alter column court_id drop not null;
alter table analysis add constraint analysis_court_id_check
  check (court_id is not null or deleted_at is not null) not valid;
