-- A long list is searched in the database and a short one in the browser: both fold a word alike (`shared/text/fold.ts`),
-- vowel signs of Arabic, tatweel and accents among it, and both look through all that the list shows of a row.

-- A letter that has one form without dots, case and variants.
create function fold_letter(letter text) returns text
language sql immutable parallel safe
return lower(translate(letter,
  'ޘޙޚޛޜޝޞޟޠޡޢޣޤޥޱأإآٱىئیؤةکھہۀ٠١٢٣٤٥٦٧٨٩۰۱۲۳۴۵۶۷۸۹',
  'ސހހޒޒށސޒތޒއގގވނاااايييوهكههه01234567890123456789'));

-- Letter by letter, for what holds more than the letters that nearly every word is made of: what is not seen is dropped,
-- letters of Arabic that are stored in the shape of their place are taken apart, those of Latin lose their accents, and of
-- two vowel signs of Thaana on one letter the first stays.
create function fold_each_letter(value text) returns text
language sql immutable parallel safe
return (
  select regexp_replace(coalesce(string_agg(
           case
             when '{[1,8],[173,173],[768,879],[1552,1562],[1564,1564],[1600,1600],[1611,1631],[1648,1648],[1750,1756],[1759,1768],[1770,1773],[6158,6158],[8203,8207],[8234,8238],'
                  '[8288,8297],[65018,65019],[65024,65039],[65279,65279]}'::int4multirange @> ascii(part) then ''
             when part = U&'\212B' then 'a'
             when ascii(part) > 65535 then part
             when '{[0,591],[7680,7935]}'::int4multirange @> ascii(part)
               then lower(regexp_replace(normalize(lower(part), nfd), U&'[\0300-\036F]', '', 'g'))
             else fold_letter(part)
           end, '' order by place, at), ''), '([ަ-ް])[ަ-ް]+', '\1', 'g')
    from unnest(string_to_array(value, null)) with ordinality as given (letter, place),
         unnest(string_to_array(
           case
             when letter = 'ﷲ' then 'އްލާ'
             when '{[64336,65017],[65020,65023],[65136,65276]}'::int4multirange @> ascii(letter) then normalize(letter, nfkc)
             else letter
           end, null)) with ordinality as parts (part, at));

-- Nearly every text is of plain letters: Thaana, Latin without accents, Arabic without signs, numerals.
create or replace function fold_text(value text) returns text
language sql immutable parallel safe
return case
  when value ~ U&'[^ -~\0780-\07B1\060C\061B\061F\0621-\063A\0641-\064A\0660-\0669\0671-\06D3\06F0-\06F9\2013\2014\2018\2019\201C\201D]|[\07A6-\07B0]{2}'
    then fold_each_letter(value)
  else fold_letter(value)
end;

-- A day as it is shown in either language, and as it is written.
create or replace function day_text(day date) returns text
language sql immutable parallel safe strict
return extract(day from day)::integer || ' '
  || (array['ޖެނުއަރީ', 'ފެބްރުއަރީ', 'މާރިޗު', 'އޭޕްރީލު', 'މޭ', 'ޖޫން', 'ޖުލައި', 'އޯގަސްޓު', 'ސެޕްޓެމްބަރު', 'އޮކްޓޯބަރު', 'ނޮވެމްބަރު', 'ޑިސެމްބަރު'])
       [extract(month from day)::integer]
  || ' ' || extract(year from day)::integer
  || ' ' || extract(year from day)::integer || '-' || lpad(extract(month from day)::integer::text, 2, '0')
  || '-' || lpad(extract(day from day)::integer::text, 2, '0')
  || ' ' || (array['January', 'February', 'March', 'April', 'May', 'June', 'July', 'August', 'September', 'October', 'November', 'December'])
              [extract(month from day)::integer]
  || ' ' || extract(day from day)::integer
  || case when extract(day from day) in (1, 21, 31) then 'st'
          when extract(day from day) in (2, 22) then 'nd'
          when extract(day from day) in (3, 23) then 'rd'
          else 'th' end;

-- Whatever was folded before is folded anew; the indexes of these tables are made anew with it.
alter table courts alter column list_text set expression as (fold_text(name));
alter table judges alter column list_text set expression as (fold_text(name));
alter table case_types alter column list_text set expression as (fold_text(name));
alter table relation_types alter column list_text set expression as (fold_text(name));
alter table case_statuses alter column list_text set expression as (fold_text(name || ' ' || color || ' ' || icon));
alter table dynamic_pages alter column list_text set expression as (fold_text(name || ' ' || route));
alter table subscription_configs alter column list_text set expression as
  (fold_text(name || ' ' || trim_scale(amount) || ' ' || days));
alter table roles alter column list_text set expression as (fold_text(name || ' ' || guard_name));
alter table permissions alter column list_text set expression as (fold_text(name || ' ' || guard_name));
alter table users alter column list_text set expression as (fold_text(name || ' ' || email));
alter table phrases alter column list_text set expression as
  (fold_text(dhivehi_phrase || ' ' || english_phrase || ' ' || arabic_phrase));
alter table case_files alter column list_text set expression as
  (fold_text(case_numbers_text || ' ' || title || ' ' || coalesce(day_text(closed_date), '')));
alter table analysis alter column list_text set expression as
  (fold_text(case_numbers_text || ' ' || title || ' ' || coalesce(day_text(date), '') || ' '
    || coalesce(content_start_page::text, '') || ' ' || coalesce(analyzable_page_count::text, '') || ' '
    || coalesce(confidence_level::text, '')));
