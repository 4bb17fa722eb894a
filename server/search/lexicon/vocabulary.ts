import type { DatabaseSync } from 'node:sqlite'
import { statement } from '#server/search/storage/connection.ts'
import { phoneticKey } from '#shared/text/language/phonetic.ts'
import { mayBeTransliterated } from '#shared/text/language/script.ts'
import type { SpelledWord } from './tokenAttributes.ts'

/** A spelled word, its fold, and its document frequency. */
export type CountedWord = SpelledWord & { count: number }

/** Without what is no word to suggest, except the spellings that differ from their fold, with the count 0. */
export const wordsOfVocabulary = (counted: readonly CountedWord[]): CountedWord[] =>
  counted.flatMap((one) => {
    if (wordPattern.test(one.written)) return one
    return one.written === one.word ? [] : { ...one, count: 0 }
  })

const maxLetters = 40
const wordPattern = new RegExp(`^(?:[\\p{L}\\p{M}]{2,${maxLetters}}|ﷲ)$`, 'u')

// Written together at the end of a transaction: most words of a batch occur in many of its cases.
const queuedCounts = new Map<string, QueuedCount>()

/** `counted`: those of the cases that had the word when they were indexed before; `isKnown`: one had it, so that it has a row. */
type QueuedCount = { word: string; count: number; counted: number; isKnown: boolean }

export function queueWordCounts(words: readonly CountedWord[]) {
  for (const { word, written, count } of words) {
    const queued = queuedCounts.get(written)
    if (queued) queued.count += count
    else queuedCounts.set(written, { word, count, counted: 0, isKnown: false })
  }
}

/** A case with this word, which is queued, had it when it was indexed before. */
export function queueCountedWord(written: string) {
  const queued = queuedCounts.get(written)
  if (!queued) return
  queued.counted = Math.min(queued.count, queued.counted + 1)
  queued.isKnown = true
}

export const discardWordCounts = () => queuedCounts.clear()

export function flushWordCounts(index: DatabaseSync) {
  const again = statement(index, 'update words set count = count + ? where spelling = ?')
  const known = statement(index, 'select 1 from words where spelling = ?')
  const first = statement(index, 'insert into words (spelling, word, sound, count) values (?, ?, ?, ?)')
  const folded = statement(index, 'insert or ignore into folded_words (consonants, word) values (?, ?)')
  for (const [written, { word, count, counted, isKnown }] of queuedCounts) {
    if (count > counted ? again.run(count - counted, written).changes > 0 : isKnown || known.get(written)) continue
    first.run(written, written === word ? null : word, phoneticKey(written), count)
    if (count > 0 && !mayBeTransliterated(word)) folded.run(hashOf(consonantsOf(word)), word)
  }
  queuedCounts.clear()
}

type Codes = readonly number[]

const codesOf = (letters: string): Codes => Array.from(letters, (letter) => letter.charCodeAt(0))
const consonantsOf = (word: string) => codesOf(word.replace(/[\u07a6-\u07b0]/g, ''))
/** Haa to chaviyani: folding leaves no other consonants of Thaana. */
const foldedConsonants = Array.from({ length: 24 }, (_, at) => 0x0780 + at)

const append = (hash: number, code: number) => (Math.imul(hash, 31) + code) | 0
const hashOf = (codes: Codes, beginning = 0) => codes.reduce(append, beginning)

/** The hash of the consonants, and those with one of them missing, one more, another, or two neighbors swapped: some 50 for each. */
function hashesWithOneSlip(consonants: Codes): number[] {
  const hashes = new Set([hashOf(consonants)])
  for (const at of [...consonants, 0].keys()) {
    const before = hashOf(consonants.slice(0, at))
    const fromHere = consonants.slice(at)
    const [here, ...after] = fromHere
    const [next, ...rest] = after
    for (const code of foldedConsonants)
      for (const others of [after, fromHere]) hashes.add(hashOf(others, append(before, code)))
    hashes.add(hashOf(after, before))
    if (here !== undefined && next !== undefined) hashes.add(hashOf(rest, append(append(before, next), here)))
  }
  return [...hashes]
}

/** The folded words of the library whose consonants are those of a word but for one, or for a swap; any vowel signs. */
export function wordsWithSimilarConsonants(database: DatabaseSync, word: string): string[] {
  const consonants = consonantsOf(word)
  // No word of the library has as many, and the hashes grow with the square.
  if (consonants.length > maxLetters + 1) return []
  return statement(database, 'select word from folded_words where consonants in (select value from json_each(?))')
    .all(JSON.stringify(hashesWithOneSlip(consonants)))
    .map((row) => String(row['word']))
}

/** A library word in its most frequent spelling. */
export type VocabularyWord = { written: string; word: string; sound: string; count: number }

/** The first `limit` words that are accepted, looked up in steps that double: a cluster answers each step at once. */
export function firstAccepted(
  words: readonly VocabularyWord[],
  limit: number,
  isAccepted: (word: string) => boolean,
): VocabularyWord[] {
  const accepted: VocabularyWord[] = []
  for (let at = 0, step = limit; at < words.length && accepted.length < limit; at += step, step *= 2)
    accepted.push(...words.slice(at, at + step).filter(({ word }) => isAccepted(word)))
  return accepted.slice(0, limit)
}

const maxSeen = 30_000

/** The words whose fold is in a range, or whose phonetic key is. */
const inRange = {
  word: (limit: number) => `
    select * from (select spelling, spelling as word, sound, count
                     from words
                    where word is null and spelling >= ?1 and spelling < ?2
                    limit ${limit})
    union all
    select * from (select spelling, word, sound, count from words where word >= ?1 and word < ?2 limit ${limit})`,
  sound: (limit: number) => `
    select spelling, coalesce(word, spelling) as word, sound, count
      from words
     where sound >= ?1 and sound < ?2
     limit ${limit}`,
}

/** Words with this prefix, the most frequent first, among the first `maxSeen`: one letter has too many. */
export const wordsByPrefix = (database: DatabaseSync, word: string, limit: number) =>
  readWords(database, `(${inRange.word(maxSeen)}) where count > 0`, { values: rangeOf(word), limit })

/** Words whose phonetic key has this prefix. */
export const wordsBySoundPrefix = (database: DatabaseSync, sound: string, limit: number) =>
  readWords(database, `(${inRange.sound(maxSeen)}) where count > 0`, { values: rangeOf(sound), limit })

/** Words with this phonetic key. */
export const wordsBySound = (database: DatabaseSync, sound: string, limit: number) =>
  sound === '' ? [] : readWords(database, `(${withSound}) where count > 0`, { values: [sound], limit })

const withSound = 'select spelling, coalesce(word, spelling) as word, sound, count from words where sound = ?'

/** Rare words occur in one case only, and may be misspellings. */
export type FrequencyClass = 'frequent' | 'rare'

/** Words whose phonetic key has the same first letter and a similar length. */
export function similarSoundingWords(database: DatabaseSync, sound: string, rarity: FrequencyClass): VocabularyWord[] {
  const values = [...rangeOf(sound.charAt(0)), sound.length - 2, sound.length + 2]
  const counted = rarity === 'frequent' ? 'count > 1' : 'count = 1'
  const where = `length(sound) between ? and ? and ${counted}`
  return readWords(database, `(${inRange.sound(-1)}) where ${where}`, { values, limit: -1 })
}

type Limits = { values: (string | number)[]; limit: number }

/** Of the spellings of a word, the one with the highest count. */
function readWords(database: DatabaseSync, source: string, { values, limit }: Limits): VocabularyWord[] {
  const sql = `select max(count) as count, spelling, word, sound from ${source} group by word order by count desc, word limit ?`
  const select = statement(database, sql)
  select.setReturnArrays(true)
  const rows = select.all(...values, limit) as unknown as [
    count: number,
    written: string,
    word: string,
    sound: string,
  ][]
  return rows.map(([count, written, word, sound]) => ({ written, word, sound, count }))
}

/** The range of the texts with a prefix. */
const rangeOf = (beginning: string): [string, string] => [beginning, `${beginning}\uffff`]

/** The spellings of a folded word, the most frequent first. */
export const spellingsByFrequency = (database: DatabaseSync, word: string): string[] =>
  statement(database, `select spelling from (${spelled}) order by count desc, spelling limit ${maxSpellings}`)
    .all(word)
    .map((row) => String(row['spelling']))

const maxSpellings = 8

const spelled = `
  select spelling, count from words where spelling = ?1 and word is null
  union all
  select spelling, count from words where word = ?1`

/** The spellings of the library, the most frequent first. */
export const mostFrequentWords = (database: DatabaseSync, limit: number): string[] =>
  statement(database, 'select spelling from words order by count desc limit ?')
    .all(limit)
    .map((row) => String(row['spelling']))

/**
 * The approximate document frequency of a folded word, the same in every search thread, at most the number of cases: cases
 * that were deleted count too.
 */
export function documentFrequency(database: DatabaseSync, word: string, documentCount: number): number {
  const row = statement(database, `select sum(count) as count from (${spelled})`).get(word)
  return Math.min(Number(row?.['count'] ?? 0), documentCount)
}

/** Inverse document frequency: how much a term that `count` of `total` cases have distinguishes them. */
export const idf = (total: number, count: number): number => Math.log(1 + total / count)

/** 1 for a term of a quarter of the cases, and 0.55 for one of all of them, which still counts. */
export const scaledIdf = (total: number, count: number) => 0.2 + idf(total, count + 1) / 2
