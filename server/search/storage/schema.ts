/** Counted up whenever what is indexed, or how, changes: an index of another version is made anew. */
export const version = 'hukum 11'

/**
 * How FTS5 finds the words of a column. It is given words with a space between them, and nothing else: what a word is,
 * `shared/text` alone decides. So the quickest will do, which takes all that is not ASCII for letters.
 */
const tokenizer = 'ascii'

/**
 * A row has a column of its own, and FTS5 finds words side by side or near each other in one column only: so whatever is
 * near is in one paragraph, however long that is.
 */
export const paragraphColumns: readonly string[] = Array.from({ length: 512 }, (_, at) => `paragraph_${at}`)

export const caseColumns: readonly string[] = [
  'claimant', 'respondant', 'numbers', 'keys', 'markers', 'facets', ...paragraphColumns,
] // prettier-ignore

export const phraseColumns: readonly string[] = [
  'dhivehi', 'english', 'arabic', 'short_meaning', 'meaning', 'numbers', 'facets', 'stems', 'more_stems',
] // prettier-ignore

/**
 * The index: contentless FTS5 tables over the words that `shared/text` finds, so that its tokenizer only has to find the
 * spaces. The texts themselves stay in PostgreSQL.
 *
 * The row id of a case is its place in time (`placeOf`), so that the newest come first without sorting and a range of
 * days is a range of ids. Its paragraphs, names and title have a column each (`rowColumns`); the words of some names
 * stand once more where they are asked for by themselves. The others hold words of the index's own (`indexTerms.ts`):
 * `keys` those of its numbers, `facets` what is filtered by, `signs` what `indexing/analyzeCase.ts` makes of its words.
 * `facts` is what a case is counted by; its `stamp` tells the readers what is new to them.
 */
const documents = `
  create table doc_keys (id integer primary key, doc_key integer not null);
  create table doc_values (doc_key integer primary key, stamp integer not null, fields blob);
  create index doc_values_stamp_idx on doc_values (stamp);
  create virtual table cases using fts5(
    ${caseColumns.join(', ')},
    content = '', contentless_delete = 1, tokenize = ${tokenizer});
  create virtual table phrases using fts5(
    ${phraseColumns.join(', ')},
    content = '', contentless_delete = 1, tokenize = ${tokenizer});
`

/**
 * The words of the library: as they are written, folded, how they sound, and in how many cases they were when these
 * were put in. Of names only those are there that are not written as they are folded, in no case: how a word may be
 * spelled is known by them. A word stays when the last case that held it is gone, so whoever shows one asks first whether
 * it is found by the person who is shown it.
 */
const vocabulary = `
  create table words (
    spelling text primary key, word text not null, sound text not null, count integer not null) without rowid;
  create index words_word_idx on words (word);
  create index words_sound_idx on words (sound);
`

/**
 * The names that stand in cases: of parties, judges and courts. As with words, one may stay when no case has it any more:
 * whether somebody may see it is asked of the cases themselves, which hold each of their names as a facet.
 */
const names = `
  create table names (
    id integer primary key, kind text not null, ref integer not null, name text not null, key text not null,
    sound text not null, unique (kind, ref, key));
  create index names_key_idx on names (key);
  create index names_sound_idx on names (sound);
  create virtual table name_words using fts5(
    words, sounds, content = '', contentless_delete = 1, prefix = '2 3',
    tokenize = ${tokenizer});
`

/**
 * What the published phrases are called in English and in Arabic, as a dictionary: from a name to the Dhivehi phrase and
 * to the keys of the numbers of the cases that use it. `phrase_words` are the words that phrases are called by, for those
 * who type them otherwise: shown to whoever may see one of the phrases.
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
 * Lists of cases that the index keeps because FTS5 takes long to put them together: a frequent word of a million cases
 * some tenths of a second, its list out of here a tenth of a millisecond. Each says of which moment it is.
 */
const storedPostings = `
  create table stored_postings (
    fts_query text primary key, stamp integer not null, count integer not null, is_bitset integer not null,
    ids blob not null);
`

export const schema = `
  create table meta (key text primary key, value text not null) without rowid;
  ${documents}
  ${vocabulary}
  ${names}
  ${phraseNames}
  ${storedPostings}
`
