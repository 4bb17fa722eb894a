-- A word among the cases of a court is found by pieces of five letters that belong to the court: trigrams of Thaana, every
-- other letter of which is a vowel sign, stand in a third of all rows each, and a court in as many.

-- Dotted letters are few, those of Arabic fewer: a list of forty letters is gone through only for who has them.
create or replace function fold_letter(letter text) returns text
language sql immutable parallel safe
return case
  when letter !~ '[^ -~ހ-ޗަ-ް]' then lower(letter)
  when letter !~ '[^ -~ހ-ޱ]' then lower(translate(letter, 'ޘޙޚޛޜޝޞޟޠޡޢޣޤޥޱ', 'ސހހޒޒށސޒތޒއގގވނ'))
  else lower(translate(letter,
    'ޘޙޚޛޜޝޞޟޠޡޢޣޤޥޱأإآٱىئیؤةکھہۀ٠١٢٣٤٥٦٧٨٩۰۱۲۳۴۵۶۷۸۹',
    'ސހހޒޒށސޒތޒއގގވނاااايييوهكههه01234567890123456789'))
end;

-- All pieces of five letters of a text, without those over a space, each with the division of the list that it stands in.
-- They take long to make: never row by row for a question.
create function list_pieces(division bigint, value text) returns bigint[]
language sql immutable parallel safe cost 10000
return (
  select coalesce(array_agg(hashtextextended(piece, division)), '{}')
    from generate_series(1, length(value) - 4) as place, substr(value, place, 5) as piece
   where strpos(piece, ' ') = 0);

-- Pieces that cover a word: whatever holds the word holds them.
create function wanted_pieces(division bigint, word text) returns bigint[]
language sql immutable parallel safe
return (
  select coalesce(array_agg(hashtextextended(piece, division)), '{}')
    from generate_series(1, length(word), 5) as start, substr(word, least(start, length(word) - 4), 5) as piece
   where length(word) >= 5 and strpos(piece, ' ') = 0);

create index case_files_pieces_idx on case_files using gin (list_pieces(court_id, list_text)) where deleted_at is null;
create index analysis_pieces_idx on analysis using gin (list_pieces(court_id, list_text)) where deleted_at is null;
