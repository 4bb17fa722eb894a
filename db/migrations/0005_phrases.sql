-- Legal phrases in three languages, and the cases that use them.

create table phrases (
  id bigint generated always as identity primary key,
  reference text not null unique default random_reference() check (reference ~ '^[1-9A-HJ-NP-Za-km-z]{8,24}$'),
  dhivehi_phrase text not null check (dhivehi_phrase <> ''),
  english_phrase text not null default '',
  arabic_phrase text not null default '',
  short_meaning text not null default '' check (char_length(short_meaning) <= 225),
  -- Sanitised HTML.
  meaning text,
  published boolean not null default false,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz
);
create unique index phrases_dhivehi_phrase_idx on phrases (dhivehi_phrase) where deleted_at is null;

-- A phrase is used in a case; it is chosen and shown by one of the case's numbers.
create table phrase_case_numbers (
  phrase_id bigint not null references phrases on delete cascade,
  case_number_id bigint not null references case_numbers on delete cascade,
  position integer not null default 0,
  primary key (phrase_id, case_number_id)
);
create index phrase_case_numbers_case_number_id_idx on phrase_case_numbers (case_number_id);

create trigger phrases_version before update on phrases for each row execute function count_version();
