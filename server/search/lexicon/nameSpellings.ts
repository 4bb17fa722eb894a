import type { DatabaseSync } from 'node:sqlite'
import { statement } from '#server/search/storage/statements.ts'
import { phoneticKey } from '#shared/text/language/phonetic.ts'
import { spellingKey } from '#shared/text/language/spelling.ts'
import { tokenizeWords } from '#shared/text/language/tokenizer.ts'
import { isLatin } from './latinScript.ts'
import { wordsBySound } from './vocabulary.ts'

/** So many names, and words of the texts, are looked through for other spellings: a name has few. */
const maxNames = 1000
const maxTextWords = 50

/**
 * The words of the library that are this word of a name, folded, itself first: all its spellings, and of one in Latin
 * letters all that sound so. Of very many names that hold it only some are looked through.
 */
export function nameSpellings(from: DatabaseSync, written: string, folded: string): string[] {
  const [key, sound] = [spellingKey(folded), phoneticKey(written)]
  const isSame = isLatin(folded)
    ? ({ word, slice }: NameWord) => word === folded || phoneticKey(slice) === sound
    : ({ word }: NameWord) => spellingKey(word) === key
  const known = [...wordsOfNames(from, { key, sound }), ...wordsOfTexts(from, sound)]
  return [...new Set([folded, ...known.filter(isSame).map(({ word }) => word)])]
}

/** A word as it is folded, and as it stands in a name. */
type NameWord = { word: string; slice: string }

function wordsOfNames(from: DatabaseSync, { key, sound }: { key: string; sound: string }): NameWord[] {
  const beginning = statement(from, `select name from names where key >= ? and key < ? limit ${maxNames}`)
  const sounding = statement(
    from,
    `select name from names where id in (select rowid from name_words where name_words match ? limit ${maxNames})`,
  )
  const rows = [
    ...beginning.all(key, `${key}\uffff`),
    ...(/^[\p{L}\p{N}]+$/u.test(sound) ? sounding.all(`sounds : "${sound}"`) : []),
  ]
  const names = new Set(rows.map((row) => String(row['name'])))
  return [...names].flatMap((name) =>
    tokenizeWords(name).map(({ word, start, end }) => ({ word, slice: name.slice(start, end) })),
  )
}

const wordsOfTexts = (from: DatabaseSync, sound: string): NameWord[] =>
  wordsBySound(from, sound, maxTextWords).map(({ word, written }) => ({ word, slice: written }))
