-- The file that an upload in parts became, while no record uses it: its sender may not have received the answer.
alter table uploads add column file_id bigint references files on delete cascade;
create index uploads_file_id_idx on uploads (file_id);
