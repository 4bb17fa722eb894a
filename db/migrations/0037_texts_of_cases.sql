-- What is derived from the text of a case file when it is saved: its HTML, and the case numbers that it marks.
create table case_texts (
  case_file_id bigint primary key references case_files on delete cascade,
  html text not null default '',
  -- The version of the code that rendered it; empty while the text has changed and was not rendered again.
  renderer text not null default ''
);
create index case_texts_renderer_idx on case_texts (renderer);

create table case_citations (
  id bigint generated always as identity primary key,
  case_file_id bigint not null references case_texts on delete cascade,
  position integer not null check (position >= 0),
  -- As it was written, and as it is looked up in `case_numbers.key`.
  number text not null check (number <> ''),
  key text not null,
  -- The block of the text that marks it, and the paragraph number that the judgment gives this block.
  block integer not null check (block > 0),
  paragraph integer check (paragraph >= 0),
  unique (case_file_id, position)
);
create index case_citations_key_idx on case_citations (key);

-- A changed text never has the HTML of an earlier one, also when it is changed by SQL.
create function mark_case_text() returns trigger
language plpgsql
as $$
begin
  if new.case_content is null then
    delete from case_texts where case_file_id = new.id;
  else
    insert into case_texts (case_file_id)
    values (new.id)
    on conflict (case_file_id) do update set html = '', renderer = '';
  end if;
  return null;
end
$$;
create trigger case_files_text_inserted after insert on case_files
  for each row when (new.case_content is not null) execute function mark_case_text();
create trigger case_files_text_updated after update of case_content on case_files
  for each row when (old.case_content is distinct from new.case_content) execute function mark_case_text();

-- A job renders the texts that are already there.
insert into case_texts (case_file_id)
select id from case_files where case_content is not null;

-- The texts with pictures.
create index case_files_text_pictures_idx on case_files (id) where case_content @? '$.content[*].insert.picture';
create index analysis_text_pictures_idx on analysis (id) where case_content @? '$.content[*].insert.picture';
