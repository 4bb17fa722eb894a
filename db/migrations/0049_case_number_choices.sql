-- The choices of a case number are the newest numbers of all courts: without this index each request sorted all case files.
create index case_files_number_idx on case_files (number_order) where deleted_at is null;
