import type { DatabaseSync } from 'node:sqlite'
import { latinKey } from '#shared/text/phonetic.ts'
import type { Library } from './library.ts'
import type { WrittenWord } from './spelled.ts'
import { statement } from './statements.ts'

/**
 * The words of the library: as they are written, folded, how they sound, and in how many cases they were when these
 * were put in. Of names only those are there that are not written as they are folded, in no case: how a word may be
 * spelled is known by them. A word stays when the last case that held it is gone, so whoever shows one asks first whether
 * it is found by the person who is shown it.
 */
export const vocabularySchema = `
  create table words (
    written text primary key, word text not null, sound text not null, count integer not null) without rowid;
  create index words_word_idx on words (word);
  create index words_sound_idx on words (sound);
`

/** A word as it is written, its fold, and how many cases hold it. */
export type CountedWord = WrittenWord & { count: number }

/** The words of the text of a case, and those of its names, each once. */
export type WordsOfCase = { words: readonly WrittenWord[]; names: readonly WrittenWord[] }

/** In how many of these cases each word is. */
export function countWords(cases: readonly WordsOfCase[]): CountedWord[] {
  const counts = new Map<WrittenWord, number>()
  for (const { words, names } of cases) {
    for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1)
    for (const name of names) if (name.written !== name.word) counts.set(name, counts.get(name) ?? 0)
  }
  return [...counts].flatMap(([{ written, word }, count]) => (isWord.test(written) ? { written, word, count } : []))
}

const isWord = /^(?:[\p{L}\p{M}]{2,40}|ﷲ)$/u

// Written together at the end of a transaction: a batch of cases holds most of its words many times.
const noted = new Map<string, { word: string; count: number }>()

export function noteWords(words: readonly CountedWord[]) {
  for (const { word, written, count } of words) {
    const known = noted.get(written)
    if (known) known.count += count
    else noted.set(written, { word, count })
  }
}

export const forgetNotedWords = () => noted.clear()

export function writeNotedWords(index: DatabaseSync) {
  const again = statement(index, 'update words set count = count + ? where written = ?')
  const first = statement(index, 'insert into words (written, word, sound, count) values (?, ?, ?, ?)')
  for (const [written, { word, count }] of noted)
    if (again.run(count, written).changes === 0) first.run(written, word, latinKey(written), count)
  noted.clear()
}

/** Whether the library may hold a word that is written as it is folded in another spelling as well. */
export function hasSpellings(from: DatabaseSync, word: string): boolean {
  if (/^\d+$/.test(word)) return false
  if (!isWord.test(word)) return true
  return statement(from, 'select 1 from words where word = ? and written <> word limit 1').get(word) !== undefined
}

/** A word of the library as it is mostly written there. */
export type LibraryWord = { written: string; word: string; sound: string; count: number }

// Of the spellings of one word, that of the highest count.
const chosen = 'select max(count) as count, written, word, sound from words where count > 0 and'
const mostSeen = 3000

/** Words that begin so, the most frequent first. Only so many are looked at, or one letter would take long. */
export const wordsBeginning = (from: DatabaseSync, word: string, most: number) =>
  readWords(from, `${chosen} written in (select written from words where word >= ? and word < ? limit ${mostSeen})`, {
    values: [word, after(word)],
    most,
  })

/** Words that begin to sound so. */
export const wordsBeginningToSound = (from: DatabaseSync, sound: string, most: number) =>
  readWords(from, `${chosen} written in (select written from words where sound >= ? and sound < ? limit ${mostSeen})`, {
    values: [sound, after(sound)],
    most,
  })

/** Words that sound exactly so. */
export const wordsSounding = (from: DatabaseSync, sound: string, most: number) =>
  sound === '' ? [] : readWords(from, `${chosen} sound = ?`, { values: [sound], most })

/** Words of one case only, which may be its slips, or the others. */
export type Rarity = 'frequent' | 'rare'

/** Words with the same first letter and about as long. */
export const wordsLike = (from: DatabaseSync, word: string, rarity: Rarity) => likely(from, 'word', word, rarity)

/** The same for how words sound. */
export const wordsSoundingLike = (from: DatabaseSync, sound: string, rarity: Rarity) =>
  likely(from, 'sound', sound, rarity)

function likely(from: DatabaseSync, column: 'word' | 'sound', like: string, rarity: Rarity): LibraryWord[] {
  const first = like.charAt(0)
  const values = [first, after(first), like.length - 2, like.length + 2]
  const counted = rarity === 'frequent' ? 'count > 1' : 'count = 1'
  const where = `${column} >= ? and ${column} < ? and length(${column}) between ? and ? and ${counted}`
  return readWords(from, `${chosen} ${where}`, { values, most: -1 })
}

type Limits = { values: (string | number)[]; most: number }

function readWords(from: DatabaseSync, sql: string, { values, most }: Limits): LibraryWord[] {
  const select = statement(from, `${sql} group by word order by count desc, word limit ?`)
  select.setReturnArrays(true)
  const rows = select.all(...values, most) as unknown as [count: number, written: string, word: string, sound: string][]
  return rows.map(([count, written, word, sound]) => ({ written, word, sound, count }))
}

/** The first text that does not begin so any more. */
const after = (beginning: string) => `${beginning}\uffff`

/** The words of the library as they are written, the most frequent first. */
export const frequentWords = (from: DatabaseSync, most: number): string[] =>
  statement(from, 'select written from words order by count desc limit ?')
    .all(most)
    .map((row) => String(row['written']))

/**
 * In how many cases a folded word was, about: the same in every thread, whatever it has at hand. A case that is put in
 * again is counted again, but there are never more than there are.
 */
export function frequencyOf({ database, columns }: Pick<Library, 'database' | 'columns'>, word: string): number {
  const row = statement(database, 'select sum(count) as count from words where word = ?').get(word)
  return Math.min(Number(row?.['count'] ?? 0), columns.order.length)
}
