-- A number that is written in part, or of which the library has only neighbours, is found by the parts of its key.

create index case_numbers_year_number_idx
  on case_numbers (split_part(key, '/', 2), (substring(split_part(key, '/', 3) from '^[0-9]+')))
  where live;
create index case_numbers_code_number_idx
  on case_numbers (split_part(key, '/', 1), (substring(split_part(key, '/', 3) from '^[0-9]+')))
  where live;
create index case_numbers_code_year_idx
  on case_numbers (split_part(key, '/', 1), split_part(key, '/', 2))
  where live;
