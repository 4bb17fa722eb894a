-- Since when nothing refers to a file; a job that goes through the files writes it down, and takes the file away in the end.
alter table files add column let_go_at timestamptz;
create index files_let_go_idx on files (let_go_at) where let_go_at is not null;

-- The texts with pictures, which are few.
create index case_files_pictured_idx on case_files (id) where status_details like '%data-file%';
create index related_cases_pictured_idx on related_cases (id) where description like '%data-file%';
create index phrases_pictured_idx on phrases (id) where meaning like '%data-file%';
