-- Staff give a court the code in its case numbers. `Cv-C` and `CVC` are one; a court without a code has an empty one.
alter table courts drop constraint courts_code_key;
alter table courts drop constraint courts_code_check;
update courts set code = '' where code is null;
alter table courts alter column code set default '', alter column code set not null;
-- Where two courts had such codes, the first keeps it.
update courts
   set code = ''
 where code <> ''
   and exists (select from courts as first
                where first.id < courts.id
                  and translate(fold_text(first.code), ' -./()_', '') = translate(fold_text(courts.code), ' -./()_', ''));
create unique index courts_code_key on courts ((translate(fold_text(code), ' -./()_', ''))) where code <> '';

-- The codes of courts of this library by which the keys of all case numbers were made, as `readOwnCodes` writes them. Where
-- they differ from those that courts have now, the keys are made anew.
alter table library add column number_codes text[] not null default '{}';
