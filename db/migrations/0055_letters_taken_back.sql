-- A letter that was taken back is kept without its text: what was read with it is read again.
alter table glyph_letters alter column text drop not null;
