/** Incremented when the indexed data or its format changes: an index of another version is rebuilt. */
export const version = 'hukum 26'

/**
 * The FTS5 tokenizer. Columns contain words separated by spaces only: `shared/text` decides what a word is. The fastest
 * tokenizer suffices; it takes all characters outside ASCII for letters.
 */
const tokenizer = 'ascii'

export const phraseColumns: readonly string[] = [
  'dhivehi', 'english', 'arabic', 'short_meaning', 'meaning', 'numbers', 'facets', 'stems', 'more_stems',
] // prettier-ignore

/**
 * `doc_values` has the day of closing of a case and the fields for facets and ranking, and null fields for a deleted case;
 * by its `stamp` the search threads find what changed. `phrases` is a contentless FTS5 table over the words that
 * `shared/text` finds, so that the FTS5 tokenizer only splits at spaces. The texts themselves stay in PostgreSQL.
 */
const documents = `
  create table doc_values (id integer primary key, day integer not null, stamp integer not null, fields blob);
  create index doc_values_stamp_idx on doc_values (stamp);
  create virtual table phrases using fts5(
    ${phraseColumns.join(', ')},
    content = '', contentless_delete = 1, tokenize = ${tokenizer});
`

/**
 * The vocabulary: spelling, folded word (null when it equals the spelling), phonetic key, and in how many cases a word was
 * when these were indexed. Every spelling that differs from its fold is included, because a folded word is searched as
 * all of its spellings: in a name, or when it is no word to suggest, with the count 0. A word stays when its last case is
 * deleted: before one is shown, a search checks that the user can find it. `folded_words`: to correct a word by, the folded
 * words by a hash of their consonants.
 */
const vocabulary = `
  create table words (
    spelling text primary key, word text, sound text not null, count integer not null) without rowid;
  create index words_word_idx on words (word) where word is not null;
  create index words_sound_idx on words (sound);
  create table folded_words (consonants integer, word text, primary key (consonants, word)) without rowid;
`

/**
 * The names of parties, judges and courts in cases. Like a word, a name may stay after its last case: whether a user may
 * see it is decided by a search, because each case has its names as facet terms.
 */
const names = `
  create table names (
    id integer primary key, kind text not null, ref integer not null, name text not null, key text not null,
    sound text not null);
  create unique index names_key_idx on names (key, kind, ref);
  create index names_ref_idx on names (kind, ref) where kind <> 'p';
  create index names_sound_idx on names (sound);
  create virtual table name_words using fts5(
    words, sounds, content = '', contentless_delete = 1, prefix = '2 3',
    tokenize = ${tokenizer});
`

/**
 * A dictionary of the published phrases: from an English or Arabic name to the Dhivehi phrase, and to the keys of the
 * case numbers that use it. `phrase_words` are the words of phrase names, for other spellings; they are shown to users
 * who may see one of their phrases.
 */
const phraseNames = `
  create table phrase_names (name text not null, phrase integer not null, primary key (name, phrase)) without rowid;
  create index phrase_names_phrase_idx on phrase_names (phrase);
  create table phrase_meanings (id integer primary key, dhivehi text not null, keys text not null);
  create table phrase_words (
    phrase integer not null, spelling text not null, word text not null, sound text not null, hidden integer not null,
    primary key (phrase, spelling)) without rowid;
  create index phrase_words_word_idx on phrase_words (word);
  create index phrase_words_sound_idx on phrase_words (sound);
`

/**
 * The posting blocks (`storage/blocks`): for every term the ids of the cases that have it, and its
 * positions in them for phrases and proximity. `segments` are the
 * immutable parts that are searched; a row of `pages` or `dictionary` of another segment belongs to none yet, or no more.
 * `tail`: the terms of the cases saved last, before they are enough for a segment. The first bytes of each blob are its
 * checksum.
 */
const postingBlocks = `
  create table segments (number integer primary key, cases integer not null, dead blob, dead_since_ms integer not null);
  create table pages (id integer primary key, data blob not null);
  create table dictionary (segment integer, first text, data blob not null, primary key (segment, first)) without rowid;
  create table tail (id integer primary key, stamp integer not null, data blob not null);
`

export const schema = `
  create table meta (key text primary key, value text not null) without rowid;
  ${documents}
  ${vocabulary}
  ${names}
  ${phraseNames}
  ${postingBlocks}
`
