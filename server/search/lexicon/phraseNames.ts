import type { DatabaseSync } from 'node:sqlite'
import { wholeNameTerm } from '#server/search/storage/indexTerms.ts'
import { statement } from '#server/search/storage/connection.ts'
import type { Visibility } from '#server/search/types.ts'
import { formsOf, nameOf } from '#shared/text/language/analyze.ts'
import { tokenizeExact } from '#shared/text/language/exactForm.ts'
import { phoneticKey } from '#shared/text/language/phonetic.ts'
import { hasDigit, tokenizeWords } from '#shared/text/language/tokenizer.ts'

/** Separates several names in one field; one of several ranks after a name that is the whole field. */
const separator = /[;,،؛/()]/

/** `isFurther`: another sense than the usual one, which counts less. */
export type PhraseMeaning = { dhivehi: string; keys: string[]; isFurther?: boolean }
type Phrase = PhraseMeaning & { id: number; names: readonly string[] }

export function writePhraseNames(index: DatabaseSync, { id, names, dhivehi, keys }: Phrase) {
  statement(index, 'insert into phrase_meanings (id, dhivehi, keys) values (?, ?, ?)').run(id, dhivehi, keys.join(' '))
  const insert = statement(index, 'insert or ignore into phrase_names (name, phrase) values (?, ?)')
  for (const name of names.flatMap((one) => one.split(separator)).map(nameOf)) if (name !== '') insert.run(name, id)
}

export function removePhraseNames(index: DatabaseSync, id: number) {
  statement(index, 'delete from phrase_names where phrase = ?').run(id)
  statement(index, 'delete from phrase_meanings where id = ?').run(id)
}

const maxMeanings = 5

/** The phrases with this name. */
export function meaningsOf(database: DatabaseSync, name: string): PhraseMeaning[] {
  const rows = statement(
    database,
    `select dhivehi, keys
         from phrase_names
         join phrase_meanings on id = phrase
        where name = ?
        order by id
        limit ${maxMeanings}`,
  ).all(nameOf(name))
  return rows.map((row) => ({ dhivehi: String(row['dhivehi']), keys: String(row['keys']).split(' ').filter(Boolean) }))
}

/** The distinct words of phrase names with this first letter. */
export function phraseNameWords(database: DatabaseSync, first: string): string[] {
  const select = statement(database, `select distinct name from phrase_names where name like ? or name like ?`)
  const names = select.all(`${first}%`, `% ${first}%`).map((row) => String(row['name']))
  return [...new Set(names.flatMap((name) => name.split(' ')).filter((word) => word.startsWith(first)))]
}

type NamedPhrase = { id: number; names: readonly string[]; isHidden: boolean }

export function writePhraseWords(index: DatabaseSync, { id, names, isHidden }: NamedPhrase) {
  const insert = statement(
    index,
    'insert or ignore into phrase_words (phrase, spelling, word, sound, hidden) values (?, ?, ?, ?, ?)',
  )
  for (const name of names)
    for (const { word, start, end } of tokenizeWords(name)) {
      const written = name.slice(start, end)
      if (word.length > 1 && !hasDigit(word)) insert.run(id, written, word, phoneticKey(written), Number(isHidden))
    }
}

export const removePhraseWords = (index: DatabaseSync, id: number) =>
  void statement(index, 'delete from phrase_words where phrase = ?').run(id)

/** A word in its most frequent spelling, and the number of phrases. */
type PhraseWord = { written: string; word: string; sound: string; count: number }

/** The words with this phonetic key, the most frequent first. */
export const phraseWordsBySound = (database: DatabaseSync, sound: string, visibility: Visibility) =>
  sound === '' ? [] : readWords(database, 'sound = ?', [sound], visibility)

/** The words whose phonetic key has this prefix, the most frequent first. */
export const phraseWordsBySoundPrefix = (database: DatabaseSync, sound: string, visibility: Visibility) =>
  sound === '' ? [] : readWords(database, 'sound >= ? and sound < ?', [sound, `${sound}\uffff`], visibility)

/** The words with the same first letter and a similar length. */
export function similarPhraseWords(
  database: DatabaseSync,
  column: 'word' | 'sound',
  like: string,
  visibility: Visibility,
) {
  const first = like.charAt(0)
  const where = `${column} >= ? and ${column} < ? and length(${column}) between ? and ?`
  return readWords(database, where, [first, `${first}\uffff`, like.length - 2, like.length + 2], visibility)
}

function readWords(database: DatabaseSync, where: string, values: (string | number)[], { unpublished }: Visibility) {
  const rows = statement(
    database,
    `select max(count) as count, spelling, word, sound
       from (select count(*) as count, spelling, word, sound
               from phrase_words
              where ${where} and hidden <= ?
              group by spelling)
      group by word
      order by count desc, word`,
  ).all(...values, Number(unpublished))
  return rows.map((row): PhraseWord => ({
    written: String(row['spelling']),
    word: String(row['word']),
    sound: String(row['sound']),
    count: Number(row['count']),
  }))
}

/** The normalized forms of a complete name, the most specific first: exact spelling, folded, stemmed. */
const normalizedForms: readonly ((text: string) => readonly string[])[] = [
  (text) => tokenizeExact(text).map(({ exact }) => exact),
  (text) => tokenizeWords(text).map(({ word }) => word),
  (text) => tokenizeWords(text).map(({ word }) => formsOf(word)[0] ?? word),
]

/** The index terms of complete names. */
export const phraseNameTerms = (names: readonly string[]): string[] => [
  ...new Set([
    ...names.flatMap((name) => asWhole(name)),
    ...names.flatMap((name) => (separator.test(name) ? name.split(separator).flatMap(asPart) : [])),
  ]),
]

/** The index terms of the complete names that a text may be, the most specific first. */
export const wholeNameTerms = (text: string): string[] => [...asWhole(text), ...asPart(text)]

const asWhole = (name: string) => normalizedForms.flatMap((way, degree) => named(degree, way(name)))
const asPart = (name: string) => normalizedForms.slice(-1).flatMap((way) => named(normalizedForms.length, way(name)))

const named = (degree: number, parts: readonly string[]) => (parts.length > 0 ? [wholeNameTerm(degree, parts)] : [])
