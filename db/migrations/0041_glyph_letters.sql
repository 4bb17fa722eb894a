-- The letters that people gave to glyphs whose letter a file does not say, by a hash of the outline, which is the same in
-- every file that embeds the same typeface.
create table glyph_letters (
  outline text primary key check (outline ~ '^[0-9a-f]{16}$'),
  -- A letter with its vowel sign, or a ligature; empty for an ornament, which is no text.
  text text not null check (char_length(text) <= 8),
  decided_by_id bigint references users on delete restrict,
  decided_at timestamptz not null default now()
);
create index glyph_letters_decided_by_id_idx on glyph_letters (decided_by_id);
