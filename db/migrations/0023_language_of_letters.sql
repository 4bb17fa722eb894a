-- In which language somebody signed in: letters that somebody else causes are written in it. Where it is not known, they are
-- in both.
alter table sessions add column language text check (language in ('dv', 'en'));
alter table letters drop constraint letters_language_check;
alter table letters add constraint letters_language_check check (language in ('dv', 'en', 'both'));
